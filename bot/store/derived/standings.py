"""Standings: current ratings, and the leaderboard that is read from them."""

from collections.abc import Collection, Sequence
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, case, delete, func, insert, select, update

from bot.store.conditions import same
from bot.store.database import Connection
from bot.store.derived.board_orders import displayed_of, is_earned
from bot.store.derived.journals import MOST_NAMED
from bot.store.rows import BoardLine, FactPosition, Player, Standing
from bot.store.tables import board, journal, player, standing
from bot.store.upsert import replace_into
from core.lists import RatingList

_ON_LIST = (standing.c.club_id == bindparam("club"), standing.c.list == bindparam("list"))
_FIND = select(standing).where(*_ON_LIST, standing.c.player_id == bindparam("player"))
_AMONG = standing.c.player_id.in_(bindparam("players", expanding=True))
_OF_PLAYERS = select(standing).where(*_ON_LIST, _AMONG)
_ADD = insert(standing)


def find(connection: Connection, club_id: int, rating_list: RatingList, player_id: int) -> Standing | None:
    row = connection.execute(_FIND, {"club": club_id, "list": rating_list.value, "player": player_id}).first()
    return None if row is None else _standing(row)


def on_list(
    connection: Connection, club_id: int, rating_list: RatingList, apart_from: Collection[int]
) -> list[Standing]:
    """Return everybody's standing on a list, but for some players'."""
    query = select(standing).where(standing.c.club_id == club_id, standing.c.list == rating_list.value)
    rows = connection.execute(query.order_by(standing.c.player_id))
    return [_standing(row) for row in rows if row.player_id not in apart_from]


def put_many(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    moved: Sequence[tuple[Standing | None, Standing]],
) -> None:
    """Replace players' standings, each given as it was and as it is now; their journals are written before."""
    if not moved:
        return
    values = [
        {
            "club_id": club_id,
            "list": rating_list.value,
            "player_id": new.player_id,
            "rating": new.rating,
            "shown": new.displayed,
            "games": new.games,
            "provisional": new.provisional,
            "title_level": new.title_level,
            "title_points": new.title_points,
            "active": new.active,
            "date": new.place.date,
            "seq": new.place.seq,
            "state": new.state,
        }
        for _, new in moved
    ]
    # Of thousands who are new none is looked for.
    statement = _ADD if all(old is None for old, _ in moved) else replace_into(connection, standing)
    connection.execute(statement, values)
    ids = [new.player_id for _, new in moved]
    for first in range(0, len(ids), MOST_NAMED):
        which = {"club": club_id, "on": rating_list.value, "players": ids[first : first + MOST_NAMED]}
        connection.execute(_note_peaks(connection.dialect.name), which)


_REMOVE = delete(standing).where(
    standing.c.club_id == bindparam("club"),
    standing.c.list == bindparam("on"),
    standing.c.player_id == bindparam("player"),
)


@cache
def _note_peaks(dialect: str) -> Update:
    """Return the statement that finds players' peaks in the journal: each the first entry of the highest rating."""
    shown = displayed_of(dialect, journal.c.after)
    highest = (
        select(shown)
        .where(
            journal.c.player_id == standing.c.player_id,
            # Along the index of players: SQLite would take that of the club, and read the whole list for each.
            standing.c.club_id == journal.c.club_id + 0,
            journal.c.list == standing.c.list,
            journal.c.after.is_not(None),
        )
        .order_by(shown.desc(), journal.c.date, journal.c.seq)
        .limit(1)
    )
    reached = highest.with_only_columns(case((is_earned(journal.c), journal.c.date)))
    these = update(standing).where(standing.c.club_id == bindparam("club"), standing.c.list == bindparam("on"), _AMONG)
    return these.values(peak=highest.scalar_subquery(), peak_on=reached.scalar_subquery())


def remove_many(connection: Connection, club_id: int, rating_list: RatingList, gone: Sequence[Standing]) -> None:
    """Take players off the list, of whom no fact is left."""
    if not gone:
        return
    which = [{"club": club_id, "on": rating_list.value, "player": old.player_id} for old in gone]
    connection.execute(_REMOVE, which)


def mark_inactive(connection: Connection, club_id: int, rating_list: RatingList, today: date, cutoff: date) -> None:
    """Mark as inactive who has had no fact since the cutoff, and nobody else. Needs the club's lock.

    A board that was looked at while the clock was ahead has others marked.
    """
    on_list = (standing.c.club_id == club_id, standing.c.list == rating_list.value)
    for wrong, is_active in ((standing.c.date < cutoff, False), (standing.c.date >= cutoff, True)):
        marked = (*on_list, standing.c.active.is_(not is_active), wrong)
        connection.execute(update(standing).where(*marked).values(active=is_active))
    swept = {"club_id": club_id, "list": rating_list.value, "swept_on": today}
    connection.execute(replace_into(connection, board), swept)


def swept_on(connection: Connection, club_id: int, rating_list: RatingList) -> date | None:
    """Return the day for which `mark_inactive` has looked."""
    query = select(board.c.swept_on).where(board.c.club_id == club_id, board.c.list == rating_list.value)
    return (connection.execute(query)).scalar_one_or_none()


