"""What a reader may call a player, and an event that has no name but its players'."""

from typing import Any, NamedTuple

from sqlalchemy import String, case, cast, func, literal, select

from bot.store.database.club_conditions import same
from bot.store.database.rows import Player
from bot.store.database.tables import entrant, event, player
from bot.store.database.transactions import Connection

PLAYER = (player.c.id, player.c.user_id, player.c.name, player.c.hidden)
"""The columns that `player_of` reads."""

MATCH = "match"
"""The source of events that have no name but their players'."""

MATCH_WRITTEN = ("record-match", "correct-match")
"""The actions whose details say what was played, beside what is rated."""

_HIDDEN, _FORMER = "Player #", "Former player "


class _Reader(NamedTuple):
    """Who reads a transaction's answer; nobody: a job, whose answer everybody may see."""

    user_id: int | None = None
    is_director: bool = False


def read_as(connection: Connection, user_id: int, *, is_director: bool) -> None:
    """Record who reads the answer of this transaction."""
    connection.execution_options(reader=_Reader(user_id, is_director))


def called(connection: Connection, player_id: int, user_id: int | None, name: str, *, hidden: bool) -> str:
    """Return what the reader may call a player: hidden ones are named only to themselves and directors."""
    if not hidden or name == former(player_id):
        return name
    reader: _Reader = connection.get_execution_options().get("reader", _Reader())
    is_own = user_id is not None and user_id == reader.user_id
    return name if reader.is_director or is_own else f"{_HIDDEN}{player_id}"


def sees_hidden(connection: Connection) -> bool:
    reader: _Reader = connection.get_execution_options().get("reader", _Reader())
    return reader.is_director


def player_of(connection: Connection, row: Any) -> Player:
    """Return a row's player, as the reader may call them."""
    name = called(connection, row.id, row.user_id, row.name, hidden=row.hidden)
    return Player(row.id, row.user_id, name)


def former(player_id: int) -> str:
    """Return the name of a forgotten player."""
    return f"{_FORMER}{player_id}"


def _of_players() -> Any:
    """Return the names of a match's sides as everybody may read them: "Ann + Bo – Cy + Di"."""
    seat, every, seated = entrant.alias("seat"), entrant.alias("every_seat"), player.alias("seated")
    number = cast(seated.c.id, String)
    is_secret = seated.c.hidden.is_(True) & (seated.c.name != literal(_FORMER) + number)
    name = case((is_secret, literal(_HIDDEN) + number), else_=seated.c.name)
    size = select(func.count()).where(same(every.c.event_id, event.c.id)).correlate(event).scalar_subquery()
    before = case((seat.c.number == 1, ""), (seat.c.number * 2 == size + 2, " – "), else_=" + ")
    parts = (
        select((before + name).label("part"))
        .select_from(seat)
        .join(seated, same(seated.c.id, seat.c.player_id))
        .where(same(seat.c.event_id, event.c.id))
        .order_by(seat.c.number)
        .correlate(event)
        .subquery()
    )
    return select(func.aggregate_strings(parts.c.part, "")).scalar_subquery()


EVENT_NAME: Any = func.coalesce(event.c.name, case((event.c.source == MATCH, _of_players())))
"""An event's name as everybody may read it: as it was given, or of a match's players; none without either."""
