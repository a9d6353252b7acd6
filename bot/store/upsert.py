"""INSERT ... ON CONFLICT, which both databases know and SQLAlchemy spells apart."""

from typing import Any

from sqlalchemy import Table

from bot.store.database import Connection


def insert_for(dialect: str, table: Table) -> Any:
    """Return a dialect's insert into a table, for a statement that is made once."""
    if dialect == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # twenty modules, which a bot on SQLite does without

    return postgresql.insert(table)


def insert_into(connection: Connection, table: Table) -> Any:
    """Return the dialect's insert into a table, which has on_conflict_do_nothing and on_conflict_do_update."""
    return insert_for(connection.dialect.name, table)


def replace_into(connection: Connection, table: Table) -> Any:
    """Return an insert that replaces the row of the same primary key."""
    insert = insert_into(connection, table)
    same = {"club_id", *(column.name for column in table.primary_key)}
    others = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in same}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=others)
