"""Standings: current ratings, and the leaderboard that is read from them.

A board stays as fast with a million players as with a thousand. Its pages are read along an index, and ranks
come from `board_count`, which says how many players stand at each displayed rating, and from `games_count`, which
says how many have played so many games: a few thousand rows at most, kept in step with every standing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Column, Integer, bindparam, delete, func, insert, literal_column, select, update

from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.prepared import Prepared, is_among
from bot.store.rows import BoardLine, FactPosition, Player, Standing
from bot.store.tables import board, board_count, games_count, player, standing
from bot.store.upsert import adding, replace_into, replacing
from core.lists import RatingList

HIGHEST_SHOWN = 2**31 - 1
"""Above every displayed rating."""

_FIND = Prepared(
    select(standing).where(
        standing.c.club_id == bindparam("club"),
        standing.c.list == bindparam("list"),
        standing.c.player_id == bindparam("player"),
    )
)
_FIND_WITH_HIGHEST = Prepared(
    lambda dialect: select(standing, journals.highest(dialect).scalar_subquery().label("highest")).where(
        standing.c.club_id == bindparam("club"),
        standing.c.list == bindparam("list"),
        standing.c.player_id == bindparam("player"),
    )
)
_OF_PLAYERS = Prepared(
    lambda dialect: select(standing).where(
        standing.c.club_id == bindparam("club"),
        standing.c.list == bindparam("list"),
        is_among(dialect, standing.c.player_id, "players"),
    )
)
_ADD, _PUT = Prepared(insert(standing)), Prepared(lambda dialect: replacing(dialect, standing))
_ADD_TO_COUNT = Prepared(lambda dialect: adding(dialect, board_count, "players"))


def find(connection: Connection, club_id: int, rating_list: RatingList, player_id: int) -> Standing | None:
    row = _FIND.first(connection, {"club": club_id, "list": rating_list.value, "player": player_id})
    return None if row is None else _standing(row)


def find_with_highest(
    connection: Connection, club_id: int, rating_list: RatingList, player_id: int, place: FactPosition
) -> tuple[Standing | None, float | None]:
    """Return what `find` does, and with it what `journals.highest_before` does: one look for both."""
    asked = {"club": club_id, "list": rating_list.value, "player": player_id, "day": place.date, "seq": place.seq}
    row = _FIND_WITH_HIGHEST.first(connection, asked)
    return (None, None) if row is None else (_standing(row), row.highest)


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
    """Replace players' standings, each told before and after, and keep the counts of the board in step."""
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
    statement = _ADD if all(old is None for old, _ in moved) else _PUT
    statement.run(connection, *values)
    steps: Counter[tuple[bool, int]] = Counter()
    for old, new in moved:
        if old is not None:
            steps[old.active, old.displayed] -= 1
        steps[new.active, new.displayed] += 1
    different = [(*where, players) for where, players in steps.items() if players]
    if different:
        _count(connection, club_id, rating_list, different)


_REMOVE = delete(standing).where(
    standing.c.club_id == bindparam("club"),
    standing.c.list == bindparam("on"),
    standing.c.player_id == bindparam("player"),
)


def remove_many(connection: Connection, club_id: int, rating_list: RatingList, gone: Sequence[Standing]) -> None:
    """Take players off the list, of whom no fact is left."""
    if not gone:
        return
    which = [{"club": club_id, "on": rating_list.value, "player": old.player_id} for old in gone]
    connection.execute(_REMOVE, which)
    steps = Counter((old.active, old.displayed) for old in gone)
    _count(connection, club_id, rating_list, [(*where, -players) for where, players in steps.items()])


def _count(
    connection: Connection, club_id: int, rating_list: RatingList, steps: Iterable[tuple[bool, int, int]]
) -> None:
    rows = [
        {"club_id": club_id, "list": rating_list.value, "active": active, "shown": shown, "players": players}
        for active, shown, players in steps
    ]
    _ADD_TO_COUNT.run(connection, *rows)


