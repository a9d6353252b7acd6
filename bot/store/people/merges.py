"""Merges: the facts of one player given to another, and exactly those given back."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Column, bindparam, insert, select, update

from bot.store.database import Connection
from bot.store.events.waiting_matches import counts_or_waits
from bot.store.prepared import Prepared
from bot.store.rows import FactKind, FactPosition, FactRef
from bot.store.tables import (
    challenge,
    demotion,
    entrant,
    evening,
    evening_entrant,
    event,
    event_list,
    merge,
    news,
    opening,
    player,
    season_board,
)  # fmt: skip
from core.lists import RatingList

OPEN = "open"
"""The status of an evening that is still played."""

# Each column that names a player, with the key of its table.
_COLUMNS: dict[str, tuple[Column[Any], tuple[str, ...]]] = {
    "entrants": (entrant.c.player_id, ("event_id", "number")),
    "openings": (opening.c.player_id, ("id",)),
    "demotions": (demotion.c.player_id, ("id",)),
    "evenings": (evening_entrant.c.player_id, ("evening_id", "number")),
    "seasons": (season_board.c.player_id, ("season_id", "position")),
    "challenges": (challenge.c.from_id, ("id",)),
    "challenged": (challenge.c.to_id, ("id",)),
    "news": (news.c.player_id, ("id",)),
}

MovedFacts = dict[str, list[list[int]]]
"""The keys of facts, by the kind that `_COLUMNS` names."""


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge; moved: the facts that went over and what else did, as the service that merged wrote it."""

    id: int
    kept_id: int
    gone_id: int
    moved: dict[str, Any]
    undone: bool


class Shared(NamedTuple):
    """An event or an evening in which two players stand."""

    name: str | None
    date: date


def rated_facts(connection: Connection, club_id: int, player_id: int) -> dict[RatingList, list[FactRef]]:
    """Return the facts that count and move a player's rating, by list; each names that player alone."""
    whose = frozenset((player_id,))
    found: dict[RatingList, list[FactRef]] = defaultdict(list)
    events = (
        select(event_list.c.list, event.c.date, event.c.seq, event.c.id)
        .join(event, event.c.id == event_list.c.event_id)
        .join(entrant, entrant.c.event_id == event.c.id)
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            entrant.c.player_id == player_id,
            entrant.c.rated.is_(True),
        )
    )
    for row in connection.execute(events):
        found[RatingList(row.list)].append(FactRef(FactPosition(row.date, row.seq), FactKind.EVENT, row.id, whose))
    for table, kind in ((opening, FactKind.OPENING), (demotion, FactKind.DEMOTION)):
        query = select(table.c.list, table.c.date, table.c.seq, table.c.id)
        for row in connection.execute(query.where(table.c.player_id == player_id, table.c.voided.is_(False))):
            found[RatingList(row.list)].append(FactRef(FactPosition(row.date, row.seq), kind, row.id, whose))
    return dict(found)


def has_facts(connection: Connection, player_id: int) -> bool:
    """Tell whether any fact that counts, or waits, names a player, be it as an opponent or at an evening."""
    return any(query.first(connection, {"player": player_id}) is not None for query in _facts_of())


@cache
def _facts_of() -> tuple[Prepared, ...]:
    """Return the queries of facts that name a player."""
    who: Any = bindparam("player")
    queries = (
        _entries(who).where(counts_or_waits()),
        select(opening.c.id).where(opening.c.player_id == who, opening.c.voided.is_(False)),
        select(demotion.c.id).where(demotion.c.player_id == who, demotion.c.voided.is_(False)),
        _seats(who),
    )
    return tuple(Prepared(query.limit(1)) for query in queries)


def shared(connection: Connection, one: int, other: int) -> Shared | None:
    """Return an event that counts or waits, or an open evening, in which both players stand."""
    theirs = select(entrant.c.event_id).where(entrant.c.player_id == other)
    events = (
        select(event.c.name, event.c.date)
        .join(entrant, entrant.c.event_id == event.c.id)
        .where(entrant.c.player_id == one, counts_or_waits(), event.c.id.in_(theirs))
        .order_by(event.c.date, event.c.seq)
    )
    seats = select(evening_entrant.c.evening_id).where(evening_entrant.c.player_id == other)
    evenings = (
        select(evening.c.name, evening.c.date)
        .join(evening_entrant, evening_entrant.c.evening_id == evening.c.id)
        .where(evening_entrant.c.player_id == one, evening.c.status == OPEN, evening.c.id.in_(seats))
        .order_by(evening.c.id)
    )
    for query in (events, evenings):
        row = connection.execute(query.limit(1)).first()
        if row is not None:
            return Shared(row.name, row.date)
    return None


