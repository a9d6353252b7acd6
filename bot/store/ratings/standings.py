"""Standings: current ratings, and the leaderboard read from them."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from typing import Any, NamedTuple

from sqlalchemy import (
    Date,
    Integer,
    Select,
    Subquery,
    Update,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.store.database.club_conditions import replace_into, same
from bot.store.database.names import PLAYER, player_of
from bot.store.database.rows import BoardLine, Club, FactPosition, Standing
from bot.store.database.tables import board, event, event_list, game, journal, player, standing
from bot.store.database.transactions import Connection
from bot.store.ratings.journals import MOST_NAMED
from core.lists import RatingList
from core.rating.club_rules import Provisional
from core.rating.outcome import DisplayedRating
from core.rating.systems import benchmark_of
from core.words import HALF_UP

# Leaderboards by this month's gain or the newest peak.


class Figure(NamedTuple):
    """A player's value in an order (points or day), the rating, rank and position."""

    player_id: int
    figure: int | date
    rating: int
    rank: int
    before: int


@dataclass(frozen=True, slots=True)
class Gains:
    """Displayed points gained on a list within a month; entered ratings do not count. established: only of these."""

    rating_list: RatingList
    month: date
    established: bool = False


@dataclass(frozen=True, slots=True)
class Peaks:
    """Players with a new peak on a list since a day; first and entered ratings are not peaks.

    established: only of these.
    """

    rating_list: RatingList
    since: date
    established: bool = False


_JOURNAL_ON_LIST = (journal.c.club_id == bindparam("club"), journal.c.list == bindparam("list"))
_THEIRS = (
    (standing.c.club_id == journal.c.club_id)
    & (standing.c.list == journal.c.list)
    & (standing.c.player_id == journal.c.player_id)
)


def page_in_order(connection: Connection, club_id: int, of: Gains | Peaks, offset: int, size: int) -> Sequence[Figure]:
    query = _ranked_by(connection, of).offset(bindparam("offset")).limit(bindparam("size"))
    rows = connection.execute(query, {**_asked(club_id, of), "offset": offset, "size": size})
    return [Figure(*row) for row in rows]


def place_in_order(connection: Connection, club_id: int, of: Gains | Peaks, player_id: int) -> Figure | None:
    ranked = _ranked_by(connection, of).subquery()
    query = select(ranked).where(ranked.c.player_id == bindparam("player"))
    row = connection.execute(query, {**_asked(club_id, of), "player": player_id}).one_or_none()
    return None if row is None else Figure(*row)


def count_in_order(connection: Connection, club_id: int, of: Gains | Peaks) -> int:
    query = select(func.count()).select_from(_figures(connection.dialect.name, isinstance(of, Gains), of.established))
    return int(connection.execute(query, _asked(club_id, of)).scalar_one())


def _asked(club_id: int, of: Gains | Peaks) -> dict[str, Any]:
    since = of.month if isinstance(of, Gains) else of.since
    return {"club": club_id, "list": of.rating_list.value, "since": since}


def _ranked_by(connection: Connection, of: Gains | Peaks) -> Select[Any]:
    return _ranked(connection.dialect.name, isinstance(of, Gains), of.established)


@cache
def _ranked(dialect: str, by_gain: bool, established: bool) -> Select[Any]:
    one = _figures(dialect, by_gain, established).c
    order = (one.figure.desc(), one.rating.desc(), one.player_id)
    rank, before = func.rank().over(order_by=one.figure.desc()), func.row_number().over(order_by=order) - 1
    return select(one.player_id, one.figure, one.rating, rank.label("rank"), before.label("before")).order_by(*order)


@cache
def _figures(dialect: str, by_gain: bool, established: bool) -> Subquery:
    among = (standing.c.provisional.is_(False),) if established else ()
    return _gains(partial(displayed_of, dialect), *among) if by_gain else _peaks(*among)


def _gains(displayed: Callable[[Any], Any], *among: Any) -> Subquery:
    points = func.sum(displayed(journal.c.after) - displayed(journal.c.before))
    return (
        select(journal.c.player_id, points.label("figure"), func.max(standing.c.shown).label("rating"))
        .join(standing, _THEIRS)
        .where(*_JOURNAL_ON_LIST, journal.c.date >= bindparam("since", type_=Date), is_earned(journal.c), *among)
        .group_by(journal.c.player_id)
        .subquery()
    )


