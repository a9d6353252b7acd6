"""INSERT ... ON CONFLICT, which both databases know and SQLAlchemy spells apart."""

from functools import cache
from typing import Any

from sqlalchemy import Table

from bot.store import one_club
from bot.store.database import Connection


def insert_for(dialect: str, table: Table) -> Any:
    """Return a dialect's insert into a table, for a statement that is made once."""
    return _insert(dialect, table)


def insert_into(connection: Connection, table: Table) -> Any:
    """Return the dialect's insert into a table, which has on_conflict_do_nothing and on_conflict_do_update."""
    return _insert(connection.dialect.name, table)


def replace_into(connection: Connection, table: Table) -> Any:
    """Return an insert that replaces the row of the same primary key."""
    return replacing(connection.dialect.name, table)


def add_to(connection: Connection, table: Table, counter: str) -> Any:
    """Return an insert that adds to a counter where there is a row of the same primary key."""
    return adding(connection.dialect.name, table, counter)


def _insert(dialect: str, table: Table) -> Any:
    if dialect == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # twenty modules, which a bot on SQLite does without

    return postgresql.insert(table)


# Made once: building them takes longer than running them.


@cache
def replacing(dialect: str, table: Table) -> Any:
    """Return a dialect's insert that replaces the row of the same primary key."""
    insert = _insert(dialect, table)
    kept = {one_club.COLUMN, *(column.name for column in table.primary_key)}
    others = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in kept}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=others)


@cache
def adding(dialect: str, table: Table, counter: str) -> Any:
    """Return a dialect's insert that adds to a counter where there is a row of the same primary key."""
    insert = _insert(dialect, table)
    added = {counter: table.c[counter] + insert.excluded[counter]}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=added)
