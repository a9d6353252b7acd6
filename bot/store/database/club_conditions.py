"""SQL conditions that name the club."""

from typing import Any

from sqlalchemy import ColumnElement, Table, UniqueConstraint, and_, select

from bot.store.database.tables import club, evening, event, player
from bot.store.database.transactions import Connection, club_of


def mine(connection: Connection, table: Any, **values: Any) -> ColumnElement[bool]:
    named: dict[str, Any] = {"club_id": club_of(connection), **values}
    return and_(*(table.c[name] == value for name, value in named.items()))


def same(one: Any, other: Any) -> ColumnElement[bool]:
    """Return the join condition of equal columns within one club."""
    condition: ColumnElement[bool] = (one == other) & (one.table.c.club_id == other.table.c.club_id)
    return condition


_WHOLES = {"event_id": event, "player_id": player, "evening_id": evening}


def whole_of(table: Table) -> tuple[str, Table] | None:
    """Return the column and table that find a club's rows if no index begins with it."""
    indexes = [list(table.primary_key.columns), *(list(one.columns) for one in table.indexes)]
    indexes += [list(one.columns) for one in table.constraints if isinstance(one, UniqueConstraint)]
    if "club_id" not in table.c or any(columns[0].name == "club_id" for columns in indexes):
        return None
    return next((name, whole) for name, whole in _WHOLES.items() if name in table.c and not table.c[name].nullable)


def of_club(table: Table, club_id: int) -> Any:
    if table is club:
        return table.c.id == club_id
    named, found = table.c.club_id == club_id, whole_of(table)
    if found is None:
        return named
    column, whole = found
    return named & table.c[column].in_(select(whole.c.id).where(whole.c.club_id == club_id))


IS_PRESENT = player.c.merged_into.is_(None) & player.c.voided.is_(False)
"""The condition that excludes merged and hidden players."""


def insert_for(dialect: str, table: Table) -> Any:
    if dialect == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # twenty modules, unneeded on SQLite

    return postgresql.insert(table)


def insert_into(connection: Connection, table: Table) -> Any:
    """Return the dialect's insert, with on_conflict_do_nothing and on_conflict_do_update."""
    return insert_for(connection.dialect.name, table)


def replace_into(connection: Connection, table: Table) -> Any:
    insert = insert_into(connection, table)
    same = {"club_id", *(column.name for column in table.primary_key)}
    others = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in same}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=others)
