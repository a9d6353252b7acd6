"""Close an evening: it becomes an event and is rated."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from bot.services.evenings.lifecycle import (
    LiveEventCard,
    Plan,
    card_in,
    check_capacity,
    end_scheduled,
    evening_by_id,
    find_open,
    paired_columns,
    show_changes,
    show_scheduled,
    start_of,
)
from bot.services.evenings.schedule import set_repeats
from bot.services.evenings.standings import as_its_lists_rate, section_of_tournament
from bot.services.evenings.tournament import (
    Tournament,
    dated,
    days_from,
    open_tournament,
    planned_rounds,
    tournament_in,
)
from bot.services.evenings.tournament import crosstable_of as crosstable_so_far
from bot.services.events.imports.options import ImportReport
from bot.services.events.newcomers import settle_newcomers
from bot.services.events.report import EventSource
from bot.services.events.same_games import Recognised, StoredAlready, recognised, store_instead
from bot.services.events.sections import NewSection
from bot.services.events.void import void
from bot.services.framework.actions import evening_action
from bot.services.framework.clock import zone
from bot.services.framework.transaction import Question, Read, Write, read, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.club.audit_log import Subject
from bot.store.database.evening_rows import Evening, EveningStatus, ReportState
from bot.store.database.rows import AuditEntry, Club
from bot.store.evenings import evening_rounds, evenings
from bot.store.events import facts
from bot.store.people import merges, newcomers, players
from core.errors import InputError, NotFoundError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, TimeControl
from core.event.event_file import FileEvent
from core.rating.systems import lists_for
from core.tournament.pairing.methods import method_named
from core.words import counted

NAMED = 3

_BYES = {1.0: ByeKind.FULL_POINT, 0.5: ByeKind.HALF_POINT, 0.0: ByeKind.ZERO_POINT}


class CloseAnyway(Question):
    """Raised for an evening that only closes after confirmation. button: its label."""

    def __init__(self, evening: Evening, message: str, button: str) -> None:
        super().__init__(message)
        self.evening_id, self.button = evening.id, button


class CloseOverStored(Question):
    """Raised for an evening whose games are stored already. force: as `close_evening` was called."""

    def __init__(self, evening: Evening, stored: Sequence[Recognised], games: int, *, force: bool) -> None:
        super().__init__("These games are stored already. Choose whether to replace them.")
        self.evening_id, self.stored, self.games, self.force = evening.id, stored, games, force


@use_case(evening_action(evenings.CLOSED, "closed the evening", Subject.EVENT), director_to="close an evening")
def close_evening(
    write: Write, evening_id: int | None, *, force: bool = False, if_stored: StoredAlready = StoredAlready.ASK
) -> tuple[int, ImportReport]:
    """Store an evening as an event and rate it; return its id and the event; directors only.

    force: count unconfirmed results as reported; else raise CloseAnyway. if_stored: what happens to stored events with
    the same games; raise CloseOverStored if there are any and that is to be asked.
    """
    opened = _dated(write, find_open(write.connection, write.club, evening_id))
    if opened.is_paired:
        section = section_of_tournament(_over(write, opened, force=force), write.actor.interaction_id)
    else:
        section = _typed_section(write, opened, force=force)
    section = as_its_lists_rate(write, section)
    stored = () if if_stored is StoredAlready.STAYS else recognised(write, section, {})
    if stored and if_stored is StoredAlready.ASK:
        raise CloseOverStored(opened, stored, len(section.crosstable.games), force=force)
    report, done = store_instead(write, section, stored)
    evenings.end(write.connection, opened.id, EveningStatus.CLOSED, report.event_id)
    if opened.is_paired:
        show_changes(write, opened.id)
    end_scheduled(write, opened)
    known = players.by_ids(write.connection, write.club.id, {change.player_id for change in done.later})
    closed = ImportReport(
        file=FileEvent("club evening", (), opened.name, day=report.crosstable.date),
        day=report.crosstable.date,
        sections=(report,),
        people=known | {player.id: player for player in section.people.values()},
        later=done.later,
        replaces=stored,
    )
    evening = opened.id
    write.note(report.event_id, {"evening": evening, "replaced": [one.event.id for one in stored]})
    return (evening, closed)


def _dated(write: Write, evening: Evening) -> Evening:
    if evening.day <= write.today:
        return evening
    evenings.change(write.connection, evening.id, date=write.today)
    return evening_by_id(write.connection, write.club, evening.id)


def _typed_section(write: Write, evening: Evening, *, force: bool) -> NewSection:
    card = card_in(write, evening)
    if not any(result.played for result in card.results):
        raise RuleError("No game has been played yet. Report the results first, or cancel the evening.")
    if card.waiting and not force:
        raise CloseAnyway(evening, _unconfirmed(card), "Count as reported")
    return NewSection(
        name=evening.name,
        crosstable=crosstable_of(card),
        lists=card.lists,
        people={entrant.number: entrant.player for entrant in card.entrants},
        source=EventSource.LIVE,
        brought={},
        interaction_id=write.actor.interaction_id,
    )


def _over(write: Write, evening: Evening, *, force: bool) -> Tournament:
    tournament = tournament_in(write, evening)
    if tournament.is_free:
        return _free_over(tournament, force=force)
    if tournament.open_round is not None:
        raise RuleError(f"Round {tournament.open_round.number} is still being played. Close it first, under Directors.")
    if not crosstable_so_far(tournament).games:
        raise RuleError("No game has been played yet. Report the results first, or cancel the evening.")
    played = tournament.next_round - 1
    planned = planned_rounds(tournament, sum(one.is_in for one in tournament.entrants))
    if played < planned and not force:
        message = f"{played} of {counted(planned, 'round')} were played. Should the event end here?"
        raise CloseAnyway(evening, message, "Close anyway")
    return tournament


def _free_over(tournament: Tournament, *, force: bool) -> Tournament:
    undecided = [one for one in tournament.games if tournament.state_of(one) is ReportState.DISPUTED]
    open_games = [one for one in tournament.games if tournament.report_of(one) is None]
    for games, label in ((undecided, "Decide first"), ([] if force else open_games, "No result yet")):
        if games:
            named = "; ".join(f"game {one.board}, {tournament.describe(one, None)}" for one in games[:NAMED])
            more = f"; and {len(games) - NAMED} more" if len(games) > NAMED else ""
            if games is undecided:
                raise RuleError(f"{label}: {named}{more}.")
            raise CloseAnyway(tournament.evening, f"{label}: {named}{more}.", "Close without them")
    if not crosstable_so_far(tournament).games:
        raise RuleError("No game has been played yet. Report the results first, or cancel the evening.")
    return tournament


def crosstable_of(card: LiveEventCard) -> Crosstable:
    """Return an evening as an event: all entrants are rated, byes and forfeits are not."""
    games, byes = [], []
    for result in card.results:
        if result.second is None:
            byes.append(Bye(result.round, result.first, _BYES[result.points]))
        elif result.played:
            # White is unknown: people write the winner or themselves first.
            games.append(Game(result.round, result.first, result.second, result.points))
        else:
            won = ByeKind.FORFEIT_WIN if result.points == 1 else ByeKind.FORFEIT_LOSS
            byes.append(Bye(result.round, result.first, won, result.second))
            byes.append(Bye(result.round, result.second, ByeKind.FORFEIT_LOSS, result.first))
    table = Crosstable(
        date=card.evening.day,
        entrants=tuple(
            Entrant(entrant.number, player=entrant.player.id, name=entrant.player.name, rated=True)
            for entrant in card.entrants
        ),
        games=tuple(games),
        byes=tuple(byes),
        time_control=card.evening.time_control,
    )
    moments: dict[int, datetime] = {}
    for result in card.results:
        moments[result.round] = max(result.reported_at, moments.get(result.round, result.reported_at))
    rounds = range(1, max(moments, default=0) + 1)
    return dated(table, days_from(card.club, card.evening, [moments.get(number) for number in rounds]))


def _unconfirmed(card: LiveEventCard) -> str:
    named = "; ".join(f"round {result.round}: {card.describe(result)}" for result in card.waiting[:NAMED])
    more = f" and {len(card.waiting) - NAMED} more" if len(card.waiting) > NAMED else ""
    return f"Not confirmed yet: {named}{more}. Press Confirm under the reports, or count them as reported."


# Reopen a closed or cancelled paired evening.


@use_case(evening_action("reopen-evening", "reopened the evening"), director_to="reopen an evening")
def reopen_evening(write: Write, evening_id: int) -> Tournament:
    connection, evening = write.connection, evening_by_id(write.connection, write.club, evening_id)
    if evening.status is EveningStatus.OPEN:
        raise RuleError(f"{evening.name} is open. Press Directors on its card.")
    if not evening.is_paired:
        raise RuleError(f"The bot did not pair {evening.name}. Correct its event with /td correct.")
    check_capacity(write)
    count_due(write)
    voided = _take_back(write, evening)
    twice = merges.update_seats(connection, evening.id)
    if twice is not None:
        raise RuleError(f"{twice} is listed twice because two players were merged. Undo the merge first.")
    evenings.end(connection, evening.id, EveningStatus.OPEN)
    settle_newcomers(write, newcomers.in_evening(connection, evening.id))
    show_changes(write, evening.id)
    end_scheduled(write, evening)
    write.note(evening.id, voided)
    return tournament_in(write, evening_by_id(connection, write.club, evening.id))


def _take_back(write: Write, evening: Evening) -> dict[str, int | None]:
    event = None if evening.event_id is None else facts.find_event(write.connection, write.club.id, evening.event_id)
    if event is None or event.voided:
        return {"event": None}
    if facts.are_amended(write.connection, event.id):
        raise RuleError(
            f"The event of {evening.name} has been corrected with /td correct. Correct it there, or void it first."
        )
    void(write, event)
    return {"event": event.id}


# Its plan.


CHANGED = evening_action("change-evening", "changed name, time or place of")


@use_case(CHANGED, director_to="change an evening")
def change_evening(
    write: Write, evening_id: int, name: str, starts: str | None, place: str | None, every: int | None = None
) -> Tournament:
    """Change an open paired evening's name, start and place; directors only.

    starts: for `parse_start`, None for an unannounced one. every: weeks after which it repeats; 0: not; None: as
    before.
    """
    tournament = open_tournament(write, evening_id)
    before = tournament.evening
    same = starts is not None and starts == starts_text(tournament)
    when = before.starts_at if same and place is not None else start_of(write, starts, place)
    new = {"name": name, "starts_at": when, "place": place}
    old = {"name": before.name, "starts_at": before.starts_at, "place": before.place}
    weeks = before.every or 0 if every is None else every
    if new == old and weeks == (before.every or 0):
        return tournament
    evenings.change(write.connection, evening_id, **new)
    set_repeats(write, before, weeks)
    show_scheduled(write, evening_id)
    show_changes(write, evening_id)
    after = evening_by_id(write.connection, write.club, evening_id)
    details = {"name": name, "before": before.name, "place": place, "was": _details(before), "now": _details(after)}
    write.note(evening_id, details)
    return tournament_in(write, after)


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A new plan.

    places, sections: None for no limit, no sections. starts: for `parse_start`. every: weeks after which it repeats; 0:
    not. Both None: as before.
    """

    time_control: TimeControl | None
    day: date
    place: str | None
    places: int | None = None
    sections: tuple[int, ...] | None = None
    starts: str | None = None
    every: int | None = None


