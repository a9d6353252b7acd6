"""The club's clock: its day, and the names of time zones."""

import logging
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.store.database.club_choices import Paper
from bot.store.database.rows import Club
from core.errors import InputError
from core.files.common.dates import Calendar, DayOrder
from core.files.common.text import shorten
from core.lists import RatingList
from core.rating.systems import system_of

log = logging.getLogger(__name__)

NO_PLACES = ("Etc/", "SystemV/", "US/", "Brazil/", "Canada/", "Chile/", "Mexico/")
"""Offsets whose signs are the other way round, and old names of places that have another one."""


def day_of(club: Club | None, moment: datetime) -> date:
    return moment.astimezone(UTC if club is None else zone(club.time_zone)).date()


def next_time(club: Club, now: datetime, hour: int = 0, weekday: int | None = None) -> datetime:
    """Return when a club's clock next shows a full hour, on any day or a weekday (Monday is 0).

    An hour that summer time skips is the next one.
    """
    here = zone(club.time_zone)
    day = now.astimezone(here).date()
    while True:
        # In UTC, because local times skipped by a clock compare wrongly.
        moment = datetime.combine(day, time(hour), here).astimezone(UTC)
        if moment > now and weekday in (None, day.weekday()):
            return moment
        day += timedelta(days=1)


@cache
def zone(name: str) -> tzinfo:
    """Return the zone of a name; UTC for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        log.error("time zone data missing, using UTC days: zone=%s; install tzdata", name)
        return UTC


_AMERICAN = frozenset(
    (
        *(f"America/{place}" for place in ("Adak", "Anchorage", "Boise", "Chicago", "Denver", "Detroit", "Juneau")),
        *(f"America/{place}" for place in ("Los_Angeles", "Menominee", "Metlakatla", "New_York", "Nome", "Phoenix")),
        *("America/Sitka", "America/Yakutat", "Pacific/Honolulu"),
    )
)
_OF_STATES = ("America/Indiana/", "America/Kentucky/", "America/North_Dakota/")


_ON_LETTER = frozenset(
    (
        *(f"America/{place}" for place in ("Toronto", "Vancouver", "Winnipeg", "Edmonton", "Regina", "Halifax")),
        *(f"America/{place}" for place in ("St_Johns", "Moncton", "Whitehorse", "Iqaluit", "Yellowknife", "Montreal")),
        *(f"America/{place}" for place in ("Mexico_City", "Monterrey", "Tijuana", "Bogota", "Santiago", "Caracas")),
        *(f"America/{place}" for place in ("Panama", "Costa_Rica", "Guatemala", "Puerto_Rico", "Santo_Domingo")),
        *("America/El_Salvador", "America/Managua", "Asia/Manila"),
    )
)
PAPER_NAMES = {Paper.A4: "A4", Paper.LETTER: "US Letter"}


def paper_of(club: Club) -> Paper:
    """Return a club's paper: as set, else as usual in the country of its time zone."""
    if club.paper != Paper.ZONE:
        return Paper(club.paper)
    is_letter = club.time_zone in _AMERICAN | _ON_LETTER or club.time_zone.startswith(_OF_STATES)
    return Paper.LETTER if is_letter else Paper.A4


def calendar_of(club: Club, now: datetime, lists: Sequence[RatingList], order: DayOrder | None = None) -> Calendar:
    """Return how a club writes dates, by its time zone and list. lists: of the file. order: as chosen."""
    here = zone(club.time_zone)
    today = now.astimezone(here).date()
    return Calendar(order or _day_order(club.time_zone, lists or (club.default_list,)), here, today)


def _day_order(name: str, lists: Sequence[RatingList]) -> DayOrder | None:
    month_first = any(system_of(rating_list).month_first for rating_list in lists)
    if name in _AMERICAN or name.startswith(_OF_STATES):
        return DayOrder.MONTH
    if name == "UTC":
        return DayOrder.MONTH if month_first else None
    # Canada writes both
    return None if month_first or name.startswith("America/") else DayOrder.DAY


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of time zones; the first call reads some hundred files."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(NO_PLACES))
    return ("UTC", *sorted(places))


def parse_zone(text: str) -> str:
    """Return the IANA name of a text in any case; raise InputError otherwise."""
    named = {name.casefold(): name for name in zone_names()}
    found = named.get(text.strip().replace(" ", "_").casefold())
    if found is None:
        raise InputError(f'"{shorten(text)}" is not a time zone. Pick one from the list, for example Europe/Berlin.')
    return found
