"""Queries of Oracle pools: kinds of players, lists."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import PLAYER, player_of
from bot.store.database.rows import FactPosition, ListFactKind, Player
from bot.store.database.tables import entrant, event, event_list, journal, list_fact, player, standing
from bot.store.database.transactions import Connection
from bot.store.events.unconfirmed import counts_or_waits
from core.lists import RatingList


class Listed(NamedTuple):
    """A player on a list. kind: None for a human. day: of the last fact."""

    player: Player
    kind: str | None
    state: dict[str, Any]
    day: date


def kinds(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, str | None]:
    rows = connection.execute(
        select(player.c.id, player.c.kind).where(player.c.club_id == club_id, player.c.id.in_(ids))
    )
    return {row.id: row.kind for row in rows}


def set_kind(connection: Connection, player_id: int, kind: str | None) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(kind=kind))


def everybody(connection: Connection, club_id: int, rating_list: RatingList) -> Sequence[Listed]:
    query = (
        select(*PLAYER, player.c.kind, standing.c.state, standing.c.date)
        .join(standing, same(standing.c.player_id, player.c.id))
        .where(standing.c.club_id == club_id, standing.c.list == rating_list.value)
        .order_by(player.c.id)
    )
    return [Listed(player_of(connection, row), row.kind, row.state, row.date) for row in connection.execute(query)]


class Rated(NamedTuple):
    """A player with an exact rating."""

    player_id: int
    rating: float


def ratings(connection: Connection, club_id: int, rating_list: RatingList) -> Sequence[Rated]:
    query = select(standing.c.player_id, standing.c.rating)
    listed = query.where(standing.c.club_id == club_id, standing.c.list == rating_list.value)
    return [Rated(*row) for row in connection.execute(listed)]


def has_played_since(connection: Connection, club_id: int, rating_list: RatingList, player_id: int, seq: int) -> bool:
    """Return whether a counting or waiting match of a player is later than a seq."""
    query = (
        select(event.c.id)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            counts_or_waits(),
            event.c.seq > seq,
            event_list.c.list == rating_list.value,
            entrant.c.player_id == player_id,
        )
    )
    return connection.execute(query.limit(1)).first() is not None


def is_calibrated_since(connection: Connection, club_id: int, rating_list: RatingList, seq: int) -> bool:
    query = select(list_fact.c.id).where(
        list_fact.c.club_id == club_id,
        list_fact.c.list == rating_list.value,
        list_fact.c.kind == ListFactKind.CALIBRATION.value,
        list_fact.c.voided.is_(False),
        list_fact.c.seq >= seq,
    )
    return connection.execute(query.limit(1)).first() is not None


def states_at(
    connection: Connection, rating_list: RatingList, place: FactPosition, ids: Collection[int]
) -> dict[int, dict[str, Any]]:
    query = select(journal.c.player_id, journal.c.state).where(
        mine(connection, journal),
        journal.c.player_id.in_(ids),
        journal.c.list == rating_list.value,
        journal.c.date == place.date,
        journal.c.seq == place.seq,
    )
    return {row.player_id: row.state for row in connection.execute(query)}
