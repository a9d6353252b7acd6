"""Matches that wait: stored as if taken back, until somebody confirms them or their time has gone by."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from bot.store.conditions import mine, same
from bot.store.database import Connection
from bot.store.rows import ReportStanding
from bot.store.tables import entrant, event, event_list
from core.lists import RatingList


def counts_or_waits() -> Any:
    """Return the condition that an event counts, or may yet."""
    return event.c.voided.is_(False) | event.c.waits_until.is_not(None)


def count_now(connection: Connection, event_ids: Collection[int]) -> None:
    """Let matches count that have waited: somebody has confirmed them, or nobody objected in time."""
    _end(connection, event_ids, voided=False, standing=ReportStanding.CONFIRMED.value)


def drop(connection: Connection, event_id: int) -> None:
    """Let a match wait no longer, and not count."""
    _end(connection, [event_id], voided=True)


def _end(connection: Connection, event_ids: Collection[int], *, voided: bool, **further: Any) -> None:
    connection.execute(
        update(event)
        .where(mine(connection, event), event.c.id.in_(event_ids), event.c.waits_until.is_not(None))
        .values(voided=voided, waits_until=None, **further)
    )


def due(connection: Connection, club_id: int, now: datetime) -> list[int]:
    """Return a club's matches whose time has gone by, in the order of the fold."""
    query = select(event.c.id).where(event.c.club_id == club_id, event.c.waits_until <= now)
    return list(connection.execute(query.order_by(event.c.date, event.c.seq)).scalars())


def clubs_with_due(connection: Connection, now: datetime) -> list[int]:
    """Return the clubs in which the time of a match has gone by."""
    query = select(event.c.club_id).where(event.c.waits_until <= now).distinct()
    return list(connection.execute(query.order_by(event.c.club_id)).scalars())


def players_waiting(connection: Connection, club_id: int, rating_list: RatingList) -> list[int]:
    """Return who stands in a match of a list that waits, by id."""
    query = (
        select(entrant.c.player_id)
        .join(event, same(event.c.id, entrant.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, event.c.waits_until.is_not(None), event_list.c.list == rating_list.value)
        .distinct()
    )
    return sorted(connection.execute(query).scalars())
