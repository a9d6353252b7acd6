"""Merges: one player's facts given to another, and given back exactly."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, bindparam, insert, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.rows import FactKind, FactPosition, FactRef
from bot.store.database.tables import (
    challenge,
    demotion,
    entered_rating,
    entrant,
    evening,
    evening_entrant,
    event,
    event_list,
    merge,
    news,
    player,
    season_board,
)  # fmt: skip
from bot.store.database.transactions import Connection
from bot.store.events.unconfirmed import counts_or_waits
from core.lists import RatingList

OPEN = "open"

# Columns that name a player, with keys.
_COLUMNS: dict[str, tuple[Column[Any], tuple[str, ...]]] = {
    "entrants": (entrant.c.player_id, ("event_id", "number")),
    "entered_ratings": (entered_rating.c.player_id, ("id",)),
    "demotions": (demotion.c.player_id, ("id",)),
    "evenings": (evening_entrant.c.player_id, ("evening_id", "number")),
    "seasons": (season_board.c.player_id, ("season_id", "position")),
    "challenges": (challenge.c.from_id, ("id",)),
    "challenged": (challenge.c.to_id, ("id",)),
    "news": (news.c.player_id, ("id",)),
}

MovedFacts = dict[str, list[list[int]]]


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge; moved: the facts and other rows that were moved."""

    id: int
    target_id: int
    merged_id: int
    moved: dict[str, Any]
    undone: bool


class Shared(NamedTuple):
    """An evening with both players."""

    name: str | None
    date: date


def rated_facts(connection: Connection, club_id: int, player_id: int) -> dict[RatingList, list[FactRef]]:
    owner = frozenset((player_id,))
    found: dict[RatingList, list[FactRef]] = defaultdict(list)
    events = (
        select(event_list.c.list, event.c.date, event.c.seq, event.c.id)
        .join(event, same(event.c.id, event_list.c.event_id))
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            entrant.c.player_id == player_id,
            entrant.c.rated.is_(True),
        )
    )
    for row in connection.execute(events):
        found[RatingList(row.list)].append(FactRef(FactPosition(row.date, row.seq), FactKind.EVENT, row.id, owner))
    for table, kind in ((entered_rating, FactKind.ENTERED_RATING), (demotion, FactKind.DEMOTION)):
        query = select(table.c.list, table.c.date, table.c.seq, table.c.id)
        for row in connection.execute(
            query.where(mine(connection, table, player_id=player_id), table.c.voided.is_(False))
        ):
            found[RatingList(row.list)].append(FactRef(FactPosition(row.date, row.seq), kind, row.id, owner))
    return dict(found)


def has_facts(connection: Connection, player_id: int) -> bool:
    queries = (
        _entries(connection, player_id).where(counts_or_waits()),
        *(
            select(table.c.id).where(mine(connection, table, player_id=player_id), table.c.voided.is_(False))
            for table in (entered_rating, demotion)
        ),
        _seats(connection, player_id),
    )
    return any(connection.execute(query.limit(1)).first() is not None for query in queries)


def shared_events(connection: Connection, one: int, other: int) -> list[int]:
    """Return counting and waiting events with both players."""
    theirs = entrant.alias("theirs")
    events = (
        select(event.c.id)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .join(theirs, same(theirs.c.event_id, event.c.id))
        .where(mine(connection, entrant, player_id=one), theirs.c.player_id == other, counts_or_waits())
        .order_by(event.c.date, event.c.seq)
    )
    return list(connection.execute(events).scalars())


def shared(connection: Connection, one: int, other: int) -> Shared | None:
    """Return an open evening with both players."""
    seats = evening_entrant.alias("seats")
    evenings = (
        select(evening.c.name, evening.c.date)
        .join(evening_entrant, same(evening_entrant.c.evening_id, evening.c.id))
        .join(seats, same(seats.c.evening_id, evening.c.id))
        .where(mine(connection, evening_entrant, player_id=one), seats.c.player_id == other, evening.c.status == OPEN)
        .order_by(evening.c.id)
    )
    row = connection.execute(evenings.limit(1)).first()
    return None if row is None else Shared(row.name, row.date)


