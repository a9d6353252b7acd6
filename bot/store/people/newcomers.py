"""New players of an event or evening: hidden while nothing else is known about them."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, or_, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.tables import (
    audit,
    demotion,
    entered_rating,
    entrant,
    evening,
    evening_entrant,
    event,
    merge,
    metadata,
    news,
    player,
)
from bot.store.database.transactions import Connection
from bot.store.events.unconfirmed import counts_or_waits
from bot.store.people import profiles
from bot.store.people.merges import OPEN

_BY_HAND, _ROSTER = ("add-player", "edit-player", "link-player"), "import-roster"
"""Audit actions that add to what is known about a player."""

STAYED = "stayed"
"""Details of audit actions: ids that an undone roster leaves."""

_UNDONE = ("undo-import-roster", "undo-import-pool")

_NAMING: list[Column[Any]] = [
    key.parent
    for table in metadata.sorted_tables
    for key in table.foreign_keys
    if key.column is player.c.id and table is not news
]

_STILL: dict[Any, Any] = {
    entrant: counts_or_waits(),
    evening_entrant: evening.c.status == OPEN,
    entered_rating: entered_rating.c.voided.is_(False),
    demotion: demotion.c.voided.is_(False),
    merge: merge.c.undone.is_(False),
}
"""Which rows still count, of tables that keep others."""

_WHOLES = {entrant: (event, entrant.c.event_id), evening_entrant: (evening, evening_entrant.c.evening_id)}


def in_events(connection: Connection, event_ids: Collection[int]) -> frozenset[int]:
    stands = select(entrant.c.player_id).where(mine(connection, entrant), entrant.c.event_id.in_(event_ids))
    closed = select(evening.c.id).where(mine(connection, evening), evening.c.event_id.in_(event_ids))
    seats = select(evening_entrant.c.player_id).where(
        mine(connection, evening_entrant), evening_entrant.c.evening_id.in_(closed)
    )
    return frozenset(connection.execute(stands.union(seats)).scalars()) - {None}


def in_evening(connection: Connection, evening_id: int) -> frozenset[int]:
    parts = select(evening.c.id).where(mine(connection, evening), evening.c.part_of == evening_id)
    here = evening_entrant.c.evening_id.in_(parts) | (evening_entrant.c.evening_id == evening_id)
    query = select(evening_entrant.c.player_id).where(mine(connection, evening_entrant), here)
    return frozenset(connection.execute(query).scalars())


def came_new(connection: Connection, ids: Collection[int]) -> frozenset[int]:
    """Return players who came with their event, evening or roster, without server members."""
    stands = (
        select(entrant.c.player_id)
        .join(event, same(event.c.id, entrant.c.event_id))
        .where(same(entrant.c.player_id, player.c.id), event.c.created_at == player.c.created_at)
    )
    seats = select(evening_entrant.c.player_id).where(
        same(evening_entrant.c.player_id, player.c.id), evening_entrant.c.entered_at == player.c.created_at
    )
    stayed = {one for details in _details(connection, *_UNDONE) for one in details[STAYED]}
    unlinked = (mine(connection, player), player.c.id.in_(ids), player.c.user_id.is_(None))
    query = select(player.c.id).where(
        *unlinked, or_(stands.exists(), seats.exists(), player.c.id.in_(stayed.intersection(ids)))
    )
    return frozenset(connection.execute(query).scalars())


def known_otherwise(connection: Connection, ids: Collection[int]) -> frozenset[int]:
    found: set[int] = set(ids) & _named_in_rosters(connection)
    for named in (*_NAMING, player.c.merged_into):
        query = select(named).where(mine(connection, named.table), named.in_(ids))
        if named.table in _WHOLES:
            whole, key = _WHOLES[named.table]
            query = query.join(whole, same(whole.c.id, key))
        if named.table in _STILL:
            query = query.where(_STILL[named.table])
        found.update(connection.execute(query.distinct()).scalars())
    wish = (player.c.notices != "off") | player.c.card_private
    wish |= ~player.c.challenged | ~player.c.announced | ~player.c.on_site
    others = select(player.c.id).where(
        mine(connection, player), player.c.id.in_(ids), player.c.merged_into.is_not(None) | wish
    )
    set_by_hand = (audit.c.action.in_(_BY_HAND), audit.c.subject_id.in_(ids))
    by_hand = select(audit.c.subject_id).where(mine(connection, audit), *set_by_hand)
    return frozenset(found.union(*(connection.execute(query).scalars() for query in (others, by_hand))))


def _named_in_rosters(connection: Connection) -> set[int]:
    return {int(key) for details in _details(connection, _ROSTER) for key in details.get("changed", {})}


def _details(connection: Connection, *actions: str) -> list[dict[str, Any]]:
    query = select(audit.c.details).where(mine(connection, audit), audit.c.action.in_(actions))
    return [details for details in connection.execute(query).scalars() if details]


def hide_newcomers(connection: Connection, ids: Collection[int]) -> frozenset[int]:
    these = (mine(connection, player, voided=False, user_id=None), player.c.id.in_(ids))
    removed = connection.execute(update(player).where(*these).values(voided=True).returning(player.c.id))
    return frozenset(removed.scalars())


def restore_newcomers(connection: Connection, ids: Collection[int]) -> None:
    """Show players again, without membership numbers that others have."""
    back = (mine(connection, player, voided=True), player.c.id.in_(ids))
    others = player.alias()
    for column in profiles.IDS:
        taken = select(others.c[column]).where(
            mine(connection, others, voided=False), others.c.merged_into.is_(None), others.c[column].is_not(None)
        )
        connection.execute(update(player).where(*back, player.c[column].in_(taken)).values({column: None}))
    connection.execute(update(player).where(*back).values(voided=False))
