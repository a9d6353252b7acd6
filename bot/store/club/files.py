"""Files and reports that wait for a decision."""

import hashlib
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database.club_conditions import mine, replace_into
from bot.store.database.rows import PendingImport
from bot.store.database.tables import form_draft, history, pending_import
from bot.store.database.transactions import Connection

KEPT = timedelta(days=2)

DIGEST_CHARACTERS = 8


def keep(
    connection: Connection, club_id: int, data: bytes, options: dict[str, Any], asked_by: int, now: datetime
) -> int:
    values = {
        # random: an old button never finds another file
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
    old = select(pending_import.c.club_id).where(pending_import.c.created_at < now - KEPT).distinct()
    return list(connection.execute(old.order_by(pending_import.c.club_id)).scalars())


def drop_old(connection: Connection, club_id: int, now: datetime) -> None:
    old = pending_import.c.created_at < now - KEPT
    connection.execute(delete(pending_import).where(pending_import.c.club_id == club_id, old))


def find(
    connection: Connection, club_id: int, pending_id: int, digest: str | None, now: datetime
) -> PendingImport | None:
    """Return a waiting file; None if expired or another.

    digest: its beginning, see `digest_of`; None: any.
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
    return None if digest not in (None, digest_of(data)) else PendingImport(row.id, data, row.options, row.asked_by)


def digest_of(data: bytes) -> str:
    """Return the beginning of a file's digest, which its buttons carry."""
    return hashlib.sha256(data).hexdigest()[:DIGEST_CHARACTERS]


def choose(connection: Connection, pending_id: int, options: dict[str, Any]) -> None:
    connection.execute(
        update(pending_import).where(mine(connection, pending_import, id=pending_id)).values(options=options)
    )


def forget(connection: Connection, pending_id: int) -> None:
    connection.execute(delete(pending_import).where(mine(connection, pending_import, id=pending_id)))


# The history each club ranks its Scrabble events against.


OPERATOR = 0
"""Loads histories; no Discord user has this id."""


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """A club's history; data: see core/rating/qursh/history.py."""

    origin: str
    data: bytes
    loaded_by: int
    loaded_at: datetime


def find_history(connection: Connection, club_id: int) -> StoredHistory | None:
    """Return a club's history; None if it uses the shipped one."""
    row = connection.execute(select(history).where(history.c.club_id == club_id)).one_or_none()
    return None if row is None else StoredHistory(row.origin, row.data, row.loaded_by, row.loaded_at)


def replace_history(connection: Connection, club_id: int, new: StoredHistory, interaction_id: int | None) -> None:
    values = {
        "club_id": club_id,
        "origin": new.origin,
        "data": new.data,
        "loaded_by": new.loaded_by,
        "loaded_at": new.loaded_at,
        "interaction_id": interaction_id,
    }
    connection.execute(replace_into(connection, history), values)


def remove_history(connection: Connection, club_id: int) -> bool:
    return connection.execute(delete(history).where(history.c.club_id == club_id)).rowcount > 0


def put_form(
    connection: Connection, club_id: int, user_id: int, form: str, filled: Mapping[str, Sequence[str]], now: datetime
) -> None:
    """Store a form's input instead of the previous one."""
    values = {"club_id": club_id, "user_id": user_id, "form": form, "filled": dict(filled), "saved_at": now}
    connection.execute(replace_into(connection, form_draft), values)


def find_form(
    connection: Connection, club_id: int, user_id: int, since: datetime
) -> tuple[str, dict[str, list[str]]] | None:
    theirs = (form_draft.c.club_id == club_id, form_draft.c.user_id == user_id, form_draft.c.saved_at >= since)
    row = connection.execute(select(form_draft.c.form, form_draft.c.filled).where(*theirs)).one_or_none()
    return None if row is None else (row.form, row.filled)


def clubs_with_old_forms(connection: Connection, before: datetime) -> list[int]:
    older = select(form_draft.c.club_id).where(form_draft.c.saved_at < before).distinct()
    return list(connection.execute(older.order_by(form_draft.c.club_id)).scalars())


def drop_old_forms(connection: Connection, club_id: int, before: datetime) -> None:
    connection.execute(delete(form_draft).where(form_draft.c.club_id == club_id, form_draft.c.saved_at < before))
