"""Dates as people and programs write them: the one reader, for forms and files."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import UnsureDay
from core.files.common.text import plain_text, shorten

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_FIRST = re.compile(r"(\d{4})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4})", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})([./-])(\d{1,2})[./-](\d\d)", re.ASCII)
_RUN = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)
_NAMED = re.compile(r"([A-Za-z]{3,9})(?:\. ?|[ -])(\d{1,2})(?:, ?|[ -])(\d{4})", re.ASCII)
_NAMED_SHORT = re.compile(r"([A-Za-z]{3,9})-(\d{1,2})-(\d\d)", re.ASCII)
_NAMED_LAST = re.compile(r"(\d{1,2})(?:\. ?|[ /-])([A-Za-z]{3,9})(?:[.,]{1,2} ?|[ /-])(\d{4}|\d\d)", re.ASCII)
_NO_DAY = re.compile(r"(\d{4})\.(\d\d)\.\?\?", re.ASCII)
_YEAR = re.compile(r"(\d{4})(?:\s?[./-]\s?0{0,2}){0,2}|(?:0{0,2}\s?[./-]\s?){1,2}(\d{4})", re.ASCII)
_TIME = re.compile(
    r"(?P<day>.*[0-9])(?:T|,? (?:at )?)(?P<hour>[01]?[0-9]|2[0-3]):(?P<minute>[0-5][0-9])"
    r"(?::[0-5][0-9](?:[.,][0-9]{1,9})?)? ?(?P<half>[ap]m)?"
    r"(?P<zone> ?(?:Z|UTC|GMT|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9]))?",
    re.IGNORECASE | re.ASCII,
)
_SECONDS = re.compile(r"([0-9]{10})(?:[0-9]{3}|\.[0-9]{1,9})?", re.ASCII)
_WEEKDAY = re.compile(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? +", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<=[0-9])(?:st|nd|rd|th)\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"[0-9]+([./-])[0-9]+\1?")
EARLIEST_YEAR, LATEST_YEAR = 1850, 2100

EARLIEST_DAY = date(1960, 1, 1)
"""US Chess adopted Elo ratings in 1960; no event before it can be rated."""


class DayOrder(StrEnum):
    """What comes first in a date such as 10/5/2026."""

    DAY = "day"
    MONTH = "month"


class Calendar(NamedTuple):
    """A club's habits. order: None if unknown. today: resolves a missing year; None for none."""

    order: DayOrder | None = None
    zone: tzinfo = UTC
    today: date | None = None


ANYWHERE = Calendar()


class WrittenDay(NamedTuple):
    """A written date: the day, or only the year. other: another possible day."""

    day: date | None
    year: int
    other: date | None = None

    @property
    def sure(self) -> bool:
        return self.other is None

    def by(self, order: DayOrder | None) -> date | None:
        """Return the day, the month first where a club writes so."""
        return self.other if order is DayOrder.MONTH and self._is_either else self.day

    @property
    def _is_either(self) -> bool:
        return self.day is not None and self.other is not None and self.day.year == self.other.year


class ReadDays(NamedTuple):
    """Days by their texts. unsure: the first that may be another day, or has none."""

    days: Mapping[str, date | None]
    unsure: UnsureDay | None


def read_days(texts: Iterable[str], calendar: Calendar = ANYWHERE) -> ReadDays:
    """Read the dates of a file: day or month first as another date proves, else as the club writes."""
    kept = list(dict.fromkeys(filter(None, texts)))
    proofs = {order for text in kept if (order := proven_order(text) or _not_to_come(text, calendar)) is not None}
    proven = next(iter(proofs)) if len(proofs) == 1 else None
    days: dict[str, date | None] = {}
    unsure: UnsureDay | None = None
    for text in kept:
        written = _in_file(text, calendar)
        days[text] = None if written is None else written.by(proven or calendar.order)
        if written is None or written.day is None or unsure is not None:
            continue
        month_first = written.by(DayOrder.MONTH)
        if _NO_DAY.fullmatch(text):
            unsure = UnsureDay(text, written.day)
        elif month_first != written.day and proven is None:
            unsure = UnsureDay(text, written.day, month_first)
    return ReadDays(days, unsure)


