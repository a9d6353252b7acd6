"""Merge two players into one, and split them again."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.events.corrections.correct import Version, changed_lists
from bot.services.events.newcomers import settle_newcomers
from bot.services.framework.actions import player_action
from bot.services.framework.context import Services
from bot.services.framework.find_player import get_active_player
from bot.services.framework.outbox import check_all_roles
from bot.services.framework.recalculation.lists import ListChange, ListChanges, RatingChange, add_age_dependent
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.transaction import ClubWrite, Write, club_job, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Event, FactKind, FactRef, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import merges, players, profiles
from bot.store.people.merges import Merge
from bot.store.people.profiles import Profile
from core.errors import InputError, NotFoundError, RuleError
from core.event.corrections import with_one_entrant
from core.event.similarity import event_and_day
from core.lists import RatingList
from core.rating.systems import POOL_SYSTEMS

# Merge and split within a transaction.


TAKEN_OVER = ("user_id", *profiles.IDS, "federation", "sex", "title", "state", "expires", "online")
"""What the remaining player takes over if missing; and the age."""


def merge_into(
    connection: Connection, club_id: int, keep: Profile, gone: Profile
) -> tuple[dict[str, Any], ListChanges]:
    """Move all of a player's facts to another; return what moved and what to recalculate.

    They must share no counting event.
    """
    moving = merges.rated_facts(connection, club_id, gone.id)
    moved: dict[str, Any] = dict(merges.move(connection, gone.id, keep.id))
    changed = _moved(moving, gone.id, keep.id)
    taken = {
        column: getattr(gone, column)
        for column in TAKEN_OVER
        if getattr(keep, column) is None and getattr(gone, column) is not None
    }
    moved |= {"user_id": gone.user_id, "taken": sorted(taken), "age": None}
    if keep.born is None and (gone.born is not None or (gone.is_age_known and not keep.is_age_known)):
        moved["age"] = {"adult": keep.adult, "born_year": keep.born_year}
        taken |= _age(gone)
    said = keep.unconfirmed_ids | (gone.unconfirmed_ids & taken.keys())
    taken["unconfirmed"] = profiles.encode_claimed(said)
    if "user_id" in taken:
        # Wishes move with the member; a split restores the other's.
        moved["wishes"] = profiles.wishes_of(connection, keep.id)._asdict()
        taken |= {"left_at": gone.left_at, **profiles.wishes_of(connection, gone.id)._asdict()}
    moved["known_as"] = keep.known_as
    taken["known_as"] = keep.file_name or gone.file_name
    # A Discord user has one player; other details may stay unused.
    profiles.change(connection, gone.id, {"user_id": None, "merged_into": keep.id})
    profiles.change(connection, keep.id, taken)
    if moved["age"] is not None:
        add_age_dependent(connection, keep.id, changed)
    return moved, changed


def split(connection: Connection, club_id: int, stored: Merge) -> tuple[dict[RatingList, list[FactRef]], ListChanges]:
    """Undo a merge as far as possible; return moved facts and what to recalculate.

    Later facts and edits stay, and so do reassigned ids.
    """
    keep, gone = (profiles.find(connection, club_id, key) for key in (stored.target_id, stored.merged_id))
    assert keep is not None
    assert gone is not None
    moved = stored.moved
    merges.reassign(connection, moved, keep.id, gone.id)
    moving = merges.rated_facts(connection, club_id, gone.id)
    changed = _moved(moving, keep.id, gone.id)
    theirs = {column: getattr(gone, column) for column in TAKEN_OVER} | {"user_id": moved["user_id"]}
    back: dict[str, Any] = {
        column: None for column in moved["taken"] if getattr(keep, column) == theirs[column] is not None
    }
    if "user_id" in back:
        back |= moved.get("wishes", {})
    back["known_as"] = moved.get("known_as", keep.known_as)
    back["unconfirmed"] = profiles.encode_claimed(keep.unconfirmed_ids - back.keys())
    is_age_back = moved["age"] is not None and _age(keep) == _age(gone)
    if is_age_back:
        back |= {"born": None, **moved["age"]}
    profiles.change(connection, keep.id, back)
    profiles.change(connection, gone.id, {"merged_into": None} | _still_free(connection, club_id, theirs))
    if is_age_back:
        add_age_dependent(connection, keep.id, changed)
    return moving, changed


def _age(profile: Profile) -> dict[str, Any]:
    return {"born": profile.born, "adult": profile.adult, "born_year": profile.born_year}


def _moved(moving: Mapping[RatingList, Sequence[FactRef]], source: int, target: int) -> ListChanges:
    def of(refs: Sequence[FactRef], player_id: int) -> tuple[FactRef, ...]:
        return tuple(replace(ref, players=frozenset((player_id,))) for ref in refs)

    return {
        rating_list: ListChange(removed=of(refs, source), recompute=of(refs, target))
        for rating_list, refs in moving.items()
    }


def _still_free(connection: Connection, club_id: int, theirs: Mapping[str, Any]) -> dict[str, Any]:
    free: dict[str, Any] = {}
    user_id = theirs["user_id"]
    is_taken = user_id is not None and players.by_user(connection, club_id, user_id) is not None
    free["user_id"] = None if is_taken else user_id
    for column in profiles.IDS:
        number = theirs[column]
        if number is not None and players.by_membership(connection, club_id, column, [number]):
            free[column] = None
    return free


# Similar events of two players, told by a file and a member.


MOST_EVENTS = 2_000

DAYS_APART = 7
"""A file has the last day, a member perhaps the first."""

MATCH = "match"
"""Several on a day are usual."""


@dataclass(frozen=True, slots=True)
class DuplicateEvent:
    """One of two similar events; entrants: their number."""

    event_id: int
    name: str | None
    day: date
    source: str
    entrants: int


def find_duplicate_events(
    connection: Connection, club_id: int, one: int, other: int
) -> Iterator[tuple[DuplicateEvent, DuplicateEvent]]:
    """Yield pairs of events of the two players with the same day and list, or similar day and name."""
    theirs = facts.events_of(connection, club_id, other, MOST_EVENTS)
    mine = facts.events_of(connection, club_id, one, MOST_EVENTS)
    taken: set[int] = set()
    for first in mine:
        second = next((each for each in theirs if each.id not in taken and _are_one(first, each)), None)
        if second is not None:
            taken.add(second.id)
            sizes = facts.sizes(connection, [first.id, second.id])
            yield _duplicate(first, sizes[first.id][0]), _duplicate(second, sizes[second.id][0])


def _are_one(one: Event, other: Event) -> bool:
    if one.id == other.id or MATCH in (one.source, other.source) or not set(one.rating_lists) & set(other.rating_lists):
        return False
    apart = abs((one.place.date - other.place.date).days)
    is_of_one_name = one.name is not None and other.name is not None and one.name.casefold() == other.name.casefold()
    return apart == 0 or (is_of_one_name and apart <= DAYS_APART)


def _duplicate(event: Event, entrants: int) -> DuplicateEvent:
    return DuplicateEvent(event.id, event.name, event.place.date, event.source, entrants)


@dataclass(frozen=True, slots=True)
class MergeReport:
    """A merge or its undo. facts: numbers of moved events, ratings and demotions.

    changes: of ratings. people: by id. unlinked: whether a Discord user could not be given back. twice: probable
    duplicates.
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
    twice: tuple[tuple[DuplicateEvent, DuplicateEvent], ...] = ()


