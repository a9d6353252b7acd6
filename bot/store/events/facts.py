"""Events with their crosstables, and all facts of a list in order."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import date, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Date, String, bindparam, cast, delete, exists, func, insert, literal, or_, select, tuple_, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import EVENT_NAME
from bot.store.database.rows import (
    Event,
    EventFact,
    Fact,
    FactKind,
    FactPosition,
    FactRef,
    MessagePlace,
    NewEvent,
    ReportStanding,
)
from bot.store.database.tables import amendment, entered_rating, entrant, event, event_list, game
from bot.store.database.transactions import Connection, club_of, taking_turns
from bot.store.events import corrections, list_facts
from bot.store.events.unconfirmed import counts_or_waits
from core.event.background import ExternalRating
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, Ranking, TeamBye, TimeControl
from core.event.published import Published, PublishedRating
from core.event.similarity import UNNAMED
from core.lists import RatingList

# Crosstable lines as rows, and back.


def entrant_values(club_id: int, event_id: int, line: Entrant) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "number": line.number,
        "player_id": line.player,
        "name": line.name,
        "rating": line.rating,
        "rated": line.rated,
        "score": line.score,
        "elsewhere": [other.to_json() for other in line.external_ratings] or None,
        "list_ratings": {given.value: rating for given, rating in line.list_ratings} or None,
        "published": {given.value: one.to_json() for given, one in line.published} or None,
        "federation": line.federation,
        "title": line.title,
        "class": line.rating_class,
        "deviation": line.deviation,
        "team": line.team,
        "board": line.board,
        "seats": [list(seat) for seat in line.seats] or None,
        "out": line.out,
        "place": line.place,
    }


def game_values(club_id: int, event_id: int, played: Game) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "round": played.round,
        "first": played.first,
        "second": played.second,
        "result": played.score,
        "first_began": played.first_began,
        "first_points": played.first_points,
        "second_points": played.second_points,
        "rated": played.rated,
        "unrated_reason": None,
    }


def bye_values(club_id: int, event_id: int, bye: Bye) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "round": bye.round,
        "first": bye.entrant,
        "second": bye.opponent,
        "result": None,
        "first_began": None,
        "first_points": bye.points,
        "second_points": None,
        "rated": False,
        "unrated_reason": bye.kind.value,
    }


def game_of(row: Any) -> Game:
    first, second = row.first_points, row.second_points
    if first is not None:
        first = int(first)
    if second is not None:
        second = int(second)
    return Game(row.round, row.first, row.second, row.result, row.first_began, first, second, row.rated)


def bye_of(row: Any) -> Bye:
    points = None if row.first_points is None else int(row.first_points)
    return Bye(row.round, row.first, ByeKind(row.unrated_reason), row.second, points)


def entrant_of(row: Any) -> Entrant:
    external_ratings: tuple[ExternalRating, ...] = ()
    if row.elsewhere:
        external_ratings = tuple(ExternalRating.from_json(data) for data in row.elsewhere)
    on_lists: tuple[tuple[RatingList, float], ...] = ()
    if row.list_ratings:
        on_lists = tuple((RatingList(given), rating) for given, rating in row.list_ratings.items())
    published: Published = ()
    if row.published:
        published = tuple((RatingList(given), PublishedRating.from_json(one)) for given, one in row.published.items())
    return Entrant(
        number=row.number,
        rating=row.rating,
        player=row.player_id,
        name=row.name,
        rated=row.rated,
        score=row.score,
        external_ratings=external_ratings,
        list_ratings=on_lists,
        federation=row.federation,
        title=row.title,
        rating_class=row.rating_class,
        deviation=row.deviation,
        team=row.team,
        board=row.board,
        seats=tuple((round_number, board) for round_number, board in row.seats or ()),
        published=published,
        out=row.out,
        place=row.place,
    )


def _ranking_values(ranking: Ranking | None) -> dict[str, Any]:
    return {"ranking": None if ranking is None else asdict(ranking)}


def _ranking_of(data: dict[str, Any] | None) -> Ranking | None:
    if data is None:
        return None
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    byes = [TeamBye(number, team, ByeKind(kind), given) for number, team, kind, given in data.get("team_byes", ())]
    return Ranking(**{**values, "team_byes": tuple(byes)})


_CLUB: Any = bindparam("club")
_IDS: Any = bindparam("ids", expanding=True)
_HEADS = select(
    event.c.id, event.c.date, event.c.began, event.c.days, event.c.kind, event.c.minutes, event.c.seconds, event.c.site,
    event.c.overruled, event.c.ranking,
).where(event.c.club_id == _CLUB, event.c.id.in_(_IDS))  # fmt: skip
_ENTRANTS = (
    select(*(one for one in entrant.columns if one.name != "class"), entrant.c["class"].label("rating_class"))
    .where(entrant.c.club_id == _CLUB, entrant.c.event_id.in_(_IDS))
    .order_by(entrant.c.event_id, entrant.c.number)
)
_GAMES = (
    select(game)
    .where(game.c.club_id == _CLUB, game.c.event_id.in_(_IDS))
    .order_by(game.c.event_id, game.c.round, game.c.first)
)
_FROM_PLACE = (
    event.c.club_id == _CLUB,
    event.c.voided.is_(False),
    event_list.c.list == bindparam("list"),
    tuple_(event.c.date, event.c.seq) >= tuple_(bindparam("day", type_=Date), bindparam("from")),
)
_PLACES = (
    select(event.c.id, event.c.date, event.c.seq)
    .join(event_list, same(event_list.c.event_id, event.c.id))
    .where(*_FROM_PLACE)
)
_MOVERS = (
    select(event.c.id, entrant.c.player_id)
    .join(event_list, same(event_list.c.event_id, event.c.id))
    .join(entrant, same(entrant.c.event_id, event.c.id))
    .where(*_FROM_PLACE, entrant.c.rated.is_(True))
)
_other = event.alias("other")
CROSSTABLES_AT_ONCE, NAMES_AT_ONCE = 64, 500
_ADD_EVENT = insert(event).returning(event.c.id)
_ADD_LISTS, _ADD_ENTRANTS, _ADD_GAMES = insert(event_list), insert(entrant), insert(game)


def add_event(connection: Connection, new: NewEvent, crosstable: Crosstable) -> int:
    control = crosstable.time_control
    values = {
        "club_id": new.club_id,
        "date": new.place.date,
        "began": crosstable.began,
        "days": _days_values(crosstable),
        "seq": new.place.seq,
        "name": new.name,
        "kind": crosstable.kind.value,
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
        "source": new.source,
        "reported_by": new.reported_by,
        "created_at": new.at,
        "interaction_id": new.interaction_id,
        "digest": new.digest,
        "voided": new.waits_until is not None,
        "waits_until": new.waits_until,
        "site": crosstable.site,
        "overruled": crosstable.overruled,
        "standing": new.standing.value,
        **_ranking_values(crosstable.ranking),
    }
    event_id: int = connection.execute(_ADD_EVENT, values).scalar_one()
    _add_lines(connection, new.club_id, event_id, crosstable, new.rating_lists, new.rules)
    return event_id


def _days_values(crosstable: Crosstable) -> list[str | None] | None:
    if all(day in (None, crosstable.date) for day in crosstable.days):
        return None
    return [None if day is None else day.isoformat() for day in crosstable.days]


def find_event(connection: Connection, club_id: int, event_id: int) -> Event | None:
    found = _events(connection, select(event).where(event.c.id == event_id, event.c.club_id == club_id))
    return found[0] if found else None


def replace_event(
    connection: Connection,
    event_id: int,
    crosstable: Crosstable,
    name: str | None,
    rating_lists: Sequence[RatingList],
    rules: str | None,
) -> None:
    """Replace an event's facts; the caller stores the old ones as an amendment."""
    control = crosstable.time_control
    changed = {
        "date": crosstable.date,
        "began": crosstable.began,
        "days": _days_values(crosstable),
        "name": name,
        "kind": crosstable.kind.value,
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
        **_ranking_values(crosstable.ranking),
    }
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(**changed))
    for table in (event_list, entrant, game):
        connection.execute(delete(table).where(mine(connection, table, event_id=event_id)))
    _add_lines(connection, club_of(connection), event_id, crosstable, rating_lists, rules)