def move(connection: Connection, merged: int, keep: int) -> MovedFacts:
    """Move every fact of one player to another; return them.

    They must share no counting event. Voided facts move too, unless both are in the event; of evenings, open ones.
    """
    other = entrant.alias("other")
    clash = select(other.c.event_id).where(mine(connection, other, player_id=keep))
    seats, challenges = season_board.c, challenge.c
    queries = {
        "entrants": _entries(connection, merged).where(entrant.c.event_id.not_in(clash)),
        "entered_ratings": select(entered_rating.c.id).where(mine(connection, entered_rating, player_id=merged)),
        "demotions": select(demotion.c.id).where(mine(connection, demotion, player_id=merged)),
        "evenings": _seats(connection, merged),
        "seasons": select(seats.season_id, seats.position).where(mine(connection, season_board, player_id=merged)),
        # nobody challenges themselves: challenges between the two stay
        "challenges": select(challenges.id).where(
            mine(connection, challenge, from_id=merged), challenges.to_id != keep
        ),
        "challenged": select(challenges.id).where(
            mine(connection, challenge, to_id=merged), challenges.from_id != keep
        ),
        "news": select(news.c.id).where(mine(connection, news, player_id=merged), news.c.event_id.not_in(clash)),
    }
    moved = {kind: sorted(list(row) for row in connection.execute(query)) for kind, query in queries.items()}
    reassign(connection, moved, merged, keep)
    return moved


def reassign(connection: Connection, moved: MovedFacts, source: int, target: int) -> None:
    for kind, (column, key) in _COLUMNS.items():
        keys = moved.get(kind) or []
        if not keys:
            continue
        table = column.table
        conditions = [mine(connection, table, **{column: bindparam(f"key_{column}") for column in key})]
        if kind == "evenings":
            still_open = select(evening.c.id).where(mine(connection, evening, status=OPEN))
            conditions.append(table.c.evening_id.in_(still_open))
        statement = update(table).where(*conditions, column == source).values({column.name: target})
        names = [f"key_{column}" for column in key]
        connection.execute(statement, [dict(zip(names, values, strict=True)) for values in keys])


def add(
    connection: Connection,
    club_id: int,
    target_id: int,
    merged_id: int,
    moved: dict[str, Any],
    merged_by: int,
    at: datetime,
    interaction_id: int,
) -> int:
    values = {
        "club_id": club_id,
        "target_id": target_id,
        "merged_id": merged_id,
        "moved": moved,
        "merged_by": merged_by,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    key: int = connection.execute(insert(merge).values(**values).returning(merge.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, merge_id: int) -> Merge | None:
    row = connection.execute(select(merge).where(merge.c.id == merge_id, merge.c.club_id == club_id)).first()
    return None if row is None else Merge(row.id, row.target_id, row.merged_id, row.moved, row.undone)


def last_into(connection: Connection, club_id: int, player_id: int) -> int | None:
    query = select(merge.c.id).where(
        merge.c.club_id == club_id, merge.c.target_id == player_id, merge.c.undone.is_(False)
    )
    found: int | None = connection.execute(query.order_by(merge.c.id.desc()).limit(1)).scalar()
    return found


def mark_undone(connection: Connection, merge_id: int) -> None:
    connection.execute(update(merge).where(mine(connection, merge, id=merge_id)).values(undone=True))


def _entries(connection: Connection, player_id: int) -> Any:
    joined = select(entrant.c.event_id, entrant.c.number).join(event, same(event.c.id, entrant.c.event_id))
    return joined.where(mine(connection, entrant, player_id=player_id))


def update_seats(connection: Connection, evening_id: int) -> str | None:
    """Give seats of an ended evening to players left by merges.

    Return a name that has a seat already; then nothing changes.
    """
    seats, here = evening_entrant.c, mine(connection, evening_entrant, evening_id=evening_id)
    query = (
        select(seats.number, player.c.merged_into)
        .join(player, same(player.c.id, seats.player_id))
        .where(here, player.c.merged_into.is_not(None))
    )
    while found := connection.execute(query).all():
        there = select(player.c.id, player.c.name).join(evening_entrant, same(seats.player_id, player.c.id))
        names = {row.id: str(row.name) for row in connection.execute(there.where(here))}
        for row in found:
            if row.merged_into in names:
                return names[row.merged_into]
            taken = update(evening_entrant).where(here, seats.number == row.number)
            connection.execute(taken.values(player_id=row.merged_into))
    return None


def _seats(connection: Connection, player_id: int) -> Any:
    joined = select(evening_entrant.c.evening_id, evening_entrant.c.number).join(
        evening, same(evening.c.id, evening_entrant.c.evening_id)
    )
    return joined.where(mine(connection, evening_entrant, player_id=player_id), evening.c.status == OPEN)
