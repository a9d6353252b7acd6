"""Games: a player's latest, all between two, all of a period."""

from collections.abc import Collection, Sequence
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import and_, case, func, not_, or_, select

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import EVENT_NAME, MATCH, MATCH_WRITTEN, called
from bot.store.database.tables import audit, entrant, event, event_list, game, journal, player
from bot.store.database.transactions import Connection
from core.event.crosstable import EventKind
from core.lists import RatingList, set_results

_ME, _OTHER = entrant.alias("me"), entrant.alias("other")
_IS_FIRST = game.c.first == _ME.c.number
_MINE = and_(same(game.c.event_id, event.c.id), or_(game.c.first == _ME.c.number, game.c.second == _ME.c.number))
_MY_MOVE, _THEIR_MOVE = journal.alias("my_move"), journal.alias("their_move")


class PlayedGame(NamedTuple):
    """A game from one side.

    Ratings before the event, None if unknown. result: own game points, None for totals. points, theirs: on the board.
    opponent_id: None for non-players. began: with White, or first. score: own and the other's games won in a match
    that is rated as one game.
    """

    event_id: int
    event_name: str | None
    source: str
    day: date
    round: int
    opponent_id: int | None
    name: str | None
    rating: float | None
    opponent_rating: float | None
    result: float | None
    points: float | None
    theirs: float | None
    began: bool | None = None
    score: tuple[float, float] | None = None


class Tally(NamedTuple):
    """Game points from how many games."""

    points: float
    games: int


class Drawn(NamedTuple):
    """Draws, among how many games."""

    draws: int
    games: int


_EVENTS_COUNTED = 200


def of_player(
    connection: Connection, club_id: int, player_id: int, rating_list: RatingList, most: int, offset: int = 0
) -> list[PlayedGame]:
    query = _games(rating_list, club_id, player_id).where(_ME.c.rated.is_(True))
    query = query.order_by(*_LATEST_FIRST).limit(most).offset(offset)
    return _all_played(connection, club_id, query)


def count_of(connection: Connection, club_id: int, player_id: int, rating_list: RatingList) -> int:
    """Return how many games those are, with or without known results."""
    query = _games(rating_list, club_id, player_id).where(_ME.c.rated.is_(True)).with_only_columns(func.count())
    return int(connection.execute(query).scalar_one())


def tally(connection: Connection, club_id: int, player_id: int, rating_list: RatingList) -> Tally:
    own = case((_IS_FIRST, game.c.result), else_=1 - game.c.result)
    query = (
        select(func.coalesce(func.sum(own), 0), func.count(game.c.result))
        .select_from(_ME)
        .join(event, same(event.c.id, _ME.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value))
        .join(game, _MINE)
        .where(*_counted(club_id, player_id), _ME.c.rated.is_(True))
    )
    points, games = connection.execute(query).one()
    return Tally(float(points), int(games))


def draws(connection: Connection, club_id: int, rating_list: RatingList) -> Drawn:
    latest = (
        select(event.c.id)
        .join(event_list, same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value))
        .where(event.c.club_id == club_id, event.c.voided.is_(False))
        .order_by(event.c.date.desc(), event.c.seq.desc())
        .limit(_EVENTS_COUNTED)
    )
    query = select(func.coalesce(func.sum(case((game.c.result == 0.5, 1), else_=0)), 0), func.count()).where(
        game.c.club_id == club_id,
        game.c.event_id.in_(latest),
        game.c.unrated_reason.is_(None),
        game.c.result.is_not(None),
    )
    drawn, games = connection.execute(query).one()
    return Drawn(int(drawn), int(games))


