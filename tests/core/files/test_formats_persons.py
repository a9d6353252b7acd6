"""What is written about a person."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.persons import (
    Birth,
    parse_birth,
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_uschess_id,
)

TODAY = date(2026, 11, 21)
PARSERS = [parse_uschess_id, parse_fide_id, parse_naspa_id, parse_federation]


@pytest.mark.parametrize(
    ("parse", "text", "read"),
    [
        (parse_uschess_id, " 12345678 ", "12345678"),
        (parse_uschess_id, "1234 5678", "12345678"),
        (parse_fide_id, "2020009", "2020009"),
        (parse_fide_id, "25059650", "25059650"),
        (parse_naspa_id, "aa000123", "AA000123"),
        (parse_federation, "ned", "NED"),
        *((parse, "None", "") for parse in PARSERS),
        *((parse, "-", "") for parse in PARSERS),
    ],
)
def test_numbers_are_read_without_blanks_and_in_capitals(parse: Callable[[str], str], text: str, read: str) -> None:
    assert parse(text) == read


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_uschess_id, "1234567"),
        (parse_uschess_id, "123456789"),
        (parse_fide_id, "0123456"),
        (parse_fide_id, "12"),
        (parse_naspa_id, "A000123"),
        (parse_naspa_id, "AA00012"),
        (parse_federation, "US"),
        (parse_federation, "ÄÖÜ"),
    ],
)
def test_what_is_none_is_refused_with_an_example(parse: Callable[[str], str], text: str) -> None:
    with pytest.raises(InputError, match=r"(for example|digits)"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("2012-05-30", Birth(date(2012, 5, 30), True, None)),
        ("adult", Birth(None, True, None)),
        ("Child", Birth(None, False, None)),
        ("none", Birth(None, True, None)),
        # 18 in 2026: young for the whole of that year.
        ("2008", Birth(None, False, 2008)),
        ("2007", Birth(None, True, 2007)),
        ("2026", Birth(None, False, 2026)),
        ("1906", Birth(None, True, 1906)),
    ],
)
def test_a_birth_date_or_year_is_read(text: str, birth: Birth) -> None:
    assert parse_birth(text, TODAY) == birth


@pytest.mark.parametrize("text", ["2027", "1905", "0000", "12", "2012-13-01", "2026-11-22", "eleven", ""])
def test_what_is_no_birth_date_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_birth(text, TODAY)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for parse in (*PARSERS, lambda text: parse_birth(text, TODAY)):
        message = ""
        try:
            parse(text)
        except InputError as error:
            message = error.message
        assert "\n" not in message
        assert len(message) < 200
