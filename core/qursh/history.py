"""A history of games: the margins of every cell, where they are from, and what was left out of the file.

Which table places a game (QURSH and spec/qursh.md, few games): the cell's own with 200 games or more, thin below 1000;
else that of all ratings together, the system's own variant; else the normal curves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from statistics import NormalDist
from typing import NamedTuple

from core.qursh.cells import BINS, CELLS, GROUPS, bin_of, cell_of, group_of
from core.qursh.curve import CURVES, ORIGIN, POOLED_CURVES
from core.qursh.margins import Margins

ENOUGH, FEWEST = 1000, 200
"""Games from which a cell counts as it should, and from which it counts at all."""


class QuantileSource(StrEnum):
    """Which table places a game."""

    CELL = "cell"
    THIN = "thin"
    POOLED = "pooled"
    PARAMETRIC = "parametric"


class Skipped(StrEnum):
    """Why a game of the file is not in the history."""

    TOO_OLD = "too-old"
    NO_SCORE = "no-score"
    UNRATED = "unrated"
    TWICE = "twice"
    UNREADABLE = "unreadable"


class Table(NamedTuple):
    """What places the games of a cell: counted margins, or a curve where `margins` is None."""

    source: QuantileSource
    margins: Margins | None
    curve: NormalDist

    @property
    def games(self) -> int:
        return 0 if self.margins is None else self.margins.games


@dataclass(frozen=True, slots=True)
class History:
    """A history; `build` makes one.

    origin: where the games are from, in words. loaded: when; None for the one that is shipped.
    read: games in the file. skipped: how many of them were left out, by reason.
    cells: margins by cell, as `cell_of` counts; pooled: by bin, of all groups.
    tables, pooled_tables: what places a game, likewise.
    """

    origin: str
    loaded: date | None
    read: int
    skipped: tuple[tuple[Skipped, int], ...]
    cells: tuple[Margins, ...]
    pooled: tuple[Margins, ...]
    tables: tuple[Table, ...]
    pooled_tables: tuple[Table, ...]

    @property
    def used(self) -> int:
        """Return the games that are in the history."""
        return sum(margins.games for margins in self.pooled)

    def table(self, group: int | None, bin_number: int) -> Table:
        """Return what places the games of a cell; no group for all of them together."""
        return self.pooled_tables[bin_number] if group is None else self.tables[cell_of(group, bin_number)]


def build(
    cells: Sequence[Margins],
    origin: str,
    loaded: date | None = None,
    read: int = 0,
    skipped: Mapping[Skipped, int] | None = None,
) -> History:
    """Return a history from the margins of its cells, as `cell_of` counts."""
    pooled = tuple(_together([cells[cell_of(group, number)] for group in range(len(GROUPS))]) for number in range(6))
    pooled_tables = tuple(
        Table(QuantileSource.POOLED, margins, curve)
        if margins.games >= FEWEST
        else Table(QuantileSource.PARAMETRIC, None, curve)
        for margins, curve in zip(pooled, POOLED_CURVES, strict=True)
    )
    tables = []
    for cell, margins in enumerate(cells):
        pool = pooled_tables[cell % len(BINS)]
        if margins.games >= FEWEST:
            source = QuantileSource.CELL if margins.games >= ENOUGH else QuantileSource.THIN
            tables.append(Table(source, margins, CURVES[cell]))
        elif pool.margins is not None:
            tables.append(pool)
        else:
            tables.append(Table(QuantileSource.PARAMETRIC, None, CURVES[cell]))
    counted = tuple((reason, skipped[reason]) for reason in Skipped if skipped and skipped.get(reason))
    return History(origin, loaded, read, counted, tuple(cells), pooled, tuple(tables), pooled_tables)


def _together(cells: Sequence[Margins]) -> Margins:
    counts: dict[int, int] = {}
    for margins in cells:
        for value, count in margins.counts().items():
            counts[value] = counts.get(value, 0) + count
    return Margins.of(counts)


SHIPPED = build((Margins(),) * CELLS, ORIGIN)
"""What there is before a history is loaded: the curves alone, no borrowed data."""


class CellCounter:
    """Counts games into cells, one by one."""

    def __init__(self) -> None:
        self._counts: list[dict[int, int]] = [{} for _ in range(CELLS)]

    def add(self, rating_a: float, rating_b: float, margin: int) -> None:
        """Count a game; margin is the points of the first player less those of the second."""
        if rating_a == rating_b:
            counts = self._counts[cell_of(group_of(rating_a), 0)]
            counts[margin] = counts.get(margin, 0) + 1
            counts[-margin] = counts.get(-margin, 0) + 1
            return
        if rating_a < rating_b:
            rating_a, rating_b, margin = rating_b, rating_a, -margin
        counts = self._counts[cell_of(group_of(rating_a), bin_of(rating_a - rating_b))]
        counts[margin] = counts.get(margin, 0) + 2

    def cells(self) -> tuple[Margins, ...]:
        """Return the margins so far, by cell."""
        return tuple(Margins.of(counts) for counts in self._counts)
