"""Matches: between whom, and who confirmed them."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select

from bot.store.database.club_conditions import same
from bot.store.database.names import MATCH, MATCH_WRITTEN
from bot.store.database.tables import audit, entrant, event, event_list
from bot.store.database.transactions import Connection
from core.lists import RatingList

RECORDED, CORRECTED = MATCH_WRITTEN
CONFIRMED = "confirm-match"

SOURCE = MATCH


class Confirmation(NamedTuple):
    """Who said that a match was so, and when."""

    user_id: int
    at: datetime


def between(
    connection: Connection, club_id: int, rating_list: RatingList, player_ids: Collection[int], since: date
) -> list[int]:
    """Return the matches of these players that wait, or count since a day."""
    query = (
        select(event.c.id)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.source == SOURCE,
            event.c.waits_until.is_not(None) | (event.c.voided.is_(False) & (event.c.date >= since)),
            event_list.c.list == rating_list.value,
            entrant.c.player_id.in_(player_ids),
        )
        .group_by(event.c.id)
        .having(func.count() == len(player_ids))
    )
    return sorted(connection.execute(query).scalars())


def confirmations(connection: Connection, club_id: int, event_id: int) -> Sequence[Confirmation]:
    rows = connection.execute(_answers(club_id, event_id, CONFIRMED))
    return [Confirmation(row.actor_id, row.at) for row in rows]


def written_as(connection: Connection, club_id: int, event_id: int) -> dict[str, Any]:
    """Return what a report wrote beside what is rated: sets, the points of each, or results, of each game."""
    row = connection.execute(_answers(club_id, event_id, RECORDED, CORRECTED).limit(1)).one_or_none()
    return (row.details if row is not None else None) or {}


def _answers(club_id: int, event_id: int, *actions: str) -> Any:
    stored_at = select(event.c.created_at).where(event.c.club_id == club_id, event.c.id == event_id).scalar_subquery()
    query = select(audit.c.actor_id, audit.c.at, audit.c.details).where(
        audit.c.club_id == club_id,
        audit.c.at >= stored_at,
        audit.c.action.in_(actions),
        audit.c.subject_id == event_id,
    )
    return query.order_by(audit.c.id)
