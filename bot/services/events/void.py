"""Take an event back: it stays stored, no longer counts, and what follows it is folded again."""

from dataclasses import dataclass, replace
from datetime import date

from bot.services.events.other_ratings import check_others_stay
from bot.services.events.sources import EventSource
from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.fold.openings import openings_to_undo
from bot.services.fold.replay import Progress
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import corrections, facts, waiting_matches
from bot.store.people import players
from bot.store.rows import Event, FactKind, FactRef, Player
from core.errors import NotAllowedError, NotFoundError
from core.lists import RatingList

VOIDED = "void-event"
"""The audit's name for it."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """An event that was taken back.

    player: whose event it was; None where it had rated several.
    changes: later events and current ratings that are different now.
    people: the players named in the changes, by id.
    reason: why, where a director voided it.
    opening_undone: whether the starting rating that came with the event went with it.
    waited: whether it was a match that did not count yet.
    """

    name: str | None
    day: date
    rating_list: RatingList
    player: Player | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    opening_undone: bool
    reason: str | None = None
    waited: bool = False


@use_case(VOIDED)
def undo_event(write: Write, event_id: int, reason: str | None = None, progress: Progress | None = None) -> UndoReport:
    """Take back one event, as its reporter or a director; with a reason, as a director alone."""
    if reason is not None:
        write.require_director("void an event")
    count_due(write)
    event = facts.find_event(write.connection, write.club.id, event_id)
    if event is None:
        raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
    if event.voided and event.waits_until is None:
        raise NotFoundError("That event has been undone already: report it again if it should count.")
    report = void(write, event, reason, progress)
    write.note(event.id, {"reason": reason})
    return report


def void(write: Write, event: Event, reason: str | None = None, progress: Progress | None = None) -> UndoReport:
    """Take back an event, or a match that waits; raise NotAllowedError for who may not."""
    connection, club = write.connection, write.club
    movers = facts.rated_players(connection, event.id)
    if not _may_undo(write, event, movers):
        raise NotAllowedError(
            "Only a tournament director (TD) can undo a match that counts: ask one of yours."
            if event.source == EventSource.MATCH and event.waits_until is None
            else "A report that has rated both sides takes a tournament director (TD) to undo: ask one of yours."
            if event.source == EventSource.REPORT and len(movers) > 1
            else "Only who reported the event, or a tournament director (TD), can undo it: ask them."
        )
    report = UndoReport(
        name=event.name,
        day=event.place.date,
        rating_list=event.rating_lists[0],
        player=None,
        changes=(),
        people={},
        opening_undone=False,
        reason=reason,
    )
    if event.waits_until is not None:
        # It has moved nobody yet.
        waiting_matches.drop(connection, event.id)
        return replace(report, waited=True)
    facts.void_event(connection, event.id)
    taken = FactRef(event.place, FactKind.EVENT, event.id, movers)
    changed = {moved: ListChange(removed=(taken,)) for moved in event.rating_lists}
    openings = openings_to_undo(connection, club, event.id, movers)
    for given, opening in openings:
        corrections.void_opening(connection, opening.id)
        # Each on the list that it was given on, whatever the event moves by now.
        before = changed.get(given, ListChange())
        changed[given] = replace(before, removed=(*before.removed, opening))
    done = write.fold(changed, progress)
    if event.source == EventSource.REPORT:
        check_others_stay(club, write.actor, min(movers), done.lists.values(), "undo it for you")
    people = players.by_ids(connection, club.id, {*movers, *(change.player_id for change in done.changes)})
    return replace(
        report,
        player=people[min(movers)] if len(movers) == 1 else None,
        changes=done.changes,
        people=people,
        opening_undone=bool(openings),
    )


def _may_undo(write: Write, event: Event, movers: frozenset[int]) -> bool:
    if write.is_director:
        return True
    me = write.actor.member.user_id
    own = players.by_user(write.connection, write.club.id, me)
    if event.source == EventSource.MATCH:
        # Both sides were rated by it: once it counts, neither takes it back alone.
        if event.waits_until is None:
            return False
        return event.reported_by == me or (own is not None and own.id in movers)
    # What somebody did as a director, a section or others' results, takes a director to take back.
    # Nor does one of two whom a report has rated, with the other's consent.
    is_own = event.source == EventSource.REPORT and own is not None and movers == {own.id}
    return is_own and event.reported_by == me
