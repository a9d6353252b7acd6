"""Conditions that name the club of rows."""

from typing import Any

from sqlalchemy import ColumnElement, and_

from bot.store.database import Connection, club_of


def mine(connection: Connection, table: Any, **values: Any) -> ColumnElement[bool]:
    """Return the condition that rows of a table are of the transaction's club, with these values in columns."""
    named: dict[str, Any] = {"club_id": club_of(connection), **values}
    return and_(*(table.c[name] == value for name, value in named.items()))


def same(one: Any, other: Any) -> ColumnElement[bool]:
    """Return the condition of a join: two columns are equal, and their tables' rows are one club's."""
    condition: ColumnElement[bool] = (one == other) & (one.table.c.club_id == other.table.c.club_id)
    return condition
