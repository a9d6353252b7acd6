"""A day with a time, as somebody types when something starts."""

import re
from datetime import UTC, datetime, timedelta, tzinfo

from core.errors import InputError
from core.formats.common.names import shorten

_WRITTEN = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\s+|T)([0-9]{1,2})[:.]([0-9]{2})", re.IGNORECASE)

FARTHEST = timedelta(days=366)
"""How far ahead something starts at most."""


def parse_start(text: str, zone: tzinfo, now: datetime) -> datetime:
    """Read a time to come on a clock there, such as 2026-12-04 19:00; return it in UTC.

    A time that a clock leaves out in spring is the one after it.
    """
    example = f"{(now.astimezone(zone) + timedelta(days=7)).date().isoformat()} 19:00"
    found = _WRITTEN.fullmatch(text.strip())
    try:
        moment = datetime.fromisoformat(f"{found[1]}T{int(found[2]):02}:{found[3]}") if found else None
    except ValueError:
        moment = None
    if moment is None:
        raise InputError(f'"{shorten(text)}" is no time: write day and time, such as {example}.')
    start = moment.replace(tzinfo=zone).astimezone(UTC)
    if start <= now:
        raise InputError(f"{shorten(text)} is past: write when it starts, such as {example}.")
    if start > now + FARTHEST:
        raise InputError(f"{shorten(text)} is more than a year ahead: write a nearer day, such as {example}.")
    return start