def _add_lines(
    connection: Connection,
    club_id: int,
    event_id: int,
    crosstable: Crosstable,
    rating_lists: Sequence[RatingList],
    rules: str | None,
) -> None:
    whole = {"club_id": club_id, "event_id": event_id, "rules": rules}
    connection.execute(_ADD_LISTS, [{**whole, "list": moved.value} for moved in rating_lists])
    connection.execute(_ADD_ENTRANTS, [entrant_values(club_id, event_id, line) for line in crosstable.entrants])
    games = [game_values(club_id, event_id, played) for played in crosstable.games]
    games += [bye_values(club_id, event_id, bye) for bye in crosstable.byes]
    if games:
        connection.execute(_ADD_GAMES, games)


def with_published(connection: Connection, club_id: int) -> list[int]:
    query = (
        select(event.c.id)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, event.c.voided.is_(False), entrant.c.published.is_not(None))
        .group_by(event.c.id, event.c.date, event.c.seq)
        .order_by(event.c.date, event.c.seq)
    )
    return list(connection.execute(query).scalars())


def event_of_file(connection: Connection, club_id: int, digest: str) -> Event | None:
    """Return a counting event that was imported from a file's contents."""
    query = select(event).where(event.c.club_id == club_id, event.c.digest == digest, event.c.voided.is_(False))
    found = _events(connection, query.order_by(event.c.seq).limit(1))
    return found[0] if found else None


