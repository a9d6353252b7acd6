"""What each club ranks its Scrabble events against: the history of games that a director has loaded."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.database import Connection
from bot.store.tables import history
from bot.store.upsert import replace_into

OPERATOR = 0
"""Stands for whoever has loaded a history from the command line; no user of Discord has this id."""


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """A club's history; data: as core/qursh/stored.py writes it."""

    origin: str
    data: bytes
    loaded_by: int
    loaded_at: datetime


def find(connection: Connection, club_id: int) -> StoredHistory | None:
    """Return a club's history; None while it uses the one that is shipped."""
    row = connection.execute(select(history).where(history.c.club_id == club_id)).one_or_none()
    return None if row is None else StoredHistory(row.origin, row.data, row.loaded_by, row.loaded_at)


def replace(connection: Connection, club_id: int, new: StoredHistory, interaction_id: int | None) -> None:
    """Put a history in the place of the one before."""
    values = {
        "club_id": club_id,
        "origin": new.origin,
        "data": new.data,
        "loaded_by": new.loaded_by,
        "loaded_at": new.loaded_at,
        "interaction_id": interaction_id,
    }
    connection.execute(replace_into(connection, history), values)


def remove(connection: Connection, club_id: int) -> bool:
    """Take a club's history away; tell whether there was one."""
    return connection.execute(delete(history).where(history.c.club_id == club_id)).rowcount > 0
