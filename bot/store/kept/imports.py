"""Files that wait for a director's confirmation."""

import hashlib
import secrets
import zlib
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.rows import PendingImport
from bot.store.tables import pending_import

KEPT = timedelta(days=2)
"""How long a file waits; then it has to be uploaded again."""

DIGEST_CHARACTERS = 8


def keep(
    connection: Connection, club_id: int, data: bytes, options: dict[str, Any], asked_by: int, now: datetime
) -> int:
    """Keep a file until it is confirmed; return its id."""
    values = {
        # Drawn, so that no number is ever that of another file: a button that is pressed years later finds nothing.
        "id": secrets.randbits(62),
        "club_id": club_id,
        "data": zlib.compress(data),
        "options": options,
        "asked_by": asked_by,
        "created_at": now,
    }
    key: int = connection.execute(insert(pending_import).values(**values).returning(pending_import.c.id)).scalar_one()
    return key


def clubs_with_old(connection: Connection, now: datetime) -> list[int]:
    """Return the clubs in which a file has waited too long."""
    old = select(pending_import.c.club_id).where(pending_import.c.created_at < now - KEPT).distinct()
    return list(connection.execute(old.order_by(pending_import.c.club_id)).scalars())


def drop_old(connection: Connection, club_id: int, now: datetime) -> None:
    """Drop the files of a club that have waited too long."""
    old = pending_import.c.created_at < now - KEPT
    connection.execute(delete(pending_import).where(pending_import.c.club_id == club_id, old))


def find(
    connection: Connection, club_id: int, pending_id: int, digest: str | None, now: datetime
) -> PendingImport | None:
    """Return a file that waits; None where it has waited too long, or where another one is meant.

    digest: how the file's begins (`digest_of`); None for any.
    """
    query = select(pending_import).where(
        pending_import.c.id == pending_id,
        pending_import.c.club_id == club_id,
        pending_import.c.created_at >= now - KEPT,
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    data = zlib.decompress(row.data)
    return None if digest not in (None, digest_of(data)) else PendingImport(row.id, data, row.options)


def digest_of(data: bytes) -> str:
    """Return how a file's digest begins, which its buttons carry."""
    return hashlib.sha256(data).hexdigest()[:DIGEST_CHARACTERS]


def choose(connection: Connection, pending_id: int, options: dict[str, Any]) -> None:
    """Keep other options with a file that waits."""
    connection.execute(
        update(pending_import).where(mine(connection, pending_import, id=pending_id)).values(options=options)
    )


def forget(connection: Connection, pending_id: int) -> None:
    connection.execute(delete(pending_import).where(mine(connection, pending_import, id=pending_id)))