def mark_inactive(connection: Connection, club_id: int, rating_list: RatingList, today: date, cutoff: date) -> None:
    """Mark as inactive who has had no fact since the cutoff. Needs the club's lock."""
    on_list = (standing.c.club_id == club_id, standing.c.list == rating_list.value)
    stale = (*on_list, standing.c.active.is_(True), standing.c.date < cutoff)
    counts = connection.execute(
        select(standing.c.shown, func.count().label("players")).where(*stale).group_by(standing.c.shown)
    )
    moves = [(active, row.shown, sign * row.players) for row in counts for active, sign in ((True, -1), (False, 1))]
    if moves:
        connection.execute(update(standing).where(*stale).values(active=False))
        _count(connection, club_id, rating_list, moves)
    swept = {"club_id": club_id, "list": rating_list.value, "swept_on": today}
    connection.execute(replace_into(connection, board), swept)


def swept_on(connection: Connection, club_id: int, rating_list: RatingList) -> date | None:
    """Return the day up to which `mark_inactive` has looked."""
    query = select(board.c.swept_on).where(board.c.club_id == club_id, board.c.list == rating_list.value)
    return (connection.execute(query)).scalar_one_or_none()


def count(connection: Connection, club_id: int, rating_list: RatingList, *, everyone: bool) -> int:
    """Return how many players are on a board."""
    query = select(func.coalesce(func.sum(board_count.c.players), 0)).where(*_counted(club_id, rating_list, everyone))
    return int((connection.execute(query)).scalar_one())


def of_players(
    connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]
) -> dict[int, Standing]:
    """Return the current ratings of players on a list, by player id."""
    asked = {"club": club_id, "list": rating_list.value, "players": list(ids)}
    return {row.player_id: _standing(row) for row in _OF_PLAYERS.rows(connection, asked)}


def count_among(connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]) -> int:
    """Return how many of these players have a rating on a list."""
    mine = (standing.c.club_id == club_id, standing.c.list == rating_list.value, standing.c.player_id.in_(ids))
    return int(connection.execute(select(func.count()).select_from(standing).where(*mine)).scalar_one())


def rank(connection: Connection, club_id: int, rating_list: RatingList, shown: int, *, everyone: bool) -> int:
    """Return the rank of a displayed rating, which all who share it share."""
    return 1 + _above(connection, club_id, rating_list, shown, everyone)


def _above(connection: Connection, club_id: int, rating_list: RatingList, shown: int, everyone: bool) -> int:
    return _more(connection, board_count.c.shown, _counted(club_id, rating_list, everyone), shown)


def _more(connection: Connection, figure: Column[int], counted: list[Any], than: int) -> int:
    """Return how many players a table of counts has above a figure."""
    query = select(func.coalesce(func.sum(figure.table.c.players), 0)).where(*counted, figure > than)
    return int(connection.execute(query).scalar_one())


def position(connection: Connection, club_id: int, rating_list: RatingList, at: Standing, *, everyone: bool) -> int:
    """Return how many lines of a board by rating come before a player's."""
    before = _above(connection, club_id, rating_list, at.displayed, everyone)
    query = select(func.count()).where(
        *_on_board(club_id, rating_list, everyone),
        standing.c.shown == at.displayed,
        (standing.c.rating > at.rating) | ((standing.c.rating == at.rating) & (standing.c.player_id < at.player_id)),
    )
    return before + int(connection.execute(query).scalar_one())


def page_by_rating(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, *, everyone: bool
) -> Sequence[BoardLine]:
    """Return the lines of a board from an offset on, highest rating first."""
    order = (standing.c.shown.desc(), standing.c.rating.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, everyone), board_count.c.shown, order, offset, size)