@read(director_to="change an evening")
def plan_of(look: Read, evening_id: int) -> tuple[Evening, str]:
    """Return an evening that is not paired yet, and its start as typed."""
    evening = find_open(look.connection, look.club, evening_id)
    _require_unpaired(look, evening)
    return evening, start_text(look.club, evening)


@use_case(CHANGED, director_to="change an evening")
def change_plan(write: Write, evening_id: int, plan: PlanChange) -> None:
    before = find_open(write.connection, write.club, evening_id)
    _require_unpaired(write, before)
    when = before.starts_at
    if plan.starts is not None and plan.starts != start_text(write.club, before):
        when = start_of(write, plan.starts or None, plan.place)
    elif plan.place is not None and when is None:
        raise InputError("A place needs a start time. Press Name, time, place and enter the start.")
    control = plan.time_control
    if before.rating_list is None and control is not None:
        # Refuses a time control that is too fast to rate.
        lists_for(control, write.club.default_list, plan.day)
    columns = {
        "date": plan.day,
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
        "place": plan.place,
        "starts_at": when,
    }
    if before.is_paired:
        planned = Plan(method_named(before.method), before.rounds, plan.places, plan.sections)
        paired = paired_columns(planned, write.club)
        columns |= {name: paired[name] for name in ("most", "sections")}
    evenings.change(write.connection, evening_id, **columns)
    set_repeats(write, before, before.every or 0 if plan.every is None else plan.every)
    show_scheduled(write, evening_id)
    show_changes(write, evening_id)
    after = evening_by_id(write.connection, write.club, evening_id)
    details = {"name": after.name, "place": plan.place, "was": _details(before), "now": _details(after)}
    write.note(evening_id, details)


