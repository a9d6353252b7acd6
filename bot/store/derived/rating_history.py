"""All that the journal tells of one player on one list, earliest first: what a chart is drawn from."""

from typing import Any, NamedTuple

from sqlalchemy import select

from bot.store.conditions import mine, same
from bot.store.database import Connection
from bot.store.rows import FactPosition
from bot.store.tables import event, journal, norm, title
from core.lists import RatingList
from core.outcome import Award


class Moved(NamedTuple):
    """What one fact did: an event, or else something that was set or happened to the whole list.

    state: the system's own after it, as JSON.
    """

    place: FactPosition
    event_id: int | None
    event_name: str | None
    is_set: bool
    is_of_list: bool
    games_before: int
    games_after: int
    state: dict[str, Any]

    @property
    def is_demotion(self) -> bool:
        return self.event_id is None and not self.is_set and not self.is_of_list


class Earned(NamedTuple):
    """A norm or a title, and the place of what gave it."""

    place: FactPosition
    award: Award


def of_player(connection: Connection, player_id: int, rating_list: RatingList) -> list[Moved]:
    """Return everything that happened to a player's rating."""
    columns = (journal.c.date, journal.c.seq, journal.c.event_id, event.c.name, journal.c.opening_id)
    query = (
        select(*columns, journal.c.list_fact_id, journal.c.games_before, journal.c.games_after, journal.c.state)
        .outerjoin(event, same(event.c.id, journal.c.event_id))
        .where(mine(connection, journal, player_id=player_id, list=rating_list.value))
        .order_by(journal.c.date, journal.c.seq)
    )
    return [
        Moved(FactPosition(day, seq), event_id, name, opening is not None, list_fact is not None, before, after, state)
        for day, seq, event_id, name, opening, list_fact, before, after, state in connection.execute(query)
    ]


def norms(connection: Connection, player_id: int, rating_list: RatingList) -> list[Earned]:
    """Return the norms that a player has earned."""
    query = (
        select(event.c.date, event.c.seq, norm.c.scheme, norm.c.level, norm.c.code)
        .join(event, same(event.c.id, norm.c.event_id))
        .where(mine(connection, norm, player_id=player_id, list=rating_list.value))
        .order_by(event.c.date, event.c.seq, norm.c.scheme)
    )
    return [Earned(FactPosition(day, seq), Award(*award)) for day, seq, *award in connection.execute(query)]


def titles(connection: Connection, player_id: int, rating_list: RatingList) -> list[Earned]:
    """Return the titles that events gave a player; their codes are not kept."""
    query = (
        select(title.c.date, title.c.seq, title.c.scheme, title.c.level)
        .where(mine(connection, title, player_id=player_id, list=rating_list.value))
        .order_by(title.c.date, title.c.seq, title.c.scheme, title.c.level)
    )
    return [
        Earned(FactPosition(row.date, row.seq), Award(row.scheme, row.level, "")) for row in connection.execute(query)
    ]
