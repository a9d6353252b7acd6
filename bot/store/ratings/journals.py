"""The journal: each fact's effect on each rating; written only by the recalculation."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Date, bindparam, delete, func, insert, select, tuple_

from bot.store.database.club_conditions import insert_into, mine, same
from bot.store.database.names import EVENT_NAME
from bot.store.database.rows import BareEntry, EarnedNorm, EventFact, FactKind, FactPosition, FactRef, JournalEntry
from bot.store.database.tables import entrant, event, event_list, journal, norm, player, title
from bot.store.database.transactions import Connection, club_of
from core.lists import RatingList
from core.rating.outcome import Award

_EARLIER = (
    journal.c.club_id == bindparam("club"),
    journal.c.player_id == bindparam("player"),
    journal.c.list == bindparam("list"),
    tuple_(journal.c.date, journal.c.seq) < tuple_(bindparam("day", type_=Date), bindparam("seq")),
)
_LAST_STATE = (
    select(
        journal.c.state,
        journal.c.date,
        journal.c.seq,
        journal.c.event_id,
        journal.c.entered_rating_id,
        journal.c.list_fact_id,
    )
    .where(*_EARLIER)
    .order_by(journal.c.date.desc(), journal.c.seq.desc())
    .limit(1)
)
_earlier = journal.alias("earlier")
_LAST_ENTRY = (
    select(_earlier.c.id)
    .where(
        same(_earlier.c.player_id, player.c.id),
        _earlier.c.list == bindparam("list"),
    )
    .order_by(_earlier.c.date.desc(), _earlier.c.seq.desc())
    .limit(1)
    .correlate(player)
    .scalar_subquery()
)
_LAST_STATES = (
    select(journal.c.player_id, journal.c.state)
    .select_from(player)
    .join(journal, (journal.c.id == _LAST_ENTRY) & (journal.c.club_id == player.c.club_id))
    .where(player.c.club_id == bindparam("club"), player.c.id.in_(bindparam("players", expanding=True)))
)
_HIGHEST = select(func.max(journal.c.after).label("after")).where(*_EARLIER)

_ITS_EVENT = same(event.c.id, journal.c.event_id)
_ENTRIES = select(journal, EVENT_NAME.label("name")).outerjoin(event, _ITS_EVENT)
_BARE = [journal.columns[name] for name in BareEntry._fields if name in journal.columns]
_BARE_ENTRIES = select(*_BARE, journal.c.date, journal.c.seq, EVENT_NAME.label("name")).outerjoin(event, _ITS_EVENT)
_REMOVE_TITLES = delete(title).where(
    title.c.club_id == bindparam("club"),
    title.c.list == bindparam("on"),
    title.c.player_id == bindparam("player"),
    tuple_(title.c.date, title.c.seq) >= tuple_(bindparam("day", type_=Date), bindparam("from")),
)
_ADD, _ADD_NORMS = insert(journal), insert(norm)


def state_before(
    connection: Connection, player_id: int, rating_list: RatingList, place: FactPosition
) -> dict[str, Any] | None:
    """Return a player's state just before a place; None without earlier facts."""
    found = dated_state_before(connection, player_id, rating_list, place)
    return None if found is None else found[0]


def dated_state_before(
    connection: Connection, player_id: int, rating_list: RatingList, place: FactPosition
) -> tuple[dict[str, Any], date] | None:
    """Return a player's state just before a place and its day, or None."""
    parameters = _before(connection, player_id, rating_list, place)
    last = row = connection.execute(_LAST_STATE, parameters).first()
    while row is not None and row.event_id is None and row.entered_rating_id is None and row.list_fact_id is None:
        # a lowered title leaves the rating's date
        row = connection.execute(_LAST_STATE, {**parameters, "day": row.date, "seq": row.seq}).first()
    return None if last is None or row is None else (last.state, row.date)


