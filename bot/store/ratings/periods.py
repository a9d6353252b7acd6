"""What happened on a list within a period: journals and the games behind them."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, func, select, tuple_

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import EVENT_NAME
from bot.store.database.rows import FactPosition
from bot.store.database.tables import entrant, event, event_list, game, journal, norm, player, title
from bot.store.database.transactions import Connection
from core.event.crosstable import EventKind
from core.lists import RatingList
from core.rating.outcome import Award, Compared
from core.rating.qursh.history import StoredGame

_FIRST, _SECOND = entrant.alias("first_entrant"), entrant.alias("second_entrant")
_AT_ONCE = 500


class Moved(NamedTuple):
    """What a fact did to a player. event_id: None for a list. entered: whether a director set the rating."""

    journal_id: int
    player_id: int
    event_id: int | None
    before: float | None
    after: float | None
    score: float | None
    entered: bool
    compared: Compared | None


class PlayedSide(NamedTuple):
    """One side of a game: the player if the event moves them, and the event's rating."""

    player_id: int | None
    given: float | None


class PlayedGame(NamedTuple):
    """A rated game; result, points: both players', None if unknown."""

    event_id: int
    first: PlayedSide
    second: PlayedSide
    result: float | None
    points: tuple[int, int] | None


def moves(
    connection: Connection,
    rating_list: RatingList,
    player_ids: Collection[int],
    begins: FactPosition,
    last: date | None,
) -> list[Moved]:
    columns = (
        journal.c.id, journal.c.player_id, journal.c.event_id, journal.c.before, journal.c.after, journal.c.score,
        journal.c.entered_rating_id.is_not(None).label("entered"),
        journal.c.compared_score, journal.c.compared_expected, journal.c.compared,
    )  # fmt: skip
    stretch = select(*columns).where(
        mine(connection, journal, list=rating_list.value),
        journal.c.date >= begins.date,
        tuple_(journal.c.date, journal.c.seq) >= tuple_(bindparam("day", begins.date), bindparam("from", begins.seq)),
    )
    if last is not None:
        stretch = stretch.where(journal.c.date <= last)
    stretch = stretch.order_by(journal.c.player_id, journal.c.date, journal.c.seq)
    return [
        Moved._make((*row[:-3], None if row.compared is None else Compared(*row[-3:])))
        for some in _parts(player_ids)
        for row in connection.execute(stretch.where(journal.c.player_id.in_(some)))
    ]


def _parts(ids: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(ids)
    return (ordered[first : first + _AT_ONCE] for first in range(0, len(ordered), _AT_ONCE))


def states(connection: Connection, journal_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    query = select(journal.c.id, journal.c.state).where(mine(connection, journal))
    return {
        row.id: row.state
        for some in _parts(journal_ids)
        for row in connection.execute(query.where(journal.c.id.in_(some)))
    }


def games(
    connection: Connection, club_id: int, rating_list: RatingList, begins: FactPosition, last: date | None
) -> list[PlayedGame]:
    """Return a list's rated games from a place to a last day, in order."""
    on_list = same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value)
    query = (
        select(
            event.c.id,
            *(column for seat in (_FIRST, _SECOND) for column in (seat.c.player_id, seat.c.rated)),
            *(column for seat in (_FIRST, _SECOND) for column in (seat.c.rating, seat.c.list_ratings)),
            game.c.result,
            game.c.first_points,
            game.c.second_points,
        )
        .select_from(event)
        .join(event_list, on_list)
        .join(game, same(game.c.event_id, event.c.id))
        .join(_FIRST, and_(same(_FIRST.c.event_id, event.c.id), _FIRST.c.number == game.c.first))
        .join(_SECOND, and_(same(_SECOND.c.event_id, event.c.id), _SECOND.c.number == game.c.second))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event.c.date >= begins.date,
            tuple_(event.c.date, event.c.seq) >= tuple_(bindparam("day", begins.date), bindparam("from", begins.seq)),
            game.c.rated.is_(True),
            game.c.unrated_reason.is_(None),
        )
    )
    if last is not None:
        query = query.where(event.c.date <= last)
    rows = connection.execute(query.order_by(event.c.date, event.c.seq, game.c.round, game.c.first))
    return [_game(row, rating_list) for row in rows]


