"""News: what is to be announced, was announced, or has to be corrected."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, or_, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import EVENT_NAME, PLAYER, called, player_of
from bot.store.database.rows import FactPosition, Player, ReportStanding
from bot.store.database.tables import entrant, event, game, journal, news, norm, player, title
from bot.store.database.transactions import Connection
from core.event.scores import ScoredGame, scored_game
from core.lists import RatingList
from core.rating.outcome import Award
from core.tournament.best_for_rating import ForRating

NewsKey = tuple[str, int]
"""A kind of news and its player; one per event."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A piece of news; value: its figures, empty if passed over. nameable: whether to name the player."""

    id: int
    kind: str
    player: Player
    event_id: int
    event_name: str | None
    value: dict[str, Any]
    made_at: datetime
    settled_at: datetime | None
    withdrawn_at: datetime | None
    nameable: bool


def reconcile(
    connection: Connection, club_id: int, event_id: int, found: Mapping[NewsKey, dict[str, Any]], now: datetime
) -> None:
    """Store an event's current news; announced items stay, obsolete ones are withdrawn."""
    of_event = (news.c.club_id == club_id, news.c.event_id == event_id)
    known = {(row.kind, row.player_id): row for row in connection.execute(select(news).where(*of_event))}
    for key, row in known.items():
        this = (news.c.club_id == club_id) & (news.c.id == row.id)
        if key in found:
            new = {"value": found[key]} if row.settled_at is None else {"withdrawn_at": None}
            connection.execute(update(news).where(this).values(**new))
        elif row.settled_at is None:
            connection.execute(delete(news).where(this))
        elif row.withdrawn_at is None:
            connection.execute(update(news).where(this).values(withdrawn_at=now))
    shared = {"club_id": club_id, "event_id": event_id, "made_at": now}
    new_rows = [
        {**shared, "kind": kind, "player_id": player_id, "value": value}
        for (kind, player_id), value in found.items()
        if (kind, player_id) not in known
    ]
    if new_rows:
        connection.execute(insert(news), new_rows)


_ITEMS = (
    select(news, *PLAYER[1:], player.c.announced, player.c.born, player.c.born_year)
    .add_columns(EVENT_NAME.label("event_name"))
    .join(player, same(player.c.id, news.c.player_id))
    .join(event, same(event.c.id, news.c.event_id))
)


def to_announce(connection: Connection, club_id: int, today: date) -> Sequence[NewsItem]:
    is_open = or_(news.c.settled_at.is_(None), news.c.withdrawn_at.is_not(None))
    rows = connection.execute(_ITEMS.where(news.c.club_id == club_id, is_open).order_by(news.c.id))
    return [_item(connection, row, today) for row in rows]


def announced_at(connection: Connection, club_id: int, moment: datetime, today: date) -> Sequence[NewsItem]:
    rows = connection.execute(_ITEMS.where(news.c.club_id == club_id, news.c.settled_at == moment).order_by(news.c.id))
    return [_item(connection, row, today) for row in rows]


def has_any_to_announce(connection: Connection, club_id: int) -> bool:
    is_open = or_(news.c.settled_at.is_(None), news.c.withdrawn_at.is_not(None))
    return connection.execute(select(news.c.id).where(news.c.club_id == club_id, is_open).limit(1)).first() is not None


def mark_announced(
    connection: Connection,
    announced: Collection[int],
    quiet: Collection[int],
    corrected: Collection[int],
    now: datetime,
) -> None:
    """Mark items as announced, empty passed-over ones, and delete corrected ones."""
    connection.execute(update(news).where(mine(connection, news), news.c.id.in_(announced)).values(settled_at=now))
    connection.execute(
        update(news).where(mine(connection, news), news.c.id.in_(quiet)).values(settled_at=now, value={})
    )
    connection.execute(delete(news).where(mine(connection, news), news.c.id.in_(corrected)))


