"""A day with a time, as somebody types when something starts."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from core.errors import InputError
from core.formats.common.days import find_day
from core.formats.common.names import shorten
from core.formats.common.typed_text import plain_text

_WRITTEN = re.compile(
    r"(?P<day>.*[0-9].*?)(?:[,\s]\s*(?:at )?|T)"
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?\s?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)

FARTHEST = timedelta(days=366)
"""How far ahead something starts at most."""


def parse_start(text: str, zone: tzinfo, now: datetime) -> datetime:
    """Read a time to come on a clock there, such as 2026-12-04 19:00; return it in UTC.

    A time that a clock leaves out in spring is the one after it.
    """
    example = f"{(now.astimezone(zone) + timedelta(days=7)).date().isoformat()} 19:00"
    moment = _moment(text, now.astimezone(zone).date())
    if moment is None:
        raise InputError(f'"{shorten(text)}" is no time: write day and time, such as {example}.')
    start = moment.replace(tzinfo=zone).astimezone(UTC)
    if start <= now:
        raise InputError(f"{shorten(text)} is past: write when it starts, such as {example}.")
    if start > now + FARTHEST:
        raise InputError(f"{shorten(text)} is more than a year ahead: write a nearer day, such as {example}.")
    return start


def _moment(text: str, today: date) -> datetime | None:
    found = _WRITTEN.fullmatch(plain_text(text).strip())
    if found is None or (found["minute"] is None and found["half"] is None):
        return None
    day = find_day(found["day"], today, today + FARTHEST, today)
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + 12 * (found["half"][0].lower() == "p")
    try:
        return None if day is None else datetime.combine(day, time(hour, int(found["minute"] or 0)))
    except ValueError:
        return None
