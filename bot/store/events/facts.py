"""Facts: events with their crosstables, and all facts of a list in the order of the fold."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import String, bindparam, cast, delete, func, insert, literal, or_, select, tuple_, update

from bot.store.database import Connection
from bot.store.events import corrections, list_facts
from bot.store.events.crosstable_rows import bye_of, bye_values, entrant_of, entrant_values, game_of, game_values
from bot.store.events.waiting_matches import counts_or_waits
from bot.store.prepared import Prepared
from bot.store.rows import (
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
from bot.store.tables import entrant, event, event_list, game
from core.crosstable import Bye, Crosstable, Entrant, EventKind, Game, TimeControl
from core.likeness.event_names import UNNAMED
from core.lists import RatingList

_HEADS = select(
    event.c.id, event.c.date, event.c.began, event.c.kind, event.c.minutes, event.c.seconds, event.c.site,
    event.c.overruled,
)  # fmt: skip
_ENTRANTS = select(
    *(one for one in entrant.columns if one.name not in ("class", "club_id")), entrant.c["class"].label("rating_class")
).order_by(entrant.c.event_id, entrant.c.number)
_GAMES = select(*(one for one in game.columns if one.name != "club_id")).order_by(
    game.c.event_id, game.c.round, game.c.first
)
_FROM_PLACE = (
    event.c.club_id == bindparam("club"),
    event.c.voided.is_(False),
    event_list.c.list == bindparam("list"),
    tuple_(event.c.date, event.c.seq) >= tuple_(bindparam("day"), bindparam("from")),
)
_PLACES = Prepared(
    select(event.c.id, event.c.date, event.c.seq)
    .join(event_list, event_list.c.event_id == event.c.id)
    .where(*_FROM_PLACE)
)
_MOVERS = Prepared(
    select(event.c.id, entrant.c.player_id)
    .join(event_list, event_list.c.event_id == event.c.id)
    .join(entrant, entrant.c.event_id == event.c.id)
    .where(*_FROM_PLACE, entrant.c.rated.is_(True))
)
CROSSTABLES_AT_ONCE = 64
"""Events whose lines one statement reads."""
_ADD_EVENT = Prepared(insert(event).returning(event.c.id))
_ADD_LIST, _ADD_ENTRANTS, _ADD_GAMES = Prepared(insert(event_list)), Prepared(insert(entrant)), Prepared(insert(game))


def add_event(connection: Connection, new: NewEvent, crosstable: Crosstable) -> int:
    """Store an event with its crosstable; return its id."""
    control = crosstable.time_control
    values = {
        "club_id": new.club_id,
        "date": new.place.date,
        "began": crosstable.began,
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
    }
    event_id: int = _ADD_EVENT.rows(connection, values)[0].id
    _add_lines(connection, event_id, crosstable, new.rating_lists, new.rules)
    return event_id


def find_event(connection: Connection, club_id: int, event_id: int) -> Event | None:
    """Return an event of this club, voided or not."""
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
    """Store an event's corrected facts in the place of those that were; the caller keeps these as an amendment."""
    control = crosstable.time_control
    changed = {
        "date": crosstable.date,
        "began": crosstable.began,
        "name": name,
        "kind": crosstable.kind.value,
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
    }
    connection.execute(update(event).where(event.c.id == event_id).values(**changed))
    for table in (event_list, entrant, game):
        connection.execute(delete(table).where(table.c.event_id == event_id))
    _add_lines(connection, event_id, crosstable, rating_lists, rules)


def _add_lines(
    connection: Connection,
    event_id: int,
    crosstable: Crosstable,
    rating_lists: Sequence[RatingList],
    rules: str | None,
) -> None:
    lists = [{"event_id": event_id, "list": moved.value, "rules": rules} for moved in rating_lists]
    _ADD_LIST.run(connection, *lists)
    _ADD_ENTRANTS.run(connection, *(entrant_values(event_id, line) for line in crosstable.entrants))
    games = [game_values(event_id, played) for played in crosstable.games]
    games += [bye_values(event_id, bye) for bye in crosstable.byes]
    if games:
        _ADD_GAMES.run(connection, *games)


def event_of_file(connection: Connection, club_id: int, digest: str) -> Event | None:
    """Return an event that a file's contents were imported as and that still counts."""
    query = select(event).where(event.c.club_id == club_id, event.c.digest == digest, event.c.voided.is_(False))
    found = _events(connection, query.order_by(event.c.seq).limit(1))
    return found[0] if found else None


def of_same_file(connection: Connection, club_id: int, event_id: int) -> list[Event]:
    """Return an event and those that were imported with it from one file, as long as they count, in their order."""
    digest = select(event.c.digest).where(event.c.id == event_id, event.c.club_id == club_id).scalar_subquery()
    query = select(event).where(
        event.c.club_id == club_id,
        event.c.voided.is_(False),
        or_(event.c.id == event_id, event.c.digest == digest),
    )
    return _events(connection, query.order_by(event.c.seq))


