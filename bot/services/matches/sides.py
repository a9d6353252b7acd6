"""Matches of two sides of several players, such as doubles: stored, then confirmed by the other side or by time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.services.events.newcomers import settle_events
from bot.services.events.report import find_reported, recalculate_event
from bot.services.framework.confirmation import Confirm
from bot.services.framework.context import Actor
from bot.services.framework.recalculation.lists import ListChange, RatingChange
from bot.services.framework.transaction import Write, use_case
from bot.services.framework.whole_clubs import count, count_due
from bot.services.matches.oracle import OBJECTED, MatchSubmission, new_match, waits_until
from bot.services.ratings.oracle.pools import ParsedSide, ensure_side
from bot.store.database.rows import Club, EventFact, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts, unconfirmed
from bot.store.people import oracle, players
from bot.store.people.oracle import CONFIRMED, Confirmation
from core.errors import InputError, NotAllowedError, NotFoundError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.sides import LEAST, MOST, sides_of
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.systems import system_of
from core.words import counted


@dataclass(frozen=True, slots=True)
class SidesSubmission:
    """A submitted match. wins, losses, draws: of the first side. sets: points of each, if written."""

    first: tuple[ParsedSide, ...]
    second: tuple[ParsedSide, ...]
    rating_list: RatingList
    wins: int
    losses: int
    draws: int = 0
    sets: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SidePlayer:
    """A player of a side. outcome: None while the match waits."""

    player: Player
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SidesReport:
    """A stored match. scores: of the first side, of the games that count. waits_until: None once it counts."""

    event_id: int
    rating_list: RatingList
    day: date
    sides: tuple[tuple[SidePlayer, ...], tuple[SidePlayer, ...]]
    scores: tuple[float, ...]
    reported_by: int
    confirmations: Sequence[Confirmation]
    confirm: Confirm | None
    waits_until: datetime | None
    later: tuple[RatingChange, ...] = ()
    people: dict[int, Player] | None = None

    @property
    def others(self) -> tuple[Player, ...]:
        """Return the side that the reporter is not in; the second one for a director in neither."""
        first, second = (tuple(one.player for one in side) for side in self.sides)
        return first if any(one.user_id == self.reported_by for one in second) else second

    @property
    def asked(self) -> list[int]:
        if self.waits_until is None or self.confirm is Confirm.DIRECTOR:
            return []
        return [one.user_id for one in self.others if one.user_id is not None]


@use_case("record-match")
def record_sides(write: Write, written: SidesSubmission) -> SidesReport:
    """Store a match of two sides, rated at once or waiting; a director's counts at once."""
    count_due(write)
    rating_list, rules = written.rating_list, write.club.house_rules
    rules.check_open(rating_list)
    system_of(rating_list).check_kind(EventKind.SIDES)
    rules.check_points(rating_list, written.sets)
    counts = MatchSubmission(written.second[0], written.wins, written.losses, written.draws)
    scores, points = rules.sets_of(rating_list).rated(counts.scores, written.sets)
    sides = [tuple(ensure_side(write, one, None) for one in side) for side in (written.first, written.second)]
    _check_sides(*sides)
    _check_reporter(write, [one for side in sides for one in side])
    place, until = write.place(), waits_until(write)
    crosstable = _crosstable(place.date, sides[0], sides[1], scores, points)
    new = new_match(write, rating_list, place, until)
    event_id = facts.add_event(write.connection, new, crosstable)
    later: Sequence[RatingChange] = ()
    if until is None:
        fact = EventFact(place, event_id, crosstable, None)
        later = write.recalculate({rating_list: ListChange(added=(fact,))}).later
    write.note(event_id)
    return sides_report(write.connection, write.club, event_id, later)


def name_of(side: Iterable[Player]) -> str:
    return " + ".join(one.name for one in side)


def _check_sides(first: Sequence[Player], second: Sequence[Player]) -> None:
    named = Counter(one.id for one in (*first, *second))
    twice = next((one for one in (*first, *second) if named[one.id] > 1), None)
    if twice is not None:
        raise InputError(f"{twice.name} is named twice. Name every player once.")
    if len(first) != len(second) or not LEAST <= len(first) <= MOST:
        raise InputError(
            f"One side has {counted(len(first), 'player')} and the other {len(second)}. "
            f"Name {LEAST} to {MOST} players for each side, the same number for both, for example Ann + Bo, Cy + Di."
        )


