"""Opponents: a rating beside a name, unknown names of several words, results in other forms."""

import pytest

from core.files.typed.opponents import KnownNames, ParsedOpponent, parse_opponents, parse_results
from core.words import name_key

KNOWN = KnownNames(frozenset(map(name_key, ("Al Reyes", "Bob Stone", "Dana"))))


def read(text: str) -> list[ParsedOpponent]:
    return list(parse_opponents(text, known=KNOWN).games)


@pytest.mark.parametrize(
    "text",
    [
        "Al Reyes 1500, Bob Stone 1600",
        "Al Reyes (1500), Bob Stone (1600)",
        "1500 (Al Reyes), 1600 (Bob Stone)",
        "1500 Al Reyes, 1600 Bob Stone",
        "Al Reyes 1500; Bob Stone 1600",
        "Al Reyes 1500 Bob Stone 1600",
    ],
)
def test_a_rating_beside_a_name_is_the_names(text: str) -> None:
    assert [(one.name, one.beside) for one in read(text)] == [("Al Reyes", 1500), ("Bob Stone", 1600)]


@pytest.mark.parametrize(
    "text",
    [
        "W Al Reyes 1500 L Bob Stone 1600",
        "Al Reyes 1500W, Bob Stone 1600L",
        "beat Al Reyes 1500, lost to Bob Stone 1600",
    ],
)
def test_a_rating_beside_a_name_has_no_result_of_its_own(text: str) -> None:
    assert [(one.name, one.beside, one.score) for one in read(text)] == [("Al Reyes", 1500, 1), ("Bob Stone", 1600, 0)]


@pytest.mark.parametrize("text", ["974 @Dana 1500", "974, Dana, 1500", "W974 WDana W1500"])
def test_ratings_among_names_are_opponents(text: str) -> None:
    assert [(one.name, one.rating) for one in read(text)] == [(None, 974), ("Dana", None), (None, 1500)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jon Smith, 1500", ["Jon Smith", None]),
        ("beat Jon Smith", ["Jon Smith"]),
        ("W@Jon Smith L1500", ["Jon Smith", None]),
        ("Jon Smith Dana", ["Jon Smith", "Dana"]),
        ("beat Jon Smith lost to Ann de Vries", ["Jon Smith", "Ann de Vries"]),
    ],
)
def test_an_unknown_name_is_kept_whole(text: str, names: list[str | None]) -> None:
    assert [one.name for one in read(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        *("W:1500 L:1600", "W-1500 L-1600", "1500 (won), 1600 (lost)", "1500:1 1600:0", "1500=W, 1600=L"),
        *("✅1500 ❌1600", "1500✅ 1600❌", "G1500 V1600", "S1500 N1600", "1500G 1600V", "1-0 1500, 0-1 1600"),
        *("1500 1-0 1600 0-1", "+1500 -1600", "won: 1500, lost: 1600", "1500 (1), 1600 (0)"),
    ],
)
def test_plain_results_are_read(text: str) -> None:
    assert [(one.rating, one.score) for one in parse_opponents(text).games] == [(1500, 1), (1600, 0)]


@pytest.mark.parametrize("text", ["G1500 R1600", "½-½ 1600 beat 1500", "1-0 1500, 1/2-1/2 1600"])
def test_draws_are_read_too(text: str) -> None:
    assert sorted((one.rating, one.score) for one in parse_opponents(text).games) == [(1500, 1), (1600, 0.5)]


def test_signs_before_members() -> None:
    written = parse_opponents("+974 -951 =@Dana").games
    assert [(one.rating or one.name, one.score) for one in written] == [(974, 1), (951, 0), ("Dana", 0.5)]


def test_german_letters_alone_are_results_too() -> None:
    assert (parse_results("GRV"), parse_results("SN")) == ((1, 0.5, 0), (1, 0))
