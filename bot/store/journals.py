"""The journal: what each fact did to each rating. Derived; written by the fold alone."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, tuple_

from bot.store.database import Connection
from bot.store.rows import EventFact, FactRef, JournalEntry, Place
from bot.store.tables import event, journal, norm, title
from core.lists import RatingList
from core.outcome import Award

_LAST_STATE = (
    select(journal.c.state)
    .where(
        journal.c.player_id == bindparam("player"),
        journal.c.list == bindparam("list"),
        tuple_(journal.c.date, journal.c.seq) < tuple_(bindparam("day"), bindparam("seq")),
    )
    .order_by(journal.c.date.desc(), journal.c.seq.desc())
    .limit(1)
)
_ENTRIES = select(journal, event.c.name).outerjoin(event, event.c.id == journal.c.event_id)
_ADD, _ADD_NORMS, _ADD_TITLES = insert(journal), insert(norm), insert(title)


def state_before(
    connection: Connection, player_id: int, rating_list: RatingList, place: Place
) -> dict[str, Any] | None:
    """Return a player's state just before a place; None for a player without earlier facts."""
    parameters = {"player": player_id, "list": rating_list.value, "day": place.date, "seq": place.seq}
    state: dict[str, Any] | None = (connection.execute(_LAST_STATE, parameters)).scalar_one_or_none()
    return state


def last_place(connection: Connection, player_id: int, rating_list: RatingList) -> Place:
    """Return the place of a player's latest fact on a list, of which there is one."""
    query = (
        select(journal.c.date, journal.c.seq)
        .where(journal.c.player_id == player_id, journal.c.list == rating_list.value)
        .order_by(journal.c.date.desc(), journal.c.seq.desc())
        .limit(1)
    )
    row = (connection.execute(query)).one()
    return Place(row.date, row.seq)


def add(connection: Connection, club_id: int, rating_list: RatingList, entries: Sequence[JournalEntry]) -> None:
    rows = [
        {
            "club_id": club_id,
            "list": rating_list.value,
            "player_id": entry.player_id,
            "date": entry.place.date,
            "seq": entry.place.seq,
            "event_id": entry.event_id,
            "opening_id": entry.opening_id,
            "before": entry.before,
            "after": entry.after,
            "games_before": entry.games_before,
            "games_after": entry.games_after,
            "expected": entry.expected,
            "score": entry.score,
            "performance": entry.performance,
            "rules": entry.rules,
            "steps": entry.steps,
            "state": entry.state,
        }
        for entry in entries
    ]
    if rows:
        connection.execute(_ADD, rows)


def add_norms(
    connection: Connection, event_id: int, rating_list: RatingList, awards: Mapping[int, Sequence[Award]]
) -> None:
    rows = [
        {
            "event_id": event_id,
            "list": rating_list.value,
            "player_id": player_id,
            "scheme": award.scheme,
            "level": award.level,
            "code": award.code,
        }
        for player_id, earned in awards.items()
        for award in earned
    ]
    if rows:
        connection.execute(_ADD_NORMS, rows)


def add_titles(
    connection: Connection, fact: EventFact, rating_list: RatingList, awards: Mapping[int, Sequence[Award]]
) -> None:
    rows = [
        {
            "player_id": player_id,
            "list": rating_list.value,
            "scheme": award.scheme,
            "level": award.level,
            "event_id": fact.event_id,
            "date": fact.place.date,
            "seq": fact.place.seq,
        }
        for player_id, earned in awards.items()
        for award in earned
    ]
    if rows:
        connection.execute(_ADD_TITLES, rows)


def remove(
    connection: Connection,
    rating_list: RatingList,
    refs: Collection[FactRef],
    affected: Collection[int],
    start: Place,
) -> list[JournalEntry]:
    """Take back what facts did on a list, and the titles that affected players earned from a place on.

    Return the journal entries that went, in the order of the fold.
    """
    events = [ref.event_id for ref in refs if ref.event_id is not None]
    openings = [ref.opening_id for ref in refs if ref.opening_id is not None]
    facts = or_(journal.c.event_id.in_(events), journal.c.opening_id.in_(openings))
    query = _ENTRIES.where(journal.c.list == rating_list.value, facts).order_by(journal.c.date, journal.c.seq)
    gone = [_entry(row) for row in connection.execute(query)]
    connection.execute(delete(journal).where(journal.c.list == rating_list.value, facts))
    connection.execute(delete(norm).where(norm.c.list == rating_list.value, norm.c.event_id.in_(events)))
    from_start = tuple_(title.c.date, title.c.seq) >= tuple_(bindparam("day", start.date), bindparam("from", start.seq))
    connection.execute(
        delete(title).where(title.c.list == rating_list.value, title.c.player_id.in_(affected), from_start)
    )
    return gone


def of_player(connection: Connection, player_id: int, rating_list: RatingList, most: int) -> Sequence[JournalEntry]:
    """Return what moved a player's rating, latest first."""
    query = (
        _ENTRIES.where(journal.c.player_id == player_id, journal.c.list == rating_list.value)
        .order_by(journal.c.date.desc(), journal.c.seq.desc())
        .limit(most)
    )
    return [_entry(row) for row in connection.execute(query)]


def of_event(connection: Connection, event_id: int, player_id: int) -> JournalEntry | None:
    """Return what an event did to a player."""
    query = _ENTRIES.where(journal.c.event_id == event_id, journal.c.player_id == player_id)
    row = (connection.execute(query)).first()
    return None if row is None else _entry(row)


def titles_of(connection: Connection, player_id: int, rating_list: RatingList) -> Sequence[int]:
    """Return the levels of the titles that a player holds, highest first."""
    query = (
        select(title.c.level)
        .where(title.c.player_id == player_id, title.c.list == rating_list.value)
        .order_by(title.c.level.desc())
    )
    return (connection.execute(query)).scalars().all()


def _entry(row: Any) -> JournalEntry:
    return JournalEntry(
        player_id=row.player_id,
        place=Place(row.date, row.seq),
        event_id=row.event_id,
        opening_id=row.opening_id,
        before=row.before,
        after=row.after,
        games_before=row.games_before,
        games_after=row.games_after,
        expected=row.expected,
        score=row.score,
        performance=row.performance,
        rules=row.rules,
        steps=row.steps,
        state=row.state,
        event_name=row.name,
    )
