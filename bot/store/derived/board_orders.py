"""Boards in other orders than by rating or games: a figure for each player, from their journal of some days.

Only who has played in these days is looked at, along the standings' index by date.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, cast, func, select

from bot.store.database import Connection
from bot.store.tables import journal, standing
from core.frozen import frozen
from core.lists import RatingList


class Figure(NamedTuple):
    """A player's figure in an order: points or a day, the rating beside it, the rank and the lines before it."""

    player_id: int
    figure: int | date
    rating: int
    rank: int
    before: int


@frozen
class Gains:
    """Everybody's gain on a list since a day, in displayed points; entered ratings are none."""

    rating_list: RatingList
    since: date
    everyone: bool


@frozen
class Peaks:
    """Who has reached the highest of their ratings on a list since a day, and when; a first rating is no peak."""

    rating_list: RatingList
    since: date
    everyone: bool


def page(connection: Connection, club_id: int, of: Gains | Peaks, offset: int, size: int) -> Sequence[Figure]:
    """Return the figures of a page, the greatest first."""
    ranked = _ranked(connection, club_id, of)
    query = select(ranked).order_by(ranked.c.before).offset(offset).limit(size)
    return [Figure(*row) for row in connection.execute(query)]


def of_player(connection: Connection, club_id: int, of: Gains | Peaks, player_id: int) -> Figure | None:
    """Return a player's figure; None for one who has none."""
    ranked = _ranked(connection, club_id, of)
    row = connection.execute(select(ranked).where(ranked.c.player_id == player_id)).one_or_none()
    return None if row is None else Figure(*row)


def count(connection: Connection, club_id: int, of: Gains | Peaks) -> int:
    """Return how many lines there are."""
    found = _figures(connection, club_id, of).subquery()
    return int(connection.execute(select(func.count()).select_from(found)).scalar_one())


def _figures(connection: Connection, club_id: int, of: Gains | Peaks) -> Select[Any]:
    return _gains(connection, club_id, of) if isinstance(of, Gains) else _peaks(connection, club_id, of)


def _gains(connection: Connection, club_id: int, of: Gains) -> Select[Any]:
    entry = journal.c
    moved = _shown(connection, entry.after) - _shown(connection, entry.before)
    gain = func.sum(moved)
    return (
        select(entry.player_id, gain.label("figure"), func.max(standing.c.shown).label("rating"))
        .where(*_on_board(club_id, of), entry.opening_id.is_(None))
        .where(entry.before.is_not(None), entry.after.is_not(None))
        .group_by(entry.player_id)
    )


def _peaks(connection: Connection, club_id: int, of: Peaks) -> Select[Any]:
    entry, earlier = journal.c, journal.alias("earlier")
    shown = _shown(connection, entry.after)
    order = (shown.desc(), entry.date, entry.seq)
    columns = (entry.player_id, entry.date.label("figure"), shown.label("rating"), entry.before, entry.opening_id)
    place = func.row_number().over(partition_by=entry.player_id, order_by=order).label("place")
    on_board = _on_board(club_id, of)
    highest = select(*columns, place).where(*on_board, entry.after.is_not(None)).subquery()
    before = select(func.max(_shown(connection, earlier.c.after))).where(
        earlier.c.player_id == highest.c.player_id, earlier.c.list == of.rating_list.value, earlier.c.date < of.since
    )
    return select(highest.c.player_id, highest.c.figure, highest.c.rating).where(
        highest.c.place == 1,
        highest.c.rating > func.coalesce(before.correlate(highest).scalar_subquery(), 0),
        highest.c.before.is_not(None),
        highest.c.opening_id.is_(None),
    )


def _ranked(connection: Connection, club_id: int, of: Gains | Peaks) -> Any:
    figures = _figures(connection, club_id, of).subquery()
    order = (figures.c.figure.desc(), figures.c.rating.desc(), figures.c.player_id)
    return select(
        figures,
        func.rank().over(order_by=figures.c.figure.desc()).label("rank"),
        (func.row_number().over(order_by=order) - 1).label("before"),
    ).subquery()


def _on_board(club_id: int, of: Gains | Peaks) -> list[Any]:
    return [
        standing.c.club_id == club_id,
        standing.c.list == of.rating_list.value,
        standing.c.active.in_((True, False) if of.everyone else (True,)),
        standing.c.date >= of.since,
        journal.c.player_id == standing.c.player_id,
        journal.c.list == of.rating_list.value,
        journal.c.date >= of.since,
    ]


def _shown(connection: Connection, rating: Any) -> Any:
    """Return a rating as most systems display it: the nearest whole number, halves up."""
    half_up = rating + 0.5
    return cast(half_up if connection.dialect.name == "sqlite" else func.floor(half_up), Integer)
