"""Facts: events with their crosstables, and openings."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from sqlalchemy import bindparam, insert, select, tuple_, update

from bot.store.database import Connection
from bot.store.rows import Event, EventFact, Fact, FactRef, NewEvent, NewOpening, OpeningFact, Place
from bot.store.tables import entrant, event, event_list, game, opening
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.lists import RatingList

_EVENTS = select(event, event_list.c.list, event_list.c.rules).join(event_list, event_list.c.event_id == event.c.id)
_ADD_EVENT = insert(event).returning(event.c.id)
_ADD_LIST, _ADD_ENTRANTS, _ADD_GAMES = insert(event_list), insert(entrant), insert(game)
_ADD_OPENING = insert(opening).returning(opening.c.id)
_FORFEIT_REASONS = {kind.value: kind for kind in ByeKind}


def add_event(connection: Connection, new: NewEvent, crosstable: Crosstable) -> int:
    """Store an event with its crosstable; return its id."""
    control = crosstable.time_control
    values = {
        "club_id": new.club_id,
        "date": new.place.date,
        "seq": new.place.seq,
        "name": new.name,
        "kind": crosstable.kind.value,
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
        "source": new.source,
        "reported_by": new.reported_by,
        "created_at": new.at,
        "interaction_id": new.interaction_id,
    }
    event_id: int = (connection.execute(_ADD_EVENT, values)).scalar_one()
    connection.execute(_ADD_LIST, {"event_id": event_id, "list": new.rating_list.value, "rules": new.rules})
    connection.execute(_ADD_ENTRANTS, [_entrant_values(event_id, line) for line in crosstable.entrants])
    games = [_game_values(event_id, played) for played in crosstable.games]
    connection.execute(_ADD_GAMES, games + [_bye_values(event_id, bye) for bye in crosstable.byes])
    return event_id


def _entrant_values(event_id: int, line: Entrant) -> dict[str, Any]:
    return {
        "event_id": event_id,
        "number": line.number,
        "player_id": line.player,
        "name": line.name,
        "rating": line.rating,
        "rated": line.rated,
        "score": line.score,
    }


def _game_values(event_id: int, played: Game) -> dict[str, Any]:
    return {
        "event_id": event_id,
        "round": played.round,
        "first": played.first,
        "second": played.second,
        "result": played.score,
        "rated": True,
        "unrated_reason": None,
    }


def _bye_values(event_id: int, bye: Bye) -> dict[str, Any]:
    return {
        "event_id": event_id,
        "round": bye.round,
        "first": bye.entrant,
        "second": None,
        "result": None,
        "rated": False,
        "unrated_reason": bye.kind.value,
    }


def find_event(connection: Connection, club_id: int, event_id: int) -> Event | None:
    """Return an event of this club, voided or not."""
    row = (connection.execute(_EVENTS.where(event.c.id == event_id, event.c.club_id == club_id))).first()
    return None if row is None else _event(row)


def last_reported(
    connection: Connection, club_id: int, player_id: int, source: str, reported_by: int | None = None
) -> Event | None:
    """Return the event of a player that came in last from a source, or from one reporter, and still counts."""
    query = (
        _EVENTS.join(entrant, entrant.c.event_id == event.c.id)
        .where(
            event.c.club_id == club_id,
            event.c.source == source,
            event.c.voided.is_(False),
            entrant.c.player_id == player_id,
            entrant.c.rated.is_(True),
        )
        .order_by(event.c.seq.desc())
        .limit(1)
    )
    if reported_by is not None:
        query = query.where(event.c.reported_by == reported_by)
    row = (connection.execute(query)).first()
    return None if row is None else _event(row)


def events_of(
    connection: Connection, club_id: int, player_id: int | None, most: int, rating_list: RatingList | None = None
) -> Sequence[Event]:
    """Return the events that count, latest first: those that move a player, or the whole club's."""
    query = _EVENTS.where(event.c.club_id == club_id, event.c.voided.is_(False))
    if player_id is not None:
        mine = select(entrant.c.event_id).where(entrant.c.player_id == player_id, entrant.c.rated.is_(True))
        query = query.where(event.c.id.in_(mine))
    if rating_list is not None:
        query = query.where(event_list.c.list == rating_list.value)
    query = query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most)
    return [_event(row) for row in connection.execute(query)]


def rated_players(connection: Connection, event_id: int) -> frozenset[int]:
    """Return whose ratings an event moves."""
    query = select(entrant.c.player_id).where(entrant.c.event_id == event_id, entrant.c.rated.is_(True))
    return frozenset((connection.execute(query)).scalars())


def void_event(connection: Connection, event_id: int) -> None:
    connection.execute(update(event).where(event.c.id == event_id).values(voided=True))


