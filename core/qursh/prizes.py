"""Who wins what: the best of each rating class, and the best who has won nothing else (QURSH, last paragraphs)."""

from collections.abc import Collection, Iterable

from core.qursh.cells import GROUPS, group_of
from core.qursh.ranking import Ranking, RankingRow

Seat = tuple[str | None, int]
"""A player of the event: the division's name and the number in it."""


def seat_of(row: RankingRow) -> Seat:
    """Return which player of the event a line is about."""
    return row.division, row.player.number


def class_winners(ranking: Ranking) -> dict[str, tuple[RankingRow, ...]]:
    """Return the best ranked of each rating class, several where they share a rank; classes by name.

    The classes are the file's; where it has none, the three groups of ratings, highest first.
    """
    named = any(row.player.rating_class for row in ranking.rows)
    classes: dict[str, list[RankingRow]] = {}
    if not named:
        classes = {group: [] for group in reversed(GROUPS)}
    for row in ranking.rows:
        name = row.player.rating_class if named else GROUPS[group_of(row.player.rating or 0)]
        if name:
            classes.setdefault(name, []).append(row)
    names = sorted(classes) if named else classes
    return {name: _best(classes[name]) for name in names if classes[name]}


def best_out_of_the_money(ranking: Ranking, winners: Collection[Seat]) -> tuple[RankingRow, ...]:
    """Return the best ranked of those who have won no other prize, several where they share a rank."""
    return _best(row for row in ranking.rows if seat_of(row) not in winners)


def _best(rows: Iterable[RankingRow]) -> tuple[RankingRow, ...]:
    """Return the first of ranked lines, and those that share its rank."""
    ordered = list(rows)
    return tuple(row for row in ordered if row.rank == ordered[0].rank)
