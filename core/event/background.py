"""A player's birth date and ratings of other organisations."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple


class ExternalSystem(StrEnum):
    """Another organisation's rating system, as stored."""

    USCHESS_REGULAR = "uschess-regular"
    USCHESS_QUICK = "uschess-quick"
    USCHESS_BLITZ = "uschess-blitz"
    ONLINE_REGULAR = "uschess-online-regular"
    ONLINE_QUICK = "uschess-online-quick"
    ONLINE_BLITZ = "uschess-online-blitz"
    FIDE = "fide"
    CFC = "cfc"

    @property
    def label(self) -> str:
        return _LABELS[self]


_LABELS = {
    ExternalSystem.USCHESS_REGULAR: "US Chess Regular",
    ExternalSystem.USCHESS_QUICK: "US Chess Quick",
    ExternalSystem.USCHESS_BLITZ: "US Chess Blitz",
    ExternalSystem.ONLINE_REGULAR: "US Chess Online Regular",
    ExternalSystem.ONLINE_QUICK: "US Chess Online Quick",
    ExternalSystem.ONLINE_BLITZ: "US Chess Online Blitz",
    ExternalSystem.FIDE: "FIDE",
    ExternalSystem.CFC: "CFC",
}


class ExternalRating(NamedTuple):
    """Another organisation's rating, its day and games if known."""

    system: ExternalSystem
    rating: float
    day: date
    games: int | None = None

    def to_json(self) -> list[Any]:
        return [self.system.value, self.rating, self.day.isoformat(), self.games]

    @classmethod
    def from_json(cls, data: list[Any]) -> "ExternalRating":
        system, rating, day, games = data
        return cls(ExternalSystem(system), rating, date.fromisoformat(day), games)


@dataclass(frozen=True, slots=True)
class Background:
    """A player's background at one event.

    born, born_year: the date, or only the year. adult: inferred if unknown. ratings: one per system.
    """

    born: date | None = None
    adult: bool = True
    ratings: tuple[ExternalRating, ...] = ()
    born_year: int | None = None


NOTHING_KNOWN = Background()


ADULT_YEARS = 18
"""The whole year of the 18th birthday counts as young."""

CHILD = 13
"""Younger players are not named in public beyond their results."""


def is_child(born: date | None, born_year: int | None, on: date) -> bool | None:
    """Return whether a player is or may be a child on a day; None if unknown."""
    if born is not None:
        return (born.year + CHILD, born.month, born.day) > (on.year, on.month, on.day)
    return None if born_year is None else born_year + CHILD >= on.year
