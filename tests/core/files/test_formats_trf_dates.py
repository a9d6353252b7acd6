"""Dates of tournament report files."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.common.dates import is_placeholder, parse_written_day

THE_DAY = date(1987, 5, 29)


@pytest.mark.parametrize(
    "text",
    [
        *("1987/05/29", "1987-05-29", "1987.5.29", "29.05.1987", "29/05/1987", "29. 05. 1987", "29-5-1987"),
        *("May 29, 1987", "29 May 1987", "29. May 1987", "19870529"),
    ],
)
def test_a_day_is_read_in_every_form(text: str) -> None:
    written = parse_written_day(text)
    assert written is not None
    assert (written.day, written.year, written.sure) == (THE_DAY, 1987, True)


@pytest.mark.parametrize("text", ["1987", "1987/00/00", "1987.00.00", "00.00.1987", "1987-  -  "])
def test_a_year_alone_is_read(text: str) -> None:
    written = parse_written_day(text)
    assert written is not None
    assert (written.day, written.year) == (None, 1987)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("02/10/2010", date(2010, 10, 2)),
        ("10/24/2010", date(2010, 10, 24)),
        ("2010/24/10", date(2010, 10, 24)),
        ("10.09.13", date(2013, 9, 10)),
    ],
)
def test_a_day_that_could_be_another_is_not_sure(text: str, day: date) -> None:
    written = parse_written_day(text)
    assert written is not None
    assert (written.day, written.sure) == (day, False)


@pytest.mark.parametrize("text", ["", "x", "1987/13/13", "31.02.2010", "Foo 29, 1987", "99.99.99", "0099", "1/1/1"])
def test_anything_else_is_no_day(text: str) -> None:
    assert parse_written_day(text) is None


def test_zeros_say_nothing() -> None:
    assert all(is_placeholder(text) for text in ("", "0000/00/00", "0000", "  .  .    "))
    assert not is_placeholder("1987/00/00")


@given(st.dates(date(1850, 1, 1), date(2100, 12, 31)))
def test_every_day_is_read_as_the_regulations_write_it(day: date) -> None:
    assert parse_written_day(f"{day:%Y/%m/%d}") == (day, day.year, None)


@given(st.text(alphabet="0123456789./- May,", max_size=16))
def test_whatever_the_text_nothing_breaks(text: str) -> None:
    parse_written_day(text)
