"""A history of games: the margins of every cell, where they are from, and what was left out of the file.

Which table places a game (QURSH and spec/qursh.md, few games): the cell's own with 200 games or more, thin below 1000;
else that of all ratings together, the system's own variant; else the normal curves.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from statistics import NormalDist
from typing import Any, NamedTuple

from core.errors import InputError
from core.qursh.cells import FINEST_GRID, GROUP_EDGES, GROUPS, SEED_GRID, Grid, group_of
from core.qursh.curve import ORIGIN, curves, pooled_curves
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
class OwnGames:
    """What a club's own stored games added: how many, from which list as it is called, since which day."""

    games: int
    label: str
    since: date


@dataclass(frozen=True, slots=True)
class History:
    """A history; `build` makes one.

    origin: where the games are from, in words. loaded: when; None for the one that is shipped.
    read: games in the file. skipped: how many of them were left out, by reason.
    grid: the bins in use. cells: margins by cell, as the grid counts; pooled: by bin, of all groups.
    tables, pooled_tables: what places a game, likewise.
    kept, counted: the grid by which the games are kept, and their margins by its cells. own: the club's, among them.
    """

    origin: str
    loaded: date | None
    read: int
    skipped: tuple[tuple[Skipped, int], ...]
    cells: tuple[Margins, ...]
    pooled: tuple[Margins, ...]
    tables: tuple[Table, ...]
    pooled_tables: tuple[Table, ...]
    grid: Grid = SEED_GRID
    kept: Grid = SEED_GRID
    counted: tuple[Margins, ...] = ()
    own: OwnGames | None = None

    @property
    def used(self) -> int:
        """Return the games that are in the history."""
        return sum(margins.games for margins in self.pooled)

    def table(self, group: int | None, bin_number: int) -> Table:
        """Return what places the games of a cell; no group for all of them together."""
        return self.pooled_tables[bin_number] if group is None else self.tables[self.grid.cell_of(group, bin_number)]


def build(
    cells: Sequence[Margins],
    origin: str,
    loaded: date | None = None,
    read: int = 0,
    skipped: Mapping[Skipped, int] | None = None,
    *,
    kept: Grid = SEED_GRID,
    grid: Grid = SEED_GRID,
    own: OwnGames | None = None,
) -> History:
    """Return a history from the margins of its cells.

    kept: the grid by which these are counted. grid: the bins to be used, each made of whole ones of `kept`.
    Raise InputError where they are not.
    """
    if not set(grid.edges) <= set(kept.edges):
        raise InputError(
            "The history in use was loaded by an earlier version, which kept no finer bins: load its file again with "
            "/qursh history load."
        )
    numbers = range(grid.bins)
    used = [
        _together([cells[kept.cell_of(group, part)] for part in grid.parts(kept, number)])
        for group in range(len(GROUPS))
        for number in numbers
    ]
    pooled = tuple(_together([used[grid.cell_of(group, number)] for group in range(len(GROUPS))]) for number in numbers)
    pooled_tables = tuple(
        Table(QuantileSource.POOLED, margins, curve)
        if margins.games >= FEWEST
        else Table(QuantileSource.PARAMETRIC, None, curve)
        for margins, curve in zip(pooled, pooled_curves(grid), strict=True)
    )
    tables = []
    for cell, (margins, curve) in enumerate(zip(used, curves(grid), strict=True)):
        pool = pooled_tables[cell % grid.bins]
        if margins.games >= FEWEST:
            source = QuantileSource.CELL if margins.games >= ENOUGH else QuantileSource.THIN
            tables.append(Table(source, margins, curve))
        elif pool.margins is not None:
            tables.append(pool)
        else:
            tables.append(Table(QuantileSource.PARAMETRIC, None, curve))
    left_out = tuple((reason, skipped[reason]) for reason in Skipped if skipped and skipped.get(reason))
    return History(
        origin=origin,
        loaded=loaded,
        read=read,
        skipped=left_out,
        cells=tuple(used),
        pooled=pooled,
        tables=tuple(tables),
        pooled_tables=pooled_tables,
        grid=grid,
        kept=kept,
        counted=tuple(cells),
        own=own,
    )


def with_grid(history: History, grid: Grid) -> History:
    """Return a history by other bins; raise InputError where its games are not kept so finely."""
    return history if grid == history.grid else _again(history, history.counted, grid, history.own)


