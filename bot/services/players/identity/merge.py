"""Two players who are one person: merged with all their facts, and split again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.services.fold.changes import RatingChange
from bot.services.players.identity.merging import get_active_player, merge_into, split
from bot.services.players.identity.told_twice import ToldEvent, told_twice
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.people import merges, players, profiles
from bot.store.rows import FactKind, FactRef, Player
from core.errors import InputError, NotFoundError, RuleError
from core.lists import RatingList
from core.systems import POOLS


@dataclass(frozen=True, slots=True)
class MergeReport:
    """Two players made one, or two again.

    facts: how many events, starting ratings and corrections, and lowered titles went over, or back.
    changes: whose ratings are different now; while they are one, without those of the one who is gone.
    people: those named in the changes, by id.
    undone: whether they are two again. unlinked: whether a Discord user could then not be given back.
    twice: events that seem to be there twice now, in pairs: somebody has to say which stays.
    """

    merge_id: int
    keep: Player
    gone: Player
    facts: dict[FactKind, int]
    reason: str
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    undone: bool = False
    unlinked: bool = False
    twice: tuple[tuple[ToldEvent, ToldEvent], ...] = ()


@use_case("merge-players", director_to="merge players")
def merge_players(write: Write, keep_id: int, gone_id: int, reason: str) -> MergeReport:
    """Give everything of one player to another and fold it again; directors only."""
    count_due(write)
    report = merge_within(write, keep_id, gone_id, reason)
    write.note(report.merge_id, {"reason": reason})
    return report


def merge_within(write: Write, keep_id: int, gone_id: int, reason: str) -> MergeReport:
    """Give everything of one player to another within a transaction, and fold it again."""
    connection, club, actor = write.connection, write.club, write.actor
    if keep_id == gone_id:
        raise InputError("That is one player already: choose two different ones.")
    keep, gone = get_active_player(connection, club.id, keep_id), get_active_player(connection, club.id, gone_id)
    both = merges.shared(connection, keep.id, gone.id)
    if both is not None:
        where = f"{both.name or 'the event'} of {both.date.isoformat()}"
        raise RuleError(
            f"{keep.name} and {gone.name} both stand in {where} and so cannot be one person: correct that first."
        )
    for system in POOLS.values():
        why_not = system.why_not_merge(gone.id, gone.name, club.house_rules)
        if why_not is not None:
            raise RuleError(why_not)
    twice = tuple(told_twice(connection, club.id, keep.id, gone.id))
    moving = merges.rated_facts(connection, club.id, gone.id)
    moved, changed = merge_into(connection, club.id, keep, gone)
    write.is_shown_otherwise(keep.id)
    done = write.fold(changed)
    moved["reason"] = reason
    merge_id = merges.add(
        connection, club.id, keep.id, gone.id, moved, actor.member.user_id, write.now, actor.interaction_id
    )
    different = tuple(change for change in done.changes if change.player_id != gone.id)
    people = _people(write, keep.id, gone.id, different)
    amounts = _amounts(moving)
    return MergeReport(merge_id, people[keep.id], people[gone.id], amounts, reason, different, people, twice=twice)


@use_case("undo-merge", director_to="undo a merge")
def undo_merge(write: Write, merge_id: int) -> MergeReport:
    """Make two players of one again; what came later stays with the one; directors only."""
    count_due(write)
    report = undo_merge_within(write, merge_id)
    write.note(merge_id, {"reason": report.reason})
    return report


@use_case("undo-merge", director_to="undo a merge")
def split_player(write: Write, player_id: int) -> MergeReport:
    """Undo the last merge into a player; directors only."""
    count_due(write)
    player = get_active_player(write.connection, write.club.id, player_id)
    merge_id = merges.last_into(write.connection, write.club.id, player.id)
    if merge_id is None:
        raise NotFoundError(f"Nobody has been merged into {player.name}: choose a player who was.")
    report = undo_merge_within(write, merge_id)
    write.note(merge_id, {"reason": report.reason})
    return report


def undo_merge_within(write: Write, merge_id: int) -> MergeReport:
    """Make two players of one again within a transaction."""
    connection, club = write.connection, write.club
    stored = merges.find(connection, club.id, merge_id)
    if stored is None:
        raise NotFoundError("There is no such merge in this club: /player merge merges two players.")
    if stored.undone:
        raise NotFoundError("That merge has been undone already: merge them again with /player merge.")
    kept = profiles.find(connection, club.id, stored.kept_id)
    if kept is not None and kept.merged_into is not None:
        raise RuleError(f"{kept.name} has been merged into another player since: undo that merge first.")
    moving, changed = split(connection, club.id, stored)
    different = write.fold(changed).changes
    merges.mark_undone(connection, merge_id)
    gone = profiles.find(connection, club.id, stored.gone_id)
    people = _people(write, stored.kept_id, stored.gone_id, different)
    return MergeReport(
        merge_id,
        people[stored.kept_id],
        people[stored.gone_id],
        _amounts(moving),
        stored.moved["reason"],
        different,
        people,
        undone=True,
        unlinked=stored.moved["user_id"] is not None and (gone is None or gone.user_id is None),
    )


def _amounts(moving: Mapping[RatingList, Sequence[FactRef]]) -> dict[FactKind, int]:
    """Return how many facts of each kind there are; one that moves two lists is one."""
    each = {(ref.kind, ref.id) for refs in moving.values() for ref in refs}
    return {kind: sum(found is kind for found, _ in each) for kind in FactKind}


def _people(write: Write, keep_id: int, gone_id: int, different: Sequence[RatingChange]) -> dict[int, Player]:
    ids = {keep_id, gone_id, *(change.player_id for change in different)}
    return players.by_ids(write.connection, write.club.id, ids)
