"""Dates as people write them."""

from datetime import date, timedelta

from core.errors import InputError
from core.formats.common.names import shorten

EARLIEST = date(1960, 1, 1)
"""US Chess adopted Elo ratings in 1960; no event before it can be rated."""


def parse_day(text: str, today: date) -> date:
    """Read a date, not in the future: 2026-11-20, today or yesterday."""
    written = text.strip().lower()
    if written in ("today", "yesterday"):
        return today - timedelta(days=written == "yesterday")
    try:
        day = date.fromisoformat(written) if len(written) == 10 else None
    except ValueError:
        day = None
    if day is None:
        raise InputError(f'"{shorten(text)}" is not a date: write year-month-day, such as {today.isoformat()}.')
    if day > today:
        raise InputError(f"{day.isoformat()} is in the future: write a day up to today, {today.isoformat()}.")
    if day < EARLIEST:
        raise InputError(f"{day.isoformat()} is before there were ratings: write a date from {EARLIEST.year} on.")
    return day
