"""How a list's ratings are spread, and how much is played on it."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import and_, func, select

from bot.store.conditions import same
from bot.store.database import Connection
from bot.store.tables import event, event_list, game, standing
from core.lists import RatingList


class Level(NamedTuple):
    """How many active players stand at a displayed rating, provisional ones not counted."""

    displayed: int
    players: int


class DayOfPlay(NamedTuple):
    """An event of a list: its day, and how many games were played in it."""

    day: date
    games: int


def spread(connection: Connection, club_id: int, rating_list: RatingList) -> list[Level]:
    """Return the displayed ratings of a list, lowest first."""
    query = (
        select(standing.c.shown, func.count())
        .where(
            standing.c.club_id == club_id,
            standing.c.list == rating_list.value,
            standing.c.active.is_(True),
            standing.c.provisional.is_(False),
        )
        .group_by(standing.c.shown)
        .order_by(standing.c.shown)
    )
    return [Level(*row) for row in connection.execute(query)]


def played_since(connection: Connection, club_id: int, rating_list: RatingList, since: date) -> list[DayOfPlay]:
    """Return the events of a list that count, from a day on, in their order."""
    on_list = same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value)
    its_games = (game.c.event_id == event.c.id, game.c.club_id == event.c.club_id)
    played = and_(*its_games, game.c.unrated_reason.is_(None))
    query = (
        select(event.c.date, func.count(game.c.round))
        .select_from(event)
        .join(event_list, on_list)
        .outerjoin(game, played)
        .where(event.c.club_id == club_id, event.c.voided.is_(False), event.c.date >= since)
        .group_by(event.c.id, event.c.date)
        .order_by(event.c.date, event.c.id)
    )
    return [DayOfPlay(*row) for row in connection.execute(query)]
