"""Two players who are one person: merged with all their facts, and split again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import fold_lists
from bot.services.players.merging import living, part, unite
from bot.store import clubs
from bot.store.database import Connection
from bot.store.kept import audits
from bot.store.people import merges, players, profiles
from bot.store.rows import Club, FactKind, FactRef, Player
from core.errors import InputError, NotFoundError, RuleError
from core.lists import RatingList
from core.systems import ALL


@dataclass(frozen=True, slots=True)
class MergeReport:
    """Two players made one, or two again.

    facts: how many events, starting ratings and corrections, and lowered titles went over, or back.
    changes: whose ratings are different now; while they are one, without those of the one who is gone.
    people: those named in the changes, by id.
    undone: whether they are two again. unlinked: whether a Discord user could then not be given back.
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


async def merge_players(services: Services, actor: Actor, keep_id: int, gone_id: int, reason: str) -> MergeReport:
    """Give everything of one player to another and fold it again; directors only."""

    def work(connection: Connection) -> MergeReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "merge players")
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        if keep_id == gone_id:
            raise InputError("That is one player already: choose two different ones.")
        keep, gone = living(connection, club.id, keep_id), living(connection, club.id, gone_id)
        both = merges.shared(connection, keep.id, gone.id)
        if both is not None:
            where = f"{both.name or 'the event'} of {both.date.isoformat()}"
            raise RuleError(
                f"{keep.name} and {gone.name} both stand in {where} and so cannot be one person: correct that first."
            )
        for system in ALL:
            why_not = system.why_not_merge(gone.id, gone.name, club.house_rules)
            if why_not is not None:
                raise RuleError(why_not)
        moving = merges.rated_facts(connection, club.id, gone.id)
        moved, changed = unite(connection, club.id, keep, gone)
        done = fold_lists(connection, club, services.today(), changed)
        moved["reason"] = reason
        merge_id = merges.add(
            connection,
            club.id,
            keep.id,
            gone.id,
            moved,
            actor.member.user_id,
            services.now(),
            actor.interaction_id,
        )
        different = tuple(
            change for folded in done.values() for change in changes(folded) if change.player_id != gone.id
        )
        report = _report(connection, club, merge_id, keep.id, gone.id, _amounts(moving), reason, different)
        note(connection, services, actor, "merge-players", merge_id, _to_json(report))
        return report

    return await services.database.write(work, club=actor.club_id)


async def undo_merge(services: Services, actor: Actor, merge_id: int) -> MergeReport:
    """Make two players of one again; what came later stays with the one; directors only."""

    def work(connection: Connection) -> MergeReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "undo a merge")
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        stored = merges.find(connection, club.id, merge_id)
        if stored is None:
            raise NotFoundError("There is no such merge in this club: /player merge merges two players.")
        if stored.undone:
            raise NotFoundError("That merge has been undone already: merge them again with /player merge.")
        kept = profiles.find(connection, club.id, stored.kept_id)
        if kept is not None and kept.merged_into is not None:
            raise RuleError(f"{kept.name} has been merged into another player since: undo that merge first.")
        moving, changed = part(connection, club.id, stored)
        done = fold_lists(connection, club, services.today(), changed)
        merges.mark_undone(connection, merge_id)
        different = tuple(change for folded in done.values() for change in changes(folded))
        gone = profiles.find(connection, club.id, stored.gone_id)
        unlinked = stored.moved["user_id"] is not None and (gone is None or gone.user_id is None)
        report = _report(
            connection,
            club,
            merge_id,
            stored.kept_id,
            stored.gone_id,
            _amounts(moving),
            stored.moved["reason"],
            different,
            undone=True,
            unlinked=unlinked,
        )
        note(connection, services, actor, "undo-merge", merge_id, _to_json(report))
        return report

    return await services.database.write(work, club=actor.club_id)


def _amounts(moving: Mapping[RatingList, Sequence[FactRef]]) -> dict[FactKind, int]:
    """Return how many facts of each kind there are; one that moves two lists is one."""
    each = {(ref.kind, ref.id) for refs in moving.values() for ref in refs}
    return {kind: sum(found is kind for found, _ in each) for kind in FactKind}


def _report(
    connection: Connection,
    club: Club,
    merge_id: int,
    keep_id: int,
    gone_id: int,
    amounts: dict[FactKind, int],
    reason: str,
    different: tuple[RatingChange, ...],
    *,
    undone: bool = False,
    unlinked: bool = False,
) -> MergeReport:
    people = players.by_ids(connection, club.id, {keep_id, gone_id, *(change.player_id for change in different)})
    return MergeReport(merge_id, people[keep_id], people[gone_id], amounts, reason, different, people, undone, unlinked)


def _to_json(report: MergeReport) -> dict[str, Any]:
    return {
        "keep": report.keep.id,
        "gone": report.gone.id,
        "facts": {kind.value: amount for kind, amount in report.facts.items()},
        "reason": report.reason,
        "changes": changes_to_json(report.changes),
        "undone": report.undone,
        "unlinked": report.unlinked,
    }


def _already_done(connection: Connection, club: Club, actor: Actor) -> MergeReport | None:
    """Return what this interaction has merged or undone before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.details is None:
        return None
    data = seen.details
    return _report(
        connection,
        club,
        seen.subject_id or 0,
        data["keep"],
        data["gone"],
        {FactKind(kind): amount for kind, amount in data["facts"].items()},
        data["reason"],
        changes_from_json(data["changes"]),
        undone=data["undone"],
        unlinked=data["unlinked"],
    )
