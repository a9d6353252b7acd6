"""What was stored and whose answer Discord did not take: kept until its member has been told."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from bot.store.database import Connection
from bot.store.tables import unshown

_FIND = select(unshown.c.club_id).where(unshown.c.interaction_id == bindparam("interaction"))


class Unshown(NamedTuple):
    """An answer that was not shown, by the interaction that asked for it."""

    interaction_id: int
    club_id: int
    user_id: int


def add(connection: Connection, one: Unshown, now: datetime) -> None:
    """Keep an answer that was not shown; one that is kept already stays."""
    if connection.execute(_FIND, {"interaction": one.interaction_id}).one_or_none() is None:
        connection.execute(insert(unshown).values(**one._asdict(), created_at=now))


def every(connection: Connection) -> Sequence[Unshown]:
    """Return the answers that were not shown, of all clubs, earliest first."""
    columns = (unshown.c.interaction_id, unshown.c.club_id, unshown.c.user_id)
    query = select(*columns).order_by(unshown.c.interaction_id)
    return [Unshown(*row) for row in connection.execute(query)]


def forget(connection: Connection, interaction_ids: Collection[int]) -> None:
    """Drop what has been told."""
    connection.execute(delete(unshown).where(unshown.c.interaction_id.in_(interaction_ids)))
