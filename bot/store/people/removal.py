"""Players who are hidden, who leave and come back, and who are taken out because nothing names them."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, exists, select, update

from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.tables import claim, metadata, player


def hide(connection: Connection, player_id: int, *, hidden: bool) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(hidden=hidden))


def set_left(connection: Connection, club_id: int, user_ids: Collection[int], left_at: datetime | None) -> int:
    """Mark that members have left the server, or are here again; return of how many players that is something new."""
    known = player.c.left_at.is_(None) if left_at is not None else player.c.left_at.is_not(None)
    theirs = (player.c.club_id == club_id, player.c.user_id.in_(user_ids), known)
    return connection.execute(update(player).where(*theirs).values(left_at=left_at)).rowcount


def users(connection: Connection, club_id: int) -> Sequence[tuple[int, bool]]:
    """Return the Discord users who are players of a club, and whether they are known to have left."""
    query = select(player.c.user_id, player.c.left_at).where(player.c.club_id == club_id, player.c.user_id.is_not(None))
    return [(row.user_id, row.left_at is not None) for row in connection.execute(query.order_by(player.c.user_id))]


def is_named(connection: Connection, player_id: int) -> bool:
    """Tell whether any row of any table names a player, be it of what no longer counts; claims do not matter."""
    naming = (
        column
        for table in metadata.sorted_tables
        if table is not claim
        for column in table.c
        if any(key.column is player.c.id for key in column.foreign_keys)
    )
    named = (
        exists().where(mine(connection, one.table, **{one.name: player_id})) for one in (*naming, player.c.merged_into)
    )
    return any(connection.execute(select(one)).scalar() for one in named)


def remove(connection: Connection, player_id: int) -> None:
    """Delete a player whom nothing names, with their claims."""
    connection.execute(delete(claim).where(mine(connection, claim, player_id=player_id)))
    connection.execute(delete(player).where(mine(connection, player, id=player_id)))
