"""One folded key for each name."""

import pytest

from core.words import search_key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Jürgen Groß", " jurgen gross"),
        ("Łukasz Żółw", " lukasz zolw"),
        ("María José", " maria jose"),
        ("Nguyễn Văn", " nguyen van"),
        ("Seán O'Neill", " sean oneill"),
        ("Seán O’Neill", " sean oneill"),
        ("Jean-Luc Ørsted", " jean luc orsted"),
        ("Æsa Đorđe Œuvré", " aesa dorde oeuvre"),
        ("SMITH, John", " smith john"),
        ("%_", ""),
        ("", ""),
    ],
)
def test_accents_case_and_apostrophes_are_folded(name: str, key: str) -> None:
    assert search_key(name) == key
