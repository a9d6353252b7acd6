"""Results of an evening, in every form that people may type them."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.results import (
    MOST_CHARACTERS,
    MOST_RESULTS,
    ParsedName,
    ParsedResult,
    Written,
    parse_results_list,
)


def read(text: str) -> list[tuple[int | None, str, str | None, Written]]:
    """Return round, both names as they were written."""
    return [
        (line.round, line.first.text, None if line.second is None else line.second.text, line.result)
        for line in parse_results_list(text)
    ]


def one(text: str) -> ParsedResult:
    (line,) = parse_results_list(text)
    return line


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_results_list(text)
    message = caught.value.message
    assert "\n" not in message
    assert len(message) < 250
    return message


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1: Dana 1-0 Eli", [(1, "Dana", "Eli", Written.WIN)]),
        ("2: Eli ½-½ Ann; Bo 0-1 Cy", [(2, "Eli", "Ann", Written.DRAW), (2, "Bo", "Cy", Written.LOSS)]),
        ("round 3: @Dana 0-1 #12", [(3, "@Dana", "#12", Written.LOSS)]),
        ("1: Dana +- Eli", [(1, "Dana", "Eli", Written.FORFEIT_WIN)]),
        ("1: Dana -+ Eli", [(1, "Dana", "Eli", Written.FORFEIT_LOSS)]),
        ("1: Dana -- Eli", [(1, "Dana", "Eli", Written.BOTH_FORFEIT)]),
        ("1: Dana bye", [(1, "Dana", None, Written.FULL_BYE)]),
        ("1: Dana half bye", [(1, "Dana", None, Written.HALF_BYE)]),
        ("1: Anna Lee half-point bye", [(1, "Anna Lee", None, Written.HALF_BYE)]),
        ("1: Dana zero bye", [(1, "Dana", None, Written.ZERO_BYE)]),
        ("1: Dana * Eli", [(1, "Dana", "Eli", Written.TAKEN_BACK)]),
        ("1: Dana * bye", [(1, "Dana", None, Written.TAKEN_BACK)]),
    ],
)
def test_the_forms_of_the_help(text: str, lines: list[tuple[int, str, str | None, Written]]) -> None:
    assert read(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "1:Dana 1-0 Eli", "R1: Dana 1-0 Eli", "rd. 1: Dana 1-0 Eli", "ROUND 1 Dana 1-0 Eli", "1:\nDana 1-0 Eli\n",
        " 1 :  Dana   1 - 0\tEli ;", "1: Dana 1:0 Eli", "1: Dana 1–0 Eli", "1: Dana 1 — 0 Eli", "1:;Dana 1-0 Eli,",
    ],
)  # fmt: skip
def test_one_game_written_in_many_ways(text: str) -> None:
    assert read(text) == [(1, "Dana", "Eli", Written.WIN)]


@pytest.mark.parametrize("draw", ["½-½", "1/2-1/2", "0.5-0.5", "0,5-0,5", ".5-.5", "=-=", "½", "=", "1/2", "½ - ½"])
def test_a_draw_written_in_many_ways(draw: str) -> None:
    assert one(f"7: Dana {draw} Eli").result is Written.DRAW


@pytest.mark.parametrize("forfeit", ["+-", "+ -", "+:-", "+/-"])
def test_a_forfeit_written_in_many_ways(forfeit: str) -> None:
    assert one(f"1: Dana {forfeit} Eli").result is Written.FORFEIT_WIN


@pytest.mark.parametrize(
    ("text", "first", "second", "result"),
    [
        ("Dana 1-0 Eli", "Dana", "Eli", Written.WIN),
        ("Dana beat Eli", "Dana", "Eli", Written.WIN),
        ("Dana beats Eli Brown", "Dana", "Eli Brown", Written.WIN),
        ("Dana won against Eli", "Dana", "Eli", Written.WIN),
        ("Dana wins vs. Eli", "Dana", "Eli", Written.WIN),
        ("Dana Lee defeated @Eli", "Dana Lee", "@Eli", Written.WIN),
        ("Eli lost to Dana", "Eli", "Dana", Written.LOSS),
        ("Eli loses against Dana", "Eli", "Dana", Written.LOSS),
        ("Dana drew with Eli", "Dana", "Eli", Written.DRAW),
        ("Dana draws Eli", "Dana", "Eli", Written.DRAW),
        ('"Beat Lee" beat "Lost to Sue"', '"Beat Lee"', '"Lost to Sue"', Written.WIN),
    ],
)
def test_a_result_in_words_and_without_its_round(text: str, first: str, second: str, result: Written) -> None:
    assert read(text) == [(None, first, second, result)]


@pytest.mark.parametrize(
    ("text", "both", "result"),
    [
        ("Dana Eli 1-0", "Dana Eli", Written.WIN),
        ("0-1 Dana Eli", "Dana Eli", Written.LOSS),
        ("Dana-Eli ½", "Dana-Eli", Written.DRAW),
        ("Dana - Eli 1-0", "Dana - Eli", Written.WIN),
        ("Dana and Eli drew", "Dana and Eli", Written.DRAW),
        ("Dana Eli +-", "Dana Eli", Written.FORFEIT_WIN),
    ],
)
def test_names_that_stand_together_are_left_to_whoever_knows_them(text: str, both: str, result: Written) -> None:
    line = one(text)
    assert (line.first.name, line.second, line.result, line.together) == (both, None, result, True)


@pytest.mark.parametrize(
    ("text", "points", "result"),
    [
        ("Dana 412-387 Eli", (412, 387), Written.WIN),
        ("Dana 387:412 Eli", (387, 412), Written.LOSS),
        ("Dana 400 Eli 400", (400, 400), Written.DRAW),
        ("Dana Eli 412 - 387", (412, 387), Written.WIN),
    ],
)
def test_points_on_the_board_are_a_result(text: str, points: tuple[int, int], result: Written) -> None:
    line = one(text)
    assert (line.points, line.result) == (points, result)


def test_a_round_holds_until_the_next_one() -> None:
    text = "1: Dana 1-0 Eli\nAnn 1-0 Bo\n2: Dana 0-1 Ann, Eli ½-½ Bo"
    assert [line[0] for line in read(text)] == [1, 1, 2, 2]
    assert [line.position for line in parse_results_list(text)] == [1, 2, 3, 4]


def test_names_of_every_kind() -> None:
    assert one("1: <@80351110224678912> 1-0 #3").first == ParsedName("<@80351110224678912>", user=80351110224678912)
    assert one("1: <@!5> 1-0 #3").second == ParsedName("#3", number=3)
    assert one("1: Anna Lee 1-0 @Bo").first.name == "Anna Lee"
    assert one("1: Anna Lee 1-0 @Bo").second == ParsedName("@Bo", name="Bo")
    assert one('1: "Lee, Anna; 1-0" 0-1 R2-D2 Smith-Jones').first.name == "Lee, Anna; 1-0"
    assert one('1: @"Anna Lee" 0-1 R2-D2').first.name == "Anna Lee"
    assert one("1: Bye Bye Birdie 1-0 007").first.name == "Bye Bye Birdie"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'The result is missing. Write it like "1: Dana 1-0 Eli".'),
        (" ;;\n", "The result"),
        ("1:", "The result"),
        ("0: Dana 1-0 Eli", "Result 1: there is no round 0. Rounds are 1 to 99."),
        ("100: Dana 1-0 Eli", "there is no round 100"),
        ("1: Dana 1-0 Eli; Bo", 'Result 2: "Bo" has no result. Write it like "1: Dana 1-0 Eli".'),
        ("1: Dana 1-0 Eli\n2: Bo 1-1 Cy", 'Result 2: "1-1" is not a result of a game. Write 1-0, 0-1, ½-½'),
        ("1: Dana 0-0 Eli", '"0-0" is not a result'),
        ("1: Dana - Eli", '"-" is not a result'),
        ("1: Dana 1-0", '"Dana 1-0" lacks a player'),
        ("1: 1-0 Eli", "Result 1"),
        ("1: bye", "Result 1"),
        ("1: Dana 1-0 Eli 1-0 Bo", "has several results. Put a semicolon between games"),
        ("1: @ 1-0 Eli", '"@" is not a player'),
        ("1: Dana 1-0 Eli;" * (MOST_RESULTS + 1), f"More than {MOST_RESULTS} results"),
        ("1: Dana 1-0 " + "E" * MOST_CHARACTERS, "too long"),
        ("1: " + "E" * 5000, "has no result"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


pieces = st.sampled_from(
    ["1:", "2 :", "round 3:", "Dana", "Eli", "#12", "<@5>", "<@99999999999999999999>", "@", '"', '"Anna Lee"', "bye",
     "half", "1-0", "½-½", "0-1", "+-", "--", "-", "*", "=", "1/2-1/2", "0,5-0,5", ";", ",", "\n", " ", "\u2013", "²:"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(pieces, max_size=30).map(" ".join), st.lists(pieces).map("".join)))
def test_anything_at_all_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        lines = parse_results_list(text)
    except InputError:
        return
    assert [line.position for line in lines] == list(range(1, len(lines) + 1))
    for line in lines:
        assert line.round is None or 1 <= line.round <= 99
        for who in (line.first, line.second):
            assert who is None or sum(part is not None for part in (who.user, who.number, who.name)) == 1


def as_typed(name: str) -> str:
    """Return a composed name, with the full-width letters of a Japanese keyboard as plain ones."""
    composed = unicodedata.normalize("NFC", name)
    return re.sub("[\uff01-\uff5e]", lambda wide: unicodedata.normalize("NFKC", wide[0]), composed)


whole_names = st.text(st.characters(categories=["L"]), min_size=1, max_size=20).filter(
    lambda name: "bye" not in name.lower()
)


@example([(1, "A", "1-0", "Ａ")])
@given(
    st.lists(
        st.tuples(
            st.integers(1, 99), whole_names, st.sampled_from(["1-0", "0-1", "½-½", "+-", "-+", "--"]), whole_names
        ),
        min_size=1,
        max_size=MOST_RESULTS,
    )
)
def test_what_is_written_is_what_is_read(games: list[tuple[int, str, str, str]]) -> None:
    text = "; ".join(f"{number}: {first} {result} {second}" for number, first, result, second in games)
    if len(text) > MOST_CHARACTERS:
        return
    lines = parse_results_list(text)
    assert [(line.round, line.result.value) for line in lines] == [(number, result) for number, _, result, _ in games]
    normal = [(as_typed(first), as_typed(second)) for _, first, _, second in games]
    assert [(line.first.name, line.second.name) for line in lines if line.second] == normal
