"""Correct what is stored of an event; everything after it is folded again."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from bot.services.events.consent import check_others_stay
from bot.services.events.newcomers import settle_events, settle_newcomers
from bot.services.events.record import as_opponent_on
from bot.services.events.report import EventSource, SectionReport, section_of, shown
from bot.services.fold.lists import ListChange, ListChanges, RatingChange, Reinstated, move_openings, openings_to_undo
from bot.services.fold.replay import Progress
from bot.services.fold.states import state_before
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Folded, Write, use_case
from bot.services.upkeep import count_due
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import corrections, facts, unconfirmed
from bot.store.people import newcomers, players
from bot.store.rows import (
    Club,
    Event,
    EventFact,
    Fact,
    FactKind,
    FactPosition,
    FactRef,
    NewEvent,
    NewOpening,
    Player,
    Standing,
)
from core.amend import EntrantChange, RoundResult, opponent_in, with_entrant, with_rating, with_result, without_entrant
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.likeness import event_and_day
from core.lists import RatingList
from core.systems import lists_for


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a director wants to be different; None keeps it.

    member: whose round; the event's only rated player when left out. round: which.
    result: what it was, from their side. opponent: against whom. rating: of an opponent whose rating was given.
    entrant: whether the member is to come into the event, or out of it with all their games.
    """

    reason: str
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    member: Someone | None = None
    round: int | None = None
    result: RoundResult | None = None
    opponent: Someone | None = None
    rating: float | None = None
    entrant: EntrantChange | None = None


@dataclass(frozen=True, slots=True)
class AmendReport:
    """An amended event, and whose rating that changed, in the event itself, in later ones, and now."""

    section: SectionReport
    reason: str
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case("amend-event", director_to="amend an event")
def amend_event(write: Write, event_id: int, asked: Amendment, progress: Progress | None = None) -> AmendReport:
    """Correct an event in one transaction; directors only."""
    connection, club = write.connection, write.club
    count_due(write)
    event = _find(connection, club, event_id)
    before = facts.crosstables(connection, [event_id])[event_id]
    start = _with_entrants(write, before, asked)
    after = _amended(connection, club, start, event.rating_lists[0], asked)
    lists = event.rating_lists
    if asked.time_control is not None:
        began = after.began or after.date
        moved_lists = [lists_for(asked.time_control, was, began) for was in event.rating_lists]
        lists = tuple(dict.fromkeys(one for found in moved_lists for one in found))
    name = asked.name or event.name
    if (after, name, lists) == (before, event.name, event.rating_lists):
        raise InputError("Nothing would be different: name what should be, such as round and result.")
    movers = facts.rated_players(connection, event_id)
    entered = newcomers.in_events(connection, [event_id])
    came = newcomers.came_new(connection, entered)
    facts.replace_event(connection, event_id, after, name, lists, event.rules)
    kept, who = _as_json(event, before), write.actor.member.user_id
    facts.add_amendment(connection, event_id, kept, asked.reason, who, write.now, write.actor.interaction_id)
    changed = _changed(event, lists, after, movers)
    gone = movers - facts.rated_players(connection, event_id)
    _take_openings(connection, club, event_id, gone, changed)
    move_openings(connection, club, event, FactPosition(after.date, event.place.seq), changed)
    moved = write.fold(changed, progress).changes
    settle_newcomers(write, entered, came)
    people = players.by_ids(connection, club.id, {change.player_id for change in moved})
    report = AmendReport(section_of(connection, club, event_id), asked.reason, moved, people)
    write.note(event_id, {"reason": asked.reason})
    return report


def _find(connection: Connection, club: Club, event_id: int) -> Event:
    event = facts.find_event(connection, club.id, event_id)
    if event is not None and event.waits_until is not None:
        raise RuleError("That event waits for its confirmation: confirm it first, or void it and report it again.")
    if event is None or event.voided:
        raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
    return event


