"""What a club's web pages show, as texts to compare: a page whose text is as before need not be made again."""

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from typing import Any

from sqlalchemy import Table, Text, cast, func, select

from bot.store.database.club_conditions import of_club
from bot.store.database.tables import (
    demotion,
    entered_rating,
    entrant,
    event,
    event_list,
    game,
    journal,
    norm,
    player,
    standing,
    title,
)
from bot.store.database.transactions import Connection


def of_events(connection: Connection, club_id: int) -> dict[int, str]:
    return _texts(connection, club_id, (event, event_list, entrant, game, journal, norm, title), "event_id")


def of_players(connection: Connection, club_id: int) -> dict[int, str]:
    return _texts(connection, club_id, (player, standing, journal, entered_rating, demotion, norm, title), "player_id")


def players_by_event(connection: Connection, club_id: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    query = select(entrant.c.event_id, entrant.c.player_id).where(
        of_club(entrant, club_id), entrant.c.player_id.is_not(None)
    )
    for event_id, player_id in connection.execute(query.order_by(*entrant.primary_key)):
        found[event_id].append(player_id)
    return found


def _texts(connection: Connection, club_id: int, tables: Iterable[Table], key: str) -> dict[int, str]:
    """Return all rows that belong to each event or player; the database joins them, for they are many."""
    found: dict[int, str] = defaultdict(str)
    for table in tables:
        column = table.c.id if table in (event, player) else table.c[key]
        # A row that is stored again has another id.
        parts: list[Any] = [func.coalesce(cast(one, Text), "") for one in table.columns if one.name != "id"]
        row = reduce(lambda text, part: text + "|" + part, parts)
        query = select(column, func.aggregate_strings(row, "\n")).where(of_club(table, club_id), column.is_not(None))
        for number, text in connection.execute(query.group_by(column)):
            found[number] += text
    return found
