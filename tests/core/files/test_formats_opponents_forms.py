"""Opponents and results in every form that people type, names of several words among them."""

import pytest

from core.errors import InputError
from core.files.typed.matches import parse_match_results
from core.files.typed.opponents import KnownNames, parse_opponents, parse_results, parse_score
from core.words import name_key

W, D, L = 1.0, 0.5, 0.0
KNOWN = KnownNames(
    {name_key(name) for name in ("Hana Ito", "Bo", "Hana", "Anna Maria Lee", "Dana", "Łukasz Żółw", "W Walter", "Drew")}
)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("W1500 L1600", [(1500, W), (1600, L)]),
        ("1500W 1600L", [(1500, W), (1600, L)]),
        ("1500w, 1600d, 1700l", [(1500, W), (1600, D), (1700, L)]),
        ("1500 W 1600 L", [(1500, W), (1600, L)]),
        ("W 1500 L 1600", [(1500, W), (1600, L)]),
        ("+1500 =1700 -1600", [(1500, W), (1700, D), (1600, L)]),
        ("+ 1500, = 1700, - 1600", [(1500, W), (1700, D), (1600, L)]),
        ("1500+ 1700= 1600-", [(1500, W), (1700, D), (1600, L)]),
        ("½1700 –1600", [(1700, D), (1600, L)]),
        ("1500 won", [(1500, W)]),
        ("1500 won, 1600 lost, 1700 drew", [(1500, W), (1600, L), (1700, D)]),
        ("1500 won 1600 draw", [(1500, W), (1600, D)]),
        ("beat 1500, lost to 1600, drew with 1700", [(1500, W), (1600, L), (1700, D)]),
        ("I beat 1500 and lost to 1600", [(1500, W), (1600, L)]),
        ("won against 1500; drew 1600", [(1500, W), (1600, D)]),
        ("Ｗ１５００　Ｌ１６００", [(1500, W), (1600, L)]),
        ("１５００ １６００", [(1500, None), (1600, None)]),
        ("W1455P10 1600/12L", [(1455, W), (1600, L)]),
    ],
)
def test_ratings_with_results(text: str, games: list[tuple[int, float | None]]) -> None:
    assert [(one.rating, one.score) for one in parse_opponents(text).games] == games


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("Hana Ito", [("Hana Ito", None)]),
        ("Hanna Ito Bo", [("Hanna Ito", None), ("Bo", None)]),
        ("hana ito bo", [("hana ito", None), ("bo", None)]),
        ("Ito Hana 1500", [("Ito Hana", None), (None, None)]),
        ("WHana Ito D@Bo", [("Hana Ito", W), ("Bo", D)]),
        ("WHana Ito DBo", [("Hana Ito", W), ("Bo", D)]),
        ("Hana Ito w Bo l", [("Hana Ito", W), ("Bo", L)]),
        ("beat Hana Ito, lost to Bo", [("Hana Ito", W), ("Bo", L)]),
        ("I drew with anna maria lee", [("anna maria lee", D)]),
        ("+Hana Ito -Bo", [("Hana Ito", W), ("Bo", L)]),
        ("@Hana Ito W@Bo", None),
        ("W@Hana Ito L1500", [("Hana Ito", W), (None, L)]),
        ("Hana, Ito", [("Hana", None), ("Ito", None)]),
        ("lukasz zolw 1500", [("lukasz zolw", None), (None, None)]),
        ("W W Walter", [("W Walter", W)]),
        ("Dana Drew", [("Dana", None), ("Drew", None)]),
        ("LDana WDrew", [("Dana", L), ("Drew", W)]),
        ("Hanna Ito", [("Hanna Ito", None)]),
        ("WHanna Ito D@Bo", [("Hanna Ito", W), ("Bo", D)]),
        ('"Hana" Ito', [("Hana", None), ("Ito", None)]),
    ],
)
def test_the_longest_known_name_is_meant(text: str, games: list[tuple[str | None, float | None]] | None) -> None:
    if games is None:
        with pytest.raises(InputError, match='"Hana Ito" has no result'):
            parse_opponents(text, known=KNOWN)
    else:
        assert [(one.name, one.score) for one in parse_opponents(text, known=KNOWN).games] == games


@pytest.mark.parametrize("text", ["W 1500 L", "W1500W", "W 1500W", "lost to", "W1500 1600 L 1700"])
def test_a_result_too_many_or_too_few_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_opponents(text)


@pytest.mark.parametrize(
    "text", ["WDL", "w d l", "+=-", "1½0", "1 0.5 0", "win draw loss", "won, drew, lost", "Ｗ＝－"]
)
def test_results_in_order(text: str) -> None:
    assert parse_results(text) == (W, D, L)
    if text not in ("1 0.5 0", "Ｗ＝－"):
        assert parse_match_results(text, 4) == (W, D, L)


@pytest.mark.parametrize("text", ["2.5", "2,5", "2½", "２．５", "２½", "2 1/2"])
def test_scores(text: str) -> None:
    assert parse_score(text) == 2.5