def day_in(text: str, calendar: Calendar = ANYWHERE) -> date | None:
    """Return a single date of a file."""
    return read_days([text], calendar).days.get(text)


def proven_order(text: str) -> DayOrder | None:
    """Return what the number above 12 in 13/5/2026 or 5/13/2026 proves."""
    match = _YEAR_LAST.fullmatch(text.strip()) or _SHORT.fullmatch(text.strip())
    if match is None or match[2] == ".":
        return None
    first, second = int(match[1]), int(match[3])
    if first <= 12 < second <= 31:
        return DayOrder.MONTH
    return DayOrder.DAY if second <= 12 < first <= 31 else None


def _not_to_come(text: str, calendar: Calendar) -> DayOrder | None:
    written, today = _in_file(text, calendar), calendar.today
    if written is None or written.day is None or written.other is None or today is None:
        return None
    day, other = written.day, written.by(DayOrder.MONTH) or written.day
    if other == day or (day > today) is (other > today):
        return None
    return DayOrder.MONTH if day > today else DayOrder.DAY


def _in_file(text: str, calendar: Calendar) -> WrittenDay | None:
    if match := _SECONDS.fullmatch(text.strip()):
        day = datetime.fromtimestamp(int(match[1]), calendar.zone).date()
        return WrittenDay(day, day.year)
    written = parse_written_day(text, calendar.zone)
    if written is None and calendar.today is not None:
        near = _near(_plain(text), calendar.today, calendar.today)
        return WrittenDay(near[0], near[0].year, near[1] if len(near) > 1 else None) if near else None
    return written


def parse_written_day(text: str, zone: tzinfo = UTC) -> WrittenDay | None:
    """Read a date such as 1987/05/29, 29.05.1987, May 29, 1987, 5/29/87, 19870529 or 1987; else None.

    A time is cut off; with its offset, the day is that of the zone.
    """
    whole = " ".join(text.split())
    if match := _TIME.fullmatch(whole):
        return _of_moment(match, zone)
    written = _plain(whole)
    if match := _YEAR.fullmatch(written):
        return _year(match[1] or match[2])
    if match := _NO_DAY.fullmatch(written):
        return _either(match[1], match[2], "1", sure=True)
    if match := _YEAR_FIRST.fullmatch(written):
        if _ISO.fullmatch(written) and _day(match[1], match[3], match[4]) is None:
            return None
        return _either(match[1], match[3], match[4], sure=True)
    if match := _YEAR_LAST.fullmatch(written):
        # With slashes or dashes some countries write the month first.
        return _either(match[4], match[3], match[1], sure=match[2] == "." or match[1] == match[3])
    if match := _RUN.fullmatch(written):
        return _either(match[1], match[2], match[3], sure=True)
    if match := _NAMED.fullmatch(written) or _NAMED_SHORT.fullmatch(written):
        return _named(match[3], match[1], match[2])
    if match := _NAMED_LAST.fullmatch(written):
        return _named(match[3], match[2], match[1])
    match = _SHORT.fullmatch(written)
    return None if match is None else _short(match)


def _short(match: re.Match[str]) -> WrittenDay | None:
    first, separator, second, last = match.groups()
    in_front = _day(f"20{first:0>2}", second, last) if len(first) == 2 else None
    if separator == "/" and int(first) <= 31:
        return _either(f"20{last}", second, first, sure=first == second)
    at_the_end = _day(f"20{last}", second, first)
    # 26-11-07 is as in ISO 8601, 07.11.26 as in Europe
    day, other = (at_the_end, in_front) if separator == "." else (in_front, at_the_end)
    day, other = day or other, other or day
    return None if day is None else WrittenDay(day, day.year, other)


def _of_moment(match: re.Match[str], zone: tzinfo) -> WrittenDay | None:
    written = parse_written_day(match["day"])
    if written is None or written.day is None or not match["zone"]:
        return written
    offset = match["zone"].strip().upper().replace("UTC", "Z").replace("GMT", "Z")
    hour = int(match["hour"]) % 12 + 12 * (match["half"].lower() == "pm") if match["half"] else int(match["hour"])

    def local(day: date) -> date:
        moment = datetime.fromisoformat(f"{day.isoformat()}T{hour:02}:{match['minute']}{offset}")
        return moment.astimezone(zone).date()

    other = None if written.other is None else local(written.other)
    return WrittenDay(local(written.day), written.year, other)