def move(connection: Connection, gone: int, keep: int) -> MovedFacts:
    """Give every fact of one player to another, and return which; they must share nothing that counts.

    Voided facts go too, but for an event in which both stand. Of evenings, only open ones: others are events.
    """
    clash = select(entrant.c.event_id).where(entrant.c.player_id == keep)
    queries = {
        "entrants": _entries(gone).where(entrant.c.event_id.not_in(clash)),
        "openings": select(opening.c.id).where(opening.c.player_id == gone),
        "demotions": select(demotion.c.id).where(demotion.c.player_id == gone),
        "evenings": _seats(gone),
        "seasons": select(season_board.c.season_id, season_board.c.position).where(season_board.c.player_id == gone),
        # Nobody challenges themselves: one between the two stays where it is.
        "challenges": select(challenge.c.id).where(challenge.c.from_id == gone, challenge.c.to_id != keep),
        "challenged": select(challenge.c.id).where(challenge.c.to_id == gone, challenge.c.from_id != keep),
        "news": select(news.c.id).where(news.c.player_id == gone, news.c.event_id.not_in(clash)),
    }
    moved = {kind: sorted(list(row) for row in connection.execute(query)) for kind, query in queries.items()}
    reassign(connection, moved, gone, keep)
    return moved


def reassign(connection: Connection, moved: MovedFacts, source: int, target: int) -> None:
    """Give the named facts from one player to another, as far as they are still the first one's."""
    for kind, (whose, key) in _COLUMNS.items():
        keys = moved.get(kind) or []
        if not keys:
            continue
        table = whose.table
        conditions = [table.c[column] == bindparam(f"key_{column}") for column in key]
        if kind == "evenings":
            conditions.append(table.c.evening_id.in_(select(evening.c.id).where(evening.c.status == OPEN)))
        statement = update(table).where(*conditions, whose == source).values({whose.name: target})
        names = [f"key_{column}" for column in key]
        connection.execute(statement, [dict(zip(names, values, strict=True)) for values in keys])


def add(
    connection: Connection,
    club_id: int,
    kept_id: int,
    gone_id: int,
    moved: dict[str, Any],
    merged_by: int,
    at: datetime,
    interaction_id: int,
) -> int:
    """Keep what a merge moved, so that it can be given back; return its id."""
    values = {
        "club_id": club_id,
        "kept_id": kept_id,
        "gone_id": gone_id,
        "moved": moved,
        "merged_by": merged_by,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    key: int = connection.execute(insert(merge).values(**values).returning(merge.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, merge_id: int) -> Merge | None:
    """Return a merge of this club, undone or not."""
    row = connection.execute(select(merge).where(merge.c.id == merge_id, merge.c.club_id == club_id)).first()
    return None if row is None else Merge(row.id, row.kept_id, row.gone_id, row.moved, row.undone)


def last_into(connection: Connection, club_id: int, player_id: int) -> int | None:
    """Return the last merge into a player that is not undone."""
    query = select(merge.c.id).where(
        merge.c.club_id == club_id, merge.c.kept_id == player_id, merge.c.undone.is_(False)
    )
    found: int | None = connection.execute(query.order_by(merge.c.id.desc()).limit(1)).scalar()
    return found


def mark_undone(connection: Connection, merge_id: int) -> None:
    connection.execute(update(merge).where(merge.c.id == merge_id).values(undone=True))


def _entries(player_id: int) -> Any:
    """Return the query of a player's entries in events, voided ones included."""
    joined = select(entrant.c.event_id, entrant.c.number).join(event, event.c.id == entrant.c.event_id)
    return joined.where(entrant.c.player_id == player_id)


def seat_again(connection: Connection, evening_id: int) -> str | None:
    """Give the places of players who were merged since an evening ended to those who they turned out to be.

    Return the name of one who has a place there already; then nothing is changed for them.
    """
    seats = evening_entrant.c
    query = (
        select(seats.number, player.c.merged_into)
        .join(player, player.c.id == seats.player_id)
        .where(seats.evening_id == evening_id, player.c.merged_into.is_not(None))
    )
    while found := connection.execute(query).all():
        there = select(player.c.id, player.c.name).join(evening_entrant, seats.player_id == player.c.id)
        names = {row.id: str(row.name) for row in connection.execute(there.where(seats.evening_id == evening_id))}
        for row in found:
            if row.merged_into in names:
                return names[row.merged_into]
            theirs = (seats.evening_id == evening_id, seats.number == row.number)
            connection.execute(update(evening_entrant).where(*theirs).values(player_id=row.merged_into))
    return None


def _seats(player_id: int) -> Any:
    """Return the query of a player's places at open evenings."""
    joined = select(evening_entrant.c.evening_id, evening_entrant.c.number).join(
        evening, evening.c.id == evening_entrant.c.evening_id
    )
    return joined.where(evening_entrant.c.player_id == player_id, evening.c.status == OPEN)
