"""A club's derived rows, to compare with a recalculation from scratch."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Table, bindparam, delete, select

from bot.store.database.club_conditions import insert_into, of_club
from bot.store.database.tables import board, club, journal, norm, standing, title
from bot.store.database.transactions import Connection
from core.lists import RatingList

Key = tuple[Any, ...]
Row = dict[str, Any]

Rows = dict[Key, Row]

KEYS: dict[str, tuple[str, ...]] = {
    "journal": ("list", "player_id", "date", "seq"),
    "standing": ("list", "player_id"),
    "norm": ("event_id", "list", "player_id", "scheme"),
    "title": ("player_id", "list", "scheme", "level"),
}

_TABLES = {table.name: table for table in (journal, standing, norm, title)}
NOT_COMPARED = frozenset({"id", "club_id"})

ROWS_AT_ONCE = 500
"""Few enough that the event loop turns between two parts, many enough for a statement to be worth it."""


def all_clubs(connection: Connection) -> Sequence[int]:
    return connection.execute(select(club.c.id).order_by(club.c.id)).scalars().all()


def read(connection: Connection, name: str, club_id: int, lists: Sequence[RatingList] | None = None) -> Rows:
    table, names = _TABLES[name], KEYS[name]
    query = select(*_compared(table)).where(of_club(table, club_id))
    if lists is not None:
        query = query.where(table.c.list.in_([one.value for one in lists]))
    rows: Rows = {}
    for found in connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE}):
        row = found._asdict()
        rows[tuple(row.pop(column) for column in names)] = row
    return rows


class Difference(NamedTuple):
    """A row whose stored and calculated values differ; None for a missing one."""

    key: Key
    stored: Row | None
    calculated: Row | None


def store(connection: Connection, name: str, club_id: int, different: Sequence[Difference]) -> None:
    table, names = _TABLES[name], KEYS[name]
    this = (table.c[column] == bindparam(f"key_{column}") for column in names)
    removed = [dict(zip(names, one.key, strict=True)) for one in different if one.calculated is None]
    keys = [{f"key_{column}": value for column, value in key.items()} for key in removed]
    _execute(connection, delete(table).where(table.c.club_id == club_id, *this), keys)
    put(connection, name, club_id, {one.key: one.calculated for one in different if one.calculated is not None})


def put(connection: Connection, name: str, club_id: int, rows: Rows) -> None:
    table, names = _TABLES[name], KEYS[name]
    insert = insert_into(connection, table)
    unique = [table.c[column] for column in names] if table is journal else list(table.primary_key)
    others = {one.name: insert.excluded[one.name] for one in _compared(table) if one.name not in names}
    made = ({"club_id": club_id, **dict(zip(names, key, strict=True)), **row} for key, row in rows.items())
    # Not an UPDATE: it names no index, and PostgreSQL plans badly for a table without statistics.
    _execute(connection, insert.on_conflict_do_update(index_elements=unique, set_=others), made)


def _compared(table: Table) -> list[Any]:
    return [one for one in table.columns if one.name not in NOT_COMPARED]


def _execute(connection: Connection, statement: Any, rows: Iterable[Row]) -> None:
    waiting = iter(rows)
    while part := list(islice(waiting, ROWS_AT_ONCE)):
        connection.execute(statement, part)


def swept_on(connection: Connection, club_id: int) -> dict[str, Any]:
    """Return the day up to which each list's players were checked for activity."""
    rows = connection.execute(select(board.c.list, board.c.swept_on).where(board.c.club_id == club_id))
    return {row.list: row.swept_on for row in rows}
