"""Set ratings: starting ratings and corrections by directors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from operator import attrgetter

from bot.services.events.newcomers import settle_newcomers
from bot.services.events.report import EventReport, EventSource, SectionReport, report_of
from bot.services.events.void import VOIDED, UndoReport, void
from bot.services.framework.actions import rating_action
from bot.services.framework.context import Member
from bot.services.framework.recalculation.lists import ListChange, ListChanges, RatingChange
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.club import clubs
from bot.store.database.rows import EnteredRatingFact, FactPosition, FactRef, NewEnteredRating, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.events.corrections import SetRating
from bot.store.people import players
from bot.store.ratings import journals
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.rating_system import FloorDue, LifetimeTitles
from core.rating.systems import check_entered_rating, system_of


@dataclass(frozen=True, slots=True)
class SetRatingRequest:
    """A director's input; None for missing options. games: behind the rating, optional in a correction."""

    member: Someone
    rating: float
    games: int | None = None
    rating_list: RatingList | None = None
    peak: float | None = None
    floor: float | None = None
    day: date | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class EnteredRatingReport:
    """An entered rating and what it changed. after_event: the event that it follows, if it is the latest."""

    player: Player
    rating_list: RatingList
    day: date
    before: float | None
    rating: float
    games: int
    reason: str | None
    changes: tuple[RatingChange, ...]
    entered_rating_id: int = 0
    after_event: int | None = None


FIRST_BACK = timedelta(days=183)
"""How long before today a first rating counts from: late reports find it, and its player is active for half a year."""


SET = rating_action("set-rating", "set a rating of")


@use_case(SET, director_to="set a rating")
def set_rating(write: Write, written: SetRatingRequest) -> EnteredRatingReport:
    rating_list = written.rating_list or write.club.default_list
    write.club.house_rules.check_open(rating_list)
    count_due(write)
    own = write.ensure(written.member)
    if written.day is None and not facts.any_of_player(write.connection, write.club.id, own.id, rating_list):
        written = replace(written, day=write.today - FIRST_BACK)
    report = open_for(write, own, rating_list, written)
    write.note(report.entered_rating_id, {"reason": written.reason})
    return report


@use_case(SET, director_to="set a floor")
def set_limits(write: Write, entered_rating_id: int, peak: float | None, floor: float | None) -> EnteredRatingReport:
    count_due(write)
    found = _set_rating(write, entered_rating_id)
    fact, rating_list = found.fact, found.rating_list
    own = players.by_ids(write.connection, write.club.id, [fact.player_id])[fact.player_id]
    written = SetRatingRequest(own, fact.rating, fact.games, rating_list, peak, floor, reason=found.reason)
    report = open_for(write, own, rating_list, written, instead_of=fact)
    write.note(report.entered_rating_id, {"reason": found.reason})
    return report


def open_for(
    write: Write,
    own: Player,
    rating_list: RatingList,
    written: SetRatingRequest,
    instead_of: EnteredRatingFact | None = None,
) -> EnteredRatingReport:
    """Store a player's entered rating and recalculate. instead_of: a voided one whose position it takes."""
    connection, club = write.connection, write.club
    place = write.place(written.day) if instead_of is None else instead_of.place
    check_entered_rating(own.id, rating_list, written.rating, club.house_rules)
    before = journals.state_before(connection, own.id, rating_list, place)
    games = written.games
    if before is None and games is None:
        games = system_of(rating_list).typed_games
    if before is None and games is None:
        raise InputError(
            f"{own.name} has no {rating_list.label} rating yet. Add games, the number of rated games the "
            "rating is based on."
        )
    removed = () if instead_of is None else (_voided(connection, instead_of),)
    if instead_of is not None:
        corrections.give_seq(connection, instead_of.entered_rating_id, write.seq)
    new = NewEnteredRating(
        club_id=club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=written.rating,
        games=games,
        peak=written.peak,
        floor=written.floor,
        reason=written.reason,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
    )
    fact = corrections.add_entered_rating(connection, new)
    done = write.recalculate({rating_list: ListChange(added=(fact,), removed=removed)})
    entry = next(entry for entry in done.lists[rating_list].new if entry.entered_rating_id == fact.entered_rating_id)
    assert entry.after is not None
    return EnteredRatingReport(
        player=own,
        rating_list=rating_list,
        day=place.date,
        before=entry.before,
        rating=entry.after,
        games=entry.games_after,
        reason=written.reason,
        changes=done.later,
        entered_rating_id=fact.entered_rating_id,
        after_event=_event_before(connection, own.id, rating_list, fact.entered_rating_id),
    )


