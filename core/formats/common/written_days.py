"""Dates as tournament report files have them."""

import re
from datetime import date
from typing import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4})", re.ASCII)
_SHORT = re.compile(r"(\d\d)[./-](\d\d)[./-](\d\d)", re.ASCII)
_RUN = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)
_NAMED = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})", re.ASCII)
_NAMED_LAST = re.compile(r"(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})", re.ASCII)
_YEAR = re.compile(r"(\d{4})(?:\s?[./-]\s?0{0,2}){0,2}|(?:0{0,2}\s?[./-]\s?){1,2}(\d{4})", re.ASCII)
EARLIEST, LATEST = 1850, 2100


class WrittenDay(NamedTuple):
    """A date as written: the day, or the year alone; `other` is the day that could be meant as well."""

    day: date | None
    year: int
    other: date | None = None

    @property
    def sure(self) -> bool:
        return self.other is None


def parse_written_day(text: str) -> WrittenDay | None:
    """Read a date; return None for anything else.

    1987/05/29, 1987-05-29, 29.05.1987, 29/05/1987, 29. 05. 1987, May 29, 1987, 29 May 1987, 87/05/29, 19870529, 1987,
    1987/00/00.
    """
    written = " ".join(text.split())
    if match := _YEAR.fullmatch(written):
        return _year(match[1] or match[2])
    if match := _YEAR_FIRST.fullmatch(written):
        return _either(match[1], match[3], match[4], sure=True)
    if match := _YEAR_LAST.fullmatch(written):
        # With slashes or dashes some countries write the month first; with dots nobody does.
        return _either(match[4], match[3], match[1], sure=match[2] == "." or match[1] == match[3])
    if match := _RUN.fullmatch(written):
        return _either(match[1], match[2], match[3], sure=True)
    if match := _NAMED.fullmatch(written):
        return _named(match[3], match[1], match[2])
    if match := _NAMED_LAST.fullmatch(written):
        return _named(match[3], match[2], match[1])
    if match := _SHORT.fullmatch(written):
        # YY/MM/DD is the form of the round dates, record 132.
        first = _day(f"20{match[1]}", match[2], match[3])
        last = _day(f"20{match[3]}", match[2], match[1])
        day, other = first or last, last or first
        return None if day is None else WrittenDay(day, day.year, other)
    return None


def says_nothing(text: str) -> bool:
    """Tell whether a date was left blank, or filled with zeros."""
    return not text.strip(" 0./-?")


def _year(year: str) -> WrittenDay | None:
    return WrittenDay(None, int(year)) if EARLIEST <= int(year) <= LATEST else None


def _either(year: str, month: str, day: str, *, sure: bool) -> WrittenDay | None:
    """Return a date, with month and day in the other order where only that is one."""
    plain, swapped = _day(year, month, day), _day(year, day, month)
    if plain is not None:
        return WrittenDay(plain, plain.year, None if sure else swapped)
    return None if swapped is None else WrittenDay(swapped, swapped.year, swapped)


def _named(year: str, month: str, day: str) -> WrittenDay | None:
    name = month[:3].lower()
    found = _day(year, str(_MONTHS.index(name) + 1), day) if name in _MONTHS else None
    return None if found is None else WrittenDay(found, found.year)


def _day(year: str, month: str, day: str) -> date | None:
    if not EARLIEST <= int(year) <= LATEST:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
