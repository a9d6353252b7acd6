"""Whom a typed name means."""

import pytest

from core.event.similarity import SimilarNames, names_meant
from core.words import first_name_first, last_name_first, name_key

PEOPLE = ["Dana Wright", "Wright Dana", "John Smith", "Anna Smith", "Smithson, Carl", "Łukasz Żółw", "Seán O'Neill"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dana wright", ["Dana Wright"]),
        ("Wright, Dana", ["Dana Wright"]),
        ("WRIGHT DANA", ["Wright Dana"]),
        ("lukasz zolw", ["Łukasz Żółw"]),
        ("lukasz", ["Łukasz Żółw"]),
        ("oneill", ["Seán O'Neill"]),
        ("smith", ["John Smith", "Anna Smith"]),
        ("smiths", ["Smithson, Carl"]),
        ("smith j", ["John Smith"]),
        ("mith", []),
        ("", []),
        ("!", []),
    ],
)
def test_the_whole_name_comes_before_a_part_of_one(typed: str, meant: list[str]) -> None:
    assert names_meant(typed, PEOPLE, str) == meant


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("Smith, John", "John Smith"),
        ("SMITH,JOHN A.", "JOHN A. SMITH"),
        ("Smith, John, Jr.", "John Smith Jr."),
        ("Smith, Jr.", "Smith, Jr."),
        ("Anand, V", "V Anand"),
        ("John Smith", "John Smith"),
        ("Smith,", "Smith,"),
        (", John", ", John"),
        ("a, b, c", "a, b, c"),
    ],
)
def test_a_name_is_stored_with_the_first_name_first(written: str, stored: str) -> None:
    assert first_name_first(written) == stored


def test_a_key_has_the_words_in_one_order() -> None:
    assert name_key("Smith, John") == name_key("JOHN SMITH") == "john smith"
    assert name_key("!?") == "!?"
    assert len(name_key("\ufdfa" * 100)) == 300


def test_a_name_with_one_letter_otherwise_is_found_whatever_comes_first() -> None:
    names = SimilarNames(["hana ito", "maria jose nunez"], 0.75)
    assert names.to_name("Kana Ito", 5) == ["hana ito"]
    assert names.to_name("Ito, Kana", 5) == ["hana ito"]
    assert names.to_name("Núñes Maria José", 5) == ["maria jose nunez"]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("John Chess", "Chess, John"),
        ("Anna Maria Lee", "Lee, Anna Maria"),
        ("Jan van der Berg", "van der Berg, Jan"),
        ("John Smith Jr.", "Smith, John Jr."),
        ("Smith, John", "Smith, John"),
        ("Dana", "Dana"),
        ("Di Stone", "Stone, Di"),
        ("", ""),
    ],
)
def test_a_printed_list_has_the_last_name_first(name: str, printed: str) -> None:
    assert last_name_first(name) == printed
