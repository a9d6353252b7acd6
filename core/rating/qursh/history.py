"""A history of games: margins by cell.

A game is placed by the cell from 200 games (thin below 1000), else by all ratings together, else by normal curves.
"""

import json
import struct
import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from core.errors import InputError
from core.event.crosstable import is_forfeited
from core.rating.qursh.cells import FINEST_GRID, GROUP_EDGES, GROUPS, POOLED, SEED_GRID, Grid, group_of

# Half games: a game of equals counts once each way, and all figures are exact.


@dataclass(frozen=True, slots=True)
class Margins:
    """Counted margins in points.

    values: ascending, unique. below: half games under each, and all at the end.
    """

    values: tuple[int, ...] = ()
    below: tuple[int, ...] = (0,)

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> "Margins":
        values = tuple(sorted(counts))
        return cls(values, (0, *accumulate(counts[value] for value in values)))

    @property
    def halves(self) -> int:
        return self.below[-1]

    @property
    def games(self) -> int:
        return self.halves // 2

    def counts(self) -> dict[int, int]:
        return {value: self.below[place + 1] - self.below[place] for place, value in enumerate(self.values)}

    def mid_rank(self, margin: int) -> int:
        """Return half games below a margin, twice, plus those equal."""
        place = bisect_left(self.values, margin)
        below = self.below[place]
        if place < len(self.values) and self.values[place] == margin:
            return below + self.below[place + 1]
        return 2 * below

    def between(self, low: int, high: int) -> int:
        """Return how many half games have a margin from low up to, but not including, high."""
        return self.below[bisect_left(self.values, high)] - self.below[bisect_left(self.values, low)]

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts().items()) / self.halves

    @property
    def deviation(self) -> float:
        """Return the standard deviation around that mean."""
        total = sum(value * count for value, count in self.counts().items())
        squares = sum(value * value * count for value, count in self.counts().items())
        return sqrt(squares * self.halves - total * total) / self.halves

    def at(self, percent: float) -> float:
        """Return the margin above so many of a hundred games; linear between mid-ranks 100 (i - 1/2) / n."""
        wanted = percent / 100 * self.halves
        before = float(self.values[0])
        left = 0.0
        for place, value in enumerate(self.values):
            count = self.below[place + 1] - self.below[place]
            # A margin's games reach half a game inside its edges.
            inside = min(1.0, count / 2)
            first, last = self.below[place] + inside, self.below[place + 1] - inside
            if wanted <= last:
                if wanted >= first or place == 0:
                    return float(value)
                return before + (value - before) * (wanted - left) / (first - left)
            before, left = float(value), last
        return float(self.values[-1])


# Points per rating point and deviation of a group; mean and deviation above 300. Last: all together.
_SLOPES = ((0.173, 88.9), (0.118, 96.6), (0.164, 102.9), (0.155, 101.0))
_ABOVE_300 = ((70.0, 85.0), (56.0, 101.0), (77.0, 108.0), (75.0, 107.0))
_MEASURED_TO = SEED_GRID.edges[-1]

ORIGIN = "normal curves fitted to 17,996 games of 2006 and 2021 to 2026"


@cache
def curves(grid: Grid) -> tuple[NormalDist, ...]:
    """Return curves of the higher rated player's margin in points, by cell."""
    return tuple(_curve(grid, group, number) for group in range(len(GROUPS)) for number in range(grid.bins))


@cache
def pooled_curves(grid: Grid) -> tuple[NormalDist, ...]:
    return tuple(_curve(grid, len(GROUPS), number) for number in range(grid.bins))


def _curve(grid: Grid, group: int, bin_number: int) -> NormalDist:
    slope, deviation = _SLOPES[group]
    above, above_deviation = _ABOVE_300[group]
    low = 0 if bin_number == 0 else grid.edges[bin_number - 1]
    if bin_number == len(grid.edges):
        return NormalDist(above + slope * (low - _MEASURED_TO), above_deviation)
    centre = (low + grid.edges[bin_number]) / 2
    return NormalDist(slope * centre, deviation if low < _MEASURED_TO else above_deviation)


ENOUGH, FEWEST = 1000, 200
"""Games from which a cell counts fully, and at all."""


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
    """What places a cell's games: margins, or a curve if `margins` is None."""

    source: QuantileSource
    margins: Margins | None
    curve: NormalDist

    @property
    def games(self) -> int:
        return 0 if self.margins is None else self.margins.games


@dataclass(frozen=True, slots=True)
class OwnGames:
    """A club's own stored games: number, list, first day."""

    games: int
    label: str
    since: date


