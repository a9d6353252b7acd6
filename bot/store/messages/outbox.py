"""Messages to Discord, stored with their causes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, case, delete, or_, select, update

from bot.store.database.club_conditions import insert_for, mine
from bot.store.database.tables import club, outbox
from bot.store.database.transactions import Connection

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message by kind and subject. changes: repeated puts. tries: failures. paused: why."""

    id: int
    club_id: int
    kind: str
    subject: str
    details: Any
    due_at: datetime
    changes: int
    tries: int
    paused: str | None


def put(connection: Connection, club_id: int, kind: str, subject: str, due_at: datetime, details: Any = None) -> None:
    """Queue a message; a waiting one keeps the earlier time.

    details: replace waiting ones unless None. Paused messages stay paused until they are tried again.
    """
    values = {"club_id": club_id, "kind": kind, "subject": subject, "due_at": due_at, "details": details}
    statement = _adding(connection.dialect.name, details is not None)
    connection.execute(statement, values)


@cache  # made once: building it takes longer than running it
def _adding(dialect: str, has_details: bool) -> Any:
    adding = insert_for(dialect, outbox)
    updated: dict[str, Any] = {
        # a new row, also for a process that is sending it
        "changes": outbox.c.changes + 1,
        "due_at": case(
            ((outbox.c.due_at > adding.excluded.due_at) & outbox.c.paused.is_(None), adding.excluded.due_at),
            else_=outbox.c.due_at,
        ),
    }
    if has_details:
        updated["details"] = adding.excluded.details
    return adding.on_conflict_do_update(index_elements=["club_id", "kind", "subject"], set_=updated)


def find(connection: Connection, club_id: int, kind: str, subject: str) -> Outgoing | None:
    row = connection.execute(_rows(club_id, kind, [subject])).one_or_none()
    return None if row is None else _outgoing(row)


def of_kind(connection: Connection, club_id: int, kind: str) -> Sequence[Outgoing]:
    return [_outgoing(row) for row in connection.execute(_rows(club_id, kind).order_by(outbox.c.id))]


def drop(connection: Connection, club_id: int, kind: str, subjects: Collection[str] | None = None) -> None:
    """Delete messages; without subjects, all of the kind."""
    theirs = [outbox.c.club_id == club_id, outbox.c.kind == kind]
    if subjects is not None:
        theirs.append(outbox.c.subject.in_(subjects))
    connection.execute(delete(outbox).where(*theirs))


def due(connection: Connection, now: datetime) -> Sequence[tuple[int, str]]:
    """Return the clubs and kinds with due messages, if the bot is on the server."""
    query = select(outbox.c.club_id, outbox.c.kind).distinct().join(club, club.c.id == outbox.c.club_id)
    rows = connection.execute(query.where(*_is_due(now), club.c.left_at.is_(None)))
    return [(row.club_id, row.kind) for row in rows]


def claim(connection: Connection, club_id: int, kind: str, now: datetime, until: datetime) -> Outgoing | None:
    """Claim the longest-due message of a kind until a moment, or return None."""
    query = select(outbox.c.id).where(outbox.c.club_id == club_id, outbox.c.kind == kind, *_is_due(now))
    for found in connection.execute(query.order_by(outbox.c.due_at, outbox.c.id).limit(_AT_ONCE)).scalars().all():
        # A message put while it is sent is due at its own time.
        take = (
            update(outbox)
            .where(outbox.c.club_id == club_id, outbox.c.id == found, *_is_due(now))
            .values(claimed_until=until, due_at=until)
        )
        row = connection.execute(take.returning(outbox)).one_or_none()
        if row is not None:
            return _outgoing(row)
    return None


_AT_ONCE = 20


def _is_due(now: datetime) -> list[Any]:
    is_free = or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= now)
    return [outbox.c.due_at <= now, is_free]


def sent(connection: Connection, one: Outgoing) -> None:
    """Delete a sent message unless it was put again."""
    this = _this(one)
    connection.execute(delete(outbox).where(*this, outbox.c.changes == one.changes))
    connection.execute(update(outbox).where(*this).values(claimed_until=None, tries=0, paused=None, noted=False))


def _this(one: Outgoing) -> list[Any]:
    return [outbox.c.club_id == one.club_id, outbox.c.id == one.id]


def postpone(connection: Connection, one: Outgoing, due_at: datetime) -> None:
    """Set a later due time; earlier if it was put again."""
    at = case(((outbox.c.changes != one.changes) & (outbox.c.due_at < due_at), outbox.c.due_at), else_=due_at)
    values = {"due_at": at, "claimed_until": None, "tries": 0, "paused": None, "noted": False}
    connection.execute(update(outbox).where(*_this(one)).values(**values))


def retry(connection: Connection, one: Outgoing, due_at: datetime) -> None:
    values = {"due_at": due_at, "claimed_until": None, "tries": one.tries + 1}
    connection.execute(update(outbox).where(*_this(one)).values(**values))


def pause(connection: Connection, one: Outgoing, reason: str, again_at: datetime) -> None:
    """Pause a message until a moment; directors are not asked again about a pause that they have seen."""
    values = {"paused": reason[:LONGEST_REASON], "claimed_until": None, "due_at": again_at}
    connection.execute(update(outbox).where(*_this(one)).values(**values))


def paused(connection: Connection, club_id: int, *, unnoted: bool = False) -> Sequence[Outgoing]:
    """Return a club's paused messages. unnoted: only those directors do not know of."""
    theirs = [outbox.c.club_id == club_id, outbox.c.paused.is_not(None)]
    if unnoted:
        theirs.append(outbox.c.noted.is_(False))
    return [_outgoing(row) for row in connection.execute(select(outbox).where(*theirs).order_by(outbox.c.id))]


def note(connection: Connection, ids: Collection[int]) -> None:
    """Record that directors know of a pause."""
    connection.execute(update(outbox).where(mine(connection, outbox), outbox.c.id.in_(ids)).values(noted=True))


def retry_paused(connection: Connection, club_id: int, now: datetime) -> int:
    theirs = (outbox.c.club_id == club_id, outbox.c.paused.is_not(None))
    values = {"paused": None, "noted": False, "tries": 0, "due_at": now}
    return connection.execute(update(outbox).where(*theirs).values(**values)).rowcount


def try_paused(connection: Connection, club_id: int, now: datetime) -> int:
    """Make paused messages due, without news for the directors; return how many."""
    theirs = (outbox.c.club_id == club_id, outbox.c.paused.is_not(None), outbox.c.claimed_until.is_(None))
    return connection.execute(update(outbox).where(*theirs).values(due_at=now)).rowcount


def _rows(club_id: int, kind: str, subjects: Collection[str] | None = None) -> Select[Any]:
    query = select(outbox).where(outbox.c.club_id == club_id, outbox.c.kind == kind)
    return query if subjects is None else query.where(outbox.c.subject.in_(subjects))


def _outgoing(row: Any) -> Outgoing:
    return Outgoing(
        row.id, row.club_id, row.kind, row.subject, row.details, row.due_at, row.changes, row.tries, row.paused
    )
