"""What a federation's list says of a club's players, as the operator has loaded it."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select

from bot.store.database import Connection
from bot.store.tables import federation_entry, player


class Loaded(NamedTuple):
    """A list that was loaded. month: its own, or the day of its loading. lines: by membership number."""

    month: date
    lines: Mapping[str, Any]


def replace_list(connection: Connection, club_id: int, month: date, lines: Mapping[str, Any]) -> None:
    """Keep what a list says of a club's players in the place of the list before."""
    connection.execute(delete(federation_entry).where(federation_entry.c.club_id == club_id))
    values = [{"club_id": club_id, "number": number, "month": month, "line": line} for number, line in lines.items()]
    if values:
        connection.execute(insert(federation_entry), values)


def loaded(connection: Connection, club_id: int) -> Loaded | None:
    """Return the list that was loaded last, of those who are players of the club; None where there is none."""
    theirs = select(player.c.fide_id).where(player.c.club_id == club_id, player.c.merged_into.is_(None))
    query = select(federation_entry).where(federation_entry.c.club_id == club_id, federation_entry.c.number.in_(theirs))
    rows = connection.execute(query.order_by(federation_entry.c.number)).all()
    return Loaded(rows[0].month, {row.number: row.line for row in rows}) if rows else None
