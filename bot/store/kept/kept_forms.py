"""What a member typed into a form that was refused: one a member, for a while."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.database import Connection
from bot.store.tables import kept_form
from bot.store.upsert import replace_into


def put(
    connection: Connection, club_id: int, user_id: int, form: str, filled: Mapping[str, Sequence[str]], now: datetime
) -> None:
    """Keep what somebody typed, in the place of what was kept before."""
    values = {"club_id": club_id, "user_id": user_id, "form": form, "filled": dict(filled), "kept_at": now}
    connection.execute(replace_into(connection, kept_form), values)


def find(
    connection: Connection, club_id: int, user_id: int, since: datetime
) -> tuple[str, dict[str, list[str]]] | None:
    """Return the form and what was typed, by field; None where nothing is kept, or for too long."""
    theirs = (kept_form.c.club_id == club_id, kept_form.c.user_id == user_id, kept_form.c.kept_at >= since)
    row = connection.execute(select(kept_form.c.form, kept_form.c.filled).where(*theirs)).one_or_none()
    return None if row is None else (row.form, row.filled)


def clubs_with_older(connection: Connection, before: datetime) -> list[int]:
    """Return the clubs in which something has been kept for too long."""
    older = select(kept_form.c.club_id).where(kept_form.c.kept_at < before).distinct()
    return list(connection.execute(older.order_by(kept_form.c.club_id)).scalars())


def drop_older(connection: Connection, club_id: int, before: datetime) -> None:
    """Drop what has been kept for too long in a club."""
    connection.execute(delete(kept_form).where(kept_form.c.club_id == club_id, kept_form.c.kept_at < before))
