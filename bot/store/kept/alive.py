"""What of a club moves by itself beside announcements: live boards, roles and the season."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from sqlalchemy import select

from bot.store.database import Connection
from bot.store.tables import live_board, role_rule, season
from core.lists import RatingList


class Alive(NamedTuple):
    """What is turned on.

    boards: each live board's list and channel. roles: how many there are, by class and by title.
    season: the name and the last day of one that is not over; None: until a director ends it.
    """

    boards: tuple[tuple[RatingList, int], ...]
    roles: Mapping[str, int]
    season: tuple[str, date | None] | None


NOTHING = Alive((), {}, None)


def alive(connection: Connection, club_id: int) -> Alive:
    """Return what is turned on in a club."""
    boards = select(live_board.c.list, live_board.c.channel_id).where(live_board.c.club_id == club_id)
    roles = select(role_rule.c.by).where(role_rule.c.club_id == club_id)
    running = select(season.c.name, season.c.ends).where(
        season.c.club_id == club_id, season.c.voided.is_(False), season.c.ended_at.is_(None)
    )
    latest = connection.execute(running.order_by(season.c.starts.desc()).limit(1)).one_or_none()
    return Alive(
        tuple((RatingList(one.list), one.channel_id) for one in connection.execute(boards.order_by(live_board.c.id))),
        Counter(connection.execute(roles).scalars()),
        None if latest is None else (latest.name, latest.ends),
    )