def _plain(text: str) -> str:
    return _ORDINAL.sub("", _WEEKDAY.sub("", " ".join(plain_text(text).split())))


def is_placeholder(text: str) -> bool:
    return not text.strip(" 0./-?")


def _year(year: str) -> WrittenDay | None:
    return WrittenDay(None, int(year)) if EARLIEST_YEAR <= int(year) <= LATEST_YEAR else None


def _either(year: str, month: str, day: str, *, sure: bool) -> WrittenDay | None:
    plain, swapped = _day(year, month, day), _day(year, day, month)
    if plain is not None:
        return WrittenDay(plain, plain.year, None if sure else swapped)
    return None if swapped is None else WrittenDay(swapped, swapped.year, swapped)


def _named(year: str, month: str, day: str) -> WrittenDay | None:
    name = month[:3].lower()
    year = year if len(year) == 4 else f"20{year}"
    found = _day(year, str(_MONTHS.index(name) + 1), day) if name in _MONTHS else None
    return None if found is None else WrittenDay(found, found.year)


def _day(year: str, month: str, day: str) -> date | None:
    if not EARLIEST_YEAR <= int(year) <= LATEST_YEAR:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def parse_day(text: str, latest: date, today: date | None = None) -> date:
    """Return a day up to the latest: 2026-11-20, 20.11.2026, Nov 20, today or yesterday.

    today: if the latest is later. Raise InputError for an ambiguous date.
    """
    now = today or latest
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        return now - timedelta(days=word == "yesterday")
    day = find_day(text, EARLIEST_DAY, latest, now)
    if day is None:
        raise InputError(f'"{shorten(text)}" is not a date. Write year-month-day, for example {now.isoformat()}.')
    if day > latest:
        raise InputError(f"{day.isoformat()} is in the future. Write a day up to today, {latest.isoformat()}.")
    if day < EARLIEST_DAY:
        raise InputError(f"{day.isoformat()} is too early. Write a date from {EARLIEST_DAY.year} on.")
    return day


class Days(NamedTuple):
    """The days of an event. began: None if it was one day."""

    began: date | None
    last: date


_BETWEEN = re.compile(r"\s+(?:-|to|until|through)\s+|\s*(?:~|\.\.+)\s*|(?<=[0-9])-(?=[0-9]{1,2}/)", re.IGNORECASE)
_OF_A_MONTH = re.compile(
    r"(?<![0-9/-])([0-9]{1,2})(?:st|nd|rd|th|\.)?\s?(?:-|to)\s?([0-9]{1,2})(?![0-9/-])", re.IGNORECASE
)


def parse_days(text: str, latest: date) -> Days:
    """Return the days of an event: 2026-11-20, Nov 13-15, 13.-15.11.2026 or 2026-11-13 - 2026-11-15."""
    written = plain_text(text).strip()
    range_of_days = _OF_A_MONTH.search(written)
    parts = _BETWEEN.split(written, maxsplit=1)
    if range_of_days is not None and not _days(_plain(written)):
        before, after = written[: range_of_days.start()], written[range_of_days.end() :]
        parts = [f"{before}{number}{after}" for number in range_of_days.groups()]
    if len(parts) == 1:
        return Days(None, parse_day(text, latest))
    began, last = (parse_day(part, latest) for part in parts)
    if began > last:
        raise InputError(f'"{shorten(text)}" ends before it begins. Write the first day, then the last day.')
    return Days(None if began == last else began, last)


def find_day(text: str, earliest: date, latest: date, today: date | None) -> date | None:
    """Return a day, preferably in the range; None for no date.

    today: resolves a missing year. Raise InputError if ambiguous in the range.
    """
    written = _plain(text)
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
    if _ISO.fullmatch(written):
        with suppress(ValueError):
            return [date.fromisoformat(written)]  # of any year
    found = parse_written_day(written)
    if found is None or found.day is None:
        return []
    return [found.day] if found.other in (None, found.day) else [found.day, found.other]


def _near(written: str, latest: date, today: date) -> list[date]:
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
