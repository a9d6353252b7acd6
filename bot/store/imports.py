"""Files that wait for a director's confirmation."""

import zlib
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database import Connection
from bot.store.rows import PendingImport
from bot.store.tables import pending_import

KEPT = timedelta(days=2)
"""How long a file waits; then it has to be uploaded again."""


def keep(
    connection: Connection, club_id: int, data: bytes, options: dict[str, Any], asked_by: int, now: datetime
) -> int:
    """Keep a file until it is confirmed, and forget those that have waited too long; return its id."""
    connection.execute(delete(pending_import).where(pending_import.c.created_at < now - KEPT))
    values = {
        "club_id": club_id,
        "data": zlib.compress(data),
        "options": options,
        "asked_by": asked_by,
        "created_at": now,
    }
    key: int = connection.execute(insert(pending_import).values(**values).returning(pending_import.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, pending_id: int) -> PendingImport | None:
    query = select(pending_import).where(pending_import.c.id == pending_id, pending_import.c.club_id == club_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else PendingImport(row.id, zlib.decompress(row.data), row.options)


def choose(connection: Connection, pending_id: int, options: dict[str, Any]) -> None:
    """Keep other options with a file that waits."""
    connection.execute(update(pending_import).where(pending_import.c.id == pending_id).values(options=options))


def forget(connection: Connection, pending_id: int) -> None:
    connection.execute(delete(pending_import).where(pending_import.c.id == pending_id))
