"""What happened on a list within a stretch of days: each player's journal, and the games behind it."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, select, tuple_

from bot.store.conditions import mine, same
from bot.store.database import Connection
from bot.store.rows import FactPosition
from bot.store.tables import entrant, event, event_list, game, journal
from core.lists import RatingList

_FIRST, _SECOND = entrant.alias("first_entrant"), entrant.alias("second_entrant")
_AT_ONCE = 500


class Moved(NamedTuple):
    """What a fact did to a player within a stretch. event_id: None for a list. entered: a director set the rating."""

    journal_id: int
    player_id: int
    event_id: int | None
    before: float | None
    after: float | None
    score: float | None
    entered: bool


class PlayedSide(NamedTuple):
    """One side of a game: the player where the event moves them, and the rating as given with the event."""

    player_id: int | None
    given: float | None


class PlayedGame(NamedTuple):
    """A rated game within a stretch; result, points: the first's and the second's, None where nobody tells them."""

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
    """Return what moved players on a list from a place to a last day, each one's in the order of the fold."""
    columns = (
        journal.c.id, journal.c.player_id, journal.c.event_id, journal.c.before, journal.c.after, journal.c.score,
        journal.c.opening_id.is_not(None).label("entered"),
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
        Moved(*row)
        for some in _parts(player_ids)
        for row in connection.execute(stretch.where(journal.c.player_id.in_(some)))
    ]


def _parts(ids: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(ids)
    return (ordered[first : first + _AT_ONCE] for first in range(0, len(ordered), _AT_ONCE))


def states(connection: Connection, journal_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return what journal entries led to, by id."""
    query = select(journal.c.id, journal.c.state).where(mine(connection, journal))
    return {
        row.id: row.state
        for some in _parts(journal_ids)
        for row in connection.execute(query.where(journal.c.id.in_(some)))
    }


def games(
    connection: Connection, club_id: int, rating_list: RatingList, begins: FactPosition, last: date | None
) -> list[PlayedGame]:
    """Return the rated games of a list's events that count, from a place to a last day, in the order of the fold."""
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
    """Return a rating as given with an event: that of the list, else the event's own."""
    return (on_lists or {}).get(rating_list.value, rating)
