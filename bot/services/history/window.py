"""Which part of a history is looked at, and along which axis."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Axis(StrEnum):
    """What runs from left to right: days, or rated games."""

    DATE = "date"
    GAME = "game"


class Since(StrEnum):
    """Stretches that end today."""

    YEAR = "one year"
    TWO_YEARS = "two years"
    EVERYTHING = "everything"


Stretch = Since | int
"""Also a season, by its id."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of days, both ends in it; None for no end. name: in words, such as one year or a season's."""

    name: str
    first: date | None = None
    last: date | None = None

    def has(self, day: date) -> bool:
        """Tell whether a day is in it."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


_YEARS = {Since.YEAR: 1, Since.TWO_YEARS: 2}


def window_of(since: Since, today: date) -> Window:
    """Return the stretch that ends today; the day a year ago is in it."""
    years = _YEARS.get(since)
    return Window(since.value, None if years is None else years_before(today, years), today)


def years_before(day: date, years: int) -> date:
    """Return the same day some years before; of 29 February, 1 March."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)
