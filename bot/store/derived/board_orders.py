"""Boards ordered by this month's gain or by the newest peak, worked out from the journal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import floor
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

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
_STANDING = (
    (standing.c.club_id == journal.c.club_id)
    & (standing.c.list == journal.c.list)
    & (standing.c.player_id == journal.c.player_id)
)
_ENTRY = (journal.c.player_id, journal.c.date, journal.c.before, journal.c.after, journal.c.opening_id)
_SINCE = (
    select(*_ENTRY, standing.c.shown)
    .join(standing, _STANDING)
    .where(*_ON_LIST, journal.c.date >= bindparam("since"))
    .order_by(journal.c.player_id, journal.c.date, journal.c.seq)
)
_HIGHEST_BEFORE = (
    select(journal.c.player_id, func.max(journal.c.after).label("after"))
    .where(*_ON_LIST, journal.c.date < bindparam("since"), journal.c.after.is_not(None))
    .group_by(journal.c.player_id)
)


def page(connection: Connection, club_id: int, of: Gains | Peaks, offset: int, size: int) -> Sequence[Figure]:
    """Return the figures of a page, the greatest first."""
    return _figures(connection, club_id, of)[offset : offset + size]


def of_player(connection: Connection, club_id: int, of: Gains | Peaks, player_id: int) -> Figure | None:
    """Return a player's figure; None for one who has none."""
    return next((one for one in _figures(connection, club_id, of) if one.player_id == player_id), None)


def count(connection: Connection, club_id: int, of: Gains | Peaks) -> int:
    """Return how many lines there are."""
    return len(_figures(connection, club_id, of))


def _figures(connection: Connection, club_id: int, of: Gains | Peaks) -> list[Figure]:
    """Return the whole board: equal figures share a rank and stand by rating, then by id."""
    figures = _gains(connection, club_id, of) if isinstance(of, Gains) else _peaks(connection, club_id, of)
    rows: list[tuple[int, Any, int]] = sorted(figures)
    rows.sort(key=lambda row: row[1:], reverse=True)
    found: list[Figure] = []
    for before, (player_id, figure, rating) in enumerate(rows):
        rank = found[-1].rank if found and found[-1].figure == figure else before + 1
        found.append(Figure(player_id, figure, rating, rank, before))
    return found


def _gains(connection: Connection, club_id: int, of: Gains) -> Iterator[tuple[int, int, int]]:
    for player_id, rows in _entries(connection, club_id, of.rating_list, of.month):
        earned = [_displayed(row.after) - _displayed(row.before) for row in rows if _is_earned(row)]
        if earned:
            yield player_id, sum(earned), rows[-1].shown


def _peaks(connection: Connection, club_id: int, of: Peaks) -> Iterator[tuple[int, date, int]]:
    asked = {"club": club_id, "list": of.rating_list.value, "since": of.since}
    earlier = {row.player_id: _displayed(row.after) for row in connection.execute(_HIGHEST_BEFORE, asked)}
    for player_id, rows in _entries(connection, club_id, of.rating_list, of.since):
        rated = [row for row in rows if row.after is not None]
        if not rated:
            continue
        peak = max(rated, key=lambda row: _displayed(row.after))  # the first of equal ones
        shown = _displayed(peak.after)
        if _is_earned(peak) and shown > earlier.get(player_id, shown - 1):
            yield player_id, peak.date, shown


def _entries(
    connection: Connection, club_id: int, rating_list: RatingList, since: date
) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield each player with their journal entries since a day, in order."""
    asked = {"club": club_id, "list": rating_list.value, "since": since}
    for player_id, rows in groupby(connection.execute(_SINCE, asked), attrgetter("player_id")):
        yield player_id, list(rows)


def _is_earned(row: Any) -> bool:
    return row.opening_id is None and row.before is not None and row.after is not None


def _displayed(rating: float) -> int:
    return floor(rating + 0.5)
