"""The audit: who did what, when, and the interaction that asked for it."""

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select

from bot.store.database.rows import AuditEntry
from bot.store.database.tables import audit
from bot.store.database.transactions import Connection

_BY_INTERACTION = select(audit.c.action, audit.c.subject_id, audit.c.details, audit.c.actor_id).where(
    audit.c.interaction_id == bindparam("interaction"), audit.c.club_id == bindparam("club")
)
_ADD = insert(audit)


def by_interaction(connection: Connection, club_id: int, interaction_id: int) -> AuditEntry | None:
    row = connection.execute(_BY_INTERACTION, {"interaction": interaction_id, "club": club_id}).first()
    return None if row is None else AuditEntry(row.action, row.subject_id, row.details, row.actor_id)


def latest(connection: Connection, club_id: int, action: str, subject_id: int) -> AuditEntry | None:
    query = select(audit.c.action, audit.c.subject_id, audit.c.details, audit.c.actor_id)
    these = (audit.c.club_id == club_id, audit.c.action == action, audit.c.subject_id == subject_id)
    row = connection.execute(query.where(*these).order_by(audit.c.id.desc()).limit(1)).first()
    return None if row is None else AuditEntry(*row)


def add(
    connection: Connection,
    *,
    club_id: int,
    at: datetime,
    actor_id: int,
    action: str,
    subject_id: int | None,
    details: Any,
    interaction_id: int,
) -> None:
    values = {
        "club_id": club_id,
        "at": at,
        "actor_id": actor_id,
        "action": action,
        "subject_id": subject_id,
        "details": details,
        "interaction_id": interaction_id,
    }
    connection.execute(_ADD, values)
