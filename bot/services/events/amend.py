"""Correct what is stored of an event; everything after it is folded again."""

from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from bot.services.events.opponents import as_opponent_on
from bot.services.events.section import SectionReport, section_of
from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange, ListChanges
from bot.services.fold.openings import move_openings, openings_to_undo
from bot.services.fold.replay import Progress
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.database import Connection
from bot.store.events import amendments, corrections, facts
from bot.store.people import players
from bot.store.rows import Club, Event, FactKind, FactPosition, FactRef, Player
from core.amend import (
    EntrantChange,
    RoundResult,
    opponent_in,
    with_entrant,
    with_rating,
    with_result,
    without_entrant,
)
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
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
    facts.replace_event(connection, event_id, after, name, lists, event.rules)
    kept, who = _as_json(event, before), write.actor.member.user_id
    amendments.add(connection, event_id, kept, asked.reason, who, write.now, write.actor.interaction_id)
    changed = _changed(event, lists, after, movers)
    gone = movers - facts.rated_players(connection, event_id)
    _take_openings(connection, club, event_id, gone, changed)
    move_openings(connection, club, event, FactPosition(after.date, event.place.seq), changed)
    moved = write.fold(changed, progress).changes
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
