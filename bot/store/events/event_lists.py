"""Pages of a club's events, of one kind or of one player."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import func, select

from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.tables import entrant, event


def page(
    connection: Connection,
    club_id: int,
    sources: Collection[str] | None,
    player_id: int | None,
    most: int,
    offset: int,
) -> list[int]:
    """Return the events that count, by id, latest first. sources, player_id: those of some kinds, and of one player."""
    query = select(event.c.id).where(_chosen(club_id, sources, player_id))
    return list(
        connection.execute(query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most).offset(offset)).scalars()
    )


def count(connection: Connection, club_id: int, sources: Collection[str] | None, player_id: int | None) -> int:
    """Return how many events `page` goes through."""
    query = select(func.count()).select_from(event).where(_chosen(club_id, sources, player_id))
    return int(connection.execute(query).scalar_one())


def _chosen(club_id: int, sources: Collection[str] | None, player_id: int | None) -> Any:
    chosen = (event.c.club_id == club_id) & event.c.voided.is_(False)
    if sources is not None:
        chosen &= event.c.source.in_(sources)
    if player_id is not None:
        chosen &= event.c.id.in_(
            select(entrant.c.event_id).where(entrant.c.club_id == club_id, entrant.c.player_id == player_id)
        )
    return chosen


def reported_for(connection: Connection, event_ids: Collection[int]) -> dict[int, int]:
    """Return whose events members have reported, by event id: the first whom each moves."""
    query = (
        select(entrant.c.event_id, entrant.c.player_id)
        .where(mine(connection, entrant), entrant.c.event_id.in_(event_ids), entrant.c.rated.is_(True))
        .order_by(entrant.c.event_id, entrant.c.number.desc())
    )
    return {row.event_id: row.player_id for row in connection.execute(query)}
