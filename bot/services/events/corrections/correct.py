"""Correct a stored event after a preview; later ratings are recalculated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.events.newcomers import settle_newcomers
from bot.services.events.report import SectionReport, section_of
from bot.services.events.submission import as_opponent_on
from bot.services.framework.actions import event_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import in_part
from bot.services.framework.rating_changes import Moves, awards_since, check_shown, moves_of
from bot.services.framework.recalculation.lists import (
    ListChange,
    ListChanges,
    entered_ratings_to_undo,
    move_entered_ratings,
)
from bot.services.framework.recalculation.whole import Progress
from bot.services.framework.report_codec import to_json
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Write, preview, use_case
from bot.services.framework.waiting import Waiting
from bot.services.framework.whole_clubs import count_due
from bot.store.database.rows import Club, Event, FactKind, FactPosition, FactRef, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.people import newcomers, players
from core.errors import InputError, NotFoundError, RuleError
from core.event.corrections import (
    EntrantChange,
    RoundResult,
    opponent_in,
    with_entrant,
    with_rating,
    with_result,
    without_entrant,
)
from core.event.crosstable import Crosstable, Entrant, TimeControl
from core.files.common.text import shorten
from core.lists import RatingList
from core.rating.systems import lists_for, system_of
from core.words import name_key

CORRECTED = event_action("amend-event", "corrected")

CORRECT = "correct an event"

Named = Someone | str
"""A person of the server, or as written."""


@dataclass(frozen=True, slots=True)
class EventEdit:
    """One change of an event; None keeps a value.

    member: whose round (default: the only rated player). result: from their side. rating: of an unlinked opponent
    or a new entrant. entrant: whether the member is added, or removed with all games.
    """

    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    member: Named | None = None
    round: int | None = None
    result: RoundResult | None = None
    opponent: Named | None = None
    rating: float | None = None
    entrant: EntrantChange | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """An event before a correction, for the undo.

    entered_ratings: ids and days. made: the corrected table. seq: the last position at that time.
    """

    name: str | None
    lists: tuple[RatingList, ...]
    table: Crosstable
    entered_ratings: tuple[tuple[int, date], ...]
    made: Crosstable
    seq: int


@dataclass(frozen=True, slots=True)
class CorrectReport:
    """A corrected event, its previous version and the moves.

    undo: the correction's number. pending_id: of an unconfirmed one; without moves it has no edits yet.
    """

    section: SectionReport
    before: SectionReport
    reason: str
    moves: Moves | None = None
    undo: int | None = None
    pending_id: int | None = None


@use_case(CORRECTED, director_to=CORRECT)
def correct_event(
    write: Write, event_id: int, edits: Sequence[EventEdit], reason: str, progress: Progress | None = None
) -> CorrectReport:
    report = _correct(write, event_id, edits, reason, progress)
    write.note(event_id, {"reason": reason})
    return report


def _correct(
    write: Write, event_id: int, edits: Sequence[EventEdit], reason: str, progress: Progress | None = None
) -> CorrectReport:
    connection, club = write.connection, write.club
    count_due(write)
    event = _find(connection, club, event_id)
    was = section_of(connection, club, event_id)
    before, name, lists = was.crosstable, event.given_name, event.rating_lists
    after = before
    for edit in edits:
        after = _edited(write, after, event.rating_lists[0], edit)
        name = edit.name or name
        if edit.time_control is not None:
            began = after.began or after.date
            found = (one for moved in event.rating_lists for one in lists_for(edit.time_control, moved, began))
            lists = tuple(dict.fromkeys(found))
    if (after, name, lists) == (before, event.given_name, event.rating_lists):
        raise InputError("No ratings changed. Write what to change, for example round 3: Dana 1-0 Eli.")
    movers = facts.rated_players(connection, event_id)
    first = min(before.date, after.date)
    awards = awards_since(write, first)
    with_it = corrections.entered_ratings_of_event(connection, club.id, event_id)
    entered_ratings = tuple((entered.entered_rating_id, entered.place.date) for _, entered in with_it)
    entered = newcomers.in_events(connection, [event_id])
    came = newcomers.came_new(connection, entered)
    changed = changed_lists(event, lists, after, movers)
    facts.replace_event(connection, event_id, after, name, lists, event.rules)
    version = Version(event.given_name, event.rating_lists, before, entered_ratings, after, write.seq)
    who = write.actor.member.user_id
    undo = facts.add_amendment(
        connection, event_id, to_json(Version, version), reason, who, write.now, write.actor.interaction_id
    )
    _take_entered_ratings(connection, club, event_id, movers - facts.rated_players(connection, event_id), changed)
    move_entered_ratings(connection, club, event, FactPosition(after.date, event.place.seq), changed)
    done = write.recalculate(changed, progress)
    settle_newcomers(write, entered, came)
    seen = (event.name, event.rating_lists, before)
    own = (event.place, FactPosition(after.date, event.place.seq))
    moves = moves_of(write, done, awards, first, seen, own)
    return CorrectReport(section_of(connection, club, event_id), was, reason, moves, undo)


def _find(connection: Connection, club: Club, event_id: int) -> Event:
    event = facts.find_event(connection, club.id, event_id)
    if event is not None and event.waits_until is not None:
        raise RuleError("That event is not confirmed yet. Confirm it first, or void it and report it again.")
    if event is None or event.voided:
        raise NotFoundError("There is no such event in this club. Pick one from the list.")
    return event


def _take_entered_ratings(
    connection: Connection, club: Club, event_id: int, removed: frozenset[int], changed: ListChanges
) -> None:
    if not removed:
        return
    for given, entered in entered_ratings_to_undo(connection, club, event_id, removed):
        if entered.players <= removed:
            corrections.void_entered_rating(connection, entered.id)
            before = changed.get(given, ListChange())
            changed[given] = replace(before, removed=(*before.removed, entered))


def changed_lists(
    event: Event, lists: tuple[RatingList, ...], after: Crosstable, movers: frozenset[int]
) -> ListChanges:
    """Return the changes on each list: the old event goes, the new one is rated."""
    was = FactRef(event.place, FactKind.EVENT, event.id, movers)
    moved = frozenset(entrant.player for entrant in after.entrants if entrant.rated and isinstance(entrant.player, int))
    now = FactRef(FactPosition(after.date, event.place.seq), FactKind.EVENT, event.id, moved)
    return {
        moved_list: ListChange(
            removed=(was,) if moved_list in event.rating_lists else (), recompute=(now,) if moved_list in lists else ()
        )
        for moved_list in {*event.rating_lists, *lists}
    }


def _edited(write: Write, table: Crosstable, main: RatingList, edit: EventEdit) -> Crosstable:
    connection, club = write.connection, write.club
    table = _with_entrants(write, table, edit)
    control = edit.time_control or table.time_control
    moved = edit.day is not None and edit.day != table.date
    table = replace(table, date=edit.day or table.date, days=() if moved else table.days, time_control=control)
    if edit.round is None:
        if edit.entrant is None and (edit.result, edit.opponent, edit.rating) != (None, None, None):
            raise InputError("The round is missing. Begin with it, for example round 3: Dana 1-0 Eli.")
        return table
    number = _number(connection, club, table, edit.member)
    names, opponent = _names(connection, club, table), None
    if edit.opponent is not None:
        table, opponent = _with_opponent(connection, club, table, number, edit.round, edit.opponent, main)
    if edit.result is not None:
        table = with_result(table, number, edit.round, edit.result, opponent, names)
    elif opponent is not None:
        raise InputError("The result against that opponent is missing. Add it, for example 1-0.")
    if edit.rating is not None:
        system_of(main).check_typed(edit.rating, table.date, None)
        table = with_rating(table, opponent or opponent_in(table, number, edit.round, names), edit.rating)
    return table


def _with_entrants(write: Write, table: Crosstable, edit: EventEdit) -> Crosstable:
    if edit.entrant is None:
        return table
    if edit.member is None:
        raise InputError("The player to add or remove is missing. Write the name.")
    if sum(entrant.rated for entrant in table.entrants) == 1:
        raise InputError("The event is one player's own report. Name the round and the opponent instead.")
    if edit.entrant is EntrantChange.REMOVE:
        return without_entrant(table, _number(write.connection, write.club, table, edit.member))
    who = edit.member
    player = in_part(write.connection, write.club.id, who, partly=False) if isinstance(who, str) else write.ensure(who)
    return with_entrant(table, player.id, player.name, edit.rating if edit.round is None else None)


def _number(connection: Connection, club: Club, table: Crosstable, who: Named | None) -> int:
    if who is None:
        rated = [entrant.number for entrant in table.entrants if entrant.rated]
        if len(rated) != 1:
            raise InputError("The player of that round is missing. Write the name.")
        return rated[0]
    player = _player(connection, club, table, who)
    for entrant in table.entrants:
        if player is not None and entrant.player == player.id:
            return entrant.number
    raise InputError(f'"{_called(who)}" is not in that event. Choose one of its players.')


def _names(connection: Connection, club: Club, table: Crosstable) -> dict[int, str]:
    known = players.by_ids(connection, club.id, [one.player for one in table.entrants if isinstance(one.player, int)])
    named = {one.number: known[one.player].name for one in table.entrants if one.player in known}
    return {one.number: one.name for one in table.entrants if one.name is not None} | named


def _called(who: Named) -> str:
    return shorten(who) if isinstance(who, str) else who.name


def _player(connection: Connection, club: Club, table: Crosstable, who: Named) -> Player | None:
    if not isinstance(who, str):
        return find_someone(connection, club.id, who)
    ids = [entrant.player for entrant in table.entrants if isinstance(entrant.player, int)]
    key = name_key(who.removeprefix("@"))
    here = [one for one in players.by_ids(connection, club.id, ids).values() if name_key(one.name) == key]
    return here[0] if len(here) == 1 else in_part(connection, club.id, who, partly=False)


def _with_opponent(
    connection: Connection,
    club: Club,
    crosstable: Crosstable,
    number: int,
    round_number: int,
    opponent: Named,
    main: RatingList,
) -> tuple[Crosstable, int]:
    player = _player(connection, club, crosstable, opponent)
    if player is None:
        raise InputError(f"{_called(opponent)} has no rating here yet. Choose a rated member.")
    known = next((entrant.number for entrant in crosstable.entrants if entrant.player == player.id), None)
    if known is not None:
        return crosstable, known
    if sum(entrant.rated for entrant in crosstable.entrants) > 1:
        raise InputError(f'"{_called(opponent)}" is not in that event. Choose one of its players.')
    counts = as_opponent_on(connection, club.id, player, main, crosstable.date)
    if counts is None:
        raise InputError(f"{player.name} had no {main.label} rating on {crosstable.date.isoformat()}.")
    added = max(entrant.number for entrant in crosstable.entrants) + 1
    entrants = (*crosstable.entrants, Entrant(added, counts.rating, player.id, deviation=counts.deviation))
    games = tuple(
        game for game in crosstable.games if game.round != round_number or number not in (game.first, game.second)
    )
    met = {one for game in games for one in (game.first, game.second)} | {bye.entrant for bye in crosstable.byes}
    kept = tuple(entrant for entrant in entrants if entrant.rated or entrant.number in met or entrant.number == added)
    return replace(crosstable, entrants=kept, games=games), added


# Requests that wait for confirmation.


@dataclass(frozen=True, slots=True)
class Asked:
    """An event to void or correct. edits: None to void it."""

    event_id: int
    reason: str
    edits: tuple[EventEdit, ...] | None = None


ASKED = Waiting(
    "correction",
    Asked,
    CORRECT,
    "The correction was already stored, or the preview has expired. Use /td correct or /td void again.",
)


@preview(director_to=CORRECT)
def _look(write: Write, asked: Asked) -> CorrectReport:
    if asked.edits:
        return _correct(write, asked.event_id, asked.edits, asked.reason)
    _find(write.connection, write.club, asked.event_id)
    section = section_of(write.connection, write.club, asked.event_id)
    return CorrectReport(section, section, asked.reason)


async def preview_correction(services: Services, actor: Actor, asked: Asked) -> CorrectReport:
    report = await _look(services, actor, asked)
    pending_id, _ = await ASKED.keep(services, actor, b"", asked)
    return replace(report, pending_id=pending_id)


async def add_edits(services: Services, actor: Actor, pending_id: int, edits: Sequence[EventEdit]) -> CorrectReport:
    def add(asked: Asked) -> Asked:
        return replace(asked, edits=(*(asked.edits or ()), *edits))

    asked = (await ASKED.look(services, actor, pending_id)).options
    report = await _look(services, actor, add(asked))
    await ASKED.change(services, actor, pending_id, None, add)
    return replace(report, pending_id=pending_id)


@use_case(CORRECTED, director_to=CORRECT)
def store_correction(write: Write, pending_id: int, shown: str, progress: Progress | None = None) -> CorrectReport:
    """Store a correction as shown; raise AskFirstError if it would now move something else."""
    asked = ASKED.take(write, pending_id).options
    report = _correct(write, asked.event_id, asked.edits or (), asked.reason, progress)
    assert report.moves is not None
    check_shown(replace(report, pending_id=pending_id), report.moves, shown, asks=True)
    write.note(asked.event_id, {"reason": asked.reason})
    return report
