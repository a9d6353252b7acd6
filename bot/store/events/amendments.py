"""Amendments: what events were before a director corrected them."""

from datetime import datetime
from typing import Any

from sqlalchemy import exists, insert, select

from bot.store.conditions import mine
from bot.store.database import Connection, club_of
from bot.store.tables import amendment


def are_there(connection: Connection, event_id: int) -> bool:
    """Tell whether an event was amended."""
    return bool(connection.execute(select(exists().where(mine(connection, amendment, event_id=event_id)))).scalar())


def add(
    connection: Connection,
    event_id: int,
    before: dict[str, Any],
    reason: str,
    amended_by: int,
    at: datetime,
    interaction_id: int,
) -> None:
    """Keep what an event was, with the reason for its correction."""
    values = {
        "club_id": club_of(connection),
        "event_id": event_id,
        "before": before,
        "reason": reason,
        "amended_by": amended_by,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    connection.execute(insert(amendment).values(**values))
