"""Undo a voided event or a correction; later ratings are recalculated."""

from dataclasses import dataclass, replace

from bot.services.events.corrections.correct import Version, changed_lists
from bot.services.events.newcomers import settle_events, settle_newcomers
from bot.services.events.report import EventSource, SectionReport, section_of
from bot.services.events.same_games import find_duplicate_report
from bot.services.events.void import VOIDED, VoidNote
from bot.services.framework.actions import event_action
from bot.services.framework.rating_changes import Moves, awards_since, check_shown, moves_of
from bot.services.framework.recalculation.lists import ListChange, ListChanges
from bot.services.framework.report_codec import from_json
from bot.services.framework.transaction import Recalculated, Write, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.database.evening_rows import EveningStatus
from bot.store.database.rows import Event, FactKind, FactPosition, FactRef
from bot.store.evenings import evenings
from bot.store.events import corrections, facts, unconfirmed
from bot.store.people import newcomers, players
from core.errors import NotFoundError, RuleError
from core.event.crosstable import Crosstable
from core.event.similarity import event_and_day
from core.lists import RatingList

ALREADY = "The change was already undone, or is too old to undo. See the event with /events."


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """A restored event. section: None for a match that waits again. key: its correction's number."""

    key: int
    event: Event
    section: SectionReport | None
    moves: Moves


@use_case(event_action("restore-event", "restored the voided event"), director_to="restore a voided event")
def undo_void(write: Write, event_id: int, shown_as: str | None = None) -> RestoreReport:
    """Restore an event that a director voided; raise AskFirstError if later facts build on that."""
    connection, club = write.connection, write.club
    count_due(write)
    event = facts.find_event(connection, club.id, event_id)
    entry = write.latest(VOIDED, event_id)
    if event is None or entry is None or not event.voided or event.waits_until is not None:
        raise NotFoundError(ALREADY)
    stored = from_json(VoidNote, entry.details, ALREADY)
    table = facts.crosstables(connection, [event_id])[event_id]
    _check_is_missing(write, event, table, stored)
    before = awards_since(write, event.place.date)
    done = Recalculated({})
    if stored.waited is not None:
        unconfirmed.restore_waiting_match(connection, event_id, stored.waited)
    else:
        facts.restore_event(connection, event_id)
        done = write.recalculate(_reinstated_facts(write, event, stored))
    settle_events(write, [event_id])
    moves = moves_of(write, done, before, event.place.date, apart=(event.place,))
    section = None if stored.waited is not None else section_of(connection, club, event_id)
    report = RestoreReport(event_id, event, section, moves)
    check_shown(report, moves, shown_as, asks=moves.rest_on(stored.seq))
    write.note(event_id)
    return report


def _check_is_missing(write: Write, event: Event, table: Crosstable, stored: VoidNote) -> None:
    connection, club = write.connection, write.club
    digest = facts.digest_of(connection, event.id)
    restored = None if digest is None else facts.event_of_file(connection, club.id, digest)
    if restored is None and event.source == EventSource.REPORT:
        movers = facts.rated_players(connection, event.id)
        own = players.by_ids(connection, club.id, movers)[min(movers)]
        restored = find_duplicate_report(connection, club, own, table, event.name, event.rating_lists, event.id)
        if restored is not None and restored.place.date != table.date:
            restored = None  # perhaps another event: nobody could be asked here
    if restored is not None:
        raise RuleError(
            f"This event is already stored again as {event_and_day(restored.name, restored.place.date)}. "
            "Void that event first."
        )
    evening = None if stored.evening is None else evenings.find(connection, club.id, stored.evening)
    if evening is not None and (evening.event_id != event.id or evening.status is EveningStatus.OPEN):
        raise RuleError(f"{evening.name} has been reopened. Close it to rate it.")
    who = [entrant.player for entrant in table.entrants if entrant.player is not None]
    if len(set(who)) < len(who):
        raise RuleError("Two players of the event have been merged. Undo the merge first.")


