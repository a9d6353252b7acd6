"""Boards ordered by this month's gain, worked out from the journal, or by the newest peak."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from typing import Any, NamedTuple

from sqlalchemy import Date, Integer, Select, Subquery, bindparam, cast, func, select

from bot.store.database import Connection
from bot.store.tables import journal, standing
from core.lists import RatingList


class Figure(NamedTuple):
    """A player's figure in an order: points or a day, the rating beside it, the rank and the lines before it."""

    player_id: int
    figure: int | date
    rating: int
    rank: int
    before: int


@dataclass(frozen=True, slots=True)
class Gains:
    """Displayed points gained on a list within a month; entered ratings do not count."""

    rating_list: RatingList
    month: date


@dataclass(frozen=True, slots=True)
class Peaks:
    """Who reached their highest rating on a list since a day; a first or an entered rating is no peak."""

    rating_list: RatingList
    since: date


_ON_LIST = (journal.c.club_id == bindparam("club"), journal.c.list == bindparam("list"))
_THEIRS = (
    (standing.c.club_id == journal.c.club_id)
    & (standing.c.list == journal.c.list)
    & (standing.c.player_id == journal.c.player_id)
)


def page(connection: Connection, club_id: int, of: Gains | Peaks, offset: int, size: int) -> Sequence[Figure]:
    """Return the figures of a page, the greatest first."""
    query = _ranked(connection.dialect.name, isinstance(of, Gains)).offset(bindparam("offset")).limit(bindparam("size"))
    rows = connection.execute(query, {**_asked(club_id, of), "offset": offset, "size": size})
    return [Figure(*row) for row in rows]


def of_player(connection: Connection, club_id: int, of: Gains | Peaks, player_id: int) -> Figure | None:
    """Return a player's figure; None for one who has none."""
    ranked = _ranked(connection.dialect.name, isinstance(of, Gains)).subquery()
    query = select(ranked).where(ranked.c.player_id == bindparam("player"))
    row = connection.execute(query, {**_asked(club_id, of), "player": player_id}).one_or_none()
    return None if row is None else Figure(*row)


def count(connection: Connection, club_id: int, of: Gains | Peaks) -> int:
    """Return how many lines there are."""
    query = select(func.count()).select_from(_figures(connection.dialect.name, isinstance(of, Gains)))
    return int(connection.execute(query, _asked(club_id, of)).scalar_one())


def _asked(club_id: int, of: Gains | Peaks) -> dict[str, Any]:
    since = of.month if isinstance(of, Gains) else of.since
    return {"club": club_id, "list": of.rating_list.value, "since": since}


@cache
def _ranked(dialect: str, by_gain: bool) -> Select[Any]:
    """Return the query of the whole board: equal figures share a rank and stand by rating, then by id."""
    one = _figures(dialect, by_gain).c
    order = (one.figure.desc(), one.rating.desc(), one.player_id)
    rank, before = func.rank().over(order_by=one.figure.desc()), func.row_number().over(order_by=order) - 1
    return select(one.player_id, one.figure, one.rating, rank.label("rank"), before.label("before")).order_by(*order)


@cache
def _figures(dialect: str, by_gain: bool) -> Subquery:
    """Return the query of everybody's figure and the rating beside it."""
    return _gains(partial(displayed_of, dialect)) if by_gain else _peaks()


def _gains(displayed: Callable[[Any], Any]) -> Subquery:
    points = func.sum(displayed(journal.c.after) - displayed(journal.c.before))
    return (
        select(journal.c.player_id, points.label("figure"), func.max(standing.c.shown).label("rating"))
        .join(standing, _THEIRS)
        .where(*_ON_LIST, journal.c.date >= bindparam("since", type_=Date), is_earned(journal.c))
        .group_by(journal.c.player_id)
        .subquery()
    )


def _peaks() -> Subquery:
    one = standing.c
    on_list = (one.club_id == bindparam("club"), one.list == bindparam("list"))
    figures = select(one.player_id, one.peak_on.label("figure"), one.peak.label("rating"))
    return figures.where(*on_list, one.peak_on >= bindparam("since", type_=Date)).subquery()


def is_earned(entry: Any) -> Any:
    """Return the condition that a line of the journal is no entered rating and no first one."""
    return entry.opening_id.is_(None) & entry.before.is_not(None) & entry.after.is_not(None)


def displayed_of(dialect: str, rating: Any) -> Any:
    """Return a rating as it is displayed: rounded, halves up."""
    if dialect == "sqlite":  # whose CAST cuts toward zero, and which may be built without floor()
        return cast(rating + 100_000.5, Integer) - 100_000
    return cast(func.floor(rating + 0.5), Integer)