def _peaks(*among: Any) -> Subquery:
    one = standing.c
    on_list = (one.club_id == bindparam("club"), one.list == bindparam("list"))
    figures = select(one.player_id, one.peak_on.label("figure"), one.peak.label("rating"))
    return figures.where(*on_list, one.peak_on >= bindparam("since", type_=Date), *among).subquery()


def is_earned(entry: Any) -> Any:
    return entry.entered_rating_id.is_(None) & entry.before.is_not(None) & entry.after.is_not(None)


def displayed_of(dialect: str, rating: Any) -> Any:
    """Return a rating as `core.words.displayed` does."""
    if dialect == "sqlite":  # whose CAST truncates, and which may lack floor()
        return cast(rating + (100_000 + HALF_UP), Integer) - 100_000
    return cast(func.floor(rating + HALF_UP), Integer)


_ON_LIST = (standing.c.club_id == bindparam("club"), standing.c.list == bindparam("list"))
_FIND = select(standing).where(*_ON_LIST, standing.c.player_id == bindparam("player"))
_AMONG = standing.c.player_id.in_(bindparam("players", expanding=True))
_OF_PLAYERS = select(standing).where(*_ON_LIST, _AMONG)
_ADD = insert(standing)


def find(connection: Connection, club_id: int, rating_list: RatingList, player_id: int) -> Standing | None:
    row = connection.execute(_FIND, {"club": club_id, "list": rating_list.value, "player": player_id}).first()
    return None if row is None else _standing(row)


def of_player(
    connection: Connection, club_id: int, player_id: int, lists: Iterable[RatingList]
) -> dict[RatingList, Standing]:
    """Return a player's standings on lists, in their order."""
    rows = connection.execute(select(standing).where(standing.c.club_id == club_id, standing.c.player_id == player_id))
    by_list = {row.list: _standing(row) for row in rows}
    return {rating_list: by_list[rating_list.value] for rating_list in lists if rating_list.value in by_list}


def on_list(
    connection: Connection, club_id: int, rating_list: RatingList, apart_from: Collection[int]
) -> list[Standing]:
    query = select(standing).where(standing.c.club_id == club_id, standing.c.list == rating_list.value)
    rows = connection.execute(query.order_by(standing.c.player_id))
    return [_standing(row) for row in rows if row.player_id not in apart_from]


