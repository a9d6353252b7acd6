"""What a club decides about its QURSH history: finer bins, and whether its own games are part of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.lists import RatingList
from core.qursh.cells import SEED_GRID, Grid

EARLIEST = date(2006, 3, 1)
"""QURSH, history: dictionary changes and rating deflation."""


@dataclass(frozen=True, slots=True)
class QurshRules:
    """A club's choices.

    grid: the bins of the rating difference.
    own_list: the list whose stored events are part of the history; None for no games of the club's own.
    own_since: the first day of these.
    """

    grid: Grid = SEED_GRID
    own_list: RatingList | None = None
    own_since: date = EARLIEST

    def to_json(self) -> dict[str, Any]:
        return {
            "edges": list(self.grid.edges),
            "own_list": None if self.own_list is None else self.own_list.value,
            "own_since": self.own_since.isoformat(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "QurshRules":
        if not data:
            return cls()
        own = data.get("own_list")
        return cls(
            Grid(tuple(data["edges"])),
            None if own is None else RatingList(own),
            date.fromisoformat(data["own_since"]),
        )
