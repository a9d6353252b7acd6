"""INSERT ... ON CONFLICT, which both databases know and SQLAlchemy spells apart."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Connection


def upsert(connection: Connection, table: Table) -> Any:
    """Return the dialect's insert into a table, which has on_conflict_do_nothing and on_conflict_do_update."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