def _check_reporter(write: Write, everybody: Iterable[Player]) -> None:
    if write.is_director:
        return
    if all(one.user_id != write.actor.member.user_id for one in everybody):
        raise NotAllowedError(
            "Only a tournament director (TD) can report for somebody else. Name yourself in one of the sides, "
            "or ask one of them."
        )
    if not write.actor.may_self_report(write.club):
        raise NotAllowedError("You cannot report your own matches in this club. Ask a tournament director (TD).")


def _crosstable(
    day: date,
    first: Sequence[Player],
    second: Sequence[Player],
    scores: Sequence[float],
    points: tuple[int, int] | None,
) -> Crosstable:
    """Return a match as an event: a game of each player of a side with one of the other, all with one result."""
    entrants = tuple(
        Entrant(number, player=one.id, name=one.name, rated=True)
        for number, one in enumerate((*first, *second), start=1)
    )
    games = tuple(
        Game(round_number, number, number + len(first), score, None, *(points or ()))
        for round_number, score in enumerate(scores, start=1)
        for number in range(1, len(first) + 1)
    )
    return Crosstable(day, entrants, games, kind=EventKind.SIDES)


def sides_report(connection: Connection, club: Club, event_id: int, later: Sequence[RatingChange] = ()) -> SidesReport:
    """Return a counting or waiting match of two sides; raise NotFoundError for another event."""
    event = find_reported(connection, club, event_id)
    crosstable, outcomes = recalculate_event(connection, club, event)
    if crosstable.kind is not EventKind.SIDES:
        raise NotFoundError("That event is not a match of two sides. See it with /events.")
    ids = {one.number: one.player for one in crosstable.entrants if isinstance(one.player, int)}
    people = players.by_ids(connection, club.id, {*ids.values(), *(change.player_id for change in later)})
    done = outcomes[event.rating_lists[0]]
    first, second = (
        tuple(SidePlayer(people[ids[number]], done.get(ids[number])) for number in side)
        for side in sides_of(crosstable)
    )
    return SidesReport(
        event_id=event_id,
        rating_list=event.rating_lists[0],
        day=event.place.date,
        sides=(first, second),
        scores=tuple(game.score for game in crosstable.games if game.first == 1 and game.score is not None),
        reported_by=event.reported_by,
        confirmations=oracle.confirmations(connection, club.id, event_id),
        confirm=None if club.confirm_results == Confirm.NONE else Confirm(club.confirm_results),
        waits_until=event.waits_until,
        later=tuple(later),
        people=people,
    )


@use_case(CONFIRMED)
def confirm_sides(write: Write, event_id: int) -> SidesReport:
    count_due(write)
    report = sides_report(write.connection, write.club, event_id)
    if report.waits_until is None:
        raise InputError("This match already counts.")
    if not write.is_director and write.actor.member.user_id not in report.asked:
        raise NotAllowedError(
            "Only a tournament director (TD) can confirm matches in this club. Ask one of them."
            if report.confirm is Confirm.DIRECTOR
            else "Only the other side or a tournament director (TD) can confirm this match. Ask one of them."
        )
    later = count(write, [event_id]).later
    stored = sides_report(write.connection, write.club, event_id, later)
    write.note(event_id)
    # The confirmation is in the audit only after this.
    confirmed = Confirmation(write.actor.member.user_id, write.now)
    return replace(stored, confirmations=[*stored.confirmations, confirmed])


@use_case(OBJECTED)
def object_to_sides(write: Write, event_id: int) -> SidesReport:
    """Dispute a waiting match, as a player of the other side or a director: it does not count."""
    count_due(write)
    report = sides_report(write.connection, write.club, event_id)
    if report.waits_until is None:
        raise NotAllowedError("This match already counts. Ask a tournament director (TD) to void it with /td void.")
    if not write.is_director and not _is_other_side(report, write.actor):
        raise NotAllowedError(
            "You reported this match yourself. Press Undo to remove it."
            if report.reported_by == write.actor.member.user_id
            else "Only the other side or a tournament director (TD) can dispute this match."
        )
    unconfirmed.drop_waiting_match(write.connection, event_id)
    settle_events(write, [event_id])
    write.note(event_id)
    return report


def _is_other_side(report: SidesReport, actor: Actor) -> bool:
    return any(one.user_id == actor.member.user_id for one in report.others)