@use_case(
    player_action("merge-players", "merged another player into", Subject.MERGE, about_who=True),
    director_to="merge players",
)
def merge_players(write: Write, target_id: int, merged_id: int, reason: str) -> MergeReport:
    count_due(write)
    report = merge_within(write, target_id, merged_id, reason)
    write.note(report.merge_id, {"reason": reason})
    return report


def merge_within(write: Write, target_id: int, merged_id: int, reason: str) -> MergeReport:
    connection, club, actor = write.connection, write.club, write.actor
    if target_id == merged_id:
        raise InputError("Both are already one player. Choose two different ones.")
    keep, gone = get_active_player(connection, club.id, target_id), get_active_player(connection, club.id, merged_id)
    both = merges.shared(connection, keep.id, gone.id)
    if both is not None:
        raise _are_two(keep, gone, both.name, both.date)
    for system in POOL_SYSTEMS:
        why_not = system.why_not_merge(gone.id, gone.name, club.house_rules)
        if why_not is not None:
            raise RuleError(why_not)
    twice = tuple(find_duplicate_events(connection, club.id, keep.id, gone.id))
    moving = merges.rated_facts(connection, club.id, gone.id)
    joined, in_joined = _join_entrants(write, keep, gone, reason)
    moved, changed = merge_into(connection, club.id, keep, gone)
    moved["joined"] = [[event_id] for event_id in joined]
    changed = _both(in_joined, changed)
    write.is_shown_otherwise(keep.id)
    done = write.recalculate(changed)
    moved["reason"] = reason
    merge_id = merges.add(
        connection, club.id, keep.id, gone.id, moved, actor.member.user_id, write.now, actor.interaction_id
    )
    different = tuple(change for change in done.changes if change.player_id != gone.id)
    people = _people(write, keep.id, gone.id, different)
    amounts = _amounts(moving)
    return MergeReport(merge_id, people[keep.id], people[gone.id], amounts, reason, different, people, twice=twice)


