"""What an event did to each of its players, and what stood before it: the facts that news are found among."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import func, or_, select

from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.rows import FactPosition
from bot.store.tables import journal, norm, title
from core.lists import RatingList
from core.outcome import Award


class EventMove(NamedTuple):
    """What an event did to one player on one list; before: None where there was no rating."""

    player_id: int
    rating_list: RatingList
    before: float | None
    after: float | None
    games_before: int
    games_after: int


def of_event(connection: Connection, event_id: int) -> Sequence[EventMove]:
    """Return what an event did, in the order of lists and players."""
    columns = (
        journal.c.player_id,
        journal.c.list,
        journal.c.before,
        journal.c.after,
        journal.c.games_before,
        journal.c.games_after,
    )
    query = (
        select(*columns)
        .where(mine(connection, journal, event_id=event_id))
        .order_by(journal.c.list, journal.c.player_id)
    )
    order = list(RatingList)
    moves = [EventMove(row.player_id, RatingList(row.list), *row[2:]) for row in connection.execute(query)]
    return sorted(moves, key=lambda move: (order.index(move.rating_list), move.player_id))


def titles_of_event(connection: Connection, event_id: int) -> list[tuple[int, RatingList, Award]]:
    """Return the titles that an event earned."""
    query = select(title).where(mine(connection, title, event_id=event_id))
    rows = connection.execute(query.order_by(title.c.level.desc()))
    return [(row.player_id, RatingList(row.list), Award(row.scheme, row.level, "")) for row in rows]


def norms_of_event(connection: Connection, event_id: int) -> list[tuple[int, RatingList, Award]]:
    """Return the norms that were made in an event."""
    query = select(norm).where(mine(connection, norm, event_id=event_id))
    rows = connection.execute(query.order_by(norm.c.level.desc()))
    return [(row.player_id, RatingList(row.list), Award(row.scheme, row.level, row.code)) for row in rows]


def highest_before(
    connection: Connection, ids: Collection[int], rating_list: RatingList, place: FactPosition
) -> dict[int, float]:
    """Return the highest rating that players ever had on a list before a place."""
    query = (
        select(journal.c.player_id, func.max(journal.c.after).label("highest"))
        .where(mine(connection, journal, list=rating_list.value), journal.c.player_id.in_(ids), _is_before(place))
        .group_by(journal.c.player_id)
    )
    return {row.player_id: row.highest for row in connection.execute(query) if row.highest is not None}


def event_days_before(
    connection: Connection, ids: Collection[int], place: FactPosition
) -> dict[int, tuple[date, date]]:
    """Return the days of the first and the last event that players were rated in before a place, on any list."""
    query = (
        select(journal.c.player_id, func.min(journal.c.date).label("first"), func.max(journal.c.date).label("last"))
        .where(
            mine(connection, journal), journal.c.player_id.in_(ids), journal.c.event_id.is_not(None), _is_before(place)
        )
        .group_by(journal.c.player_id)
    )
    return {row.player_id: (row.first, row.last) for row in connection.execute(query)}


def _is_before(place: FactPosition) -> Any:
    return or_(journal.c.date < place.date, (journal.c.date == place.date) & (journal.c.seq < place.seq))