def sections_of(
    connection: Connection, club_id: int, player_ids: Collection[int], first: date, last: date, but: str | None
) -> list[Event]:
    """Return counting events from files or evenings with two or more of these players.

    first, last: days of their end. but: digest of a file to skip. Most players first, up to a limit.
    """
    has = func.count(entrant.c.number)
    query = (
        select(event.c.id, has)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event.c.source.in_(("file", "evening")),
            event.c.date.between(first, last),
            *(() if but is None else (event.c.digest.is_distinct_from(but),)),
            entrant.c.player_id.in_(player_ids),
        )
        .group_by(event.c.id, event.c.seq)
        .having(has > 1)
        .order_by(has.desc(), event.c.date.desc(), event.c.seq)
        .limit(CROSSTABLES_AT_ONCE)
    )
    return sorted(by_ids(connection, [row.id for row in connection.execute(query)]), key=lambda one: one.place.seq)


def matches_of(
    connection: Connection,
    club_id: int,
    player_ids: Collection[int],
    lists: Collection[RatingList],
    first: date,
    last: date,
) -> list[Event]:
    """Return matches, counting or waiting, between these players only, on these lists and days."""
    others = select(entrant.c.event_id).where(
        entrant.c.club_id == club_id,
        same(entrant.c.event_id, event.c.id),
        or_(entrant.c.player_id.is_(None), entrant.c.player_id.not_in(player_ids)),
    )
    on_list = select(event_list.c.event_id).where(
        event_list.c.club_id == club_id, event_list.c.list.in_([moved.value for moved in lists])
    )
    query = select(event).where(
        event.c.club_id == club_id,
        counts_or_waits(),
        event.c.source == "match",
        event.c.date.between(first, last),
        event.c.id.in_(on_list),
        ~exists(others),
    )
    return _events(connection, query.order_by(event.c.date, event.c.seq))


def days_between(connection: Connection, club_id: int, first: date, last: date) -> list[date]:
    """Return the days of counting events."""
    query = select(event.c.date).where(
        event.c.club_id == club_id, event.c.voided.is_(False), event.c.date.between(first, last)
    )
    return list(connection.execute(query.distinct()).scalars())


def of_same_file(connection: Connection, club_id: int, event_id: int) -> list[Event]:
    digest = select(_other.c.digest).where(_other.c.club_id == club_id, _other.c.id == event_id).scalar_subquery()
    query = select(event).where(
        event.c.club_id == club_id,
        event.c.voided.is_(False),
        or_(event.c.id == event_id, event.c.digest == digest),
    )
    return _events(connection, query.order_by(event.c.seq))


def stored_with(connection: Connection, club_id: int, event_id: int) -> list[Event]:
    """Return the counting events that one import stored together, in order."""
    stored = select(_other.c.digest, _other.c.created_at).where(_other.c.club_id == club_id, _other.c.id == event_id)
    query = (
        select(event)
        .where(event.c.club_id == club_id, event.c.voided.is_(False))
        .where(tuple_(event.c.digest, event.c.created_at).in_(stored))
    )
    return _events(connection, query.order_by(event.c.seq))


def reported(
    connection: Connection,
    club_id: int,
    player_id: int,
    sources: Collection[str],
    reported_by: int | None = None,
    most: int = 1,
) -> Sequence[Event]:
    query = (
        select(event)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.source.in_(sources),
            counts_or_waits(),
            entrant.c.player_id == player_id,
            entrant.c.rated.is_(True),
        )
        .order_by(event.c.seq.desc())
        .limit(most)
    )
    if reported_by is not None:
        query = query.where(event.c.reported_by == reported_by)
    return _events(connection, query)