def _are_two(keep: Profile, gone: Profile, name: str | None, day: date) -> RuleError:
    where = f"{name or 'the event'} of {day.isoformat()}"
    return RuleError(
        f"{keep.name} and {gone.name} both played in {where}, so they cannot be one person. Correct that event first."
    )


def _join_entrants(write: Write, keep: Profile, gone: Profile, reason: str) -> tuple[list[int], ListChanges]:
    """Give the games of one to the other in events where both are; raise RuleError if they sat in one round."""
    connection, club, actor = write.connection, write.club, write.actor
    joined, changed = merges.shared_events(connection, keep.id, gone.id), dict[RatingList, ListChange]()
    for event_id in joined:
        event, before = (
            facts.find_event(connection, club.id, event_id),
            facts.crosstables(connection, [event_id])[event_id],
        )
        assert event is not None
        after = with_one_entrant(before, before.number_of(keep.id), before.number_of(gone.id))
        if after is None or event.waits_until is not None:
            raise _are_two(keep, gone, event.name, event.place.date)
        movers = facts.rated_players(connection, event_id)
        facts.replace_event(connection, event_id, after, event.name, event.rating_lists, event.rules)
        version = to_json(Version, Version(event.name, event.rating_lists, before, (), after, write.seq))
        facts.add_amendment(
            connection, event_id, version, reason, actor.member.user_id, write.now, actor.interaction_id
        )
        changed = _both(changed, changed_lists(event, event.rating_lists, after, movers))
    return joined, changed


def _part_entrants(write: Write, joined: Sequence[Sequence[int]]) -> ListChanges:
    """Undo what `_join_entrants` did; raise RuleError for an event that was corrected since."""
    connection, changed = write.connection, dict[RatingList, ListChange]()
    for (event_id,) in joined:
        event = facts.find_event(connection, write.club.id, event_id)
        key = facts.last_amendment(connection, event_id)
        amended = None if key is None else facts.find_amendment(connection, key)
        if event is None or amended is None or key is None:
            raise RuleError("An event of both players is gone. Correct it with /td correct.")
        stored = from_json(Version, amended.before, "That merge cannot be undone. Correct its events with /td correct.")
        if facts.crosstables(connection, [event_id])[event_id].games != stored.made.games:
            name = event_and_day(event.name, event.place.date)
            raise RuleError(f"{name} was corrected after that merge. Undo that correction first.")
        movers = facts.rated_players(connection, event_id)
        facts.replace_event(connection, event_id, stored.table, event.name, event.rating_lists, event.rules)
        facts.drop_amendment(connection, key)
        changed = _both(changed, changed_lists(event, event.rating_lists, stored.table, movers))
    return changed


def _both(some: ListChanges, others: ListChanges) -> ListChanges:
    def one(moved: RatingList) -> ListChange:
        parts = [changes[moved] for changes in (some, others) if moved in changes]
        return ListChange(
            [fact for part in parts for fact in part.added],
            [ref for part in parts for ref in part.removed],
            [ref for part in parts for ref in part.recompute],
        )

    return {moved: one(moved) for moved in {*some, *others}}


UNMERGED = player_action("undo-merge", "undid the merge of", Subject.MERGE, about_who=True)


@use_case(UNMERGED, director_to="undo a merge")
def undo_merge(write: Write, merge_id: int) -> MergeReport:
    """Undo a merge; later facts stay with the remaining player."""
    count_due(write)
    report = undo_merge_within(write, merge_id)
    write.note(merge_id, {"reason": report.reason})
    return report


@use_case(UNMERGED, director_to="undo a merge")
def split_player(write: Write, player_id: int) -> MergeReport:
    count_due(write)
    player = get_active_player(write.connection, write.club.id, player_id)
    merge_id = merges.last_into(write.connection, write.club.id, player.id)
    if merge_id is None:
        raise NotFoundError(f"Nobody has been merged into {player.name}. Choose a player with a merge to undo.")
    report = undo_merge_within(write, merge_id)
    write.note(merge_id, {"reason": report.reason})
    return report


