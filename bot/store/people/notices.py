"""What members want to be told, and what may be said and shown of them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import exists, select, update

from bot.store.conditions import mine, same
from bot.store.database import Connection
from bot.store.tables import entrant, event, player

OFF, EACH, WEEKLY, CLOSED = "off", "each", "weekly", "closed"
"""When a member is told that a rating moved. Closed: off, because their messages are, which they do not know yet."""


class Wishes(NamedTuple):
    """What a member wants: the columns of the player."""

    notices: str
    challenged: bool
    announced: bool
    card_private: bool


class Addressee(NamedTuple):
    """A member who is told of rating changes."""

    player_id: int
    user_id: int
    notices: str


_WISHES = (player.c.notices, player.c.challenged, player.c.announced, player.c.card_private)


def wishes_of(connection: Connection, player_id: int) -> Wishes:
    """Return what a member wants."""
    return Wishes(*connection.execute(select(*_WISHES).where(mine(connection, player, id=player_id))).one())


def change(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(**values))


def addressees(connection: Connection, ids: Collection[int]) -> Sequence[Addressee]:
    """Return those of these players who are told of rating changes."""
    wants = (
        mine(connection, player),
        player.c.id.in_(ids),
        player.c.user_id.is_not(None),
        player.c.notices.in_((EACH, WEEKLY)),
    )
    query = select(player.c.id, player.c.user_id, player.c.notices).where(*wants, player.c.left_at.is_(None))
    return [Addressee(*row) for row in connection.execute(query.order_by(player.c.id))]


def anybody(connection: Connection, club_id: int) -> bool:
    """Tell whether anybody in a club is told of rating changes."""
    wants = exists().where(player.c.club_id == club_id, player.c.notices.in_((EACH, WEEKLY)))
    return bool(connection.execute(select(wants)).scalar())


def closed(connection: Connection) -> Sequence[tuple[int, int]]:
    """Return whose messages are closed, which they do not know yet, by club and Discord user."""
    query = select(player.c.club_id, player.c.user_id).where(player.c.notices == CLOSED, player.c.user_id.is_not(None))
    return [(row.club_id, row.user_id) for row in connection.execute(query)]


class NoticedEvent(NamedTuple):
    """An event that moved somebody; voided: by having been taken back."""

    name: str | None
    voided: bool


def events_with(connection: Connection, player_id: int, event_ids: Collection[int]) -> Sequence[NoticedEvent]:
    """Return those of these events that a player is in, in order."""
    query = (
        select(event.c.name, event.c.voided)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(mine(connection, entrant, player_id=player_id), event.c.id.in_(event_ids))
    )
    return [NoticedEvent(*row) for row in connection.execute(query.order_by(event.c.date, event.c.seq))]
