"""Ratings as they are printed, with the norm code behind them."""

from datetime import date
from typing import Protocol

from core.club_rules import ClubRules
from core.lists import RatingList
from core.rating_system import LifetimeTitles
from core.systems import SYSTEMS

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


class Printable(Protocol):
    """A rating as a list shows it, with the published part of the title behind it."""

    @property
    def displayed(self) -> int: ...

    @property
    def games(self) -> int: ...

    @property
    def provisional(self) -> bool: ...

    @property
    def title_level(self) -> int | None: ...

    @property
    def title_points(self) -> int | None: ...


def rating_with_code(displayed: int, games: int, provisional: bool, code: str) -> str:
    """Return a rating as US Chess printed it: 1575*c2 established, 1575P12 provisional, with its games."""
    if provisional:
        return f"{displayed}P{games}"
    return f"{displayed}*{code}" if code else str(displayed)


def printed(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    """Return a rating with the code that its system prints, if any, or its games while provisional."""
    return rating_with_code(rating.displayed, rating.games, rating.provisional, _code(rating, rating_list, rules))


def printed_without_games(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    """Return the same where the games have a column of their own, or no room."""
    if rating.provisional:
        return f"{rating.displayed}P"
    return printed(rating, rating_list, rules)


def _code(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    system = SYSTEMS[rating_list]
    if not isinstance(system, LifetimeTitles):
        return ""
    return system.title_code(rating.title_level, rating.title_points, rules)


def note_line(note: str) -> str:
    """Return a note on what is printed as a line of its own."""
    return f"*{note[0].upper()}{note[1:]}.*"


def long_day(day: date) -> str:
    """Return a day as a sentence has it: 1 December 2026."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