def last_reported(
    connection: Connection, club_id: int, player_id: int, sources: Collection[str], reported_by: int | None = None
) -> Event | None:
    """Return the event of a player that came in last from these sources, or from one reporter, and counts or waits."""
    query = (
        select(event)
        .join(entrant, entrant.c.event_id == event.c.id)
        .where(
            event.c.club_id == club_id,
            event.c.source.in_(sources),
            counts_or_waits(),
            entrant.c.player_id == player_id,
            entrant.c.rated.is_(True),
        )
        .order_by(event.c.seq.desc())
        .limit(1)
    )
    if reported_by is not None:
        query = query.where(event.c.reported_by == reported_by)
    found = _events(connection, query)
    return found[0] if found else None


def events_of(
    connection: Connection, club_id: int, player_id: int | None, most: int, rating_list: RatingList | None = None
) -> Sequence[Event]:
    """Return the events that count, latest first: those that move a player, or the whole club's."""
    query = select(event).where(event.c.club_id == club_id, event.c.voided.is_(False))
    if player_id is not None:
        mine = select(entrant.c.event_id).where(entrant.c.player_id == player_id, entrant.c.rated.is_(True))
        query = query.where(event.c.id.in_(mine))
    if rating_list is not None:
        on_list = select(event_list.c.event_id).where(event_list.c.list == rating_list.value)
        query = query.where(event.c.id.in_(on_list))
    return _events(connection, query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most))


def search(connection: Connection, club_id: int, words: str, most: int, offset: int = 0) -> Sequence[Event]:
    """Return the club's events that count and whose name or day contains the words, latest first."""
    query = select(event).where(event.c.club_id == club_id, event.c.voided.is_(False))
    if words:
        day = cast(event.c.date, String)
        called = func.lower(func.coalesce(event.c.name, literal(UNNAMED) + day)).contains(
            words.lower(), autoescape=True
        )
        query = query.where(called | day.contains(words, autoescape=True))
    return _events(connection, query.order_by(event.c.date.desc(), event.c.seq.desc()).limit(most).offset(offset))


def by_ids(connection: Connection, event_ids: Sequence[int]) -> list[Event]:
    """Return events in the order of their ids as given."""
    found = {one.id: one for one in _events(connection, select(event).where(event.c.id.in_(event_ids)))}
    return [found[event_id] for event_id in event_ids]


def sizes(connection: Connection, event_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return how many entrants and games events have."""
    entrants = connection.execute(
        select(entrant.c.event_id, func.count()).where(entrant.c.event_id.in_(event_ids)).group_by(entrant.c.event_id)
    )
    players = {event_id: int(amount) for event_id, amount in entrants}
    played = connection.execute(
        select(game.c.event_id, func.count())
        .where(game.c.event_id.in_(event_ids), game.c.unrated_reason.is_(None))
        .group_by(game.c.event_id)
    )
    games = {event_id: int(amount) for event_id, amount in played}
    return {event_id: (players.get(event_id, 0), games.get(event_id, 0)) for event_id in event_ids}


def rated_players(connection: Connection, event_id: int) -> frozenset[int]:
    """Return whose ratings an event moves."""
    query = select(entrant.c.player_id).where(entrant.c.event_id == event_id, entrant.c.rated.is_(True))
    return frozenset((connection.execute(query)).scalars())


def save_message_location(
    connection: Connection, club_id: int, event_ids: Collection[int], place: MessagePlace
) -> None:
    """Keep where Discord shows events."""
    connection.execute(
        update(event)
        .where(event.c.club_id == club_id, event.c.id.in_(event_ids))
        .values(channel_id=place.channel_id, message_id=place.message_id)
    )


def title_norms(connection: Connection, event_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return what directors told of events for title norms, empty where they told nothing."""
    rows = connection.execute(select(event.c.id, event.c.title_norms).where(event.c.id.in_(event_ids)))
    return {row.id: row.title_norms or {} for row in rows}


def keep_declared_settings(connection: Connection, club_id: int, event_id: int, told: dict[str, Any]) -> None:
    """Keep what a director told of an event of the club for title norms."""
    mine = (event.c.id == event_id, event.c.club_id == club_id)
    connection.execute(update(event).where(*mine).values(title_norms=told or None))


def void_event(connection: Connection, event_id: int) -> None:
    connection.execute(update(event).where(event.c.id == event_id).values(voided=True))


def crosstables(connection: Connection, event_ids: Collection[int]) -> dict[int, Crosstable]:
    """Return the crosstables of events, by event id."""
    ids = list(event_ids)
    found: dict[int, Crosstable] = {}
    for first in range(0, len(ids), CROSSTABLES_AT_ONCE):
        found |= _crosstables(connection, ids[first : first + CROSSTABLES_AT_ONCE])
    return found


def _crosstables(connection: Connection, event_ids: Sequence[int]) -> dict[int, Crosstable]:
    # Made once for each power of two: which is named twice is found once.
    amount = 1 << (len(event_ids) - 1).bit_length()
    named = {f"event{at}": event_ids[min(at, len(event_ids) - 1)] for at in range(amount)}
    entrants: dict[int, list[Entrant]] = defaultdict(list)
    games: dict[int, list[Game]] = defaultdict(list)
    byes: dict[int, list[Bye]] = defaultdict(list)
    of_heads, of_entrants, of_games = _of_events(amount)
    for row in of_entrants.rows(connection, named):
        entrants[row.event_id].append(entrant_of(row))
    for row in of_games.rows(connection, named):
        # A round without a game says why; one with a game has no reason.
        if row.unrated_reason is None:
            games[row.event_id].append(game_of(row))
        else:
            byes[row.event_id].append(bye_of(row))
    heads = of_heads.rows(connection, named)
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
        )
        for head in heads
    }