def drop_unannounced(connection: Connection, club_id: int) -> None:
    is_open = or_(news.c.settled_at.is_(None), news.c.withdrawn_at.is_not(None))
    connection.execute(delete(news).where(news.c.club_id == club_id, is_open))


def last_announced_at(connection: Connection, club_id: int) -> datetime | None:
    found: datetime | None = connection.execute(
        select(news.c.settled_at)
        .where(news.c.club_id == club_id, news.c.settled_at.is_not(None))
        .order_by(news.c.settled_at.desc())
        .limit(1)
    ).scalar()
    return found


def last_peak(connection: Connection, player_id: int, rating_list: str, apart_from: int) -> int | None:
    """Return a player's highest announced peak, apart from an event's."""
    theirs = (mine(connection, news, player_id=player_id, kind="peak"), news.c.event_id != apart_from)
    query = select(news.c.value).where(*theirs, news.c.withdrawn_at.is_(None))
    values = [row.value for row in connection.execute(query)]
    return max((value["rating"] for value in values if value["list"] == rating_list), default=None)


@dataclass(frozen=True, slots=True)
class Played:
    """Games played in events since a moment, and the days from first to last."""

    events: int
    games: int
    players: int
    first: date | None
    last: date | None


def played_since(connection: Connection, club_id: int, moment: datetime) -> Played:
    came = (event.c.club_id == club_id, event.c.created_at >= moment, event.c.voided.is_(False))
    ids = select(event.c.id).where(*came)
    events, first, last = connection.execute(
        select(func.count(), func.min(event.c.date), func.max(event.c.date)).where(*came)
    ).one()
    games = (
        select(func.count())
        .select_from(game)
        .where(game.c.club_id == club_id, game.c.event_id.in_(ids), game.c.unrated_reason.is_(None))
    )
    rated = select(func.count(entrant.c.player_id.distinct())).where(
        entrant.c.club_id == club_id, entrant.c.event_id.in_(ids), entrant.c.rated
    )
    return Played(events, connection.execute(games).scalar_one(), connection.execute(rated).scalar_one(), first, last)


def scores_since(connection: Connection, club_id: int, moment: datetime) -> list[ScoredGame]:
    first, second = entrant.alias("first_entrant"), entrant.alias("second_entrant")
    query = (
        select(first.c.player_id, second.c.player_id, game.c.first_points, game.c.second_points, event.c.id)
        .select_from(event)
        .join(game, same(game.c.event_id, event.c.id) & game.c.unrated_reason.is_(None))
        .join(first, same(first.c.event_id, event.c.id) & (first.c.number == game.c.first))
        .join(second, same(second.c.event_id, event.c.id) & (second.c.number == game.c.second))
        .where(
            *(event.c.club_id == club_id, event.c.created_at >= moment, event.c.voided.is_(False)),
            *(game.c.first_points.is_not(None), game.c.second_points.is_not(None)),
        )
        .order_by(event.c.date, event.c.seq, game.c.round, game.c.first)
    )
    found = [scored_game(*row) for row in connection.execute(query)]
    return [game for game in found if game is not None]


def for_rating_since(connection: Connection, club_id: int, moment: datetime) -> dict[RatingList, list[ForRating]]:
    """Return what rated players scored and were expected to in confirmed events stored since a moment, by their ids."""
    columns = (journal.c.list, journal.c.player_id)
    query = (
        select(
            *columns,
            *(func.sum(one) for one in (journal.c.compared_score, journal.c.compared_expected, journal.c.compared)),
        )
        .join(event, same(event.c.id, journal.c.event_id))
        .where(
            *(event.c.club_id == club_id, event.c.created_at >= moment, event.c.voided.is_(False)),
            *(event.c.standing == ReportStanding.CONFIRMED, journal.c.compared.is_not(None)),
        )
        .group_by(*columns)
    )
    found: dict[RatingList, list[ForRating]] = defaultdict(list)
    for name, player_id, scored, expected, games in connection.execute(query):
        found[RatingList(name)].append(ForRating(player_id, scored, expected, int(games)))
    return found


YOUNGEST = 13
"""Younger players are never named."""


