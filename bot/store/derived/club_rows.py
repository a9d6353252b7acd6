"""Everything derived of a club, row by row, to be held against a fold from scratch."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select

from bot.store.database import Connection
from bot.store.tables import board, club, journal, norm, standing, title
from bot.store.whose import of_club
from core.lists import RatingList

Key = tuple[Any, ...]
Row = dict[str, Any]
"""The columns beside the key, by name."""

Rows = dict[Key, Row]

KEYS: dict[str, tuple[str, ...]] = {
    "journal": ("list", "player_id", "date", "seq"),
    "standing": ("list", "player_id"),
    "norm": ("event_id", "list", "player_id", "scheme"),
    "title": ("player_id", "list", "scheme", "level"),
}
"""What a row of each derived table is told apart by, within a club."""

_TABLES = {table.name: table for table in (journal, standing, norm, title)}
NAMES = frozenset({*_TABLES, board.name})
NOT_COMPARED = frozenset({"id", "club_id"})


def all_clubs(connection: Connection) -> Sequence[int]:
    return connection.execute(select(club.c.id).order_by(club.c.id)).scalars().all()


def read(connection: Connection, name: str, club_id: int, lists: Sequence[RatingList]) -> Rows:
    """Return a club's rows of a derived table for some lists."""
    table, names = _TABLES[name], KEYS[name]
    columns = [one for one in table.columns if one.name not in NOT_COMPARED]
    query = select(*columns).where(table.c.list.in_([one.value for one in lists]), of_club(table, club_id))
    rows: Rows = {}
    for found in connection.execute(query):
        row = found._asdict()
        rows[tuple(row.pop(column) for column in names)] = row
    return rows


def put(connection: Connection, name: str, club_id: int, rows: Rows) -> None:
    """Insert rows of a derived table, as `read` returns them, into a club that has none."""
    table, names = _TABLES[name], KEYS[name]
    made = [{"club_id": club_id} | dict(zip(names, key, strict=True)) | row for key, row in rows.items()]
    if made:
        connection.execute(insert(table), made)


def clear(connection: Connection, club_id: int) -> None:
    """Take away everything derived of a club: within a transaction that folds it again, or is rolled back."""
    for table in (*_TABLES.values(), board):
        connection.execute(delete(table).where(of_club(table, club_id)))


def swept_on(connection: Connection, club_id: int) -> dict[str, Any]:
    """Return up to which day the players of each list were looked at for being active."""
    rows = connection.execute(select(board.c.list, board.c.swept_on).where(board.c.club_id == club_id))
    return {row.list: row.swept_on for row in rows}
