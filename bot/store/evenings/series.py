"""Evenings that repeat: the plan of the next."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database.club_conditions import mine
from bot.store.database.evening_rows import Series
from bot.store.database.tables import evening, series
from bot.store.database.transactions import Connection

PLANNED = (
    *("name", "list", "minutes", "seconds", "method", "rounds", "most", "confirm_minutes", "check_in"),
    *("forfeit_minutes", "tie_breaks", "prizes", "prize_sharing", "place", "sections", "accelerated"),
)
"""Columns of an evening that the next one takes over."""


def of_club(connection: Connection, club_id: int) -> Sequence[Series]:
    """Return a club's series, ended ones too."""
    rows = connection.execute(select(series).where(series.c.club_id == club_id).order_by(series.c.id))
    return [_series(row) for row in rows]


def find(connection: Connection, series_id: int) -> Series | None:
    row = connection.execute(select(series).where(mine(connection, series, id=series_id))).one_or_none()
    return None if row is None else _series(row)


def add(connection: Connection, club_id: int, **values: Any) -> int:
    made = insert(series).values(club_id=club_id, **values).returning(series.c.id)
    return int(connection.execute(made).scalar_one())


def change(connection: Connection, series_id: int, **values: Any) -> None:
    connection.execute(update(series).where(mine(connection, series, id=series_id)).values(**values))


def remove(connection: Connection, series_id: int) -> None:
    connection.execute(delete(series).where(mine(connection, series, id=series_id)))


def plan_of(connection: Connection, evening_id: int) -> dict[str, Any]:
    """Return what the next evening takes over from one."""
    columns = [evening.c[name] for name in PLANNED]
    row = connection.execute(select(*columns).where(mine(connection, evening, id=evening_id))).one()
    return dict(row._mapping)


_COLUMNS = [column for column in series.columns if column.name != "club_id"]


def _series(row: Any) -> Series:
    return Series(*(getattr(row, column.name) for column in _COLUMNS))