def _item(connection: Connection, row: Any, today: date) -> NewsItem:
    return NewsItem(
        row.id,
        row.kind,
        Player(row.player_id, row.user_id, called(connection, row.player_id, row.user_id, row.name, hidden=row.hidden)),
        row.event_id,
        row.event_name,
        row.value,
        row.made_at,
        row.settled_at,
        row.withdrawn_at,
        row.announced and not row.hidden and not _may_be_young(row.born, row.born_year, today),
    )


def _may_be_young(born: date | None, born_year: int | None, today: date) -> bool:
    if born is not None:
        return (today.year - born.year) - ((today.month, today.day) < (born.month, born.day)) < YOUNGEST
    return born_year is not None and today.year - born_year <= YOUNGEST


def nameable(connection: Connection, ids: Collection[int], today: date) -> dict[int, Player]:
    columns = (*PLAYER, player.c.born, player.c.born_year)
    query = select(*columns).where(
        mine(connection, player), player.c.id.in_(ids), player.c.announced, player.c.hidden.is_(False)
    )
    return {
        row.id: player_of(connection, row)
        for row in connection.execute(query)
        if not _may_be_young(row.born, row.born_year, today)
    }


# What an event did to its players.


class EventMove(NamedTuple):
    """What an event did to a player on a list; before: None if unrated."""

    player_id: int
    rating_list: RatingList
    before: float | None
    after: float | None
    games_before: int
    games_after: int


def moves_of_event(connection: Connection, event_id: int) -> Sequence[EventMove]:
    columns = (
        journal.c.player_id,
        journal.c.list,
        journal.c.before,
        journal.c.after,
        journal.c.games_before,
        journal.c.games_after,
    )
    query = (
        select(*columns)
        .where(mine(connection, journal, event_id=event_id))
        .order_by(journal.c.list, journal.c.player_id)
    )
    moves = [EventMove(row.player_id, RatingList(row.list), *row[2:]) for row in connection.execute(query)]
    return sorted(moves, key=lambda move: (move.rating_list.order, move.player_id))


def titles_of_event(connection: Connection, event_id: int) -> list[tuple[int, RatingList, Award]]:
    query = select(title).where(mine(connection, title, event_id=event_id))
    rows = connection.execute(query.order_by(title.c.level.desc()))
    return [(row.player_id, RatingList(row.list), Award(row.scheme, row.level, "")) for row in rows]


def norms_of_event(connection: Connection, event_id: int) -> list[tuple[int, RatingList, Award]]:
    query = select(norm).where(mine(connection, norm, event_id=event_id))
    rows = connection.execute(query.order_by(norm.c.level.desc()))
    return [(row.player_id, RatingList(row.list), Award(row.scheme, row.level, row.code)) for row in rows]


def highest_before(
    connection: Connection, ids: Collection[int], rating_list: RatingList, place: FactPosition
) -> dict[int, float]:
    query = (
        select(journal.c.player_id, func.max(journal.c.after).label("highest"))
        .where(mine(connection, journal, list=rating_list.value), journal.c.player_id.in_(ids), _is_before(place))
        .group_by(journal.c.player_id)
    )
    return {row.player_id: row.highest for row in connection.execute(query) if row.highest is not None}


def event_days_before(
    connection: Connection, ids: Collection[int], place: FactPosition
) -> dict[int, tuple[date, date]]:
    """Return players' first and last event days before a place, on any list."""
    query = (
        select(journal.c.player_id, func.min(journal.c.date).label("first"), func.max(journal.c.date).label("last"))
        .where(
            mine(connection, journal), journal.c.player_id.in_(ids), journal.c.event_id.is_not(None), _is_before(place)
        )
        .group_by(journal.c.player_id)
    )
    return {row.player_id: (row.first, row.last) for row in connection.execute(query)}


def _is_before(place: FactPosition) -> Any:
    return or_(journal.c.date < place.date, (journal.c.date == place.date) & (journal.c.seq < place.seq))
