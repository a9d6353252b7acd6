"""Dates, as a member writes them."""

from datetime import date, timedelta

import pytest
from formats_checks import HOSTILE, hostile_text, read_or_refused, refusal, short_id, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.files.common.dates import EARLIEST_DAY, parse_day

TODAY = date(2026, 11, 21)


def read(text: str) -> date:
    return parse_day(text, TODAY)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-20", date(2026, 11, 20)),
        ("2026-11-21", TODAY),
        (" 2026-11-20\n", date(2026, 11, 20)),
        ("2024-02-29", date(2024, 2, 29)),
        ("2026-11-20T12:00", date(2026, 11, 20)),
        ("today", TODAY),
        ("Today", TODAY),
        (" TODAY ", TODAY),
        ("yesterday", date(2026, 11, 20)),
        ("YESTERDAY", date(2026, 11, 20)),
        ("1960-01-01", date(1960, 1, 1)),
    ],
)
def test_a_date_is_read(text: str, day: date) -> None:
    assert read(text) == day


def test_yesterday_may_be_in_another_year() -> None:
    assert parse_day("yesterday", date(2026, 1, 1)) == date(2025, 12, 31)


@pytest.mark.parametrize(
    "text",
    [
        *("", "tomorrow", "2026-W47-5", "2026-w47-5", "2026-324", "2026-02-29", "2026-13-01", "2026-00-10"),
        *("2026-11-31", "0000-01-01", "20260-1-01", "+026-11-20", "32.11.2026", "Foo 20", "Nov 31"),
        *("2026", "11", "13/13/2026", "Nov", "20 Nov 26 27"),
    ],
    ids=short_id,
)
def test_what_is_not_a_date_is_refused_with_one_to_copy(text: str) -> None:
    sentence = refusal(read, text)
    assert f'"{text}" is not a date' in sentence
    assert "2026-11-21" in sentence


@pytest.mark.parametrize("text", ["2026-11-22", "2027-01-01", "9999-12-31"])
def test_the_future_is_refused(text: str) -> None:
    assert f"{text} is in the future. Write a day up to today, 2026-11-21." in refusal(read, text)


@pytest.mark.parametrize("text", ["1959-12-31", "0001-01-01"])
def test_no_event_was_rated_before_1960(text: str) -> None:
    assert f"{text} is too early" in refusal(read, text)


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_refused_in_one_line(text: str) -> None:
    assert refusal(read, text)


@thorough
@given(st.dates(min_value=EARLIEST_DAY), st.dates(min_value=EARLIEST_DAY))
def test_a_date_reads_back_unless_it_is_to_come(day: date, today: date) -> None:
    def read_then(text: str) -> date:
        return parse_day(text, today)

    written = f"{day.year:04}-{day.month:02}-{day.day:02}"
    if day <= today:
        assert read_then(written) == day
    else:
        assert written in refusal(read_then, written)


@thorough
@given(hostile_text)
def test_any_text_is_a_day_up_to_today_or_refused(text: str) -> None:
    day = read_or_refused(read, text)
    assert day is None or EARLIEST_DAY <= day <= TODAY


def test_what_is_refused_is_repeated_only_in_part() -> None:
    assert len(refusal(read, "x" * 6000)) < 200


def test_yesterday_is_a_day_before_today() -> None:
    assert read("today") - read("yesterday") == timedelta(days=1)
