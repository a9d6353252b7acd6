"""Which day it is where a club is."""

from datetime import UTC, date, datetime

import pytest

from bot.services.framework.clock import day_of, parse_zone, zone, zone_names
from bot.store.database.rows import Club
from core.errors import InputError
from core.lists import RatingList

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def club_in(place: str) -> Club:
    return Club(500, None, RatingList.USCHESS_REGULAR, "everyone", None, time_zone=place)


@pytest.mark.parametrize(
    ("place", "day"),
    [("UTC", 21), ("Pacific/Auckland", 22), ("Pacific/Kiritimati", 22), ("America/New_York", 21), ("Asia/Tokyo", 21)],
)
def test_the_day_is_that_of_the_place(place: str, day: int) -> None:
    """At noon in London it is 01:00 of the next day in Auckland, 02:00 on the Line Islands, 21:00 in Tokyo."""
    assert day_of(club_in(place), NOON) == date(2026, 11, day)


def test_outside_a_club_it_is_utcs() -> None:
    assert day_of(None, datetime(2026, 11, 21, 23, 59, tzinfo=UTC)) == date(2026, 11, 21)


def test_summer_time_moves_midnight() -> None:
    """Berlin is two hours ahead in July and one in January: 22:30 is tomorrow there only in summer."""
    berlin = club_in("Europe/Berlin")
    assert day_of(berlin, datetime(2026, 7, 1, 22, 30, tzinfo=UTC)) == date(2026, 7, 2)
    assert day_of(berlin, datetime(2026, 1, 1, 22, 30, tzinfo=UTC)) == date(2026, 1, 1)


def test_a_zone_that_the_machine_does_not_know_is_utc() -> None:
    assert zone("Mars/Olympus_Mons") is UTC
    assert zone("../etc/passwd") is UTC


@pytest.mark.parametrize("written", ["America/New_York", "america/new york", " AMERICA/NEW_YORK "])
def test_a_name_is_understood_in_any_case(written: str) -> None:
    assert parse_zone(written) == "America/New_York"


@pytest.mark.parametrize("written", ["New Yorkshire", "Etc/GMT+5", "localtime", "", "../UTC", "US/Eastern"])
def test_what_is_no_place_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="is not a time zone"):
        parse_zone(written)


def test_utc_is_offered_and_every_name_has_a_zone() -> None:
    assert zone_names()[0] == "UTC"
    assert all(str(zone(name)) == name for name in zone_names())
