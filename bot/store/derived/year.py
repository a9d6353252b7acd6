"""What happened in a club within a stretch of days, on every list, read at once: games, journal, norms, titles."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import and_, func, select

from bot.store.conditions import same
from bot.store.database import Connection
from bot.store.tables import entrant, event, event_list, game, journal, norm, player, title
from core.crosstable import EventKind
from core.lists import RatingList
from core.outcome import Award

_FIRST, _SECOND = entrant.alias("first_entrant"), entrant.alias("second_entrant")


class EventOfYear(NamedTuple):
    """An event that counts. place: its seq, for those of one day."""

    id: int
    day: date
    seq: int
    name: str | None
    kind: EventKind
    lists: frozenset[RatingList]


class GameOfYear(NamedTuple):
    """A played game, in the order of play; players: None for whom the club does not know. result: the first's."""

    event_id: int
    first: int | None
    second: int | None
    result: float | None


class MoveOfYear(NamedTuple):
    """What an event did to a rating on a list."""

    rating_list: RatingList
    event_id: int
    player_id: int
    before: float | None
    after: float | None
    games: int
    score: float | None
    performance: float | None


class Earned(NamedTuple):
    """A norm or a title that an event brought."""

    player_id: int
    rating_list: RatingList
    award: Award


def events(connection: Connection, club_id: int, first: date, last: date) -> dict[int, EventOfYear]:
    """Return the events of a stretch, by id."""
    query = (
        select(event.c.id, event.c.date, event.c.seq, event.c.name, event.c.kind, event_list.c.list)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(*_within(club_id, first, last))
    )
    found: dict[int, EventOfYear] = {}
    for row in connection.execute(query):
        moved = frozenset((RatingList(row.list),))
        known = found.get(row.id)
        lists = moved if known is None else known.lists | moved
        found[row.id] = EventOfYear(row.id, row.date, row.seq, row.name, EventKind(row.kind), lists)
    return found


def games(connection: Connection, club_id: int, first: date, last: date) -> list[GameOfYear]:
    """Return the games of a stretch, in the order of events and rounds."""
    query = (
        select(event.c.id, _FIRST.c.player_id, _SECOND.c.player_id, game.c.result)
        .select_from(event)
        .join(game, and_(same(game.c.event_id, event.c.id), game.c.unrated_reason.is_(None)))
        .join(_FIRST, and_(same(_FIRST.c.event_id, event.c.id), _FIRST.c.number == game.c.first))
        .join(_SECOND, and_(same(_SECOND.c.event_id, event.c.id), _SECOND.c.number == game.c.second))
        .where(*_within(club_id, first, last))
        .order_by(event.c.date, event.c.seq, game.c.round, game.c.first)
    )
    return [GameOfYear(*row) for row in connection.execute(query)]


def moves(connection: Connection, club_id: int, first: date, last: date) -> list[MoveOfYear]:
    """Return what the events of a stretch did to everybody's ratings."""
    query = (
        select(
            journal.c.list, journal.c.event_id, journal.c.player_id, journal.c.before, journal.c.after,
            journal.c.games_after - journal.c.games_before, journal.c.score, journal.c.performance,
        )
        .join(event, same(event.c.id, journal.c.event_id))
        .where(*_within(club_id, first, last))
    )  # fmt: skip
    return [MoveOfYear(RatingList(row[0]), *row[1:]) for row in connection.execute(query)]


def norms(connection: Connection, club_id: int, first: date, last: date) -> list[Earned]:
    query = (
        select(norm.c.player_id, norm.c.list, norm.c.scheme, norm.c.level, norm.c.code)
        .join(event, same(event.c.id, norm.c.event_id))
        .where(*_within(club_id, first, last))
        .order_by(norm.c.level.desc(), norm.c.player_id)
    )
    return [_earned(row, row.code) for row in connection.execute(query)]


def titles(connection: Connection, club_id: int, first: date, last: date) -> list[Earned]:
    """Return the titles of a stretch, highest first; their codes are not kept."""
    query = (
        select(title.c.player_id, title.c.list, title.c.scheme, title.c.level)
        .join(player, same(player.c.id, title.c.player_id))
        .where(player.c.club_id == club_id, title.c.date >= first, title.c.date <= last)
        .order_by(title.c.level.desc(), title.c.date, title.c.player_id)
    )
    return [_earned(row, "") for row in connection.execute(query)]


def newcomers(connection: Connection, club_id: int, ids: Sequence[int], first: date) -> int:
    """Return how many of these players had no event of the club before a day."""
    earlier = (
        select(func.count(func.distinct(entrant.c.player_id)))
        .join(event, same(event.c.id, entrant.c.event_id))
        .where(event.c.club_id == club_id, event.c.voided.is_(False), event.c.date < first)
    )
    known = sum(
        int(connection.execute(earlier.where(entrant.c.player_id.in_(ids[at : at + 500]))).scalar_one())
        for at in range(0, len(ids), 500)
    )
    return len(ids) - known


def _within(club_id: int, first: date, last: date) -> Sequence[Any]:
    return (
        event.c.club_id == club_id,
        event.c.voided.is_(False),
        event.c.date >= first,
        event.c.date <= last,
    )


def _earned(row: Any, code: str) -> Earned:
    return Earned(row.player_id, RatingList(row.list), Award(row.scheme, row.level, code))
