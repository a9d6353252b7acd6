"""The club's clock: its day, and the names of time zones."""

import logging
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.store.database.rows import Club
from core.errors import InputError
from core.files.common.text import shorten

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