def events_of(
    connection: Connection, club_id: int, player_id: int | None, most: int, rating_list: RatingList | None = None
) -> Sequence[Event]:
    query = select(event).where(event.c.club_id == club_id, event.c.voided.is_(False))
    if player_id is not None:
        moved = select(entrant.c.event_id).where(
            entrant.c.club_id == club_id, entrant.c.player_id == player_id, entrant.c.rated.is_(True)
        )
        query = query.where(event.c.id.in_(moved))
    if rating_list is not None:
        on_list = select(event_list.c.event_id).where(
            event_list.c.club_id == club_id, event_list.c.list == rating_list.value
        )
        query = query.where(event.c.id.in_(on_list))
    return _events(connection, query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most))


def search(connection: Connection, club_id: int, words: str, most: int, offset: int = 0) -> Sequence[Event]:
    """Return counting events whose name or day contains the words, latest first."""
    query = select(event).where(event.c.club_id == club_id, event.c.voided.is_(False))
    if words:
        day = cast(event.c.date, String)
        called = func.lower(func.coalesce(EVENT_NAME, literal(UNNAMED) + day)).contains(words.lower(), autoescape=True)
        query = query.where(called | day.contains(words, autoescape=True))
    return _events(connection, query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most).offset(offset))


def by_ids(connection: Connection, event_ids: Sequence[int]) -> list[Event]:
    query = select(event).where(mine(connection, event), event.c.id.in_(event_ids))
    found = {one.id: one for one in _events(connection, query)}
    return [found[event_id] for event_id in event_ids]


def names(connection: Connection, event_ids: Collection[int]) -> dict[int, str | None]:
    """Return the names of events as everybody may read them."""
    ids, found = list(event_ids), dict[int, str | None]()
    for first in range(0, len(ids), NAMES_AT_ONCE):
        some = event.c.id.in_(ids[first : first + NAMES_AT_ONCE])
        rows = connection.execute(select(event.c.id, EVENT_NAME.label("name")).where(mine(connection, event), some))
        found |= {row.id: row.name for row in rows}
    return found


def sizes(connection: Connection, event_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return how many entrants and games events have."""

    def counted(table: Any, *conditions: Any) -> dict[int, int]:
        query = select(table.c.event_id, func.count()).where(
            mine(connection, table), table.c.event_id.in_(event_ids), *conditions
        )
        return {row[0]: int(row[1]) for row in connection.execute(query.group_by(table.c.event_id))}

    players, games = counted(entrant), counted(game, game.c.unrated_reason.is_(None))
    return {event_id: (players.get(event_id, 0), games.get(event_id, 0)) for event_id in event_ids}


def rated_players(connection: Connection, event_id: int) -> frozenset[int]:
    query = select(entrant.c.player_id).where(mine(connection, entrant, event_id=event_id), entrant.c.rated.is_(True))
    return frozenset((connection.execute(query)).scalars())


def save_message_location(
    connection: Connection, club_id: int, event_ids: Collection[int], place: MessagePlace
) -> None:
    connection.execute(
        update(event)
        .where(event.c.club_id == club_id, event.c.id.in_(event_ids))
        .values(channel_id=place.channel_id, message_id=place.message_id)
    )


def title_norms(connection: Connection, event_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return events' declared details for title norms; empty if none."""
    query = select(event.c.id, event.c.title_norms).where(mine(connection, event), event.c.id.in_(event_ids))
    return {row.id: row.title_norms or {} for row in connection.execute(query)}


def keep_declared_settings(connection: Connection, club_id: int, event_id: int, declared: dict[str, Any]) -> None:
    this = (event.c.club_id == club_id, event.c.id == event_id)
    connection.execute(update(event).where(*this).values(title_norms=declared or None))


def header_of(connection: Connection, event_id: int) -> dict[str, Any]:
    """Return city, federation and arbiters of an imported event; empty for others."""
    found = connection.execute(select(event.c.header).where(mine(connection, event, id=event_id))).scalar()
    return found or {}


def keep_header(connection: Connection, event_id: int, header: dict[str, Any]) -> None:
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(header=header))


def any_count(connection: Connection, club_id: int) -> bool:
    found = (
        select(one.c.id).where(one.c.club_id == club_id, one.c.voided.is_(False)).limit(1)
        for one in (event, entered_rating)
    )
    return any(connection.execute(query).first() is not None for query in found)