def _with_entrants(write: Write, crosstable: Crosstable, asked: Amendment) -> Crosstable:
    """Return the event with the member in it, or without them, where that is asked for."""
    if asked.entrant is None:
        return crosstable
    if asked.member is None:
        raise InputError("Who is it that comes in or goes out? Add member.")
    if sum(entrant.rated for entrant in crosstable.entrants) == 1:
        raise InputError("That is one player's own event: name the round and the opponent in it instead.")
    if asked.entrant is EntrantChange.REMOVE:
        if asked.round is not None:
            raise InputError("Who goes out of an event takes all their games along: leave round out.")
        return without_entrant(crosstable, _number(write.connection, write.club, crosstable, asked.member))
    player = write.ensure(asked.member)
    return with_entrant(crosstable, player.id, player.name, asked.rating if asked.round is None else None)


def _take_openings(
    connection: Connection, club: Club, event_id: int, gone: frozenset[int], changed: ListChanges
) -> None:
    """Take back the starting ratings that came with an event for those who are not in it any more."""
    if not gone:
        return
    for given, opening in openings_to_undo(connection, club, event_id, gone):
        if opening.players <= gone:
            corrections.void_opening(connection, opening.id)
            before = changed.get(given, ListChange())
            changed[given] = replace(before, removed=(*before.removed, opening))


def _changed(event: Event, lists: tuple[RatingList, ...], after: Crosstable, movers: frozenset[int]) -> ListChanges:
    """Return what is different on each list: the event as it was goes, as it is now it is rated."""
    was = FactRef(event.place, FactKind.EVENT, event.id, movers)
    moved = frozenset(entrant.player for entrant in after.entrants if entrant.rated and isinstance(entrant.player, int))
    now = FactRef(FactPosition(after.date, event.place.seq), FactKind.EVENT, event.id, moved)
    return {
        moved_list: ListChange(
            removed=(was,) if moved_list in event.rating_lists else (), recompute=(now,) if moved_list in lists else ()
        )
        for moved_list in {*event.rating_lists, *lists}
    }


def _amended(
    connection: Connection, club: Club, crosstable: Crosstable, main: RatingList, asked: Amendment
) -> Crosstable:
    day = asked.day or crosstable.date
    after = replace(crosstable, date=day, time_control=asked.time_control or crosstable.time_control)
    if asked.round is None and asked.entrant is None:
        if asked.result is not None or asked.opponent is not None or asked.rating is not None:
            raise InputError("Which round was it? Add round.")
        return after
    if asked.round is None:
        return after
    number = _number(connection, club, after, asked.member)
    opponent = None
    if asked.opponent is not None:
        after, opponent = _with_opponent(connection, club, after, number, asked.round, asked.opponent, main)
    if asked.result is not None:
        after = with_result(after, number, asked.round, asked.result, opponent)
    elif opponent is not None:
        raise InputError("What was the result against that opponent? Add result.")
    if asked.rating is not None:
        after = with_rating(after, opponent or opponent_in(after, number, asked.round), asked.rating)
    return after


def _number(connection: Connection, club: Club, crosstable: Crosstable, member: Someone | None) -> int:
    """Return the pairing number of a member, or of the only player whom the event moves."""
    if member is None:
        rated = [entrant.number for entrant in crosstable.entrants if entrant.rated]
        if len(rated) != 1:
            raise InputError("Whose round was it? Add member.")
        return rated[0]
    player = find_someone(connection, club.id, member)
    for entrant in crosstable.entrants:
        if player is not None and entrant.player == player.id:
            return entrant.number
    raise InputError(f"{member.name} is not in that event: choose one of its players.")


def _with_opponent(
    connection: Connection,
    club: Club,
    crosstable: Crosstable,
    number: int,
    round_number: int,
    opponent: Someone,
    main: RatingList,
) -> tuple[Crosstable, int]:
    """Return the crosstable with the opponent in it, and their number; a reported event takes them in as given."""
    player = find_someone(connection, club.id, opponent)
    if player is None:
        raise InputError(f"{opponent.name} has no rating here yet: choose a rated member.")
    known = next((entrant.number for entrant in crosstable.entrants if entrant.player == player.id), None)
    if known is not None:
        return crosstable, known
    if sum(entrant.rated for entrant in crosstable.entrants) > 1:
        raise InputError(f"{opponent.name} is not in that event: choose one of its players.")
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


