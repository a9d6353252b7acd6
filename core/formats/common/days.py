"""Dates as people write them."""

import re
from datetime import date, timedelta

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.typed_text import plain_text
from core.formats.common.written_days import parse_written_day

EARLIEST = date(1960, 1, 1)
"""US Chess adopted Elo ratings in 1960; no event before it can be rated."""

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WEEKDAY = re.compile(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? +", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<=[0-9])(?:st|nd|rd|th)\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"[0-9]+([./-])[0-9]+\1?")


def parse_day(text: str, latest: date, today: date | None = None) -> date:
    """Read a date up to the latest: 2026-11-20, 20.11.2026, Nov 20, today or yesterday.

    today: where the latest is to come. Raise InputError for a date that may be two, with both.
    """
    now = today or latest
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        return now - timedelta(days=word == "yesterday")
    day = find_day(text, EARLIEST, latest, now)
    if day is None:
        raise InputError(f'"{shorten(text)}" is not a date: write year-month-day, such as {now.isoformat()}.')
    if day > latest:
        raise InputError(f"{day.isoformat()} is in the future: write a day up to today, {latest.isoformat()}.")
    if day < EARLIEST:
        raise InputError(f"{day.isoformat()} is before there were ratings: write a date from {EARLIEST.year} on.")
    return day


def find_day(text: str, earliest: date, latest: date, today: date | None) -> date | None:
    """Return the day that a text means, one of the range where there is one; None for no date.

    today: what a date without a year is near, before it or, where the range goes on, from it on; None where dates need
        a year. Raise InputError where two days of the range may be meant.
    """
    written = _ORDINAL.sub("", _WEEKDAY.sub("", " ".join(plain_text(text).split())))
    days = _days(written)
    if not days and today is not None:
        days = _near(written, latest, today)
    fitting = [day for day in days if earliest <= day <= latest]
    if len(fitting) > 1:
        one, other = fitting
        raise InputError(
            f'"{shorten(text)}" is {one.day} {one:%B %Y} or {other.day} {other:%B %Y}. '
            f"Write {one.isoformat()} or {other.isoformat()}."
        )
    return next(iter(fitting or days), None)


def _days(written: str) -> list[date]:
    """Return the day that a date with its year means, and the other one that it may mean."""
    if _ISO.fullmatch(written):
        try:
            return [date.fromisoformat(written)]
        except ValueError:
            return []
    found = parse_written_day(written)
    if found is None or found.day is None:
        return []
    return [found.day] if found.other in (None, found.day) else [found.day, found.other]


def _near(written: str, latest: date, today: date) -> list[date]:
    """Return what a date without its year means: from today on where the range goes on, else up to today."""
    numeric = _SEPARATOR.fullmatch(written)
    between = numeric[1] if numeric else " "
    every = [_days(f"{written.rstrip('.' if numeric else '')}{between}{today.year + more}") for more in (-1, 0, 1)]
    meant = [sorted({day for days in every for day in days[at : at + 1]}) for at in (0, 1)]
    ahead = latest > today
    near = [
        next((day for day in days if day >= today), None)
        if ahead
        else next((day for day in reversed(days) if day <= today), None)
        for days in meant
    ]
    return [day for day in near if day is not None]