def count(connection: Connection, club_id: int, rating_list: RatingList, *, everyone: bool) -> int:
    """Return how many players are on a board."""
    return _count(connection, club_id, rating_list, everyone)


def _count(connection: Connection, club_id: int, rating_list: RatingList, everyone: bool, *which: Any) -> int:
    query = select(func.count()).where(*_on_board(club_id, rating_list, everyone), *which)
    return int(connection.execute(query).scalar_one())


def of_players(
    connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]
) -> dict[int, Standing]:
    """Return the current ratings of players on a list, by player id."""
    asked = {"club": club_id, "list": rating_list.value, "players": list(ids)}
    return {row.player_id: _standing(row) for row in connection.execute(_OF_PLAYERS, asked)}


def rank(connection: Connection, club_id: int, rating_list: RatingList, shown: int, *, everyone: bool) -> int:
    """Return the rank of a displayed rating, which all who share it share."""
    return 1 + _count(connection, club_id, rating_list, everyone, standing.c.shown > shown)


def position(connection: Connection, club_id: int, rating_list: RatingList, at: Standing, *, everyone: bool) -> int:
    """Return how many lines of a board by rating come before a player's."""
    tied = standing.c.shown == at.displayed
    higher = (standing.c.rating > at.rating) | (
        (standing.c.rating == at.rating) & (standing.c.player_id < at.player_id)
    )
    return _count(connection, club_id, rating_list, everyone, (standing.c.shown > at.displayed) | (tied & higher))


def page_by_rating(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, *, everyone: bool
) -> Sequence[BoardLine]:
    """Return the lines of a board from an offset on, highest rating first."""
    order = (standing.c.shown.desc(), standing.c.rating.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, everyone), order, offset, size)


def _page(
    connection: Connection, where: tuple[int, RatingList, bool], order: tuple[Any, ...], offset: int, size: int
) -> Sequence[BoardLine]:
    query = _lines(*where).order_by(*order).offset(offset).limit(size)
    return [_line(row) for row in connection.execute(query)]


def page_by_games(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, *, everyone: bool
) -> Sequence[BoardLine]:
    """Return the lines of a board from an offset on, most games first."""
    order = (standing.c.games.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, everyone), order, offset, size)


def lines_of(
    connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]
) -> dict[int, BoardLine]:
    """Return the lines of some players, by player id."""
    query = _lines(club_id, rating_list, everyone=True).where(standing.c.player_id.in_(ids))
    return {row.id: _line(row) for row in connection.execute(query)}


def next_above(
    connection: Connection, club_id: int, rating_list: RatingList, shown: int, *, everyone: bool
) -> int | None:
    """Return the displayed rating that stands next above another one; None above the highest."""
    query = select(func.min(standing.c.shown)).where(
        *_on_board(club_id, rating_list, everyone), standing.c.shown > shown
    )
    above: int | None = connection.execute(query).scalar_one()
    return above


def position_by_games(
    connection: Connection, club_id: int, rating_list: RatingList, at: Standing, *, everyone: bool
) -> int:
    """Return how many lines of a board by games come before a player's."""
    tied = (standing.c.games == at.games) & (standing.c.player_id < at.player_id)
    return _count(connection, club_id, rating_list, everyone, (standing.c.games > at.games) | tied)


def rank_by_games(connection: Connection, club_id: int, rating_list: RatingList, games: int, *, everyone: bool) -> int:
    """Return the rank of a number of games."""
    return 1 + _count(connection, club_id, rating_list, everyone, standing.c.games > games)


def _on_board(club_id: int, rating_list: RatingList, everyone: bool) -> list[Any]:
    conditions: list[Any] = [standing.c.club_id == club_id, standing.c.list == rating_list.value]
    if not everyone:
        conditions.append(standing.c.active.is_(True))
    return conditions


def _lines(club_id: int, rating_list: RatingList, everyone: bool) -> Any:
    return (
        select(
            player.c.id,
            player.c.user_id,
            player.c.name,
            player.c.hidden,
            standing.c.shown,
            standing.c.games,
            standing.c.provisional,
            standing.c.active,
            standing.c.date,
            standing.c.title_level,
            standing.c.title_points,
        )
        .join(player, same(player.c.id, standing.c.player_id))
        .where(*_on_board(club_id, rating_list, everyone))
    )


def _line(row: Any) -> BoardLine:
    return BoardLine(
        player=Player(row.id, row.user_id, row.name),
        displayed=row.shown,
        games=row.games,
        provisional=row.provisional,
        active=row.active,
        date=row.date,
        title_level=row.title_level,
        title_points=row.title_points,
        hidden=row.hidden,
    )


def _standing(row: Any) -> Standing:
    return Standing(
        player_id=row.player_id,
        rating=row.rating,
        displayed=row.shown,
        games=row.games,
        provisional=row.provisional,
        active=row.active,
        place=FactPosition(row.date, row.seq),
        state=row.state,
        title_level=row.title_level,
        title_points=row.title_points,
    )