def _require_unpaired(look: Read | Write, evening: Evening) -> None:
    if evening.is_paired and evening_rounds.rounds(look.connection, evening.id):
        raise RuleError(f"{evening.name} has begun, so its plan cannot change. Take the pairings back first.")


def _details(evening: Evening) -> dict[str, Any]:
    start, control = evening.starts_at, evening.time_control
    return {
        "name": evening.name,
        "starts_at": None if start is None else start.isoformat(),
        "place": evening.place,
        "date": evening.day.isoformat(),
        "minutes": None if control is None else control.minutes,
        "seconds": None if control is None else control.seconds,
        "most": evening.most,
        "sections": evening.sections,
        "every": evening.every,
    }


def undo_changed(write: Write, entry: AuditEntry) -> Tournament:
    tournament, was = open_tournament(write, entry.subject_id or 0), entry.details.get("was")
    if was is None:
        raise NotFoundError("There is nothing to undo. Press Name, time, place to change the evening.")
    if _details(tournament.evening) != entry.details["now"]:
        raise RuleError("The evening has been changed in the meantime. Press Name, time, place to change it.")
    start, evening_id = was["starts_at"], tournament.evening.id
    at = None if start is None else datetime.fromisoformat(start)
    values = {**was, "starts_at": at, "date": date.fromisoformat(was["date"])}
    evenings.change(write.connection, evening_id, **values)
    set_repeats(write, tournament.evening, was["every"] or 0)
    show_scheduled(write, evening_id)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, evening_by_id(write.connection, write.club, evening_id))


def starts_text(tournament: Tournament) -> str:
    return start_text(tournament.club, tournament.evening)


def start_text(club: Club, evening: Evening) -> str:
    """Return the start on the club's clock as typed; empty if unknown."""
    start = evening.starts_at
    return "" if start is None else f"{start.astimezone(zone(club.time_zone)):%Y-%m-%d %H:%M}"