def _as_json(event: Event, crosstable: Crosstable) -> dict[str, Any]:
    """Return an event as it was, readable in the club's records."""
    return {
        "name": event.name,
        "date": crosstable.date.isoformat(),
        "time_control": None if crosstable.time_control is None else str(crosstable.time_control),
        "lists": [moved.value for moved in event.rating_lists],
        "entrants": [
            [one.number, one.player, one.name, one.rating, one.rated, one.score] for one in crosstable.entrants
        ],
        "games": [list(asdict(game).values()) for game in crosstable.games],
        "byes": [[bye.round, bye.entrant, bye.kind.value, bye.opponent, bye.points] for bye in crosstable.byes],
    }


# Take an event back: it stays stored, no longer counts, and what follows it is folded again.


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
    back: the events that count again, whose place it had taken.
    gone: how many went who came new with it, for nothing else is known of them.
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
    back: tuple[Event, ...] = ()
    gone: int = 0


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
        other = (
            None
            if event.successor_id is None
            else facts.find_event(write.connection, write.club.id, event.successor_id)
        )
        if other is not None and not other.voided:
            raise NotFoundError(
                f"That event has been replaced by {event_and_day(other.name, other.place.date)}: undo that one."
            )
        raise NotFoundError("That event has been undone already: report it again if it should count.")
    report = void(write, event, reason, progress)
    write.note(event.id, {"reason": reason})
    return report


@use_case(VOIDED, director_to="undo a file")
def undo_file(write: Write, event_id: int) -> list[UndoReport]:
    """Take back the events that were stored with one from a file and still count, the last first; directors only."""
    count_due(write)
    events = facts.stored_with(write.connection, write.club.id, event_id)
    if not events:
        raise NotFoundError("Every section of that file has been undone already.")
    reports = [void(write, event) for event in reversed(events)]
    write.note(event_id, {"events": [event.id for event in events]})
    return reports


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
        unconfirmed.drop_waiting_match(connection, event.id)
        return replace(report, waited=True, gone=len(settle_events(write, [event.id])))
    facts.void_event(connection, event.id)
    taken = FactRef(event.place, FactKind.EVENT, event.id, movers)
    # Whoever voids an event wants none of it to count; its Undo puts back what was there before.
    back = _reinstated(write, event) if reason is None else Reinstated()
    again, removed = _counting_again(write, back), {moved: [taken] for moved in event.rating_lists}
    openings = openings_to_undo(connection, club, event.id, movers, back)
    for given, opening in openings:
        corrections.void_opening(connection, opening.id)
        # Each on the list that it was given on, whatever the event moves by now.
        removed.setdefault(given, []).append(opening)
    lists = {*again, *removed}
    changed = {moved: ListChange(removed=removed.get(moved, ()), recompute=again.get(moved, ())) for moved in lists}
    done = write.fold(changed, progress)
    if event.source == EventSource.REPORT:
        check_others_stay(club, write.actor, min(movers), done.lists.values(), "undo it for you")
    gone = settle_events(write, [event.id, *(one.id for one in back.events)])
    people = players.by_ids(connection, club.id, {*movers, *(change.player_id for change in done.changes)})
    return replace(
        report,
        gone=len(gone),
        player=people[min(movers)] if len(movers) == 1 else None,
        changes=done.changes,
        people=people,
        opening_undone=bool(openings),
        back=back.events,
    )


def _reinstated(write: Write, event: Event) -> Reinstated:
    """Let what a voided event had replaced count again, each event where it stood."""
    connection = write.connection
    replaced = facts.replaced_by(connection, event.id)
    of_day = [one for one in replaced if one.place.date == event.place.date]
    last = max(of_day, key=lambda one: one.place.seq, default=None)
    if last is not None and last.place.seq > event.place.seq:
        # It came before others of that day, and gave its place away.
        (other,) = clubs.reserve_positions(connection, write.club.id, 1)
        facts.give_seq(connection, event.id, other)
        facts.give_seq(connection, last.id, event.place.seq)
    facts.count_again(connection, event.id)
    openings = corrections.count_again(connection, event.id)
    return Reinstated(tuple(facts.by_ids(connection, [one.id for one in replaced])), tuple(openings))