def between(
    connection: Connection, club_id: int, player_id: int, opponent_id: int, rating_list: RatingList | None
) -> dict[RatingList, list[PlayedGame]]:
    """Return all games of two players by first list, latest first; a game of two sides is none of them.

    rating_list: only of events that move it.
    """
    together = and_(_ME.c.player_id == player_id, _OTHER.c.player_id == opponent_id)
    met = (
        select(event.c.id)
        .join(_ME, same(_ME.c.event_id, event.c.id))
        .join(_OTHER, same(_OTHER.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, event.c.voided.is_(False), event.c.kind != EventKind.SIDES.value, together)
    )
    ids = list(connection.execute(met).scalars())
    lists: dict[int, list[RatingList]] = {}
    for row in connection.execute(
        select(event_list).where(event_list.c.club_id == club_id, event_list.c.event_id.in_(ids))
    ):
        lists.setdefault(row.event_id, []).append(RatingList(row.list))
    by_list: dict[RatingList, list[int]] = {}
    for event_id, moved in lists.items():
        if rating_list is None or rating_list in moved:
            by_list.setdefault(rating_list or min(moved, key=attrgetter("order")), []).append(event_id)
    found = {}
    for one in sorted(by_list, key=attrgetter("order")):
        query = _games(one, club_id, player_id).where(event.c.id.in_(by_list[one]), _OTHER.c.player_id == opponent_id)
        games = _all_played(connection, club_id, query.order_by(*_LATEST_FIRST))
        if games:
            found[one] = games
    return found


def _games(rating_list: RatingList, club_id: int, player_id: int) -> Any:
    on_list = rating_list.value
    query = (
        select(
            event.c.id, EVENT_NAME.label("event_name"), event.c.source, event.c.date, game.c.round,
            _OTHER.c.player_id.label("opponent_id"),
            player.c.name, player.c.user_id, _OTHER.c.name.label("given_name"),
            func.coalesce(_MY_MOVE.c.before, _ME.c.rating).label("rating"),
            func.coalesce(_THEIR_MOVE.c.before, _OTHER.c.rating).label("opponent_rating"),
            case((_IS_FIRST, game.c.result), else_=1 - game.c.result).label("result"),
            case((_IS_FIRST, game.c.first_points), else_=game.c.second_points).label("points"),
            case((_IS_FIRST, game.c.second_points), else_=game.c.first_points).label("theirs"),
            player.c.hidden,
            case((_IS_FIRST, game.c.first_began), else_=not_(game.c.first_began)).label("began"),
            case((_IS_FIRST, True), else_=False).label("is_first"),
        )
        .select_from(_ME)
        .join(event, same(event.c.id, _ME.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id) & (event_list.c.list == on_list))
        .join(game, _MINE)
        .join(
            _OTHER,
            and_(
                same(_OTHER.c.event_id, event.c.id),
                _OTHER.c.number == case((_IS_FIRST, game.c.second), else_=game.c.first),
            ),
        )
        .outerjoin(player, and_(player.c.id == _OTHER.c.player_id, player.c.club_id == event.c.club_id))
    )  # fmt: skip
    for move, seat in ((_MY_MOVE, _ME), (_THEIR_MOVE, _OTHER)):
        query = query.outerjoin(
            move,
            and_(
                move.c.club_id == event.c.club_id,
                move.c.player_id == seat.c.player_id,
                move.c.list == on_list,
                move.c.date == event.c.date,
                move.c.seq == event.c.seq,
            ),
        )
    return query.where(*_counted(club_id, player_id))


def _counted(club_id: int, player_id: int) -> Sequence[Any]:
    return (
        event.c.club_id == club_id,
        event.c.voided.is_(False),
        _ME.c.player_id == player_id,
        game.c.unrated_reason.is_(None),
    )


_LATEST_FIRST = (event.c.date.desc(), event.c.seq.desc(), game.c.round.desc())


def _all_played(connection: Connection, club_id: int, query: Any) -> list[PlayedGame]:
    rows = connection.execute(query).all()
    scores = scores_of(connection, club_id, {row.id for row in rows if row.source == MATCH})
    return [_played(connection, row, scores.get(row.id)) for row in rows]


def scores_of(connection: Connection, club_id: int, event_ids: Collection[int]) -> dict[int, tuple[float, float]]:
    """Return the games won by the first side and by the other, of the matches that are rated as one game."""
    rounds = select(func.max(game.c.round)).where(same(game.c.event_id, event.c.id)).correlate(event).scalar_subquery()
    query = (
        select(event.c.id, audit.c.details)
        .join(audit, same(audit.c.subject_id, event.c.id) & (audit.c.at >= event.c.created_at))
        .where(
            event.c.club_id == club_id,
            event.c.id.in_(event_ids),
            audit.c.action.in_(MATCH_WRITTEN),
            rounds == 1,
        )
        .order_by(audit.c.id.desc())
    )
    scores = {}
    for row in connection.execute(query) if event_ids else ():
        details = row.details or {}
        results = set_results(details.get("sets", ())) or details.get("results", ())
        if len(results) > 1:
            scores[row.id] = (float(sum(results)), float(len(results) - sum(results)))
    return scores


def _played(connection: Connection, row: Any, score: tuple[float, float] | None) -> PlayedGame:
    name = row.given_name
    if row.name is not None:
        name = called(connection, row.opponent_id, row.user_id, row.name, hidden=row.hidden)
    return PlayedGame(
        row.id, row.event_name, row.source, row.date, row.round, row.opponent_id, name, row.rating,
        row.opponent_rating, row.result, row.points, row.theirs,
        None if row.began is None else bool(row.began), score if score is None or row.is_first else score[::-1],
    )  # fmt: skip


# Pages of events by kind or player.


def page_of_events(
    connection: Connection,
    club_id: int,
    sources: Collection[str] | None,
    player_id: int | None,
    most: int,
    offset: int,
) -> list[int]:
    query = select(event.c.id).where(_chosen(club_id, sources, player_id))
    return list(
        connection.execute(query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most).offset(offset)).scalars()
    )


def count_events(connection: Connection, club_id: int, sources: Collection[str] | None, player_id: int | None) -> int:
    query = select(func.count()).select_from(event).where(_chosen(club_id, sources, player_id))
    return int(connection.execute(query).scalar_one())


def _chosen(club_id: int, sources: Collection[str] | None, player_id: int | None) -> Any:
    chosen = (event.c.club_id == club_id) & event.c.voided.is_(False)
    if sources is not None:
        chosen &= event.c.source.in_(sources)
    if player_id is not None:
        chosen &= event.c.id.in_(
            select(entrant.c.event_id).where(entrant.c.club_id == club_id, entrant.c.player_id == player_id)
        )
    return chosen


def reported_for(connection: Connection, event_ids: Collection[int]) -> dict[int, int]:
    query = (
        select(entrant.c.event_id, entrant.c.player_id)
        .where(mine(connection, entrant), entrant.c.event_id.in_(event_ids), entrant.c.rated.is_(True))
        .order_by(entrant.c.event_id, entrant.c.number.desc())
    )
    return {row.event_id: row.player_id for row in connection.execute(query)}
