"""Who has been forgotten, by number alone: a backup that was made before brings them back, and forgets them again."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from bot.store.database import Connection
from bot.store.tables import forgotten
from bot.store.upsert import replace_into


class Forgotten(NamedTuple):
    """Somebody who was forgotten, by number. player_id: `WHOLE_CLUB` where all of it was erased."""

    club_id: int
    player_id: int
    at: datetime


WHOLE_CLUB = 0
"""Stands for a player's number where a club was erased."""


def note(connection: Connection, club_id: int, player_ids: Collection[int], at: datetime) -> None:
    """Note that players were forgotten; of one who was before, the later time stays."""
    rows = [{"club_id": club_id, "player_id": player_id, "at": at} for player_id in player_ids]
    connection.execute(replace_into(connection, forgotten), rows)


def everybody(connection: Connection) -> set[Forgotten]:
    """Return everyone who was forgotten, in all clubs."""
    rows = connection.execute(select(forgotten.c.club_id, forgotten.c.player_id, forgotten.c.at))
    return {Forgotten(row.club_id, row.player_id, row.at) for row in rows}
