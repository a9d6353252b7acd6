"""Rename a club's own list wherever it stands: in columns, and in JSON as a key or a value."""

from typing import Any

from sqlalchemy import ColumnElement, Table, select, update

from bot.store.database.tables import audit, club, journal, metadata, standing
from bot.store.database.transactions import Connection
from bot.store.database.types import Json
from core.lists import RatingList

_WITHOUT = frozenset({audit.name, journal.name, standing.name})
"""Their JSON says what was, or names no list."""


def rename_list(connection: Connection, club_id: int, old: RatingList, new: RatingList) -> None:
    """Rename a list in all rows of a club but its audit log. Needs the club's lock."""
    for table in metadata.sorted_tables:
        if table is not club and "club_id" not in table.c:
            continue
        mine = table.c.id == club_id if table is club else table.c.club_id == club_id
        for name in {"list", "default_list"} & set(table.c.keys()):
            values = {name: new.value}
            connection.execute(update(table).where(mine, table.c[name] == old.value).values(**values))
        if table.name not in _WITHOUT:
            _rename_in_json(connection, table, mine, {old.value: new.value})


def _rename_in_json(connection: Connection, table: Table, mine: ColumnElement[bool], names: dict[str, str]) -> None:
    for column in table.c:
        if not isinstance(column.type, Json):
            continue
        rows = connection.execute(select(*table.primary_key, column.label("stored")).where(mine, column.is_not(None)))
        for *key, stored in rows.all():
            renamed = _renamed(stored, names)
            if renamed != stored:
                this = (one == value for one, value in zip(table.primary_key, key, strict=True))
                connection.execute(update(table).where(mine, *this).values({column: renamed}))


def _renamed(stored: Any, names: dict[str, str]) -> Any:
    if isinstance(stored, dict):
        return {names.get(key, key): _renamed(value, names) for key, value in stored.items()}
    if isinstance(stored, list):
        return [_renamed(value, names) for value in stored]
    return names.get(stored, stored) if isinstance(stored, str) else stored
