"""Scores and results, in every spelling."""

from collections.abc import Callable

import pytest
from formats_checks import HOSTILE, hostile_text, read_or_refused, read_to_the_end, refusal, short_id, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.files.common.text import shorten
from core.files.typed.opponents import parse_results, parse_score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("3", 3),
        ("0", 0),
        ("2.5", 2.5),
        ("2,5", 2.5),
        ("2½", 2.5),
        ("2 ½", 2.5),
        ("2 1/2", 2.5),
        ("½", 0.5),
        ("1/2", 0.5),
        ("0.5", 0.5),
        ("0,5", 0.5),
        ("0½", 0.5),
        ("3.0", 3),
        ("3,00", 3),
        ("2.50", 2.5),
        ("03", 3),
        (" 2.5 ", 2.5),
        ("\t3\n", 3),
        ("999.5", 999.5),
    ],
)
def test_a_score_is_read_in_every_spelling(text: str, score: float) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", '""'),
        ("  ", '""'),
        ("two", '"two"'),
        ("1.3", "1.3"),
        ("2.25", "2.25"),
        ("0.0001", "0.0001"),
        ("2.5.5", '"2.5.5"'),
        ("2,5,5", '"2,5,5"'),
        ("2½½", '"2½½"'),
        ("½2", '"½2"'),
        ("2.½", '"2.½"'),
        ("3/2", '"3/2"'),
        ("1/4", '"1/4"'),
        ("¼", '"¼"'),
        ("+3", '"+3"'),
        ("3 of 4", '"3 of 4"'),
        ("1000", '"1000"'),
        ("-1", "negative"),
        ("-0.5", "negative"),
        ("-½", "negative"),
        ("-", "negative"),
        ("1e1", '"1e1"'),
    ],
)
def test_anything_else_is_refused_and_repeated(text: str, part: str) -> None:
    assert part in refusal(parse_score, text)


@pytest.mark.parametrize("text", ["-" + "9" * 5999, "2" + " " * 5996 + ".3", "x" * 6000, "9" * 6000], ids=len)
def test_a_long_score_is_refused_in_a_short_sentence(text: str) -> None:
    assert refusal(parse_score, text)


@pytest.mark.parametrize("text", ["a\nb", "2\n.3", "-1\n2", "2.5\r\n2.5"], ids=short_id)
def test_a_score_of_two_lines_is_refused_in_one(text: str) -> None:
    assert refusal(parse_score, text)


@thorough
@given(st.integers(min_value=0, max_value=1999), st.sampled_from(["{}.5", "{},5", "{}½", "{} 1/2", "{} ½", " {}.50 "]))
def test_every_half_point_comes_back(halves: int, form: str) -> None:
    whole, half = divmod(halves, 2)
    assert parse_score(form.format(whole) if half else f"{whole}") == halves / 2


@thorough
@given(st.integers(min_value=0, max_value=999), st.integers(min_value=1, max_value=9999), st.sampled_from(".,"))
def test_only_halves_are_halves(whole: int, decimals: int, mark: str) -> None:
    text = f"{whole}{mark}{decimals:04}"
    if decimals == 5000:
        assert parse_score(text) == whole + 0.5
    else:
        assert text in refusal(parse_score, text)


@thorough
@given(hostile_text)
def test_any_text_is_a_score_in_half_points_or_refused(text: str) -> None:
    score = read_or_refused(parse_score, text)
    assert score is None or (0 <= score < 1000 and score * 2 == round(score * 2))


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_read_or_refused_in_one_line(text: str) -> None:
    read_or_refused(parse_score, text)
    read_or_refused(parse_results, text)


@pytest.mark.parametrize(
    "text",
    ["WDLW", "W D L W", "wdlw", "w, d; l\nW", "1½01", "1 ½ 0 1", "1 1/2 0 1", "1 0.5 0 1", "+=-+", "+ = - W", "WD01"],
)
def test_results_are_read_in_every_spelling(text: str) -> None:
    assert parse_results(text) == (1, 0.5, 0, 1)


SCORES = {
    "W": 1.0,
    "D": 0.5,
    "L": 0.0,
    "1": 1.0,
    "½": 0.5,
    "1/2": 0.5,
    "0.5": 0.5,
    "0": 0.0,
    "+": 1.0,
    "=": 0.5,
    "-": 0.0,
}
spellings = st.sampled_from([*SCORES.items(), ("w", 1.0), ("d", 0.5), ("l", 0.0)])


@thorough
@given(st.lists(st.tuples(spellings, st.sampled_from([" ", ", ", ";", "\n"])), min_size=1, max_size=60))
def test_a_list_of_results_reads_back(drawn: list[tuple[tuple[str, float], str]]) -> None:
    text = "".join(word + between for (word, _), between in drawn)
    assert parse_results(text.strip(" ,;\n")) == tuple(score for (_, score), _ in drawn)


@pytest.mark.parametrize(("text", "word"), [("WX", '"WX"'), ("1 2 0", '"2"'), ("W bye", '"bye"'), ("W-2", '"W-2"')])
def test_a_word_that_is_no_result_is_named(text: str, word: str) -> None:
    assert word in refusal(parse_results, text)


@thorough
@given(hostile_text)
def test_any_text_is_a_list_of_results_or_refused(text: str) -> None:
    results = read_or_refused(parse_results, text)
    assert results is None or set(results) <= {0, 0.5, 1}


@pytest.mark.parametrize(
    "part", ["1", "0.", "1/", " ", "½", "-", "-1", ".", "2 ", "W ", "0,", "\u2003", "١"], ids=short_id
)
@pytest.mark.parametrize(("start", "end"), [("", ""), ("2", "x")])
@pytest.mark.parametrize("read", [parse_score, parse_results])
def test_the_longest_text_is_read_to_the_end(read: Callable[[str], object], part: str, start: str, end: str) -> None:
    read_to_the_end(read, part, start, end)


@pytest.mark.parametrize(("text", "short"), [("abc", "abc"), ("abcd", "abcd"), ("abcde", "abc…"), ("", "")])
def test_what_is_repeated_is_cut(text: str, short: str) -> None:
    assert shorten(text, 4) == short
