"""When evenings that repeat begin."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.evenings.schedule import start_on
from tests.depth import examples

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "UTC")


@pytest.mark.parametrize(
    ("zone", "day", "minutes", "expected"),
    [
        # Berlin: UTC+1, in summer UTC+2 from 29 March to 25 October 2026 (EU directive 2000/84/EC).
        ("Europe/Berlin", date(2026, 3, 26), 19 * 60, datetime(2026, 3, 26, 18, tzinfo=UTC)),
        ("Europe/Berlin", date(2026, 4, 2), 19 * 60, datetime(2026, 4, 2, 17, tzinfo=UTC)),
        ("Europe/Berlin", date(2026, 10, 29), 19 * 60, datetime(2026, 10, 29, 18, tzinfo=UTC)),
        # 02:30 is skipped on 29 March, and comes twice on 25 October.
        ("Europe/Berlin", date(2026, 3, 29), 150, datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ("Europe/Berlin", date(2026, 10, 25), 150, datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        # New York: summer time ends on 1 November 2026 (15 U.S.C. 260a).
        ("America/New_York", date(2026, 10, 29), 19 * 60, datetime(2026, 10, 29, 23, tzinfo=UTC)),
        ("America/New_York", date(2026, 11, 5), 19 * 60, datetime(2026, 11, 6, 0, tzinfo=UTC)),
    ],
)
def test_an_evening_begins_at_the_clubs_hour(zone: str, day: date, minutes: int, expected: datetime) -> None:
    assert start_on(day, minutes, ZoneInfo(zone)) == expected


@examples()
@given(st.sampled_from(ZONES), st.dates(date(2020, 1, 1), date(2035, 1, 1)), st.integers(0, 24 * 60 - 1))
def test_weeks_later_it_is_the_same_weekday_and_hour_unless_clocks_skip_it(zone: str, day: date, minutes: int) -> None:
    here = ZoneInfo(zone)
    before = start_on(day, minutes, here)
    for weeks in (1, 2, 4):
        later = day + timedelta(weeks=weeks)
        starts = start_on(later, minutes, here)
        # An hour at most lies between two weeks' clocks.
        assert abs(starts - before - timedelta(weeks=weeks)) <= timedelta(hours=1)
        local = starts.astimezone(here)
        skipped = local - datetime(later.year, later.month, later.day, *divmod(minutes, 60), tzinfo=here)
        assert local.weekday() == day.weekday() or skipped
        if not skipped:
            assert (local.hour, local.minute) == divmod(minutes, 60)