def crosstables(connection: Connection, event_ids: Collection[int]) -> dict[int, Crosstable]:
    """Return the crosstables of events, by event id."""
    entrants: dict[int, list[Entrant]] = defaultdict(list)
    rows = connection.execute(
        select(entrant).where(entrant.c.event_id.in_(event_ids)).order_by(entrant.c.event_id, entrant.c.number)
    )
    for row in rows:
        entrants[row.event_id].append(Entrant(row.number, row.rating, row.player_id, row.name, row.rated, row.score))
    games: dict[int, list[Game]] = defaultdict(list)
    byes: dict[int, list[Bye]] = defaultdict(list)
    for row in connection.execute(
        select(game).where(game.c.event_id.in_(event_ids)).order_by(game.c.event_id, game.c.round, game.c.first)
    ):
        if row.second is None:
            byes[row.event_id].append(Bye(row.round, row.first, _FORFEIT_REASONS[row.unrated_reason]))
        else:
            games[row.event_id].append(Game(row.round, row.first, row.second, row.result))
    heads = connection.execute(
        select(event.c.id, event.c.date, event.c.kind, event.c.minutes, event.c.seconds).where(
            event.c.id.in_(event_ids)
        )
    )
    return {
        head.id: Crosstable(
            date=head.date,
            entrants=tuple(entrants[head.id]),
            games=tuple(games[head.id]),
            byes=tuple(byes[head.id]),
            kind=EventKind(head.kind),
            time_control=None if head.minutes is None else TimeControl(head.minutes, head.seconds),
        )
        for head in heads
    }


def add_opening(connection: Connection, new: NewOpening) -> OpeningFact:
    """Store a starting rating or a correction."""
    values = {
        "club_id": new.club_id,
        "player_id": new.player_id,
        "list": new.rating_list.value,
        "date": new.place.date,
        "seq": new.place.seq,
        "rating": new.rating,
        "games": new.games,
        "peak": new.peak,
        "floor": new.floor,
        "reason": new.reason,
        "reported_by": new.reported_by,
        "created_at": new.at,
        "interaction_id": new.interaction_id,
    }
    key: int = (connection.execute(_ADD_OPENING, values)).scalar_one()
    return OpeningFact(new.place, key, new.player_id, new.rating, new.games, new.peak, new.floor)


def opening_of_interaction(connection: Connection, club_id: int, interaction_id: int) -> OpeningFact | None:
    """Return the opening that an interaction stored and that still counts."""
    query = select(opening).where(
        opening.c.club_id == club_id, opening.c.interaction_id == interaction_id, opening.c.voided.is_(False)
    )
    row = (connection.execute(query)).one_or_none()
    return None if row is None else _opening(row)


def _openings(connection: Connection, ids: Collection[int]) -> dict[int, OpeningFact]:
    rows = connection.execute(select(opening).where(opening.c.id.in_(ids)))
    return {row.id: _opening(row) for row in rows}


def void_opening(connection: Connection, opening_id: int) -> None:
    connection.execute(update(opening).where(opening.c.id == opening_id).values(voided=True))


def refs_from(connection: Connection, club_id: int, rating_list: RatingList, start: Place) -> list[FactRef]:
    """Return the facts of a list from a place on that count, in the order of the fold."""
    movers: dict[int, set[int]] = defaultdict(set)
    places: dict[int, Place] = {}
    query = (
        select(event.c.id, event.c.date, event.c.seq, entrant.c.player_id)
        .join(event_list, event_list.c.event_id == event.c.id)
        .join(entrant, entrant.c.event_id == event.c.id)
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event_list.c.list == rating_list.value,
            entrant.c.rated.is_(True),
            _from(event, start),
        )
    )
    for row in connection.execute(query):
        places[row.id] = Place(row.date, row.seq)
        movers[row.id].add(row.player_id)
    refs = [FactRef(places[key], key, None, frozenset(players)) for key, players in movers.items()]
    rows = connection.execute(
        select(opening.c.id, opening.c.date, opening.c.seq, opening.c.player_id).where(
            opening.c.club_id == club_id,
            opening.c.voided.is_(False),
            opening.c.list == rating_list.value,
            _from(opening, start),
        )
    )
    refs += [FactRef(Place(row.date, row.seq), None, row.id, frozenset((row.player_id,))) for row in rows]
    return sorted(refs, key=lambda ref: ref.place)


def load(connection: Connection, rating_list: RatingList, refs: Sequence[FactRef]) -> list[Fact]:
    """Return the facts themselves, in the order of the references."""
    event_ids = [ref.event_id for ref in refs if ref.event_id is not None]
    tables = crosstables(connection, event_ids) if event_ids else {}
    on_list = (event_list.c.list == rating_list.value, event_list.c.event_id.in_(event_ids))
    rows = connection.execute(select(event_list.c.event_id, event_list.c.rules).where(*on_list))
    rules = {row.event_id: row.rules for row in rows}
    opened = _openings(connection, [ref.opening_id for ref in refs if ref.opening_id is not None])
    return [
        opened[ref.opening_id]
        if ref.opening_id is not None
        else EventFact(ref.place, ref.event_id or 0, tables[ref.event_id or 0], rules[ref.event_id or 0])
        for ref in refs
    ]


def _from(table: Any, start: Place) -> Any:
    return tuple_(table.c.date, table.c.seq) >= tuple_(bindparam("day", start.date), bindparam("from", start.seq))


def _event(row: Any) -> Event:
    return Event(
        id=row.id,
        place=Place(row.date, row.seq),
        name=row.name,
        source=row.source,
        voided=row.voided,
        reported_by=row.reported_by,
        interaction_id=row.interaction_id,
        rating_list=RatingList(row.list),
        rules=row.rules,
    )


def _opening(row: Any) -> OpeningFact:
    return OpeningFact(Place(row.date, row.seq), row.id, row.player_id, row.rating, row.games, row.peak, row.floor)


LAST_SEQ = 2**31 - 1
"""A seq behind every fact of a day."""


def end_of(day: date) -> Place:
    """Return the place behind every fact of a day."""
    return Place(day, LAST_SEQ)