def put_many(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    moved: Sequence[tuple[Standing | None, Standing]],
) -> None:
    """Replace players' standings; their journals must already be written."""
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
    # new players have none to look for
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
    shown = displayed_of(dialect, journal.c.after)
    highest = (
        select(shown)
        .where(
            journal.c.player_id == standing.c.player_id,
            # by the players' index: SQLite would read the whole list
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


def remove_many(connection: Connection, club_id: int, rating_list: RatingList, removed: Sequence[Standing]) -> None:
    """Remove players without remaining facts from a list."""
    if not removed:
        return
    which = [{"club": club_id, "on": rating_list.value, "player": old.player_id} for old in removed]
    connection.execute(_REMOVE, which)


def mark_inactive(connection: Connection, club_id: int, rating_list: RatingList, today: date, cutoff: date) -> None:
    """Mark exactly the players without a fact since the cutoff as inactive. Needs the club's lock."""
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


def lists_in_use(connection: Connection, club_id: int) -> set[RatingList]:
    query = select(standing.c.list).where(standing.c.club_id == club_id).distinct()
    return {RatingList(value) for value in connection.execute(query).scalars()}


class Shown(NamedTuple):
    """Who is on a board: inactive players too, only established ones, or provisional ones below all others."""

    everyone: bool = False
    established: bool = False
    below: bool = False

    def has(self, one: Standing) -> bool:
        return (one.active or self.everyone) and not (self.established and one.provisional)


EVERYONE = Shown(everyone=True)


def shown(club: Club, rating_list: RatingList, *, everyone: bool = False) -> Shown:
    """Return whom a club's board of a list shows."""
    where = club.house_rules.provisional_on(rating_list)
    return Shown(everyone, where is Provisional.HIDDEN, where is Provisional.BELOW)


def ranked(connection: Connection, club: Club, rating_list: RatingList, *, everyone: bool = False) -> Shown:
    """Return who has a rank: established players, or all while nobody is established."""
    board = shown(club, rating_list, everyone=everyone)
    if not board.below:
        return board
    is_other = standing.c.player_id != (benchmark_of(rating_list, club.house_rules) or 0)
    some = _count(connection, club.id, rating_list, Shown(everyone, established=True), is_other)
    return Shown(everyone, established=some > 0)


def count(connection: Connection, club_id: int, rating_list: RatingList, which: Shown) -> int:
    return _count(connection, club_id, rating_list, which)


def _count(connection: Connection, club_id: int, rating_list: RatingList, which: Shown, *more: Any) -> int:
    query = select(func.count()).where(*_on_board(club_id, rating_list, which), *more)
    return int(connection.execute(query).scalar_one())


def of_players(
    connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]
) -> dict[int, Standing]:
    asked = {"club": club_id, "list": rating_list.value, "players": list(ids)}
    return {row.player_id: _standing(row) for row in connection.execute(_OF_PLAYERS, asked)}


def rank(connection: Connection, club_id: int, rating_list: RatingList, shown: int, which: Shown) -> int:
    """Return the rank of a displayed rating, shared by equals."""
    return 1 + _count(connection, club_id, rating_list, which, standing.c.shown > shown)


def shown_on_board(connection: Connection, club_id: int, rating_list: RatingList, which: Shown) -> list[int]:
    query = select(standing.c.shown).where(*_on_board(club_id, rating_list, which))
    return list(connection.execute(query).scalars())


def position(connection: Connection, club_id: int, rating_list: RatingList, at: Standing, which: Shown) -> int:
    tied = standing.c.shown == at.displayed
    higher = (standing.c.rating > at.rating) | (
        (standing.c.rating == at.rating) & (standing.c.player_id < at.player_id)
    )
    before = (standing.c.shown > at.displayed) | (tied & higher)
    if which.below:
        same_part = standing.c.provisional.is_(at.provisional)
        before = same_part & before
        if at.provisional:
            before = before | standing.c.provisional.is_(False)
    return _count(connection, club_id, rating_list, which, before)


def page_by_rating(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, which: Shown
) -> Sequence[BoardLine]:
    below = (standing.c.provisional,) if which.below else ()
    order = (*below, standing.c.shown.desc(), standing.c.rating.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, which), order, offset, size)


def _page(
    connection: Connection, where: tuple[int, RatingList, Shown], order: tuple[Any, ...], offset: int, size: int
) -> Sequence[BoardLine]:
    query = _lines(*where).order_by(*order).offset(offset).limit(size)
    return [_line(connection, row) for row in connection.execute(query)]


def page_by_games(
    connection: Connection, club_id: int, rating_list: RatingList, offset: int, size: int, which: Shown
) -> Sequence[BoardLine]:
    order = (standing.c.games.desc(), standing.c.player_id)
    return _page(connection, (club_id, rating_list, which), order, offset, size)


def lines_of(
    connection: Connection, club_id: int, rating_list: RatingList, ids: Collection[int]
) -> dict[int, BoardLine]:
    query = _lines(club_id, rating_list, EVERYONE).where(standing.c.player_id.in_(ids))
    return {row.id: _line(connection, row) for row in connection.execute(query)}


def next_above(connection: Connection, club_id: int, rating_list: RatingList, shown: int, which: Shown) -> int | None:
    query = select(func.min(standing.c.shown)).where(*_on_board(club_id, rating_list, which), standing.c.shown > shown)
    above: int | None = connection.execute(query).scalar_one()
    return above


def position_by_games(connection: Connection, club_id: int, rating_list: RatingList, at: Standing, which: Shown) -> int:
    tied = (standing.c.games == at.games) & (standing.c.player_id < at.player_id)
    return _count(connection, club_id, rating_list, which, (standing.c.games > at.games) | tied)


def rank_by_games(connection: Connection, club_id: int, rating_list: RatingList, games: int, which: Shown) -> int:
    return 1 + _count(connection, club_id, rating_list, which, standing.c.games > games)