def _event_before(
    connection: Connection, player_id: int, rating_list: RatingList, entered_rating_id: int
) -> int | None:
    """Return the event right before an entered rating that is a player's latest entry."""
    last, *earlier = journals.of_player(connection, player_id, rating_list, 2)
    return earlier[0].event_id if earlier and last.entered_rating_id == entered_rating_id else None


# Many ratings at once: of a roster, or of a federation.


@dataclass(frozen=True, slots=True)
class RatingToEnter:
    """A rating to enter for a player, from a day on."""

    player_id: int
    rating_list: RatingList
    day: date
    rating: EnteredRating
    reason: str


def enter_many(
    write: Write, asked: Sequence[RatingToEnter], further: ListChanges | None = None
) -> tuple[tuple[RatingList, ...], range]:
    """Store entered ratings and recalculate once; return their lists and positions. further: other changes."""
    write.club.house_rules.check_open(*(one.rating_list for one in asked))
    for one in asked:
        check_entered_rating(one.player_id, one.rating_list, one.rating.rating, write.club.house_rules)
    places = clubs.reserve_positions(write.connection, write.club.id, len(asked)) if asked else range(0)
    new = [
        NewEnteredRating(
            club_id=write.club.id,
            player_id=one.player_id,
            rating_list=one.rating_list,
            place=FactPosition(one.day, seq),
            rating=one.rating.rating,
            games=one.rating.games,
            peak=one.rating.peak,
            floor=one.rating.floor,
            reason=one.reason,
            reported_by=write.actor.member.user_id,
            interaction_id=None,
            at=write.now,
        )
        for one, seq in zip(asked, places, strict=True)
    ]
    stored = corrections.add_entered_ratings(write.connection, new)
    changes = dict(further or {})
    for moved in dict.fromkeys(one.rating_list for one in asked):
        facts = tuple(fact for fact, one in zip(stored, new, strict=True) if one.rating_list is moved)
        changes[moved] = replace(changes.get(moved, ListChange()), added=facts)
    if changes:
        write.recalculate(changes)
    return tuple(sorted({one.rating_list for one in asked}, key=attrgetter("order"))), places


def void_many(
    write: Write, lists: Sequence[RatingList], first: int, last: int, further: ListChanges | None = None
) -> tuple[int, ListChanges]:
    """Void the entered ratings of a range of positions; return how many, and what to recalculate."""
    changed, voided = dict(further or {}), 0
    for moved in lists:
        found = corrections.of_seqs(write.connection, write.club.id, moved, first, last)
        corrections.void_entered_ratings(write.connection, [fact.entered_rating_id for fact in found])
        voided += len(found)
        removed = [fact.ref for fact in found]
        before = changed.get(moved, ListChange())
        changed[moved] = replace(before, removed=(*before.removed, *removed))
    return voided, {moved: change for moved, change in changed.items() if change.removed or change.recompute}


# Undo a set rating.


UNDONE = rating_action("undo-rating", "undid a rating of")


@dataclass(frozen=True, slots=True)
class EnteredRatingUndone:
    """An undone set rating. day: from when it counted. changes: of ratings; people: by id."""

    player: Player
    rating_list: RatingList
    day: date
    rating: float
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case(UNDONE, director_to="undo a rating that a director set")
def undo_rating(write: Write, entered_rating_id: int) -> EnteredRatingUndone:
    count_due(write)
    report = take_back(write, _set_rating(write, entered_rating_id))
    write.note(entered_rating_id)
    return report


def _set_rating(write: Write, entered_rating_id: int) -> SetRating:
    found = corrections.find_entered_rating(write.connection, write.club.id, entered_rating_id)
    if found is None:
        raise NotFoundError("That rating has already been undone. Set it again with /td rating.")
    return found


def take_back(write: Write, found: SetRating) -> EnteredRatingUndone:
    fact, rating_list = found.fact, found.rating_list
    taken = _voided(write.connection, fact)
    moved = write.recalculate({rating_list: ListChange(removed=(taken,))}).changes
    settle_newcomers(write, fact.players)
    people = players.by_ids(write.connection, write.club.id, {fact.player_id, *(change.player_id for change in moved)})
    return EnteredRatingUndone(people[fact.player_id], rating_list, fact.place.date, fact.rating, moved, people)