@dataclass(frozen=True, slots=True)
class History:
    """A history; use `build`.

    loaded: None if shipped. skipped: by reason. cells, pooled: margins. tables, pooled_tables: what places a game.
    kept, counted: stored grid and margins. own: the club's.
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
        return sum(margins.games for margins in self.pooled)

    def table(self, group: int | None, bin_number: int) -> Table:
        """Return what places a cell's games; no group: all together."""
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
    """Return a history; raise InputError if invalid."""
    if not set(grid.edges) <= set(kept.edges):
        raise InputError(
            "The history was loaded by an earlier version and has no finer bins. A director can import it "
            "again with /td import."
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
    """Return a history by other bins; raise InputError if invalid."""
    return history if grid == history.grid else _with_margins(history, history.counted, grid, history.own)


def with_own_games(history: History, games: "CellCounter", label: str, since: date) -> History:
    finer, kept = games.grid, history.kept
    own = games.cells()
    counted = []
    for group in range(len(GROUPS)):
        for number in range(kept.bins):
            parts = [own[finer.cell_of(group, part)] for part in kept.parts(finer, number)]
            counted.append(_together([history.counted[kept.cell_of(group, number)], *parts]))
    return _with_margins(history, counted, history.grid, OwnGames(sum(cell.games for cell in own), label, since))


def _with_margins(history: History, counted: Sequence[Margins], grid: Grid, own: OwnGames | None) -> History:
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
"""The default without a loaded history: curves only."""


_MIDDLE = 1 << 20
_WIDTH = 2 * _MIDDLE
"""Room for a cell's margins of either sign in one integer."""

_MOST_WAITING = 1_000_000
"""Games counted together: 16 MB."""


class CellCounter:
    """Counts games into the cells of a grid, one by one."""

    def __init__(self, grid: Grid = SEED_GRID) -> None:
        self.grid = grid
        self._edges, self._bins = grid.edges, grid.bins  # read a million times
        self._counts: list[dict[int, int]] = [{} for _ in range(grid.cells)]
        self._waiting: list[Any] = []
        self._games_waiting = 0

    def add(self, rating_a: float, rating_b: float, margin: int) -> None:
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
        """Count games from three numpy arrays of equal length; margins are whole."""
        # only where columns are: a history alone needs no numpy
        import numpy as np

        higher = np.maximum(ratings_a, ratings_b)
        cells = np.searchsorted(GROUP_EDGES, higher) * self._bins
        cells += np.searchsorted(self._edges, np.abs(ratings_a - ratings_b))
        ahead = np.where(ratings_a < ratings_b, -margins, margins).astype(np.int64)
        equal = ratings_a == ratings_b
        # A game of equals counts half either way, any other one whole.
        keys = (
            np.concatenate((cells, cells)) * _WIDTH + np.concatenate((ahead, np.where(equal, -ahead, ahead))) + _MIDDLE
        )
        # once per million games: half the time of once per thousand
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
        if self._waiting:
            self._count_waiting()
        return tuple(Margins.of(counts) for counts in self._counts)


VERSION, BEFORE_FINER_BINS = 2, 1
_DAMAGED = "The stored history cannot be read. Load its file again."


def to_bytes(history: History) -> bytes:
    """Return a history as bytes; `from_bytes` reads it back unchanged."""
    about = {
        "origin": history.origin,
        "loaded": None if history.loaded is None else history.loaded.isoformat(),
        "read": history.read,
        "edges": history.kept.edges,
        "skipped": {reason.value: count for reason, count in history.skipped},
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    parts = [struct.pack("<I", len(text)), text]
    for margins in history.counted:
        count = len(margins.values)
        parts.append(struct.pack(f"<I{count}i{count}I", count, *margins.values, *margins.counts().values()))
    return bytes([VERSION]) + zlib.compress(b"".join(parts), 9)


def from_bytes(data: bytes) -> History:
    if data[:1] not in (bytes([VERSION]), bytes([BEFORE_FINER_BINS])):
        raise InputError(_DAMAGED)
    try:
        raw = zlib.decompress(data[1:])
        (length,) = struct.unpack_from("<I", raw)
        about = json.loads(raw[4 : 4 + length])
        cells = []
        offset = 4 + length
        kept = SEED_GRID if data[0] == BEFORE_FINER_BINS else Grid(tuple(about["edges"]))
        for _ in range(kept.cells):
            (count,) = struct.unpack_from("<I", raw, offset)
            figures = struct.unpack_from(f"<{count}i{count}I", raw, offset + 4)
            cells.append(Margins.of(dict(zip(figures[:count], figures[count:], strict=True))))
            offset += 4 + 8 * count
        loaded = None if about["loaded"] is None else date.fromisoformat(about["loaded"])
        skipped = {Skipped(reason): count for reason, count in about["skipped"].items()}
        return build(cells, about["origin"], loaded, about["read"], skipped, kept=kept)
    except (zlib.error, struct.error, ValueError, KeyError, TypeError, AttributeError, MemoryError) as error:
        raise InputError(_DAMAGED) from error


class StoredGame(NamedTuple):
    """A stored game with points; a rating of None or 0 is unknown."""

    event_id: int
    first_rating: float | None
    second_rating: float | None
    first_points: int
    second_points: int


def tally_of(games: Iterable[StoredGame]) -> CellCounter:
    """Return the counting games: both rated, not forfeited, no spreads instead of scores."""
    by_event: dict[int, list[StoredGame]] = defaultdict(list)
    for game in games:
        by_event[game.event_id].append(game)
    tally = CellCounter(FINEST_GRID)
    for played in by_event.values():
        if 2 * sum(game.first_points == -game.second_points != 0 for game in played) > len(played):
            continue
        for game in played:
            if not is_forfeited(game.first_points, game.second_points) and game.first_rating and game.second_rating:
                tally.add(game.first_rating, game.second_rating, game.first_points - game.second_points)
    return tally


COLUMN = 20
"""Points in a column of a picture."""

_MOST_DEVIATIONS = 3
"""A curve's drawn range on each side of its mean."""


class CellSummary(NamedTuple):
    """A cell. group: None for all ratings. mean, deviation: of the placing table, in points."""

    group: int | None
    bin_number: int
    source: QuantileSource
    games: int
    mean: float
    deviation: float


class Column(NamedTuple):
    """Margins from low up to, excluding, high; share: 0 to 1."""

    low: int
    high: int
    share: float


class Distribution(NamedTuple):
    """Columns of a cell; place: the requested game's. games: of the placing table."""

    summary: CellSummary
    columns: tuple[Column, ...]
    place: int | None
    games: int


def summary_of(history: History, group: int | None, bin_number: int) -> CellSummary:
    table = history.table(group, bin_number)
    own = history.pooled[bin_number] if group is None else history.cells[history.grid.cell_of(group, bin_number)]
    mean, deviation = _spread(table)
    return CellSummary(group, bin_number, table.source, own.games, mean, deviation)


def summaries(history: History, *, grouped: bool = True) -> tuple[CellSummary, ...]:
    """Return the whole table by group; ungrouped, the bins of all ratings together."""
    groups: list[int | None] = [*range(len(GROUPS))] if grouped else [None]
    return tuple(summary_of(history, group, number) for group in groups for number in range(history.grid.bins))


def distribution(
    history: History, group: int | None, bin_number: int, margin: int | None = None, column: int = COLUMN
) -> Distribution:
    """Return a cell's margins in columns, 0 at an edge; margin: of the game to find."""
    table = history.table(group, bin_number)
    first, last = _ends(table)
    edges = range(first // column * column, (last // column + 1) * column + 1, column)
    columns = tuple(Column(low, low + column, _share(table, low, low + column)) for low in edges[:-1])
    place = None
    if margin is not None and edges[0] <= margin < edges[-1]:
        place = (margin - edges[0]) // column
    return Distribution(summary_of(history, group, bin_number), columns, place, table.games)


def _spread(table: Table) -> tuple[float, float]:
    if table.margins is None:
        return table.curve.mean, table.curve.stdev
    return table.margins.mean, table.margins.deviation


def _ends(table: Table) -> tuple[int, int]:
    if table.margins is not None:
        return table.margins.values[0], table.margins.values[-1]
    reach = _MOST_DEVIATIONS * table.curve.stdev
    return round(table.curve.mean - reach), round(table.curve.mean + reach)


def _share(table: Table, low: int, high: int) -> float:
    if table.margins is None:
        return table.curve.cdf(high) - table.curve.cdf(low)
    return table.margins.between(low, high) / table.margins.halves


def cell_names(grid: Grid) -> list[str]:
    """Return the cells' names, the highest group first, all ratings last."""
    return [f"{group}, {name}" for group in (*reversed(GROUPS), POOLED) for name in grid.names]


def find_cell(history: History, name: str) -> tuple[int | None, int]:
    """Return a cell's group (None: all ratings) and bin; raise InputError for an unknown cell."""
    group, comma, apart = (part.strip().casefold() for part in name.partition(","))
    names = history.grid.names
    if not comma or group not in (*GROUPS, POOLED) or apart not in names:
        raise InputError('There is no such cell. Pick one from the list, for example "above 1500, 0-50".')
    return None if group == POOLED else GROUPS.index(group), names.index(apart)