def _reinstated_facts(write: Write, event: Event, stored: VoidNote) -> ListChanges:
    restored: dict[RatingList, list[FactRef]] = {}
    for moved, entered, counts in corrections.with_lists(write.connection, stored.entered_ratings).values():
        if not counts:
            corrections.restore_entered_rating(write.connection, entered.entered_rating_id, entered.place.date)
            ref = entered.ref
            restored.setdefault(moved, []).append(ref)
    ref = FactRef(event.place, FactKind.EVENT, event.id, facts.rated_players(write.connection, event.id))
    for moved in event.rating_lists:
        restored.setdefault(moved, []).append(ref)
    return {moved: ListChange(recompute=refs) for moved, refs in restored.items()}


@use_case(event_action("undo-correction", "undid a correction of"), director_to="undo a correction")
def undo_correction(write: Write, key: int, shown_as: str | None = None) -> RestoreReport:
    """Undo an event's last correction; raise AskFirstError if later facts build on it."""
    connection, club = write.connection, write.club
    count_due(write)
    amended = facts.find_amendment(connection, key)
    event = None if amended is None else facts.find_event(connection, club.id, amended.event_id)
    if amended is None or event is None:
        raise NotFoundError(ALREADY)
    if event.voided:
        raise RuleError("That event is voided. Restore it first.")
    if not amended.is_last:
        raise RuleError("That event has been corrected again. Undo that correction first.")
    stored = from_json(Version, amended.before, ALREADY)
    now = facts.crosstables(connection, [event.id])[event.id]
    table, made = (_as_known(write, one) for one in (stored.table, stored.made))
    if len({one.player for one in table.entrants}) < len({one.player for one in stored.table.entrants}):
        raise RuleError("A merge gave the games of two players to one. Undo the merge with /td player.")
    if _without_names(now) != _without_names(made):
        raise RuleError("That event has changed in the meantime. Correct it with /td correct.")
    movers, first = facts.rated_players(connection, event.id), min(now.date, table.date)
    before = awards_since(write, first)
    entered = newcomers.in_events(connection, [event.id])
    came = newcomers.came_new(connection, entered)
    facts.replace_event(connection, event.id, table, stored.name, stored.lists, event.rules)
    facts.drop_amendment(connection, key)
    changed = changed_lists(event, stored.lists, table, movers)
    _restore_entered_ratings(write, event, stored, changed)
    done = write.recalculate(changed)
    settle_newcomers(write, entered | newcomers.in_events(connection, [event.id]), came)
    own = (event.place, FactPosition(table.date, event.place.seq))
    moves = moves_of(write, done, before, first, apart=own)
    section = section_of(connection, club, event.id)
    report = RestoreReport(key, event, section, moves)
    check_shown(report, moves, shown_as, asks=moves.rest_on(stored.seq))
    write.note(event.id)
    return report


def _as_known(write: Write, table: Crosstable) -> Crosstable:
    ids = [entrant.player for entrant in table.entrants if isinstance(entrant.player, int)]
    known = players.resolve_merged(write.connection, write.club.id, ids)
    entrants = (
        replace(one, player=known[one.player].id) if isinstance(one.player, int) and one.player in known else one
        for one in table.entrants
    )
    return replace(table, entrants=tuple(entrants))


def _without_names(table: Crosstable) -> tuple[object, ...]:
    entrants = sorted((replace(one, name=None) for one in table.entrants), key=lambda one: one.number)
    games = sorted(table.games, key=lambda one: (one.round, one.first))
    byes = sorted(table.byes, key=lambda one: (one.round, one.entrant))
    return entrants, games, byes, table.date, table.began, table.kind, table.time_control


def _restore_entered_ratings(write: Write, event: Event, stored: Version, changed: ListChanges) -> None:
    days = dict(stored.entered_ratings)
    for moved, entered, counts in corrections.with_lists(write.connection, list(days)).values():
        day = days[entered.entered_rating_id]
        if counts and entered.place.date == day:
            continue
        corrections.restore_entered_rating(write.connection, entered.entered_rating_id, day)
        was = entered.ref
        now = replace(was, place=FactPosition(day, was.place.seq))
        before = changed.get(moved, ListChange())
        removed = (*before.removed, was) if counts else before.removed
        changed[moved] = ListChange(removed=removed, recompute=(*before.recompute, now))