def states_on(connection: Connection, club_id: int, rating_list: RatingList, day: date) -> Sequence[Any]:
    """Return id, state and last day of all players on a list at the end of a day."""
    back = func.row_number().over(
        partition_by=journal.c.player_id, order_by=(journal.c.date.desc(), journal.c.seq.desc())
    )
    entries = select(journal.c.player_id, journal.c.state, journal.c.date, back.label("back")).where(
        journal.c.club_id == club_id, journal.c.list == rating_list.value, journal.c.date <= day
    )
    last = entries.subquery()
    query = select(last.c.player_id, last.c.state, last.c.date).where(last.c.back == 1)
    return connection.execute(query).all()


def last_states(connection: Connection, rating_list: RatingList, players: Sequence[int]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for some in _parts(players):
        asked = {"club": club_of(connection), "list": rating_list.value, "players": some}
        found |= {row.player_id: row.state for row in connection.execute(_LAST_STATES, asked)}
    return found


def highest_before(
    connection: Connection, player_id: int, rating_list: RatingList, place: FactPosition
) -> float | None:
    parameters = _before(connection, player_id, rating_list, place)
    found: float | None = connection.execute(_HIGHEST, parameters).scalar_one()
    return found


def _before(connection: Connection, player_id: int, rating_list: RatingList, place: FactPosition) -> dict[str, Any]:
    return {
        "club": club_of(connection),
        "player": player_id,
        "list": rating_list.value,
        "day": place.date,
        "seq": place.seq,
    }


def played_unrated(
    connection: Connection, players: Collection[int], lists: Collection[RatingList], start: FactPosition
) -> list[tuple[RatingList, FactRef]]:
    """Return later events in which players were unrated on these lists.

    There their ratings from other lists count.
    """
    if not players or not lists:
        return []
    asked, on = sorted(players), [rating_list.value for rating_list in lists]
    if len(asked) > MOST_NAMED:
        found = [row for some in _parts(asked) for row in _unrated(connection, some, on, start)]
    else:
        found = _unrated(connection, asked, on, start)
    return [
        (
            RatingList(row.list),
            FactRef(FactPosition(row.date, row.seq), FactKind.EVENT, row.id, frozenset((row.player_id,))),
        )
        for row in found
    ]


MOST_NAMED = 400


def _parts(players: Sequence[int]) -> Iterable[Sequence[int]]:
    return (players[first : first + MOST_NAMED] for first in range(0, len(players), MOST_NAMED))


def _unrated(connection: Connection, players: Sequence[int], on: Sequence[str], start: FactPosition) -> list[Any]:
    asked = {"club": club_of(connection), "players": players, "lists": on, "day": start.date, "from": start.seq}
    return list(connection.execute(_PLAYED_UNRATED, asked))


_BEFORE_IT = (
    select(journal.c.after)
    .where(
        same(journal.c.player_id, entrant.c.player_id),
        journal.c.list == event_list.c.list,
        tuple_(journal.c.date, journal.c.seq) < tuple_(event.c.date, event.c.seq),
    )
    .order_by(journal.c.date.desc(), journal.c.seq.desc())
    .limit(1)
    .correlate(entrant, event, event_list)
    .scalar_subquery()
)
_PLAYED_UNRATED = (
    select(event_list.c.list, event.c.date, event.c.seq, event.c.id, entrant.c.player_id)
    .join(event, same(event.c.id, entrant.c.event_id))
    .join(event_list, same(event_list.c.event_id, event.c.id))
    .where(
        entrant.c.club_id == bindparam("club"),
        entrant.c.player_id.in_(bindparam("players", expanding=True)),
        entrant.c.rated.is_(True),
        event.c.voided.is_(False),
        event_list.c.list.in_(bindparam("lists", expanding=True)),
        tuple_(event.c.date, event.c.seq) > tuple_(bindparam("day", type_=Date), bindparam("from")),
        _BEFORE_IT.is_(None),
    )
)


def first_event(connection: Connection, player_id: int, rating_list: RatingList) -> FactRef | None:
    query = (
        select(journal.c.date, journal.c.seq, journal.c.event_id)
        .where(mine(connection, journal, player_id=player_id, list=rating_list.value), journal.c.event_id.is_not(None))
        .order_by(journal.c.date, journal.c.seq)
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return FactRef(FactPosition(row.date, row.seq), FactKind.EVENT, row.event_id, frozenset((player_id,)))


def players_at(
    connection: Connection, players: Collection[int], rating_list: RatingList, place: FactPosition
) -> frozenset[int]:
    query = select(journal.c.player_id).where(
        mine(connection, journal, list=rating_list.value, date=place.date, seq=place.seq),
        journal.c.player_id.in_(players),
    )
    return frozenset(connection.execute(query).scalars())


def last_place(connection: Connection, player_id: int, rating_list: RatingList) -> FactPosition:
    query = (
        select(journal.c.date, journal.c.seq)
        .where(mine(connection, journal, player_id=player_id, list=rating_list.value))
        .order_by(journal.c.date.desc(), journal.c.seq.desc())
        .limit(1)
    )
    row = (connection.execute(query)).one()
    return FactPosition(row.date, row.seq)


def add(connection: Connection, club_id: int, rating_list: RatingList, entries: Sequence[JournalEntry]) -> None:
    rows = [
        {
            "club_id": club_id,
            "list": rating_list.value,
            "player_id": entry.player_id,
            "date": entry.place.date,
            "seq": entry.place.seq,
            **columns_of(entry),
        }
        for entry in entries
    ]
    if rows:
        connection.execute(_ADD, rows)


_COMPARED = ("compared_score", "compared_expected", "compared")


def columns_of(entry: JournalEntry) -> dict[str, Any]:
    return {
        "event_id": entry.event_id,
        "entered_rating_id": entry.entered_rating_id,
        "list_fact_id": entry.list_fact_id,
        "before": entry.before,
        "after": entry.after,
        "games_before": entry.games_before,
        "games_after": entry.games_after,
        "expected": entry.expected,
        "score": entry.score,
        "performance": entry.performance,
        **dict(zip(_COMPARED, (entry.compared or (None, None, None))[:3], strict=True)),
        "rules": entry.rules,
        "state": entry.state,
    }


Awarded = tuple[EventFact, int, Award]


def add_norms(connection: Connection, rating_list: RatingList, awards: Iterable[Awarded]) -> None:
    rows = [
        {
            "club_id": club_of(connection),
            "event_id": fact.event_id,
            "list": rating_list.value,
            "player_id": player_id,
            "scheme": award.scheme,
            "level": award.level,
            "code": award.code,
        }
        for fact, player_id, award in awards
    ]
    if rows:
        connection.execute(_ADD_NORMS, rows)


def add_titles(connection: Connection, rating_list: RatingList, awards: Iterable[Awarded]) -> None:
    rows = [
        {
            "club_id": club_of(connection),
            "player_id": player_id,
            "list": rating_list.value,
            "scheme": award.scheme,
            "level": award.level,
            "event_id": fact.event_id,
            "date": fact.place.date,
            "seq": fact.place.seq,
        }
        for fact, player_id, award in awards
    ]
    if rows:
        # a lowered title can be earned again; the first time counts
        connection.execute(insert_into(connection, title).on_conflict_do_nothing(), rows)


def remove(connection: Connection, rating_list: RatingList, refs: Collection[FactRef]) -> list[BareEntry]:
    days = [ref.place.date for ref in refs]
    events = [ref.id for ref in refs if ref.kind is FactKind.EVENT]
    players: set[int] = set().union(*(ref.players for ref in refs))
    # seq is unique among facts of all kinds; the players' index finds entries
    facts = (
        mine(connection, journal, list=rating_list.value),
        journal.c.player_id.in_(players),
        journal.c.date.between(min(days), max(days)),
        journal.c.seq.in_([ref.place.seq for ref in refs]),
    )
    query = _BARE_ENTRIES.where(*facts).order_by(journal.c.date, journal.c.seq)
    kept: dict[Any, Any] = {}
    removed = [_bare(row, kept.setdefault) for row in connection.execute(query)]
    connection.execute(delete(journal).where(*facts))
    connection.execute(delete(norm).where(mine(connection, norm, list=rating_list.value), norm.c.event_id.in_(events)))
    return removed


def remove_titles(connection: Connection, rating_list: RatingList, entered: Mapping[int, FactPosition]) -> None:
    """Remove the titles that players earned on a list, each from a place on."""
    which = {"club": club_of(connection), "on": rating_list.value}
    rows = [which | {"player": one, "day": place.date, "from": place.seq} for one, place in entered.items()]
    if rows:
        connection.execute(_REMOVE_TITLES, rows)


def last_event(connection: Connection, player_id: int, lists: Collection[RatingList]) -> int | None:
    query = (
        select(journal.c.event_id)
        .where(
            mine(connection, journal, player_id=player_id),
            journal.c.event_id.is_not(None),
            journal.c.list.in_([one.value for one in lists]),
        )
        .order_by(journal.c.date.desc(), journal.c.seq.desc())
        .limit(1)
    )
    event_id: int | None = connection.execute(query).scalar_one_or_none()
    return event_id


def of_player(connection: Connection, player_id: int, rating_list: RatingList, most: int) -> Sequence[JournalEntry]:
    query = (
        _ENTRIES.where(mine(connection, journal, player_id=player_id, list=rating_list.value))
        .order_by(journal.c.date.desc(), journal.c.seq.desc())
        .limit(most)
    )
    return [_entry(row) for row in connection.execute(query)]


def of_event(connection: Connection, event_id: int, player_id: int, rating_list: RatingList) -> JournalEntry | None:
    query = _ENTRIES.where(mine(connection, journal, event_id=event_id, player_id=player_id, list=rating_list.value))
    row = (connection.execute(query)).first()
    return None if row is None else _entry(row)


def ratings_before(connection: Connection, event_id: int, rating_list: RatingList) -> dict[int, float]:
    """Return the ratings with which an event's rated players came."""
    query = select(journal.c.player_id, journal.c.before).where(
        mine(connection, journal, event_id=event_id, list=rating_list.value), journal.c.before.is_not(None)
    )
    return {row.player_id: row.before for row in connection.execute(query)}


def last_played(connection: Connection, club_id: int, rating_list: RatingList) -> dict[int, date]:
    """Return the day of the last event of everybody who has played on a list."""
    query = select(journal.c.player_id, func.max(journal.c.date).label("day")).where(
        journal.c.club_id == club_id, journal.c.list == rating_list.value, journal.c.event_id.is_not(None)
    )
    return {row.player_id: row.day for row in connection.execute(query.group_by(journal.c.player_id))}


class EventFigures(NamedTuple):
    """What an event did to a player on a list."""

    event_id: int
    rating_list: RatingList
    before: float | None
    after: float | None
    score: float | None
    expected: float | None
    performance: float | None


def figures_of_player(connection: Connection, player_id: int) -> Sequence[EventFigures]:
    """Return a player's events with their figures on all lists, latest first."""
    one = journal.c
    query = select(one.event_id, one.list, one.before, one.after, one.score, one.expected, one.performance).where(
        mine(connection, journal, player_id=player_id), one.event_id.is_not(None)
    )
    rows = connection.execute(query.order_by(one.date.desc(), one.seq.desc()))
    return [EventFigures(key, RatingList(which), *figures) for key, which, *figures in rows]


def norms_of(connection: Connection, player_id: int, rating_list: RatingList, most: int) -> Sequence[EarnedNorm]:
    query = (
        select(norm.c.scheme, norm.c.level, norm.c.code, event.c.id, EVENT_NAME.label("name"), event.c.date)
        .join(event, same(event.c.id, norm.c.event_id))
        .where(mine(connection, norm, player_id=player_id, list=rating_list.value))
        .order_by(event.c.date.desc(), event.c.seq.desc(), norm.c.scheme)
        .limit(most)
    )
    return [
        EarnedNorm(row.scheme, row.level, row.code, row.id, row.name, row.date) for row in connection.execute(query)
    ]


def _bare(row: Any, same: Callable[[Any, Any], Any]) -> BareEntry:
    player_id, event_id, entered_rating_id, list_fact_id, before, after, games, rules, day, seq, name = row
    place = FactPosition(day, seq)
    place, event_id, rules, name = same(place, place), same(event_id, event_id), same(rules, rules), same(name, name)
    return BareEntry(player_id, place, event_id, entered_rating_id, list_fact_id, before, after, games, rules, name)


def _entry(row: Any) -> JournalEntry:
    return JournalEntry(
        player_id=row.player_id,
        place=FactPosition(row.date, row.seq),
        event_id=row.event_id,
        entered_rating_id=row.entered_rating_id,
        before=row.before,
        after=row.after,
        games_before=row.games_before,
        games_after=row.games_after,
        expected=row.expected,
        score=row.score,
        performance=row.performance,
        rules=row.rules,
        state=row.state,
        event_name=row.name,
        list_fact_id=row.list_fact_id,
    )


# A player's journal on one list, for charts.


class Moved(NamedTuple):
    """What one fact did. state: the system's own state after it, as JSON."""

    place: FactPosition
    event_id: int | None
    event_name: str | None
    is_set: bool
    is_of_list: bool
    games_before: int
    games_after: int
    state: dict[str, Any]

    @property
    def is_demotion(self) -> bool:
        return self.event_id is None and not self.is_set and not self.is_of_list


class Earned(NamedTuple):
    """A norm or title with the place of its event."""

    place: FactPosition
    award: Award


def history_of(connection: Connection, player_id: int, rating_list: RatingList) -> list[Moved]:
    columns = (journal.c.date, journal.c.seq, journal.c.event_id, EVENT_NAME.label("name"), journal.c.entered_rating_id)
    query = (
        select(*columns, journal.c.list_fact_id, journal.c.games_before, journal.c.games_after, journal.c.state)
        .outerjoin(event, same(event.c.id, journal.c.event_id))
        .where(mine(connection, journal, player_id=player_id, list=rating_list.value))
        .order_by(journal.c.date, journal.c.seq)
    )
    return [
        Moved(FactPosition(day, seq), event_id, name, entered is not None, list_fact is not None, before, after, state)
        for day, seq, event_id, name, entered, list_fact, before, after, state in connection.execute(query)
    ]


def norms(connection: Connection, player_id: int, rating_list: RatingList) -> list[Earned]:
    query = (
        select(event.c.date, event.c.seq, norm.c.scheme, norm.c.level, norm.c.code)
        .join(event, same(event.c.id, norm.c.event_id))
        .where(mine(connection, norm, player_id=player_id, list=rating_list.value))
        .order_by(event.c.date, event.c.seq, norm.c.scheme)
    )
    return [Earned(FactPosition(day, seq), Award(*award)) for day, seq, *award in connection.execute(query)]


def titles(connection: Connection, player_id: int, rating_list: RatingList) -> list[Earned]:
    query = (
        select(title.c.date, title.c.seq, title.c.scheme, title.c.level)
        .where(mine(connection, title, player_id=player_id, list=rating_list.value))
        .order_by(title.c.date, title.c.seq, title.c.scheme, title.c.level)
    )
    return [
        Earned(FactPosition(row.date, row.seq), Award(row.scheme, row.level, "")) for row in connection.execute(query)
    ]