def any_of_player(connection: Connection, club_id: int, player_id: int, rating_list: RatingList) -> bool:
    """Return whether a player has a counting event or entered rating on a list."""
    played = (
        select(event.c.id)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, event.c.voided.is_(False), event_list.c.list == rating_list.value)
        .where(entrant.c.player_id == player_id)
    )
    entered = select(entered_rating.c.id).where(
        entered_rating.c.club_id == club_id,
        entered_rating.c.voided.is_(False),
        entered_rating.c.player_id == player_id,
        entered_rating.c.list == rating_list.value,
    )
    return any(connection.execute(query.limit(1)).first() is not None for query in (played, entered))


def void_event(connection: Connection, event_id: int) -> None:
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(voided=True))


def give_seq(connection: Connection, event_id: int, seq: int) -> None:
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(seq=seq))


def set_replaced(connection: Connection, event_ids: Collection[int], by: int) -> None:
    these = (mine(connection, event), event.c.id.in_(event_ids))
    connection.execute(update(event).where(*these).values(successor_id=by))


def replaced_by(connection: Connection, event_id: int) -> list[Event]:
    query = select(event).where(mine(connection, event, successor_id=event_id))
    return _events(connection, query.order_by(event.c.date, event.c.seq))


def reinstate(connection: Connection, successor_id: int) -> None:
    these = mine(connection, event, successor_id=successor_id)
    connection.execute(update(event).where(these).values(voided=event.c.waits_until.is_not(None), successor_id=None))


def crosstables(connection: Connection, event_ids: Collection[int]) -> dict[int, Crosstable]:
    ids = list(event_ids)
    found: dict[int, Crosstable] = {}
    for first in range(0, len(ids), CROSSTABLES_AT_ONCE):
        found |= _crosstables(connection, ids[first : first + CROSSTABLES_AT_ONCE])
    return found


def _crosstables(connection: Connection, event_ids: Sequence[int]) -> dict[int, Crosstable]:
    named = {"club": club_of(connection), "ids": list(event_ids)}
    entrants: dict[int, list[Entrant]] = defaultdict(list)
    games: dict[int, list[Game]] = defaultdict(list)
    byes: dict[int, list[Bye]] = defaultdict(list)
    for row in connection.execute(_ENTRANTS, named):
        entrants[row.event_id].append(entrant_of(row))
    for row in connection.execute(_GAMES, named):
        # A round without a game has a reason.
        if row.unrated_reason is None:
            games[row.event_id].append(game_of(row))
        else:
            byes[row.event_id].append(bye_of(row))
    return {
        head.id: Crosstable(
            date=head.date,
            entrants=tuple(entrants[head.id]),
            games=tuple(games[head.id]),
            byes=tuple(byes[head.id]),
            kind=EventKind(head.kind),
            time_control=None if head.minutes is None else TimeControl(head.minutes, head.seconds),
            began=head.began,
            site=head.site,
            overruled=head.overruled,
            days=tuple(None if day is None else date.fromisoformat(day) for day in head.days or ()),
            ranking=_ranking_of(head.ranking),
        )
        for head in connection.execute(_HEADS, named)
    }


def refs_from(connection: Connection, club_id: int, rating_list: RatingList, start: FactPosition) -> list[FactRef]:
    """Return a list's counting facts from a place on, in order."""
    movers: dict[int, set[int]] = {}
    places: dict[int, FactPosition] = {}
    given = {"club": club_id, "list": rating_list.value, "day": start.date, "from": start.seq}
    # separate: an event has dozens of players and one place
    for event_id, day, seq in taking_turns(connection, connection.execute(_PLACES, given)):
        places[event_id], movers[event_id] = FactPosition(day, seq), set()
    for event_id, player_id in taking_turns(connection, connection.execute(_MOVERS, given)):
        movers[event_id].add(player_id)
    refs = [FactRef(places[key], FactKind.EVENT, key, frozenset(players)) for key, players in movers.items() if players]
    refs += corrections.refs_from(connection, club_id, rating_list, start)
    refs += list_facts.refs_from(connection, club_id, rating_list, start)
    return sorted(refs, key=lambda ref: ref.place)


