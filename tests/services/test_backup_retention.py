"""Which backups are kept: the calendar's last ones, and never none."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.backup.retention import Retention
from core.errors import InputError
from tests.depth import examples

NIGHT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)  # a Saturday


def kept(rule: str, backups: list[datetime]) -> list[datetime]:
    gone = Retention.read(rule).dropped((at, at) for at in backups)
    assert gone == sorted(gone)
    return sorted(set(backups) - set(gone))


def nights(count: int) -> list[datetime]:
    return [NIGHT - timedelta(days) for days in range(count)]


def days(backups: list[datetime]) -> list[date]:
    return [at.date() for at in backups]


def test_the_last_of_seven_days_four_weeks_and_six_months_stay() -> None:
    assert days(kept("7d,4w,6m", nights(365))) == [
        date(2026, 6, 30),
        date(2026, 7, 31),
        date(2026, 8, 31),
        date(2026, 9, 30),
        date(2026, 10, 31),  # the end of a month
        date(2026, 11, 1),  # and Sundays, the ends of weeks
        date(2026, 11, 8),
        date(2026, 11, 15),
        *(date(2026, 11, day) for day in range(16, 22)),
    ]  # fmt: skip


def test_of_one_day_the_last_stays() -> None:
    hours = [NIGHT + timedelta(hours=hour) for hour in range(12)]
    assert kept("1d", hours) == hours[-1:]


def test_days_without_a_backup_do_not_count() -> None:
    old = [NIGHT - timedelta(400 + 3 * number) for number in range(5)]
    assert kept("3d", old) == sorted(old)[-3:]


def test_a_year_is_a_calendar_year() -> None:
    assert days(kept("2y", nights(800))) == [date(2025, 12, 31), date(2026, 11, 21)]


@examples()
@given(st.lists(st.datetimes(datetime(2024, 1, 1), datetime(2027, 1, 1)), unique=True, min_size=1), st.integers(1, 9))  # noqa: DTZ001
def test_the_newest_stays_and_as_many_days_as_there_are_to_be(moments: list[datetime], count: int) -> None:
    backups = [moment.replace(tzinfo=UTC) for moment in moments]
    left = kept(f"{count}d", backups)
    assert max(backups) in left
    assert len(left) == min(count, len({at.date() for at in backups}))
    assert kept(f"{count}d", left) == left


@pytest.mark.parametrize("written", ["", "7", "d7", "0d", "7d,", "7d 4w", "7d,3d", "-1d", "7x", "12345d"])
def test_what_is_no_rule_says_what_to_write(written: str) -> None:
    with pytest.raises(InputError, match="write such as 7d,4w,6m"):
        Retention.read(written)
