"""Void an event or undo a report; later ratings are recalculated."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.services.events.consent import check_others_stay
from bot.services.events.newcomers import settle_events
from bot.services.events.report import EventSource
from bot.services.framework.actions import event_action
from bot.services.framework.context import Actor
from bot.services.framework.rating_changes import Moves, awards_since, check_shown, moves_of
from bot.services.framework.recalculation.lists import ListChange, RatingChange, Reinstated, entered_ratings_to_undo
from bot.services.framework.recalculation.whole import Progress
from bot.services.framework.report_codec import to_json
from bot.services.framework.transaction import Recalculated, Write, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.club import clubs
from bot.store.database.rows import (
    Club,
    Event,
    FactKind,
    FactRef,
    Player,
)
from bot.store.database.transactions import Connection
from bot.store.evenings import evenings
from bot.store.events import corrections, facts, unconfirmed
from bot.store.people import players
from core.errors import NotAllowedError, NotFoundError
from core.event.similarity import event_and_day
from core.lists import RatingList

VOIDED = event_action("void-event", "voided", shown_by="/events")


@dataclass(frozen=True, slots=True)
class UndoReport:
    """A voided event. player: None if it rated several.

    changes: of later events and current ratings. entered_rating_undone: whether its starting rating went too. waited:
    whether it was a match that did not count yet. back: restored events that it had replaced. moves, undo: for a
    director's voiding.
    """

    name: str | None
    day: date
    rating_list: RatingList
    player: Player | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    entered_rating_undone: bool
    reason: str | None = None
    waited: bool = False
    back: tuple[Event, ...] = ()
    newcomers_removed: int = 0
    moves: Moves | None = None
    undo: int | None = None


@dataclass(frozen=True, slots=True)
class VoidNote:
    """What the audit stores for the undo.

    entered_ratings: voided ones. waited: until when it waited. seq: the last position at that time.
    """

    reason: str
    entered_ratings: tuple[int, ...]
    waited: datetime | None
    evening: int | None
    seq: int


@use_case(VOIDED, director_to="void an event")
def void_event(
    write: Write, event_id: int, reason: str, shown_as: str | None = None, progress: Progress | None = None
) -> UndoReport:
    """Void an event as a director; raise AskFirstError if it is of several and was not shown.

    shown_as: digest of the preview.
    """
    count_due(write)
    event = _to_void(write, event_id)
    before = awards_since(write, event.place.date)
    evening = evenings.find_by_event(write.connection, write.club.id, event.id)
    report, done, entered_ratings = _void(write, event, reason, progress)
    moves = moves_of(write, done, before, event.place.date, (event.name, event.place))
    report = replace(report, moves=moves, undo=event.id)
    check_shown(report, moves, shown_as, asks=len(facts.rated_players(write.connection, event.id)) > 1)
    note = VoidNote(reason, entered_ratings, event.waits_until, None if evening is None else evening.id, write.seq)
    write.note(event.id, to_json(VoidNote, note))
    return report


@use_case(VOIDED)
def undo_event(write: Write, event_id: int, reason: str | None = None, progress: Progress | None = None) -> UndoReport:
    if reason is not None:
        write.require_director("void an event")
    count_due(write)
    event = _to_void(write, event_id)
    report = void(write, event, reason, progress)
    write.note(event.id, {"reason": reason})
    return report


def _to_void(write: Write, event_id: int) -> Event:
    connection, club_id = write.connection, write.club.id
    event = facts.find_event(connection, club_id, event_id)
    if event is None:
        raise NotFoundError("There is no such event in this club. Pick one from the list.")
    if not event.voided or event.waits_until is not None:
        return event
    other = None if event.successor_id is None else facts.find_event(connection, club_id, event.successor_id)
    if other is not None and not other.voided:
        raise NotFoundError(
            f"That event has been replaced by {event_and_day(other.name, other.place.date)}. Undo that event instead."
        )
    raise NotFoundError("The event has already been undone. Report it again if it should count.")


@use_case(VOIDED, director_to="undo a file")
def undo_file(write: Write, event_id: int) -> list[UndoReport]:
    count_due(write)
    events = facts.stored_with(write.connection, write.club.id, event_id)
    if not events:
        raise NotFoundError("Every section of that file has already been undone.")
    if any(facts.replaced_by(write.connection, event.id) for event in events):
        reports = [void(write, event) for event in reversed(events)]
    else:
        reports = _void_together(write, events[::-1])
    write.note(event_id, {"events": [event.id for event in events]})
    return reports


def _void_together(write: Write, events: Sequence[Event]) -> list[UndoReport]:
    """Void events of one file, which replaced none; the last report has what changed."""
    connection, club = write.connection, write.club
    removed: dict[RatingList, list[FactRef]] = defaultdict(list)
    movers = {event.id: facts.rated_players(connection, event.id) for event in events}
    for event in events:
        facts.void_event(connection, event.id)
        for moved in event.rating_lists:
            removed[moved].append(FactRef(event.place, FactKind.EVENT, event.id, movers[event.id]))
    entered_ratings = 0
    for event in events:
        for moved, entered in entered_ratings_to_undo(connection, club, event.id, movers[event.id]):
            corrections.void_entered_rating(connection, entered.id)
            removed[moved].append(entered)
            entered_ratings += 1
    done = write.recalculate({moved: ListChange(removed=refs) for moved, refs in removed.items()})
    newcomers_removed = settle_events(write, [event.id for event in events])
    reports = [
        UndoReport(event.name, event.place.date, event.rating_lists[0], None, (), {}, entered_rating_undone=False)
        for event in events
    ]
    reports[-1] = replace(
        reports[-1],
        changes=done.changes,
        people=players.by_ids(connection, club.id, {change.player_id for change in done.changes}),
        entered_rating_undone=entered_ratings > 0,
        newcomers_removed=len(newcomers_removed),
    )
    return reports


def void(write: Write, event: Event, reason: str | None = None, progress: Progress | None = None) -> UndoReport:
    """Void an event or a waiting match; raise NotAllowedError."""
    return _void(write, event, reason, progress)[0]


def _void(
    write: Write, event: Event, reason: str | None, progress: Progress | None
) -> tuple[UndoReport, Recalculated, tuple[int, ...]]:
    connection, club = write.connection, write.club
    movers = facts.rated_players(connection, event.id)
    if not may_change(connection, club, write.actor, event, movers):
        raise NotAllowedError(
            "Only a tournament director (TD) can undo a match that counts. Ask one of them."
            if event.source == EventSource.MATCH and event.waits_until is None
            else "Only a tournament director (TD) can undo a report that has rated both players. Ask one of them."
            if event.source == EventSource.REPORT and len(movers) > 1
            else "Only the reporter or a tournament director (TD) can undo this event. Ask one of them."
        )
    report = UndoReport(
        name=event.name,
        day=event.place.date,
        rating_list=event.rating_lists[0],
        player=None,
        changes=(),
        people={},
        entered_rating_undone=False,
        reason=reason,
    )
    if event.waits_until is not None:
        # it has moved nobody yet
        unconfirmed.drop_waiting_match(connection, event.id)
        return (
            replace(report, waited=True, newcomers_removed=len(settle_events(write, [event.id]))),
            Recalculated({}),
            (),
        )
    facts.void_event(connection, event.id)
    taken = FactRef(event.place, FactKind.EVENT, event.id, movers)
    # Voiding removes everything; its undo restores it.
    back = _reinstated(write, event) if reason is None else Reinstated()
    restored, removed = _reinstated_facts(write, back), {moved: [taken] for moved in event.rating_lists}
    entered_ratings = entered_ratings_to_undo(connection, club, event.id, movers, back)
    for given, entered in entered_ratings:
        corrections.void_entered_rating(connection, entered.id)
        removed.setdefault(given, []).append(entered)
    lists = {*restored, *removed}
    changed = {moved: ListChange(removed=removed.get(moved, ()), recompute=restored.get(moved, ())) for moved in lists}
    done = write.recalculate(changed, progress)
    if event.source == EventSource.REPORT:
        check_others_stay(club, write.actor, min(movers), done.lists.values(), "undo it for you")
    newcomers_removed = settle_events(write, [event.id, *(one.id for one in back.events)])
    people = players.by_ids(connection, club.id, {*movers, *(change.player_id for change in done.changes)})
    report = replace(
        report,
        newcomers_removed=len(newcomers_removed),
        player=people[min(movers)] if len(movers) == 1 else None,
        changes=done.changes,
        people=people,
        entered_rating_undone=bool(entered_ratings),
        back=back.events,
    )
    return report, done, tuple(entered.id for _, entered in entered_ratings)


def _reinstated(write: Write, event: Event) -> Reinstated:
    connection = write.connection
    replaced = facts.replaced_by(connection, event.id)
    of_day = [one for one in replaced if one.place.date == event.place.date]
    last = max(of_day, key=lambda one: one.place.seq, default=None)
    if last is not None and last.place.seq > event.place.seq:
        # It gave its position to later events of that day.
        (other,) = clubs.reserve_positions(connection, write.club.id, 1)
        facts.give_seq(connection, event.id, other)
        facts.give_seq(connection, last.id, event.place.seq)
    facts.reinstate(connection, event.id)
    entered_ratings = corrections.reinstate(connection, event.id)
    return Reinstated(tuple(facts.by_ids(connection, [one.id for one in replaced])), tuple(entered_ratings))


def _reinstated_facts(write: Write, back: Reinstated) -> dict[RatingList, list[FactRef]]:
    restored: dict[RatingList, list[FactRef]] = defaultdict(list)
    for moved, entered in back.entered_ratings:
        restored[moved].append(entered.ref)
    for event in back.events:
        movers = facts.rated_players(write.connection, event.id)
        for moved in event.rating_lists:
            restored[moved].append(FactRef(event.place, FactKind.EVENT, event.id, movers))
    return restored


def may_change(connection: Connection, club: Club, actor: Actor, event: Event, movers: frozenset[int]) -> bool:
    if actor.is_director(club):
        return True
    me = actor.member.user_id
    own = players.by_user(connection, club.id, me)
    if event.source == EventSource.MATCH:
        # A counting match has rated both sides: neither can undo it alone, except one that nobody could confirm.
        if event.waits_until is None:
            return event.reported_by == me and not event.is_confirmed
        return event.reported_by == me or (own is not None and own.id in movers)
    # Only a director undoes a director's events, or reports that have rated both players.
    is_own = event.source == EventSource.REPORT and own is not None and movers == {own.id}
    return is_own and event.reported_by == me