def with_own_games(history: History, games: "CellCounter", label: str, since: date) -> History:
    """Return a history with a club's own games beside those of the file."""
    finer, kept = games.grid, history.kept
    own = games.cells()
    counted = []
    for group in range(len(GROUPS)):
        for number in range(kept.bins):
            parts = [own[finer.cell_of(group, part)] for part in kept.parts(finer, number)]
            counted.append(_together([history.counted[kept.cell_of(group, number)], *parts]))
    return _again(history, counted, history.grid, OwnGames(sum(cell.games for cell in own), label, since))


def _again(history: History, counted: Sequence[Margins], grid: Grid, own: OwnGames | None) -> History:
    skipped = dict(history.skipped)
    return build(counted, history.origin, history.loaded, history.read, skipped, kept=history.kept, grid=grid, own=own)


def _together(cells: Sequence[Margins]) -> Margins:
    filled = [margins for margins in cells if margins.values]
    if len(filled) < 2:
        return filled[0] if filled else Margins()
    counts: dict[int, int] = {}
    for margins in filled:
        for value, count in margins.counts().items():
            counts[value] = counts.get(value, 0) + count
    return Margins.of(counts)


SHIPPED = build((Margins(),) * FINEST_GRID.cells, ORIGIN, kept=FINEST_GRID)
"""What there is before a history is loaded: the curves alone, no borrowed data."""


_MIDDLE = 1 << 20
_WIDTH = 2 * _MIDDLE
"""Room for a cell's margins, of either sign, in one number."""

_MOST_WAITING = 1_000_000
"""Games that wait to be counted together: 16 MB."""


class CellCounter:
    """Counts games into the cells of a grid, one by one."""

    def __init__(self, grid: Grid = SEED_GRID) -> None:
        self.grid = grid
        self._edges, self._bins = grid.edges, grid.bins  # asked for a million times
        self._counts: list[dict[int, int]] = [{} for _ in range(grid.cells)]
        self._waiting: list[Any] = []
        self._games_waiting = 0

    def add(self, rating_a: float, rating_b: float, margin: int) -> None:
        """Count a game; margin is the points of the first player less those of the second."""
        if rating_a == rating_b:
            counts = self._counts[group_of(rating_a) * self._bins]
            counts[margin] = counts.get(margin, 0) + 1
            counts[-margin] = counts.get(-margin, 0) + 1
            return
        if rating_a < rating_b:
            rating_a, rating_b, margin = rating_b, rating_a, -margin
        counts = self._counts[group_of(rating_a) * self._bins + bisect_left(self._edges, rating_a - rating_b)]
        counts[margin] = counts.get(margin, 0) + 2

    def add_many(self, ratings_a: Any, ratings_b: Any, margins: Any) -> None:
        """Do as `add` with each game of three columns, numpy's arrays of one length; margins are whole numbers."""
        # Imported where columns are: who only asks a history needs none.
        import numpy as np

        higher = np.maximum(ratings_a, ratings_b)
        cells = np.searchsorted(GROUP_EDGES, higher) * self._bins
        cells += np.searchsorted(self._edges, np.abs(ratings_a - ratings_b))
        ahead = np.where(ratings_a < ratings_b, -margins, margins).astype(np.int64)
        equal = ratings_a == ratings_b
        # A game of equals counts half either way round, any other one whole: two halves of the same.
        keys = (
            np.concatenate((cells, cells)) * _WIDTH + np.concatenate((ahead, np.where(equal, -ahead, ahead))) + _MIDDLE
        )
        # Once for a million games takes half the time of once for each thousand.
        self._waiting.append(keys)
        self._games_waiting += len(ahead)
        if self._games_waiting > _MOST_WAITING:
            self._count_waiting()

    def _count_waiting(self) -> None:
        import numpy as np

        keys = np.concatenate(self._waiting)
        self._waiting, self._games_waiting = [], 0
        for key, count in zip(*(each.tolist() for each in np.unique(keys, return_counts=True)), strict=True):
            cell, margin = divmod(key, _WIDTH)
            counts = self._counts[cell]
            counts[margin - _MIDDLE] = counts.get(margin - _MIDDLE, 0) + count

    def cells(self) -> tuple[Margins, ...]:
        """Return the margins so far, by cell."""
        if self._waiting:
            self._count_waiting()
        return tuple(Margins.of(counts) for counts in self._counts)