def _page(
    connection: Connection,
    where: tuple[int, RatingList, bool],
    counted: Column[int],
    order: Sequence[Any],
    offset: int,
    size: int,
) -> Sequence[BoardLine]:
    """Return the lines of a board from an offset on. counted: what it is ordered by first, as it is counted.

    The counts tell at which figure the page begins, so that only that figure's own lines are skipped.
    """
    begins = _where_begins(connection, counted, _counted(*where, table=counted.table), offset)
    if begins is None:
        return []
    highest, skipped = begins
    # The lines before the page are skipped along the index alone; only the page's own rows are read.
    keys = (
        select(standing.c.player_id)
        .where(*_on_board(*where), standing.c[counted.name] <= highest)
        .order_by(*order)
        .offset(offset - skipped)
        .limit(size)
        .subquery()
    )
    query = _lines(*where).join(keys, keys.c.player_id == standing.c.player_id).order_by(*order)
    return [_line(row) for row in connection.execute(query)]


def _where_begins(
    connection: Connection, figure: Column[int], counted: list[Any], offset: int
) -> tuple[int, int] | None:
    """Return the figure, such as a displayed rating, that a line of the board stands at, and how many stand above.

    None where the board has no such line.
    """
    if offset == 0:
        return HIGHEST_SHOWN, 0
    # By hundreds first: a board has thousands of displayed ratings.
    hundreds = figure // 100
    hundred, above = _reached(connection, hundreds, counted, offset)
    if hundred is None:
        return None
    value, above_in_hundred = _reached(connection, figure, [*counted, hundreds == hundred], offset - above)
    return None if value is None else (value, above + above_in_hundred)


def _reached(connection: Connection, group: Any, counted: list[Any], offset: int) -> tuple[int | None, int]:
    """Return the group that a line falls into, counting players from the highest down, and how many are above it."""
    query = (
        select(group, func.sum(literal_column("players", Integer)))
        .where(*counted)
        .group_by(group)
        .order_by(group.desc())
    )
    above = 0
    for value, players in connection.execute(query):
        if above + players > offset:
            return value, above
        above += int(players)
    return None, above


def page_by_games(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, *, everyone: bool
) -> Sequence[BoardLine]:
    """Return the lines of a board from an offset on, most games first."""
    order = (standing.c.games.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, everyone), games_count.c.games, order, offset, size)


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
    query = select(func.min(board_count.c.shown)).where(
        *_counted(club_id, rating_list, everyone), board_count.c.shown > shown, board_count.c.players > 0
    )
    above: int | None = connection.execute(query).scalar_one()
    return above


def position_by_games(
    connection: Connection, club_id: int, rating_list: RatingList, at: Standing, *, everyone: bool
) -> int:
    """Return how many lines of a board by games come before a player's."""
    before = _with_more_games(connection, club_id, rating_list, at.games, everyone)
    query = select(func.count()).where(
        *_on_board(club_id, rating_list, everyone),
        standing.c.games == at.games,
        standing.c.player_id < at.player_id,
    )
    return before + int(connection.execute(query).scalar_one())


def rank_by_games(connection: Connection, club_id: int, rating_list: RatingList, games: int, *, everyone: bool) -> int:
    """Return the rank of a number of games."""
    return 1 + _with_more_games(connection, club_id, rating_list, games, everyone)


def _with_more_games(connection: Connection, club_id: int, rating_list: RatingList, games: int, everyone: bool) -> int:
    counted = _counted(club_id, rating_list, everyone, table=games_count)
    return _more(connection, games_count.c.games, counted, games)


def _counted(club_id: int, rating_list: RatingList, everyone: bool, *, table: Any = board_count) -> list[Any]:
    conditions: list[Any] = [table.c.club_id == club_id, table.c.list == rating_list.value]
    # Both values are named, for `active` stands before the figure in the key.
    conditions.append(table.c.active.in_((True, False) if everyone else (True,)))
    return conditions


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
        .join(player, player.c.id == standing.c.player_id)
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