def _game(row: Any, rating_list: RatingList) -> PlayedGame:
    (event_id, first, first_rated, second, second_rated, rating, on_lists, theirs, their_lists, result, own, other) = (
        row
    )
    points = None if own is None or other is None else (int(own), int(other))
    return PlayedGame(
        event_id,
        PlayedSide(first if first_rated else None, _given(rating, on_lists, rating_list)),
        PlayedSide(second if second_rated else None, _given(theirs, their_lists, rating_list)),
        result,
        points,
    )


def _given(rating: float | None, on_lists: dict[str, float] | None, rating_list: RatingList) -> float | None:
    return (on_lists or {}).get(rating_list.value, rating)


# A club's games, journal, norms and titles within a period.


class EventOfYear(NamedTuple):
    """A counting event. place: its seq, within a day."""

    id: int
    day: date
    seq: int
    name: str | None
    kind: EventKind
    lists: frozenset[RatingList]


class GameOfYear(NamedTuple):
    """A played game, in order. players: None for unknown ones. result: the first's. points: on the board."""

    event_id: int
    first: int | None
    second: int | None
    result: float | None
    first_points: int | None = None
    second_points: int | None = None


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
    query = (
        select(event.c.id, event.c.date, event.c.seq, EVENT_NAME.label("name"), event.c.kind, event_list.c.list)
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


def games_in_club(connection: Connection, club_id: int, first: date, last: date) -> list[GameOfYear]:
    query = (
        select(
            *(event.c.id, _FIRST.c.player_id, _SECOND.c.player_id),
            *(game.c.result, game.c.first_points, game.c.second_points),
        )
        .select_from(event)
        .join(game, and_(same(game.c.event_id, event.c.id), game.c.unrated_reason.is_(None)))
        .join(_FIRST, and_(same(_FIRST.c.event_id, event.c.id), _FIRST.c.number == game.c.first))
        .join(_SECOND, and_(same(_SECOND.c.event_id, event.c.id), _SECOND.c.number == game.c.second))
        .where(*_within(club_id, first, last))
        .order_by(event.c.date, event.c.seq, game.c.round, game.c.first)
    )
    return [GameOfYear(*row) for row in connection.execute(query)]


def moves_in_club(connection: Connection, club_id: int, first: date, last: date) -> list[MoveOfYear]:
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
    query = (
        select(title.c.player_id, title.c.list, title.c.scheme, title.c.level)
        .join(player, same(player.c.id, title.c.player_id))
        .where(player.c.club_id == club_id, title.c.date >= first, title.c.date <= last)
        .order_by(title.c.level.desc(), title.c.date, title.c.player_id)
    )
    return [_earned(row, "") for row in connection.execute(query)]


def newcomers(connection: Connection, club_id: int, ids: Sequence[int], first: date) -> int:
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


# Games with points on the board, for the club's own QURSH history.


_FIRST_BEFORE, _SECOND_BEFORE = journal.alias("first_before"), journal.alias("second_before")


def scored_games(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    since: date,
    most: int,
    before: FactPosition | None = None,
) -> list[StoredGame]:
    """Return a list's latest games of counting events from a day on.

    before: only of events before this place. Ratings come from the event, else from the club.
    """
    query = (
        select(
            event.c.id,
            func.coalesce(_FIRST.c.rating, _FIRST_BEFORE.c.before),
            func.coalesce(_SECOND.c.rating, _SECOND_BEFORE.c.before),
            game.c.first_points,
            game.c.second_points,
        )
        .select_from(event)
        .join(event_list, same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value))
        .join(game, same(game.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event.c.date >= since,
            game.c.rated.is_(True),
            game.c.unrated_reason.is_(None),
            game.c.first_points.is_not(None),
            game.c.second_points.is_not(None),
        )
        .order_by(event.c.date.desc(), event.c.seq.desc(), game.c.round, game.c.first)
        .limit(most)
    )
    for seat, number, moved in ((_FIRST, game.c.first, _FIRST_BEFORE), (_SECOND, game.c.second, _SECOND_BEFORE)):
        query = query.join(seat, and_(same(seat.c.event_id, event.c.id), seat.c.number == number)).outerjoin(
            moved,
            and_(
                moved.c.club_id == event.c.club_id,
                moved.c.event_id == event.c.id,
                moved.c.player_id == seat.c.player_id,
                moved.c.list == rating_list.value,
            ),
        )
    if before is not None:
        query = query.where(tuple_(event.c.date, event.c.seq) < tuple_(before.date, before.seq))
    return [
        StoredGame(event_id, first, second, int(points), int(theirs))
        for event_id, first, second, points, theirs in connection.execute(query)
    ]
