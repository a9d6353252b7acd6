"""A club's own tables of the lifetime titles, as a director writes them."""

from collections.abc import Callable
from typing import Any

import pytest
from formats_checks import (
    HOSTILE,
    checked,
    hostile_text,
    read_or_refused,
    read_to_the_end,
    refusal,
    short_id,
    thorough,
)
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.rules import parse_deltas, parse_letters
from core.rating.uschess.lifetime import STANDARD_TABLES

BOTH = pytest.mark.parametrize("read", [parse_deltas, parse_letters])


@pytest.mark.parametrize(
    ("text", "deltas"),
    [
        ("4=0.3", {4: 300}),
        ("4=0.3 5=0.6", {4: 300, 5: 600}),
        (" 4=0.3,5=0.6;\n6=0.5 ", {4: 300, 5: 600, 6: 500}),
        ("7=1", {7: 1000}),
        ("7=.5", {7: 500}),
        ("7=0", {7: 0}),
        ("04=0.001", {4: 1}),
        ("20=2.999", {20: 2999}),
        ("5=0.57", {5: 570}),
    ],
)
def test_deltas_are_read_in_thousandths_by_rounds(text: str, deltas: dict[int, int]) -> None:
    assert parse_deltas(text) == deltas


@pytest.mark.parametrize(
    ("text", "letters"),
    [("2000=x", {2000: "x"}), ("1400=c 2000=x, 2100=X", {1400: "c", 2000: "x", 2100: "X"})],
)
def test_letters_are_read_by_level_and_keep_their_case(text: str, letters: dict[int, str]) -> None:
    assert parse_letters(text) == letters


@BOTH
@pytest.mark.parametrize("text", ["standard", "Standard", " STANDARD\n"])
def test_a_word_brings_the_usual_table_back(read: Callable[[str], Any], text: str) -> None:
    assert read(text) == {}


@BOTH
@pytest.mark.parametrize("text", ["", " ", ",;", "\n"], ids=short_id)
def test_an_empty_table_is_refused(read: Callable[[str], Any], text: str) -> None:
    assert "The table is empty" in refusal(read, text)


@BOTH
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("4", "4"),
        ("4=", "4="),
        ("=0.3", "=0.3"),
        ("four=0.3", "four=0.3"),
        ("-4=0.3", "-4=0.3"),
        ("4.5=0.3", "4.5=0.3"),
        ("12345=0.3", "12345=0.3"),
        ("４=0.3", "４=0.3"),
        ("standard 4=0.3", "standard"),
    ],
)
def test_what_is_no_entry_is_refused_and_repeated(read: Callable[[str], Any], text: str, word: str) -> None:
    sentence = refusal(read, text)
    assert f'"{word}" is not an entry of the table' in sentence
    assert "standard" in sentence


@BOTH
@pytest.mark.parametrize("text", ["4=1 4=2", "4=1 5=1 04=1"])
def test_an_entry_may_be_given_once(read: Callable[[str], Any], text: str) -> None:
    assert "4 is listed twice" in refusal(read, text)


@pytest.mark.parametrize("text", ["4=x", "4=-0.3", "4=0.1234", "4=10", "4=0.", "4=.", "4=1e0", "4=½", "4=0=3", "4=٣"])
def test_a_delta_has_up_to_three_decimals(text: str) -> None:
    sentence = refusal(parse_deltas, text)
    assert f'"{text}" has no delta' in sentence
    assert "4=0.5" in sentence


def set_deltas(text: str) -> Any:
    """Read deltas and put them into the tables."""
    return STANDARD_TABLES.with_deltas(parse_deltas(text))


def set_letters(text: str) -> Any:
    return STANDARD_TABLES.with_letters(parse_letters(text))


@pytest.mark.parametrize(
    ("text", "part"),
    [("3=0.5", "not 3"), ("21=0.5", "not 21"), ("9999=0.5", "not 9999"), ("4=3.001", "between 0 and 3")],
)
def test_deltas_that_cannot_be_are_refused_by_the_tables(text: str, part: str) -> None:
    assert part in refusal(set_deltas, text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("900=x", "no lifetime title of 900"),
        ("3000=x", "no lifetime title of 3000"),
        ("2050=x", "no lifetime title of 2050"),
        ("2000=xx", "not one letter"),
        ("2000=1", "not one letter"),
        ("2000=é", "not one letter"),
        ("2000=*", "not one letter"),
        ("2000=c", "Give each a different letter"),
        ("2000=z 2100=z", "Give each a different letter"),
    ],
)
def test_letters_that_cannot_be_are_refused_by_the_tables(text: str, part: str) -> None:
    assert part in refusal(set_letters, text)


def test_two_titles_may_change_letters() -> None:
    tables = set_letters("1400=C 1500=c")
    assert (tables.title(1400).letter, tables.title(1500).letter) == ("C", "c")


@BOTH
@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_refused_in_one_line(read: Callable[[str], Any], text: str) -> None:
    assert refusal(read, text)


almost = st.lists(
    st.sampled_from(["4", "5", "20", "2000", "=", "=0.3", "=x", "=X", " ", ",", ".", "standard", "-", "9", "\n"]),
    max_size=30,
).map("".join)


@thorough
@given(st.one_of(hostile_text, almost))
def test_any_text_is_a_table_of_deltas_or_refused(text: str) -> None:
    deltas = read_or_refused(parse_deltas, text)
    assert deltas is None or all(0 <= rounds <= 9999 and 0 <= delta < 10_000 for rounds, delta in deltas.items())
    read_or_refused(set_deltas, text)


@thorough
@given(st.one_of(hostile_text, almost))
def test_any_text_is_a_table_of_letters_or_refused(text: str) -> None:
    read_or_refused(parse_letters, text)
    read_or_refused(set_letters, text)


def test_a_letter_of_the_length_of_a_book_is_refused_in_a_short_sentence() -> None:
    with pytest.raises(InputError) as caught:
        set_letters("2000=" + "x" * 5900)
    checked(caught.value)


@thorough
@given(st.dictionaries(st.integers(4, 20), st.integers(0, 3000), min_size=1))
def test_a_table_of_deltas_reads_back(deltas: dict[int, int]) -> None:
    text = " ".join(f"{rounds}={delta // 1000}.{delta % 1000:03}" for rounds, delta in deltas.items())
    assert parse_deltas(text) == deltas
    tables = set_deltas(text)
    assert all(tables.delta(rounds).delta == delta for rounds, delta in deltas.items())


@BOTH
@pytest.mark.parametrize("part", ["4", "=", "4=", " ", "4=1 ", "standard", ",", "4=1,5=2 "], ids=short_id)
def test_the_longest_text_is_read_to_the_end(read: Callable[[str], Any], part: str) -> None:
    read_to_the_end(read, part)
    read_to_the_end(read, part, "4=", "x")