def _voided(connection: Connection, fact: EnteredRatingFact) -> FactRef:
    corrections.void_entered_rating(connection, fact.entered_rating_id)
    return fact.ref


# Undo a player's last report.


UNDOABLE = (EventSource.REPORT, EventSource.MATCH)
"""What counts as reported by a member; sections are voided by their number."""


@use_case(VOIDED)
def undo_last(write: Write, member: Someone | None) -> UndoReport | EnteredRatingUndone:
    subject = member or write.actor.member
    connection, club = write.connection, write.club
    count_due(write)
    if subject.user_id != write.actor.member.user_id and not write.is_director:
        raise NotAllowedError("Only a tournament director (TD) can undo somebody else's report. Ask one of them.")
    own = find_someone(connection, club.id, subject)
    # A member undoes their own report; a director anybody's.
    reporter = write.actor.member.user_id if member is None else None
    reports = () if own is None else facts.reported(connection, club.id, own.id, UNDOABLE, reporter)
    event = reports[0] if reports else None
    opened = None
    if own is not None and write.is_director:
        opened = corrections.last_set(connection, club.id, own.id, reporter)
    if opened is not None and (event is None or opened.fact.place.seq > event.place.seq):
        undone = take_back(write, opened)
        write.note(opened.fact.entered_rating_id, action=UNDONE)
        return undone
    if event is None:
        if member is None:
            raise NotFoundError("You have no reported event to undo. Report one with /rating update first.")
        name = subject.name if own is None else own.name
        raise NotFoundError(f"{name} has no reported event to undo. Report one with /rating update first.")
    if event.source == EventSource.MATCH and event.waits_until is None and not write.is_director:
        raise NotAllowedError(
            "Your last report is a match that already counts. Ask a tournament director (TD) to void it with /td void."
        )
    voided = void(write, event)
    write.note(event.id)
    return voided


# Floor alerts by norms.


@dataclass(frozen=True, slots=True)
class FloorAlert:
    """A norm far above the rating, and the floor it would justify."""

    event_id: int
    player: Player
    rating_list: RatingList
    due: FloorDue


def alerts_of(reports: Iterable[EventReport | SectionReport]) -> Sequence[FloorAlert]:
    found = []
    for report in reports:
        for player, rating_list, outcome in _outcomes(report):
            system = system_of(rating_list)
            due = system.floor_due(outcome, rating_list) if isinstance(system, LifetimeTitles) else None
            if due is not None and report.event_id is not None:
                found.append(FloorAlert(report.event_id, player, rating_list, due))
    return sorted(found, key=lambda alert: alert.due.rating - alert.due.norm)


def _outcomes(report: EventReport | SectionReport) -> Iterable[tuple[Player, RatingList, Outcome]]:
    if isinstance(report, EventReport):
        return [(report.player, moved.rating_list, moved.outcome) for moved in report.lists]
    people = {player.id: player for player in report.players.values()}
    return [
        (people[player_id], moved, outcome)
        for moved, outcomes in report.outcomes.items()
        for player_id, outcome in outcomes.items()
    ]


@read()
def directors_role(look: Read) -> int | None:
    return look.club.td_role_id


@use_case(SET, director_to="set a floor")
def assign_floor(write: Write, event_id: int, player_id: int, rating_list: RatingList) -> EnteredRatingReport:
    count_due(write)
    report = report_of(write.connection, write.club, event_id, player_id)
    system = system_of(rating_list)
    due = next((alert.due for alert in alerts_of([report]) if alert.rating_list is rating_list), None)
    if due is None:
        raise RuleError("That event no longer asks for a floor. Set one with /td rating.")
    data = journals.state_before(write.connection, report.player.id, rating_list, write.place())
    state = system.unrated() if data is None else system.load(data)
    now = system.rank(state)
    if now is None:
        raise RuleError(f"{report.player.name} no longer has a {rating_list.label} rating, so no floor can be set.")
    if system.floor(state, rating_list) >= due.floor:
        raise RuleError(f"{report.player.name} already has a floor of {system.floor(state, rating_list):g}.")
    written = SetRatingRequest(
        Member(0, report.player.name),
        rating=max(now.rating, due.floor),
        floor=due.floor,
        reason=f"alerted by a norm of {due.norm} at a rating of {due.rating}",
    )
    opened = open_for(write, report.player, rating_list, written)
    write.note(opened.entered_rating_id, {"reason": written.reason})
    return opened
