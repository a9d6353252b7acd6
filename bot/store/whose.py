"""Which rows of a table are a club's, found along an index."""

from typing import Any

from sqlalchemy import Table, UniqueConstraint, select

from bot.store.tables import club, evening, event, player

_WHOLES = {"event_id": event, "player_id": player, "evening_id": evening}


def whole_of(table: Table) -> tuple[str, Table] | None:
    """Return what finds a club's rows where no index begins with the club: the column and the table that it names."""
    indexes = [list(table.primary_key.columns), *(list(one.columns) for one in table.indexes)]
    indexes += [list(one.columns) for one in table.constraints if isinstance(one, UniqueConstraint)]
    if "club_id" not in table.c or any(columns[0].name == "club_id" for columns in indexes):
        return None
    return next((name, whole) for name, whole in _WHOLES.items() if name in table.c and not table.c[name].nullable)


def of_club(table: Table, club_id: int) -> Any:
    """Return the condition that rows of a table are a club's."""
    if table is club:
        return table.c.id == club_id
    named, found = table.c.club_id == club_id, whole_of(table)
    if found is None:
        return named
    column, whole = found
    return named & table.c[column].in_(select(whole.c.id).where(whole.c.club_id == club_id))
