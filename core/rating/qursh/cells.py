"""The cells: three groups of the higher rating by bins of the rating difference (QURSH, bins).

An edge belongs to the lower side, as R's default; decimals are not rounded.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.errors import InputError
from core.lists import RatingList

GROUP_EDGES = (1000, 1500)
GROUPS = ("up to 1000", "1001 to 1500", "above 1500")
POOLED = "all ratings"
"""All three groups together."""

BIN_EDGES = (50, 100, 150, 200, 300)
MOST_BINS = 16
"""The most that a table shows."""


def group_of(higher: float) -> int:
    """Return the group (from 0) of the higher rating."""
    return bisect_left(GROUP_EDGES, higher)


@dataclass(frozen=True, slots=True)
class Grid:
    """Bins of the rating difference by ascending edges; with the groups they make the cells."""

    edges: tuple[int, ...] = BIN_EDGES

    @property
    def bins(self) -> int:
        return len(self.edges) + 1

    @property
    def cells(self) -> int:
        return len(GROUPS) * self.bins

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the bins are called: 0-50, 51-100, ..., above 300."""
        starts = (0, *(edge + 1 for edge in self.edges))
        closed = [f"{start}-{edge}" for start, edge in zip(starts, self.edges, strict=False)]
        return (*closed, f"above {self.edges[-1]}")

    def bin_of(self, difference: float) -> int:
        """Return the bin (from 0) of a difference of 0 or more."""
        return bisect_left(self.edges, difference)

    def cell_of(self, group: int, bin_number: int) -> int:
        """Return a cell's number (from 0), group by group."""
        return group * self.bins + bin_number

    def parts(self, finer: "Grid", bin_number: int) -> range:
        first = 0 if bin_number == 0 else finer.edges.index(self.edges[bin_number - 1]) + 1
        last = finer.bins - 1 if bin_number == len(self.edges) else finer.edges.index(self.edges[bin_number])
        return range(first, last + 1)


SEED_GRID = Grid()
"""The announcement's."""

FINEST_GRID = Grid((*range(25, 501, 25), 600, 700, 800))
"""Kept games' grid, so that others can be made from it."""

BINS, CELLS = SEED_GRID.names, SEED_GRID.cells
bin_of, cell_of = SEED_GRID.bin_of, SEED_GRID.cell_of


def finer_grid(more: Iterable[int]) -> Grid:
    """Return the announcement's bins, cut at more edges; raise InputError if invalid."""
    edges = sorted({*BIN_EDGES, *more})
    wrong = [edge for edge in edges if edge not in FINEST_GRID.edges]
    if wrong:
        raise InputError(
            f"Bins cannot end at {wrong[0]}. "
            "Write multiples of 25 up to 500, or 600, 700, 800, for example 25 75 400 500."
        )
    if len(edges) >= MOST_BINS:
        raise InputError(
            f"The edges give {len(edges) + 1} bins. Write at most {MOST_BINS - 1 - len(BIN_EDGES)} more edges."
        )
    return Grid(tuple(edges))


EARLIEST = date(2006, 3, 1)
"""QURSH, history: dictionary changes and rating deflation."""


@dataclass(frozen=True, slots=True)
class QurshRules:
    """A club's choices. own_list: rating list whose events join the history. own_since: their first day."""

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