def undo_merge_within(write: Write, merge_id: int) -> MergeReport:
    connection, club = write.connection, write.club
    stored = merges.find(connection, club.id, merge_id)
    if stored is None:
        raise NotFoundError("There is no such merge in this club. Merge two players with /td player.")
    if stored.undone:
        raise NotFoundError("That merge has already been undone. Merge them again with /td player.")
    target = profiles.find(connection, club.id, stored.target_id)
    if target is not None and target.merged_into is not None:
        raise RuleError(f"{target.name} has been merged into another player. Undo that merge first.")
    in_joined = _part_entrants(write, stored.moved.get("joined") or [])
    moving, changed = split(connection, club.id, stored)
    changed = _both(in_joined, changed)
    different = write.recalculate(changed).changes
    merges.mark_undone(connection, merge_id)
    settle_newcomers(write, [stored.target_id, stored.merged_id])
    gone = profiles.find(connection, club.id, stored.merged_id)
    people = _people(write, stored.target_id, stored.merged_id, different)
    return MergeReport(
        merge_id,
        people[stored.target_id],
        people[stored.merged_id],
        _amounts(moving),
        stored.moved["reason"],
        different,
        people,
        undone=True,
        unlinked=stored.moved["user_id"] is not None and (gone is None or gone.user_id is None),
    )


def _amounts(moving: Mapping[RatingList, Sequence[FactRef]]) -> dict[FactKind, int]:
    each = {(ref.kind, ref.id) for refs in moving.values() for ref in refs}
    return {kind: sum(found is kind for found, _ in each) for kind in FactKind}


def _people(write: Write, target_id: int, merged_id: int, different: Sequence[RatingChange]) -> dict[int, Player]:
    ids = {target_id, merged_id, *(change.player_id for change in different)}
    return players.by_ids(write.connection, write.club.id, ids)


# Hide and delete players; departures from the server.


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """A player who is hidden, shown again, or gone."""

    player_id: int
    name: str
    action: str
    reason: str | None


@use_case(player_action("hide-player", "hid or showed", about_who=True), director_to="hide a player")
def hide_player(write: Write, player_id: int, reason: str | None, *, hidden: bool) -> RemovalReport:
    profile = get_active_player(write.connection, write.club.id, player_id)
    if profile.hidden == hidden:
        raise RuleError(f"{profile.name} is already {'hidden' if hidden else 'shown to everybody'}.")
    players.hide(write.connection, profile.id, hidden=hidden)
    write.is_shown_otherwise(profile.id)
    action = "hidden" if hidden else "shown"
    report = RemovalReport(profile.id, profile.name, action, reason)
    write.note(profile.id, {"reason": reason})
    return report


@use_case(
    player_action("delete-player", "deleted a player without results", Subject.NOTHING, shown_by="/td audit"),
    director_to="delete a player",
)
def delete_player(write: Write, player_id: int, reason: str) -> RemovalReport:
    profile = get_active_player(write.connection, write.club.id, player_id)
    if merges.has_facts(write.connection, profile.id):
        raise RuleError(f"{profile.name} is in events or has ratings here. Hide them instead.")
    if players.is_named(write.connection, profile.id):
        raise RuleError(f"{profile.name} is in a voided event, which the club's records keep. Hide them instead.")
    for system in POOL_SYSTEMS:
        why_not = system.why_not_merge(profile.id, profile.name, write.club.house_rules)
        if why_not is not None:
            raise RuleError(f"A rating list needs {profile.name}. Hide them instead.")
    players.remove(write.connection, profile.id)
    report = RemovalReport(profile.id, profile.name, "deleted", reason)
    write.note(profile.id, {"reason": reason})
    return report


async def mark_left(services: Services, club_id: int, user_ids: Collection[int], *, left: bool) -> None:
    def is_new(connection: Connection) -> bool:
        return any(user_id in user_ids and known != left for user_id, known in players.users(connection, club_id))

    if not user_ids:
        return
    if await services.database.read(is_new, club=club_id):
        await _mark_left(services, club_id, user_ids, left)


@club_job
def _mark_left(write: ClubWrite, user_ids: Collection[int], left: bool) -> None:
    players.set_left(write.connection, write.club.id, user_ids, write.now if left else None)
    check_all_roles(write.connection, write.club, write.now)


async def linked_users(services: Services, club_id: int) -> Sequence[int]:
    return await services.database.read(
        lambda connection: [user_id for user_id, _ in players.users(connection, club_id)], club=club_id
    )