def _counting_again(write: Write, back: Reinstated) -> dict[RatingList, list[FactRef]]:
    """Return the facts that count again, each on its list."""
    again: dict[RatingList, list[FactRef]] = defaultdict(list)
    for moved, opening in back.openings:
        again[moved].append(FactRef(opening.place, FactKind.OPENING, opening.opening_id, opening.players))
    for event in back.events:
        movers = facts.rated_players(write.connection, event.id)
        for moved in event.rating_lists:
            again[moved].append(FactRef(event.place, FactKind.EVENT, event.id, movers))
    return again


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


# Store a section and rate it: what an imported file and a closed evening have in common.


@dataclass(frozen=True, slots=True)
class NewSection:
    """A section to be stored.

    lists: those that it moves, the main one first.
    people: whom the club knows its entrants as, by pairing number.
    brought: ratings that came with it and the games behind them, by list and player id; used where the club has none.
    digest: of the file that it came from.
    interaction_id: None where one interaction stores several. rules: chosen by name.
    in_place_of: a voided event of the same day, whose place it takes where no starting rating has to come before it.
    """

    name: str | None
    crosstable: Crosstable
    lists: tuple[RatingList, ...]
    people: Mapping[int, Player]
    source: str
    brought: Mapping[RatingList, Mapping[int, tuple[float, int]]]
    digest: str | None = None
    interaction_id: int | None = None
    rules: str | None = None
    in_place_of: Event | None = None


def store_section(write: Write, section: NewSection) -> tuple[SectionReport, Folded]:
    """Store a section with the ratings that it brought, and fold every list that it moves."""
    connection, club = write.connection, write.club
    lists, day = section.lists, section.crosstable.date
    ids = [player.id for player in section.people.values()]
    known: dict[RatingList, dict[int, Standing | None]] = {
        moved: dict.fromkeys(ids) | standings.of_players(connection, club.id, moved, ids) for moved in lists
    }
    without = [
        (moved, key)
        for moved in lists
        for key in ids
        if key in section.brought.get(moved, {})
        and state_before(connection, moved, key, known[moved][key], facts.end_of(day)) is None
    ]
    *opening_seqs, seq = clubs.reserve_positions(connection, club.id, len(without) + 1)
    if section.in_place_of is not None and not without:
        facts.give_seq(connection, section.in_place_of.id, seq)
        seq = section.in_place_of.place.seq
    new = NewEvent(
        club_id=club.id,
        place=FactPosition(day, seq),
        name=section.name,
        rating_lists=lists,
        rules=section.rules,
        source=section.source,
        reported_by=write.actor.member.user_id,
        interaction_id=section.interaction_id,
        at=write.now,
        digest=section.digest,
    )
    event_id = facts.add_event(connection, new, section.crosstable)
    brought = []
    for (moved, key), opening_seq in zip(without, opening_seqs, strict=True):
        rating, games = section.brought[moved][key]
        opening = NewOpening(
            club_id=club.id,
            player_id=key,
            rating_list=moved,
            place=FactPosition(day, opening_seq),
            rating=rating,
            games=games,
            peak=None,
            floor=None,
            reason="came with an imported event",
            reported_by=write.actor.member.user_id,
            interaction_id=None,
            at=write.now,
            event_id=event_id,
        )
        brought.append(opening)
    openings: dict[RatingList, list[Fact]] = {moved: [] for moved in lists}
    for (moved, _), stored in zip(without, corrections.add_openings(connection, brought), strict=True):
        openings[moved].append(stored)
    fact = EventFact(new.place, event_id, section.crosstable, new.rules)
    changed = {moved: ListChange(added=(*openings[moved], fact)) for moved in lists}
    done = write.fold(changed)
    outcomes = {
        moved: {player: outcome for (event, player), outcome in done.lists[moved].outcomes.items() if event == event_id}
        for moved in lists
    }
    people, rules = dict(section.people), club.house_rules
    found = shown(outcomes, rules)
    return SectionReport(event_id, section.name, section.crosstable, lists, people, found, rules), done
