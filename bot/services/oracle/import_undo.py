"""A table that was taken into a pool, taken back: everybody has again what their matches gave them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.oracle.due import count_due
from bot.services.oracle.settings import set_config
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import corrections
from bot.store.kept import audits
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


async def undo_roster(services: Services, actor: Actor, import_id: int) -> RosterUndone:
    """Take a table back by the interaction that took it in; directors only."""

    def work(connection: Connection) -> RosterUndone:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "take an imported table back")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.action == UNDONE:
            return _from_json(connection, club, seen.details)
        count_due(connection, services, club)
        taken_in = audits.by_interaction(connection, club.id, import_id)
        if taken_in is None or taken_in.action != IMPORTED or "first" not in taken_in.details:
            raise NotFoundError("That table cannot be taken back by this button: correct ratings with /rating set.")
        details = _undo(connection, services, club, taken_in.subject_id or 0, taken_in.details)
        note(connection, services, actor, UNDONE, taken_in.subject_id or 0, details)
        return _from_json(connection, club, details)

    return await services.database.write(work, club=actor.club_id)


def _undo(
    connection: Connection, services: Services, club: Club, keeper_id: int, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Void a table's starting ratings, and its naming of the Keeper unless that was played since."""
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
        fold_lists(connection, club, services.today(), {pool: ListChange(removed=removed)})
    if keeper_goes:
        nobody = replace(config, keeper_player=None, keeper_name=data["keeper_was"])
        set_config(connection, services, club, pool, nobody)
    after = _ratings(connection, club, pool)
    different = [
        RatingChange(player_id, pool, None, None, before.get(player_id), after.get(player_id))
        for player_id in sorted(before.keys() | after.keys())
        if before.get(player_id) != after.get(player_id)
    ]
    return {
        "list": pool.value,
        "openings": len(found),
        "keeper_gone": keeper_goes,
        "different": len(different),
        "changes": changes_to_json(different[:CHANGES_KEPT]),
    }


def _ratings(connection: Connection, club: Club, pool: RatingList) -> dict[int, float]:
    return {rating.player_id: rating.rating for rating in oracle.ratings(connection, club.id, pool)}


def _from_json(connection: Connection, club: Club, data: Mapping[str, Any]) -> RosterUndone:
    moved = changes_from_json(data["changes"])
    people = players.by_ids(connection, club.id, {change.player_id for change in moved})
    pool = RatingList(data["list"])
    return RosterUndone(pool, data["openings"], data["keeper_gone"], data["different"], moved, people)
