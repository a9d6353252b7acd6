"""Dates in every form that people type."""

from datetime import UTC, date, datetime

import pytest

from core.errors import InputError
from core.files.common.dates import parse_day, parse_days
from core.files.typed.persons import parse_age, parse_birth, parse_external_ratings
from core.files.typed.rules import parse_start

TODAY = date(2026, 11, 21)
FORMS = [
    ("Nov 20", date(2026, 11, 20)),
    ("november 20", date(2026, 11, 20)),
    ("20 Nov", date(2026, 11, 20)),
    ("20. November", date(2026, 11, 20)),
    ("20th Nov 2026", date(2026, 11, 20)),
    ("Fri, Nov 20", date(2026, 11, 20)),
    ("Nov 20, 2025", date(2025, 11, 20)),
    ("Nov 22", date(2025, 11, 22)),  # the last one
    ("Dec 24", date(2025, 12, 24)),
    ("Feb 29", None),
    ("20.11.", date(2026, 11, 20)),
    ("20.11", date(2026, 11, 20)),
    ("25/11/2025", date(2025, 11, 25)),
    ("11/25/2025", date(2025, 11, 25)),
    ("20.11.2026", date(2026, 11, 20)),
    ("5.11.2026", date(2026, 11, 5)),
    ("11/11/2026", date(2026, 11, 11)),
    ("12/5/2026", date(2026, 5, 12)),  # the fifth of December is to come
    ("20/11", date(2026, 11, 20)),
    ("11/20", date(2026, 11, 20)),
    ("2026/11/20", date(2026, 11, 20)),
    ("20261120", date(2026, 11, 20)),
    ("2026-1-1", date(2026, 1, 1)),
    ("２０２６-１１-２０", date(2026, 11, 20)),
    ("٢٠٢٦-١١-٢٠", date(2026, 11, 20)),
    ("2026‑11‑20", date(2026, 11, 20)),
]


@pytest.mark.parametrize(("text", "day"), FORMS)
def test_a_date_is_read_in_the_forms_that_people_type(text: str, day: date | None) -> None:
    if day is None:
        with pytest.raises(InputError, match="is not a date"):
            parse_day(text, TODAY)
    else:
        assert parse_day(text, TODAY) == day


@pytest.mark.parametrize("text", ["05/11/2026", "11-5-2026", "5/11", "11/5"])
def test_the_month_is_asked_for_where_both_fit(text: str) -> None:
    with pytest.raises(InputError, match=r"(2026-11-05 or 2026-05-11|2026-05-11 or 2026-11-05)\."):
        parse_day(text, TODAY)


def test_a_day_to_come_is_the_next_one() -> None:
    assert parse_day("Dec 24", date(2028, 1, 1), TODAY) == date(2026, 12, 24)
    assert parse_day("Nov 20", date(2028, 1, 1), TODAY) == date(2027, 11, 20)


@pytest.mark.parametrize(
    "text", ["20150530", "2015-5-30", "30.05.2015", "5/30/2015", "May 30, 2015", "２０１５-５-３０"]
)
def test_birth_dates_and_days_of_ratings_take_the_same_forms(text: str) -> None:
    assert parse_age(text, TODAY).born == parse_birth(text, TODAY).born == date(2015, 5, 30)


def test_a_birth_date_that_may_be_two_is_asked_for() -> None:
    with pytest.raises(InputError, match="2015-05-06 or 2015-06-05"):
        parse_age("06/05/2015", TODAY)


@pytest.mark.parametrize("text", ["FIDE 1850 2025-1-2", "FIDE １８５０ 2 Jan 2025", "FIDE 1850 Jan 2 2025"])
def test_a_rating_held_elsewhere_has_its_day_in_any_form(text: str) -> None:
    (rating,) = parse_external_ratings(text, TODAY)
    assert (rating.rating, rating.day) == (1850.0, date(2025, 1, 2))


@pytest.mark.parametrize(
    "text", ["2026-12-04 19:00", "Dec 4 19:00", "4 Dec, 7 pm", "4.12.2026 19.00", "Dec 4 at 7:00pm", "Fri, Dec 4 19:00"]
)
def test_a_start_is_a_day_in_any_form_and_a_time(text: str) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert parse_start(text, UTC, now) == datetime(2026, 12, 4, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "began", "last"),
    [
        ("2026-11-13 - 2026-11-15", 13, 15),
        ("2026-11-13 to 2026-11-15", 13, 15),
        ("Nov 13-15", 13, 15),
        ("November 13-15, 2026", 13, 15),
        ("13-15 Nov 2026", 13, 15),
        ("13.-15.11.2026", 13, 15),
        ("Nov 13 to Nov 15", 13, 15),
        ("11/13-11/15", 13, 15),
        ("2026-11-15", None, 15),
        ("15 Nov", None, 15),
    ],
)
def test_an_event_of_several_days_is_a_range(text: str, began: int | None, last: int) -> None:
    first = None if began is None else date(2026, 11, began)
    assert parse_days(text, TODAY) == (first, date(2026, 11, last))


@pytest.mark.parametrize(
    ("text", "why"),
    [("Nov 15-13", "ends before it begins"), ("Nov 20-25, 2026", "is in the future"), ("x - y", "not a date")],
)
def test_a_wrong_range_is_refused(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        parse_days(text, TODAY)


@pytest.mark.parametrize(
    ("text", "day", "hour"),
    [
        ("19:00", 21, 19),
        ("7pm", 21, 19),
        ("11:00", 22, 11),  # noon has passed
        ("tomorrow 7pm", 22, 19),
        ("Tomorrow at 19:00", 22, 19),
        ("tonight 8 pm", 21, 20),
        ("Thursday 19:00", 26, 19),
        ("Sat 19.00", 21, 19),  # that is today
        ("Saturday 9:00", 28, 9),
    ],
)
def test_a_start_is_soon_without_a_date(text: str, day: int, hour: int) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)  # a Saturday
    assert parse_start(text, UTC, now) == datetime(2026, 11, day, hour, tzinfo=UTC)