def _on_board(club_id: int, rating_list: RatingList, which: Shown) -> list[Any]:
    conditions: list[Any] = [standing.c.club_id == club_id, standing.c.list == rating_list.value]
    if not which.everyone:
        conditions.append(standing.c.active.is_(True))
    if which.established:
        conditions.append(standing.c.provisional.is_(False))
    return conditions


def _lines(club_id: int, rating_list: RatingList, which: Shown) -> Any:
    return (
        select(
            *PLAYER,
            standing.c.shown,
            standing.c.games,
            standing.c.provisional,
            standing.c.active,
            standing.c.date,
            standing.c.title_level,
            standing.c.title_points,
        )
        .join(player, same(player.c.id, standing.c.player_id))
        .where(*_on_board(club_id, rating_list, which))
    )


def _line(connection: Connection, row: Any) -> BoardLine:
    return BoardLine(
        player=player_of(connection, row),
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


# The largest gains on a list since a day.


class Gain(NamedTuple):
    """A player's gain in displayed points, and their displayed rating."""

    player_id: int
    points: int
    rating: int


def most_gained(
    connection: Connection, club_id: int, rating_list: RatingList, since: date, most: int
) -> Sequence[Gain]:
    """Return gains of active players, greatest first; entered ratings do not count."""
    entry = journal.c
    points = func.sum(
        displayed_of(connection.dialect.name, entry.after) - displayed_of(connection.dialect.name, entry.before)
    )
    rating = func.max(standing.c.shown)
    query = (
        select(entry.player_id, points, rating)
        .where(
            standing.c.club_id == club_id,
            standing.c.list == rating_list.value,
            standing.c.active.is_(True),
            standing.c.date >= since,
            same(entry.player_id, standing.c.player_id),
            entry.list == rating_list.value,
            entry.date >= since,
            entry.entered_rating_id.is_(None),
            entry.before.is_not(None),
            entry.after.is_not(None),
        )
        .group_by(entry.player_id)
        .order_by(points.desc(), rating.desc(), entry.player_id)
        .limit(most)
    )
    return [Gain(*row) for row in connection.execute(query)]


# Spread of ratings and activity of a list.


class Level(NamedTuple):
    """How many active, non-provisional players have a displayed rating."""

    displayed: int
    players: int


class DayOfPlay(NamedTuple):
    """The day of an event and its number of games."""

    day: date
    games: int


def spread(connection: Connection, club_id: int, rating_list: RatingList) -> list[Level]:
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
    """Return a list's counting events from a day on, in order."""
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


# A club's printed rating list, two lists side by side.


class ListedPlayer(NamedTuple):
    """A player with list details, and the rating on each requested list or None."""

    name: str
    uschess_id: str | None
    expires: str | None
    state: str | None
    ratings: tuple[DisplayedRating | None, ...]


_RATING = ("rating", "shown", "games", "provisional", "title_level", "title_points")


def printed_list(connection: Connection, club_id: int, lists: Sequence[RatingList]) -> list[ListedPlayer]:
    joined: Any = player
    columns: list[Any] = [player.c.name, player.c.uschess_id, player.c.expires, player.c.state]
    rated = []
    for index, rating_list in enumerate(lists):
        on_list = standing.alias(f"list_{index}")
        theirs = (on_list.c.club_id == club_id, on_list.c.list == rating_list.value)
        joined = joined.outerjoin(on_list, and_(*theirs, on_list.c.player_id == player.c.id))
        columns += [on_list.c[name].label(f"{name}_{index}") for name in _RATING]
        rated.append(on_list.c.player_id.is_not(None))
    query = (
        select(*columns)
        .select_from(joined)
        .where(player.c.club_id == club_id, player.c.merged_into.is_(None), or_(*rated))
        .order_by(player.c.search, player.c.id)
    )
    return [_listed(row, len(lists)) for row in connection.execute(query)]


def _listed(row: Any, lists: int) -> ListedPlayer:
    ratings = []
    for index in range(lists):
        figures = [getattr(row, f"{name}_{index}") for name in _RATING]
        ratings.append(None if figures[0] is None else DisplayedRating(*figures))
    return ListedPlayer(row.name, row.uschess_id, row.expires, row.state, tuple(ratings))