@cache
def _of_events(amount: int) -> tuple[Prepared, Prepared, Prepared]:
    """Return what reads so many events, their entrants and their games."""
    named: list[Any] = [bindparam(f"event{at}") for at in range(amount)]
    return (
        Prepared(_HEADS.where(event.c.id.in_(named))),
        Prepared(_ENTRANTS.where(entrant.c.event_id.in_(named))),
        Prepared(_GAMES.where(game.c.event_id.in_(named))),
    )


def refs_from(connection: Connection, club_id: int, rating_list: RatingList, start: FactPosition) -> list[FactRef]:
    """Return the facts of a list from a place on that count, in the order of the fold."""
    movers: dict[int, set[int]] = {}
    places: dict[int, FactPosition] = {}
    given = {"club": club_id, "list": rating_list.value, "day": start.date, "from": start.seq}
    # Apart, for an event has dozens of movers and one place.
    for event_id, day, seq in _PLACES.rows(connection, given):
        places[event_id], movers[event_id] = FactPosition(day, seq), set()
    for event_id, player_id in _MOVERS.rows(connection, given):
        movers[event_id].add(player_id)
    refs = [FactRef(places[key], FactKind.EVENT, key, frozenset(players)) for key, players in movers.items() if players]
    refs += corrections.refs_from(connection, club_id, rating_list, start)
    refs += list_facts.refs_from(connection, club_id, rating_list, start)
    return sorted(refs, key=lambda ref: ref.place)


def load(connection: Connection, rating_list: RatingList, refs: Sequence[FactRef]) -> list[Fact]:
    """Return the facts themselves, in the order of the references."""
    ids = {kind: [ref.id for ref in refs if ref.kind is kind] for kind in FactKind}
    events = ids[FactKind.EVENT]
    tables = crosstables(connection, events) if events else {}
    on_list = (event_list.c.list == rating_list.value, event_list.c.event_id.in_(events))
    rows = connection.execute(
        select(event_list.c.event_id, event_list.c.rules, event.c.standing)
        .join(event, event.c.id == event_list.c.event_id)
        .where(*on_list)
    )
    rules = {row.event_id: (row.rules, row.standing == ReportStanding.CONFIRMED) for row in rows}
    opened = corrections.openings(connection, ids[FactKind.OPENING])
    demoted = corrections.demotions(connection, ids[FactKind.DEMOTION])
    of_lists = list_facts.load(connection, refs)
    loaded: list[Fact] = []
    for ref in refs:
        if ref.kind is FactKind.EVENT:
            loaded.append(EventFact(ref.place, ref.id, tables[ref.id], *rules[ref.id]))
        elif ref.kind is FactKind.OPENING:
            loaded.append(opened[ref.id])
        else:
            loaded.append(demoted[ref.id] if ref.kind is FactKind.DEMOTION else of_lists[ref.id])
    return loaded


def _events(connection: Connection, query: Any) -> list[Event]:
    """Return the events that a query finds, each with its lists."""
    rows = connection.execute(query).all()
    lists: dict[int, list[RatingList]] = defaultdict(list)
    rules: dict[int, str | None] = {}
    for row in connection.execute(select(event_list).where(event_list.c.event_id.in_([row.id for row in rows]))):
        lists[row.event_id].append(RatingList(row.list))
        rules[row.event_id] = row.rules
    return [
        Event(
            id=row.id,
            place=FactPosition(row.date, row.seq),
            name=row.name,
            source=row.source,
            voided=row.voided,
            reported_by=row.reported_by,
            interaction_id=row.interaction_id,
            rating_lists=tuple(sorted(lists[row.id], key=list(RatingList).index)),
            rules=rules[row.id],
            message=None if row.message_id is None else MessagePlace(row.channel_id, row.message_id),
            waits_until=row.waits_until,
            standing=ReportStanding(row.standing),
        )
        for row in rows
    ]


BEGINNING = FactPosition(date.min, 0)
"""Before every fact."""

LAST_SEQ = 2**31 - 1
"""A seq behind every fact of a day."""


def end_of(day: date) -> FactPosition:
    """Return the place behind every fact of a day."""
    return FactPosition(day, LAST_SEQ)
