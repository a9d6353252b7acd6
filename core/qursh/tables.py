"""The table in use, cell by cell, and one cell's margins in columns for a picture."""

from typing import NamedTuple

from core.qursh.cells import GROUPS
from core.qursh.history import History, QuantileSource, Table

COLUMN = 20
"""Points in a column of a picture."""

_MOST_DEVIATIONS = 3
"""How far a curve is drawn to each side of its mean."""


class CellSummary(NamedTuple):
    """A cell of the table.

    group: None for all ratings together. source: what places its games. games: in the cell itself.
    mean, deviation: of the table that places its games, in points.
    """

    group: int | None
    bin_number: int
    source: QuantileSource
    games: int
    mean: float
    deviation: float


class Column(NamedTuple):
    """A column of a picture: margins from low up to, but not including, high; its share of the games, 0 to 1."""

    low: int
    high: int
    share: float


class Distribution(NamedTuple):
    """A cell's margins in columns; `place` is the column of the game that is asked about, None outside of all.

    games: behind the table that places the cell's games; 0 for a curve.
    """

    summary: CellSummary
    columns: tuple[Column, ...]
    place: int | None
    games: int


def summary_of(history: History, group: int | None, bin_number: int) -> CellSummary:
    """Return the figures of a cell; no group for all ratings together."""
    table = history.table(group, bin_number)
    own = history.pooled[bin_number] if group is None else history.cells[history.grid.cell_of(group, bin_number)]
    mean, deviation = _spread(table)
    return CellSummary(group, bin_number, table.source, own.games, mean, deviation)


def summaries(history: History, *, grouped: bool = True) -> tuple[CellSummary, ...]:
    """Return the whole table, group by group; without groups, the bins of all ratings together."""
    groups: list[int | None] = [*range(len(GROUPS))] if grouped else [None]
    return tuple(summary_of(history, group, number) for group in groups for number in range(history.grid.bins))


def distribution(
    history: History, group: int | None, bin_number: int, margin: int | None = None, column: int = COLUMN
) -> Distribution:
    """Return a cell's margins in columns of so many points, 0 at an edge; margin is the game's to be found."""
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
    """Return the least and the greatest margin."""
    if table.margins is not None:
        return table.margins.values[0], table.margins.values[-1]
    reach = _MOST_DEVIATIONS * table.curve.stdev
    return round(table.curve.mean - reach), round(table.curve.mean + reach)


def _share(table: Table, low: int, high: int) -> float:
    if table.margins is None:
        return table.curve.cdf(high) - table.curve.cdf(low)
    return table.margins.between(low, high) / table.margins.halves
