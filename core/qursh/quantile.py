"""One game: where its margin lies among those of the history, and what each side scores for it."""

from typing import NamedTuple

from core.errors import InputError
from core.qursh.cells import group_of
from core.qursh.history import History, QuantileSource, Table
from core.qursh.rounding import TENTHS, nearest_percent, nearest_tenths, tenths_between_equals, whole_percent


class Quantile(NamedTuple):
    """A game between a first and a second player, placed.

    group: None where the ratings are not grouped. bin_number: of the difference of the ratings.
    source, games: which table placed it, with how many games behind it; 0 for a curve.
    margin: the points of the higher rated player less those of the lower; the first's between equals.
    first, second: exact percents, together 100. first_tenths, second_tenths: as scored, in tenths, together 1000.
    """

    group: int | None
    bin_number: int
    source: QuantileSource
    games: int
    margin: int
    first: float
    second: float
    first_tenths: int
    second_tenths: int


def quantile(
    history: History, rating_a: float, rating_b: float, points_a: int, points_b: int, *, grouped: bool = True
) -> Quantile:
    """Place a game between two rated players; raise InputError where one has no rating.

    grouped: by the higher rating too; without it, by the difference of the ratings alone.
    """
    if rating_a <= 0 or rating_b <= 0:
        raise InputError("Both players need a rating: write one above 0 for each.")
    margin = points_a - points_b
    first_is_higher = rating_a >= rating_b
    higher = rating_a if first_is_higher else rating_b
    group = group_of(higher) if grouped else None
    bin_number = history.grid.bin_of(abs(rating_a - rating_b))
    table = history.table(group, bin_number)
    if rating_a == rating_b:
        first, tenths = _between_equals(table, margin)
    elif first_is_higher:
        first, tenths = _of_higher(table, margin)
    else:
        margin = -margin
        second, second_tenths = _of_higher(table, margin)
        first, tenths = 100 - second, TENTHS - second_tenths
    return Quantile(group, bin_number, table.source, table.games, margin, first, 100 - first, tenths, TENTHS - tenths)


def _of_higher(table: Table, margin: int) -> tuple[float, int]:
    """Return the higher rated player's percent, exact and in tenths of the whole one."""
    margins = table.margins
    if margins is None:
        percent = 100 * table.curve.cdf(margin)
        return percent, 10 * nearest_percent(percent)
    mid_rank, halves = margins.mid_rank(margin), margins.halves
    return 50 * mid_rank / halves, 10 * whole_percent(mid_rank, halves)


def _between_equals(table: Table, margin: int) -> tuple[float, int]:
    """Return a player's percent against an equal: the mean of being the higher and of being the lower."""
    margins = table.margins
    if margins is None:
        percent = 50 * (table.curve.cdf(margin) + 1 - table.curve.cdf(-margin))
        return percent, nearest_tenths(percent)
    mid_rank, opposite, halves = margins.mid_rank(margin), margins.mid_rank(-margin), margins.halves
    return 50 + 25 * (mid_rank - opposite) / halves, tenths_between_equals(mid_rank, opposite, halves)


def margin_for(history: History, higher: float, lower: float, percent: float = 50) -> float:
    """Return by how many points the higher rated player has to win for a percent above 0 and below 100."""
    if not 0 < percent < 100:
        raise InputError(f"{percent:g} % cannot be aimed at: write a number above 0 and below 100, such as 50.")
    table = history.table(group_of(max(higher, lower)), history.grid.bin_of(abs(higher - lower)))
    return table.margins.at(percent) if table.margins is not None else table.curve.inv_cdf(percent / 100)
