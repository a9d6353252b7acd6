"""Boards in other orders than by rating or games: a figure for each player, the points of this month or a recent peak.

`board_figure` has the figures in the order of the boards, and `figure_count` how many share each, from which ranks and
the beginnings of pages come; triggers keep both (`bot/store/schema/triggers.py`). Whoever has such a figure has played
within three months and is active, so that nobody else could be left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, func, select

from bot.store.database import Connection
from bot.store.tables import board_figure, figure_count
from core.lists import RatingList


class Figure(NamedTuple):
    """A player's figure in an order: points or a day, the rating beside it, the rank and the lines before it."""

    player_id: int
    figure: int | date
    rating: int
    rank: int
    before: int


@dataclass(frozen=True, slots=True)
class Gains:
    """Everybody's gain on a list within a month, in displayed points; entered ratings are none."""

    rating_list: RatingList
    month: date

    kind, figure = "gain", "points"

    def on_days(self, table: Table) -> ColumnElement[bool]:
        return table.c.day == self.month


@dataclass(frozen=True, slots=True)
class Peaks:
    """Who has reached the highest of their ratings on a list since a day, and when; a first rating is no peak."""

    rating_list: RatingList
    since: date

    kind, figure = "peak", "day"

    def on_days(self, table: Table) -> ColumnElement[bool]:
        return table.c.day >= self.since


def page(connection: Connection, club_id: int, of: Gains | Peaks, offset: int, size: int) -> Sequence[Figure]:
    """Return the figures of a page, the greatest first."""
    counted = figure_count.c[of.figure]
    above = (func.sum(figure_count.c.players).over(order_by=counted.desc()) - figure_count.c.players).label("above")
    counts = select(counted, above).where(*_of_board(figure_count, club_id, of)).subquery()
    query = select(counts).where(counts.c.above <= offset).order_by(counts.c.above.desc()).limit(1)
    begins = connection.execute(query).one_or_none()
    if begins is None:
        return []
    highest, skipped = begins
    one = board_figure.c
    lines = (
        select(one.player_id, one[of.figure], one.rating)
        .where(*_of_board(board_figure, club_id, of), one[of.figure] <= highest)
        # As their index has them: of a gain the day is the same, of a peak the points are.
        .order_by(one.day.desc(), one.points.desc(), one.rating.desc(), one.player_id)
        .offset(offset - skipped)
        .limit(size)
    )
    found: list[Figure] = []
    for before, (player_id, value, rating) in enumerate(connection.execute(lines), start=offset):
        rank = skipped + 1 if value == highest else before + 1
        if found and found[-1].figure == value:
            rank = found[-1].rank
        found.append(Figure(player_id, value, rating, rank, before))
    return found


def of_player(connection: Connection, club_id: int, of: Gains | Peaks, player_id: int) -> Figure | None:
    """Return a player's figure; None for one who has none."""
    one = board_figure.c
    query = select(one[of.figure], one.day, one.points, one.rating)
    row = connection.execute(
        query.where(*_of_board(board_figure, club_id, of), one.player_id == player_id)
    ).one_or_none()
    if row is None:
        return None
    counted = select(func.coalesce(func.sum(figure_count.c.players), 0)).where(
        *_of_board(figure_count, club_id, of), figure_count.c[of.figure] > row[0]
    )
    above = int(connection.execute(counted).scalar_one())
    tied = select(func.count()).where(
        *_of_list(board_figure, club_id, of), one.day == row.day, one.points == row.points
    )
    higher = tied.where(one.rating > row.rating)
    earlier = tied.where(one.rating == row.rating, one.player_id < player_id)
    # One after the other, each along its stretch of the index.
    before = select(higher.scalar_subquery() + earlier.scalar_subquery())
    return Figure(player_id, row[0], row.rating, above + 1, above + int(connection.execute(before).scalar_one()))


def count(connection: Connection, club_id: int, of: Gains | Peaks) -> int:
    """Return how many lines there are."""
    players = func.coalesce(func.sum(figure_count.c.players), 0)
    return int(connection.execute(select(players).where(*_of_board(figure_count, club_id, of))).scalar_one())


def _of_board(table: Table, club_id: int, of: Gains | Peaks) -> list[Any]:
    return [*_of_list(table, club_id, of), of.on_days(table)]


def _of_list(table: Table, club_id: int, of: Gains | Peaks) -> list[Any]:
    return [table.c.club_id == club_id, table.c.list == of.rating_list.value, table.c.kind == of.kind]
