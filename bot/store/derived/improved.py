"""Who has gained most on a list since a day, from the journal of everybody who has played since."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select

from bot.store.conditions import same
from bot.store.database import Connection
from bot.store.derived.board_orders import displayed_of
from bot.store.tables import journal, standing
from core.lists import RatingList


class Gain(NamedTuple):
    """A player's gain in displayed points, and the rating that they have now as displayed."""

    player_id: int
    points: int
    rating: int


def most_gained(
    connection: Connection, club_id: int, rating_list: RatingList, since: date, most: int
) -> Sequence[Gain]:
    """Return the gains of active players, the greatest first; entered ratings are none."""
    entry = journal.c
    points = func.sum(
        displayed_of(connection.dialect.name, entry.after) - displayed_of(connection.dialect.name, entry.before)
    )
    rating = func.max(standing.c.shown)
    query = (
        select(entry.player_id, points, rating)
        .where(
            standing.c.club_id == club_id,
            standing.c.list == rating_list.value,
            standing.c.active.is_(True),
            standing.c.date >= since,
            same(entry.player_id, standing.c.player_id),
            entry.list == rating_list.value,
            entry.date >= since,
            entry.opening_id.is_(None),
            entry.before.is_not(None),
            entry.after.is_not(None),
        )
        .group_by(entry.player_id)
        .order_by(points.desc(), rating.desc(), entry.player_id)
        .limit(most)
    )
    return [Gain(*row) for row in connection.execute(query)]
