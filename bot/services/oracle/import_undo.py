"""A table that was taken into a pool, taken back: everybody has again what their matches gave them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.oracle.settings import set_config
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.database import Connection
from bot.store.events import corrections
from bot.store.people import oracle, players
from bot.store.rows import Club, FactKind, FactRef, Player
from core.errors import NotFoundError
from core.lists import RatingList

IMPORTED, UNDONE = "import-pool", "undo-import-pool"
"""The audit's names for a table that is taken in, and taken back."""

CHANGES_KEPT = 50


@dataclass(frozen=True, slots=True)
class RosterUndone:
    """A table that no longer counts.

    openings: how many starting ratings went. different: how many ratings are others; changes: the first of them.
    keeper_gone: whether the pool has no Keeper any more, as before the table.
    """

    pool: RatingList
    openings: int
    keeper_gone: bool
    different: int
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case(UNDONE, director_to="take an imported table back")
def undo_roster(write: Write, import_id: int) -> RosterUndone:
    """Take a table back by the interaction that took it in; directors only."""
    count_due(write)
    taken_in = write.entry(import_id)
    if taken_in is None or taken_in.action != IMPORTED or "first" not in taken_in.details:
        raise NotFoundError("That table cannot be taken back by this button: correct ratings with /rating set.")
    keeper_id = taken_in.subject_id or 0
    report = _undo(write, keeper_id, taken_in.details)
    write.note(keeper_id)
    return report


def _undo(write: Write, keeper_id: int, data: Mapping[str, Any]) -> RosterUndone:
    """Void a table's starting ratings, and its naming of the Keeper unless that was played since."""
    connection, club = write.connection, write.club
    pool = RatingList(data["list"])
    found = corrections.of_seqs(connection, club.id, pool, data["first"], data["last"])
    config = club.house_rules.oracle_for(pool)
    keeper_goes = (
        data["keeper_was"] is not None
        and config.keeper_player == keeper_id
        and not oracle.has_played_since(connection, club.id, pool, keeper_id, data["last"])
    )
    if not found and not keeper_goes:
        raise NotFoundError("That table is taken back already: nothing of it counts any more.")
    before = _ratings(connection, club, pool)
    for fact in found:
        corrections.void_opening(connection, fact.opening_id)
    removed = [FactRef(fact.place, FactKind.OPENING, fact.opening_id, fact.players) for fact in found]
    if removed:
        write.fold({pool: ListChange(removed=removed)})
    if keeper_goes:
        set_config(write, pool, replace(config, keeper_player=None, keeper_name=data["keeper_was"]))
    after = _ratings(connection, club, pool)
    different = [
        RatingChange(player_id, pool, None, None, before.get(player_id), after.get(player_id))
        for player_id in sorted(before.keys() | after.keys())
        if before.get(player_id) != after.get(player_id)
    ]
    shown = tuple(different[:CHANGES_KEPT])
    people = players.by_ids(connection, club.id, {change.player_id for change in shown})
    return RosterUndone(pool, len(found), keeper_goes, len(different), shown, people)


def _ratings(connection: Connection, club: Club, pool: RatingList) -> dict[int, float]:
    return {rating.player_id: rating.rating for rating in oracle.ratings(connection, club.id, pool)}