def load(connection: Connection, rating_list: RatingList, refs: Sequence[FactRef]) -> list[Fact]:
    ids = {kind: [ref.id for ref in refs if ref.kind is kind] for kind in FactKind}
    events = ids[FactKind.EVENT]
    tables = crosstables(connection, events) if events else {}
    on_list = (event_list.c.list == rating_list.value, event_list.c.event_id.in_(events), mine(connection, event_list))
    rows = connection.execute(
        select(event_list.c.event_id, event_list.c.rules, event.c.standing)
        .join(event, same(event.c.id, event_list.c.event_id))
        .where(*on_list)
    )
    rules = {row.event_id: (row.rules, row.standing == ReportStanding.CONFIRMED) for row in rows}
    opened = corrections.entered_ratings(connection, ids[FactKind.ENTERED_RATING])
    demoted = corrections.demotions(connection, ids[FactKind.DEMOTION])
    of_lists = list_facts.load(connection, refs)
    loaded: list[Fact] = []
    for ref in refs:
        if ref.kind is FactKind.EVENT:
            loaded.append(EventFact(ref.place, ref.id, tables[ref.id], *rules[ref.id]))
        elif ref.kind is FactKind.ENTERED_RATING:
            loaded.append(opened[ref.id])
        else:
            loaded.append(demoted[ref.id] if ref.kind is FactKind.DEMOTION else of_lists[ref.id])
    return loaded


def _events(connection: Connection, query: Any) -> list[Event]:
    rows = connection.execute(query.add_columns(EVENT_NAME.label("shown_name"))).all()
    lists: dict[int, list[RatingList]] = defaultdict(list)
    rules: dict[int, str | None] = {}
    its_lists = select(event_list).where(
        mine(connection, event_list), event_list.c.event_id.in_([row.id for row in rows])
    )
    for row in connection.execute(its_lists):
        lists[row.event_id].append(RatingList(row.list))
        rules[row.event_id] = row.rules
    return [
        Event(
            id=row.id,
            place=FactPosition(row.date, row.seq),
            name=row.shown_name,
            given_name=row.name,
            source=row.source,
            voided=row.voided,
            reported_by=row.reported_by,
            interaction_id=row.interaction_id,
            rating_lists=tuple(sorted(lists[row.id], key=attrgetter("order"))),
            rules=rules[row.id],
            message=None if row.message_id is None else MessagePlace(row.channel_id, row.message_id),
            waits_until=row.waits_until if row.successor_id is None else None,
            standing=ReportStanding(row.standing),
            successor_id=row.successor_id,
        )
        for row in rows
    ]


BEGINNING = FactPosition(date.min, 0)

LAST_SEQ = 2**31 - 1
"""A seq after every fact of a day."""


def end_of(day: date) -> FactPosition:
    return FactPosition(day, LAST_SEQ)


def are_amended(connection: Connection, event_id: int) -> bool:
    return bool(connection.execute(select(exists().where(mine(connection, amendment, event_id=event_id)))).scalar())


def add_amendment(
    connection: Connection,
    event_id: int,
    before: dict[str, Any],
    reason: str,
    amended_by: int,
    at: datetime,
    interaction_id: int,
) -> int:
    """Store an event's previous facts and the reason; return the correction's number."""
    values = {
        "club_id": club_of(connection),
        "event_id": event_id,
        "before": before,
        "reason": reason,
        "amended_by": amended_by,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    key: int = connection.execute(insert(amendment).values(**values).returning(amendment.c.id)).scalar_one()
    return key


class Amended(NamedTuple):
    """A correction of an event. before: the previous facts. is_last: whether it is the latest."""

    event_id: int
    before: dict[str, Any]
    reason: str
    is_last: bool


def find_amendment(connection: Connection, key: int) -> Amended | None:
    row = connection.execute(select(amendment).where(mine(connection, amendment, id=key))).one_or_none()
    if row is None:
        return None
    later = mine(connection, amendment, event_id=row.event_id) & (amendment.c.id > key)
    is_last = connection.execute(select(amendment.c.id).where(later).limit(1)).first() is None
    return Amended(row.event_id, row.before, row.reason, is_last)


def last_amendment(connection: Connection, event_id: int) -> int | None:
    found: int | None = connection.execute(
        select(func.max(amendment.c.id)).where(mine(connection, amendment, event_id=event_id))
    ).scalar()
    return found


def drop_amendment(connection: Connection, key: int) -> None:
    """Delete an undone correction; the audit has it."""
    connection.execute(delete(amendment).where(mine(connection, amendment, id=key)))


def restore_event(connection: Connection, event_id: int) -> None:
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(voided=False))


def digest_of(connection: Connection, event_id: int) -> str | None:
    return connection.execute(select(event.c.digest).where(mine(connection, event, id=event_id))).scalar_one_or_none()
