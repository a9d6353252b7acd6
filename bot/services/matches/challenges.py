"""Challenges: a match that a member proposes to another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import partial

from bot.services.events.report import EventSource
from bot.services.framework.clock import zone
from bot.services.framework.confirmation import Confirm
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.every_club import in_each_club
from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.recalculation.states import backgrounds
from bot.services.framework.transaction import ClubWrite, Read, Write, read, repeatable, use_case, write_for_club
from bot.services.framework.whole_clubs import count_due
from bot.services.matches.oracle import MOST_GAMES as MOST_OF_POOL
from bot.services.ratings.oracle.pools import ParsedSide, ensure_side
from bot.store.club import clubs
from bot.store.database.rows import Club, EventFact, FactPosition, JournalEntry, MessagePlace, NewEvent, Player
from bot.store.database.transactions import Connection
from bot.store.events import challenges, facts
from bot.store.events.challenges import Challenge, ChallengeStatus, ReportedResults
from bot.store.people import players
from bot.store.ratings import journals, standings
from core.errors import InputError, NotAllowedError, NotFoundError, RatingError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.files.common.text import parse_day
from core.files.typed.matches import SET_FROM
from core.lists import RatingList, Sets, set_results
from core.rating.systems import is_pool, system_of
from core.words import counted

# Challenges as cards and events.


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players.

    rating: as displayed, None if unrated. moved: the match's rating change, once it counts.
    """

    player: Player
    rating: int | None
    moved: JournalEntry | None = None


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge with both sides.

    counts_at: when a reported result counts by itself. confirms: whether the opponent may confirm it. pings:
    whether the opponent wants to be asked. by_points: whether its list rates shares of points.
    """

    challenge: Challenge
    first: Side
    second: Side
    has_lapsed: bool
    counts_at: datetime | None = None
    confirms: bool = True
    pings: bool = True
    by_points: bool = False

    def side_of(self, actor: Actor) -> Side | None:
        mine = actor.member.user_id
        return next((side for side in (self.first, self.second) if side.player.user_id == mine), None)

    def other(self, user_id: int) -> Side:
        return self.second if self.first.player.user_id == user_id else self.first


def found(connection: Connection, club: Club, challenge_id: int) -> Challenge:
    challenge = challenges.find(connection, club.id, challenge_id)
    if challenge is None:
        raise NotFoundError("There is no such challenge in this club. Create one with /challenge.")
    return challenge


def card_of(connection: Connection, club: Club, challenge: Challenge, now: datetime) -> ChallengeCard:
    ids = (challenge.from_id, challenge.to_id)
    people = players.by_ids(connection, club.id, ids)
    rated = standings.of_players(connection, club.id, challenge.rating_list, ids)
    first, second = (
        Side(
            people[player_id],
            rated[player_id].displayed if player_id in rated else None,
            None
            if challenge.event_id is None
            else journals.of_event(connection, challenge.event_id, player_id, challenge.rating_list),
        )
        for player_id in ids
    )
    return ChallengeCard(
        challenge,
        first,
        second,
        challenge.status is ChallengeStatus.OPEN and challenge.until <= now,
        None if challenge.reported is None else counts_at(club, challenge.reported),
        club.confirm_results == Confirm.BOTH,
        challenges.takes_challenges(connection, challenge.to_id),
        club.house_rules.sets_of(challenge.rating_list) is Sets.POINTS,
    )


def counts_at(club: Club, reported: ReportedResults) -> datetime:
    return reported.at + timedelta(hours=club.confirm_hours)


def check_side(card: ChallengeCard, actor: Actor, *, is_director: bool) -> Side | None:
    """Return somebody's side, None for a director who is neither; else raise NotAllowedError."""
    side = card.side_of(actor)
    if side is None and not is_director:
        names = f"{card.first.player.name}, {card.second.player.name}"
        raise NotAllowedError(
            f"Only {names} or a tournament director (TD) can do that. Create your own challenge with /challenge."
        )
    return side


def check_reportable(card: ChallengeCard) -> None:
    """Raise RuleError unless a challenge is accepted and not reported yet."""
    challenge = card.challenge
    if challenge.status is ChallengeStatus.REPORTED and challenge.reported is not None:
        who = card.first if challenge.reported.by == card.first.player.user_id else card.second
        raise RuleError(f"{who.player.name} has already reported the result. Press Confirm or Dispute there.")
    if challenge.status is not ChallengeStatus.ACCEPTED:
        raise RuleError(f"That challenge is {challenge.status.value}. Only an accepted challenge can be reported.")


def crosstable_of(
    challenge: Challenge, results: tuple[float, ...], day: date, points: tuple[int, int] | None = None
) -> Crosstable:
    """Return a match as an event of two players; colours alternate. points: of a match that is one game."""
    entrants = tuple(
        Entrant(number, player=player_id, rated=True)
        for number, player_id in enumerate((challenge.from_id, challenge.to_id), start=1)
    )
    games = tuple(
        Game(number, 1, 2, result, challenge.white_first == (number % 2 == 1), *(points or ()))
        for number, result in enumerate(results, start=1)
    )
    return Crosstable(day, entrants, games, kind=EventKind.MATCH)


# Propose, accept, decline and take back a challenge.


CHALLENGED, ACCEPTED, DECLINED = "challenge", "accept-challenge", "decline-challenge"

MOST_GAMES, MOST_UNANSWERED = 20, 5
DAYS, MOST_DAYS = 7, 60


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A member's input; None for missing options. begins: None for by lot."""

    opponent: Member
    rating_list: RatingList | None = None
    games: int = 1
    begins: bool | None = None
    until: date | None = None
    note: str | None = None


@use_case(CHALLENGED)
def propose(write: Write, written: NewChallenge) -> ChallengeCard:
    if written.opponent.user_id == write.actor.member.user_id:
        raise InputError("You cannot challenge yourself. Choose another member.")
    own, other = write.ensure(write.actor.member), write.ensure(written.opponent)
    if challenges.unanswered(write.connection, write.club.id, own.id, write.now) >= MOST_UNANSWERED:
        raise RuleError(
            f"You already have {MOST_UNANSWERED} unanswered challenges. Take one back, or wait for an answer."
        )
    new = Challenge(
        id=0,
        from_id=own.id,
        to_id=other.id,
        rating_list=written.rating_list or write.club.default_list,
        games=written.games,
        # By lot, and the same if Discord delivers it twice.
        white_first=bool(write.actor.interaction_id >> 22 & 1) if written.begins is None else written.begins,
        note=written.note,
        until=_until(write, written.until),
        status=ChallengeStatus.OPEN,
    )
    _check_rateable(write, new)
    key = challenges.add(write.connection, write.club.id, new, write.actor.interaction_id, write.now)
    write.note(key)
    return _card(write, key)


def _until(write: Write, day: date | None) -> datetime:
    if day is None:
        return write.now + timedelta(days=DAYS)
    if not write.today <= day <= write.today + timedelta(days=MOST_DAYS):
        raise InputError(f"A challenge cannot lapse on that day. Choose today or a day up to {MOST_DAYS} days ahead.")
    return datetime.combine(day + timedelta(days=1), time(), zone(write.club.time_zone))


def _check_rateable(write: Write, new: Challenge) -> None:
    system, rating_list, rules = system_of(new.rating_list), new.rating_list, write.club.house_rules
    rules.check_open(rating_list)
    table = crosstable_of(new, (0.5, 1.0, 0.0)[: new.games], write.today)
    rated = standings.of_players(write.connection, write.club.id, rating_list, (new.from_id, new.to_id))
    states = {
        key: system.load(rated[key].state) if key in rated else system.unrated() for key in (new.from_id, new.to_id)
    }
    known = backgrounds(write.connection, rating_list, write.place(), table, states)
    people = players.by_ids(write.connection, write.club.id, states)
    named = tuple(replace(entrant, name=people[key].name) for key, entrant in zip(states, table.entrants, strict=True))
    try:
        system.rate_event(replace(table, entrants=named), rating_list, states, None, known, rules)
    except RuleError as error:
        raise RuleError(
            f"{error.message} Choose another list with the option list if the match should count there."
        ) from error


@use_case("change-challenge")
def change_challenge(write: Write, challenge_id: int, begins: bool | None, until: str) -> ChallengeCard:
    card = _card(write, challenge_id)
    if card.side_of(write.actor) != card.first and not write.is_director:
        raise NotAllowedError(f"Only {card.first.player.name} can change this challenge. Accept or decline it.")
    _check_open(card)
    challenges.change(
        write.connection,
        challenge_id,
        card.challenge.white_first if begins is None else begins,
        _until(write, parse_day(until, write.today + timedelta(days=MOST_DAYS), write.today))
        if until
        else card.challenge.until,
    )
    write.note(challenge_id)
    return _card(write, challenge_id)


@use_case(ACCEPTED)
def accept(write: Write, challenge_id: int) -> ChallengeCard:
    card = _card(write, challenge_id)
    side = check_side(card, write.actor, is_director=write.is_director)
    if side == card.first:
        raise NotAllowedError(
            f"Only {card.second.player.name} can accept this challenge. Press Decline to withdraw it."
        )
    _check_open(card)
    challenges.settle(write.connection, challenge_id, ChallengeStatus.ACCEPTED)
    write.note(challenge_id)
    return _card(write, challenge_id)


@use_case(DECLINED)
def decline(write: Write, challenge_id: int) -> ChallengeCard:
    """Decline, take back or call off a challenge that is not reported."""
    card = _card(write, challenge_id)
    side = check_side(card, write.actor, is_director=write.is_director)
    if card.challenge.status is not ChallengeStatus.ACCEPTED:
        _check_open(card)
    is_theirs = side == card.second and card.challenge.status is ChallengeStatus.OPEN
    status = ChallengeStatus.DECLINED if is_theirs else ChallengeStatus.WITHDRAWN
    challenges.settle(write.connection, challenge_id, status)
    write.note(challenge_id)
    return _card(write, challenge_id)


def _check_open(card: ChallengeCard) -> None:
    if card.has_lapsed:
        raise RuleError("That challenge has lapsed. Create a new one with /challenge.")
    if card.challenge.status is not ChallengeStatus.OPEN:
        raise RuleError(f"That challenge is already {card.challenge.status.value}.")


def _card(write: Write, challenge_id: int) -> ChallengeCard:
    return card_of(write.connection, write.club, found(write.connection, write.club, challenge_id), write.now)


@read()
def challenge_to_report(look: Read, challenge_id: int) -> tuple[ChallengeCard, bool]:
    connection, club = look.connection, look.club
    card = card_of(connection, club, found(connection, club, challenge_id), look.now)
    side = check_side(card, look.actor, is_director=look.actor.is_director(club))
    check_reportable(card)
    return card, side is None


@read()
def own_challenges(look: Read) -> Sequence[ChallengeCard]:
    connection, club = look.connection, look.club
    club, now = clubs.find(connection, look.club.id), look.now
    own = players.by_user(connection, look.club.id, look.actor.member.user_id)
    if own is None:
        return ()
    mine = challenges.of_player(connection, look.club.id, own.id, now)
    return [card_of(connection, club, one, now) for one in mine]


@repeatable()
def keep_place(write: Write, challenge_id: int, place: MessagePlace) -> None:
    challenges.keep_place(write.connection, write.club.id, challenge_id, place)


# Report and confirm a challenge's result.


REPORTED, CONFIRMED, OBJECTED = "report-challenge", "confirm-challenge", "object-challenge"

NAME = "Challenge"


@use_case(REPORTED)
def report_match(
    write: Write, challenge_id: int, results: Sequence[float], sets: Sequence[tuple[int, int]] = ()
) -> ChallengeCard:
    """Report a match in the order of play, as the reporter scored; a director reports the first's.

    sets: points of each, if written.
    """
    count_due(write)
    card = _result_card(write, challenge_id)
    side = check_side(card, write.actor, is_director=write.is_director)
    check_reportable(card)
    if not 1 <= len(results) <= card.challenge.games:
        raise InputError(
            f"The challenge is for at most {counted(card.challenge.games, 'game')}. Report no more than that."
        )
    write.club.house_rules.check_points(card.challenge.rating_list, sets)
    turned = side is not None and side == card.second
    own = tuple(1 - result if turned else result for result in results)
    points = tuple((theirs, mine) if turned else (mine, theirs) for mine, theirs in sets)
    reported = ReportedResults(write.actor.member.user_id, write.now, own, points)
    challenges.settle(write.connection, challenge_id, ChallengeStatus.REPORTED, reported)
    if write.is_director or write.club.confirm_results == Confirm.NONE:
        _count(write, challenge_id)
    write.note(challenge_id)
    return _result_card(write, challenge_id)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A played match as its first player scored; `first` None: the actor. sets: points of each, if written."""

    opponent: ParsedSide
    first: ParsedSide | None
    rating_list: RatingList
    wins: int
    losses: int
    draws: int = 0
    sets: tuple[tuple[int, int], ...] = ()

    @property
    def results(self) -> tuple[float, ...]:
        """Return the results, wins first; raise InputError for no match or too long a one."""
        found = (1.0,) * self.wins + (0.5,) * self.draws + (0.0,) * self.losses
        if self.sets:
            found = set_results(self.sets)
        if not 1 <= len(found) <= MOST_GAMES:
            raise InputError(f"A match has 1 to {MOST_GAMES} games. Write how many you won, lost and drew.")
        return found


@read()
def match_limits(look: Read, rating_list: RatingList) -> tuple[int, int | None]:
    """Return the most games of a match on a list, and from how many points one pair is a set (None: never)."""
    if not system_of(rating_list).rates_sides:
        return MOST_OF_POOL if is_pool(rating_list) else MOST_GAMES, None
    by_points = look.club.house_rules.sets_of(rating_list) is Sets.POINTS
    return MOST_GAMES, 1 if by_points else SET_FROM


@use_case(REPORTED)
def report_played(write: Write, played: PlayedMatch) -> ChallengeCard:
    """Report an unproposed match; the opponent confirms it, or a director's counts at once."""
    count_due(write)
    results, me = played.results, write.actor.member
    write.club.house_rules.check_points(played.rating_list, played.sets)
    if played.first is not None:
        write.require_director("report for somebody else")
    elif not write.actor.may_self_report(write.club):
        raise NotAllowedError("You cannot report your own matches in this club. Ask a tournament director (TD).")
    own = write.ensure(me) if played.first is None else ensure_side(write, played.first, None)
    other = ensure_side(write, played.opponent, None)
    if own.id == other.id:
        raise InputError("A match has two players. Choose another opponent.")
    new = Challenge(
        id=0,
        from_id=own.id,
        to_id=other.id,
        rating_list=played.rating_list,
        games=len(results),
        white_first=True,
        note=None,
        until=write.now,
        status=ChallengeStatus.ACCEPTED,
    )
    _check_rateable(write, new)
    key = challenges.add(write.connection, write.club.id, new, write.actor.interaction_id, write.now)
    challenges.settle(
        write.connection, key, ChallengeStatus.REPORTED, ReportedResults(me.user_id, write.now, results, played.sets)
    )
    if write.is_director or write.club.confirm_results == Confirm.NONE:
        _count(write, key)
    write.note(key)
    return _result_card(write, key)


@use_case(CONFIRMED)
def confirm_match(write: Write, challenge_id: int) -> ChallengeCard:
    count_due(write)
    card = _reported(write, write.actor, challenge_id)
    assert card.challenge.reported is not None
    if not write.is_director:
        if write.club.confirm_results == Confirm.DIRECTOR:
            raise NotAllowedError("Only a tournament director (TD) can confirm results in this club. Ask one of them.")
        if card.challenge.reported.by == write.actor.member.user_id:
            other = card.other(write.actor.member.user_id).player.name
            raise NotAllowedError(
                f"Only {other} or a tournament director (TD) can confirm this result. Ask one of them."
            )
    _count(write, challenge_id)
    write.note(challenge_id)
    return _result_card(write, challenge_id)


@use_case(OBJECTED)
def object_to_result(write: Write, challenge_id: int) -> ChallengeCard:
    """Dispute a report or take back one's own, so that it is reported again."""
    _reported(write, write.actor, challenge_id)
    challenges.settle(write.connection, challenge_id, ChallengeStatus.ACCEPTED)
    write.note(challenge_id)
    return _result_card(write, challenge_id)


def _reported(write: Write, actor: Actor, challenge_id: int) -> ChallengeCard:
    card = _result_card(write, challenge_id)
    check_side(card, actor, is_director=write.is_director)
    if card.challenge.status is ChallengeStatus.DONE:
        raise RuleError("That result already counts. Ask a tournament director (TD) to void it with /td void.")
    if card.challenge.status is not ChallengeStatus.REPORTED:
        raise RuleError("There is no result to confirm. Report it again.")
    return card


def _count(write: ClubWrite, challenge_id: int) -> None:
    challenge = found(write.connection, write.club, challenge_id)
    assert challenge.reported is not None
    sets, reported = write.club.house_rules.sets_of(challenge.rating_list), challenge.reported
    results, points = sets.rated(reported.results, reported.points)
    table = crosstable_of(challenge, results, write.today, points)
    (seq,) = clubs.reserve_positions(write.connection, write.club.id, 1)
    new = NewEvent(
        club_id=write.club.id,
        place=FactPosition(write.today, seq),
        name=NAME,
        rating_lists=(challenge.rating_list,),
        rules=None,
        source=EventSource.MATCH,
        reported_by=challenge.reported.by,
        interaction_id=None,
        at=write.now,
    )
    event_id = facts.add_event(write.connection, new, table)
    write.recalculate({challenge.rating_list: ListChange(added=(EventFact(new.place, event_id, table, None),))})
    challenges.settle(write.connection, challenge_id, ChallengeStatus.DONE, challenge.reported, event_id)


def _result_card(write: ClubWrite, challenge_id: int) -> ChallengeCard:
    return card_of(write.connection, write.club, found(write.connection, write.club, challenge_id), write.now)


async def count_reported(services: Services) -> int:
    waiting = await services.database.read(challenges.reported, club=None)

    async def count_in(club_id: int) -> None:
        for challenge_id in (one.id for club, one in waiting if club == club_id):
            try:
                await write_for_club(services, club_id, partial(_count_overdue, challenge_id=challenge_id))
            except RatingError:
                # its list no longer rates it: it is open for another report
                await write_for_club(services, club_id, partial(_reopen, challenge_id=challenge_id))

    return await in_each_club("counting challenges", dict.fromkeys(club_id for club_id, _ in waiting), count_in)


def _count_overdue(write: ClubWrite, challenge_id: int) -> None:
    count_due(write)
    challenge = found(write.connection, write.club, challenge_id)
    if challenge.status is not ChallengeStatus.REPORTED or challenge.reported is None:
        return
    if counts_at(write.club, challenge.reported) <= write.now:
        _count(write, challenge.id)


def _reopen(write: ClubWrite, challenge_id: int) -> None:
    challenges.settle(write.connection, challenge_id, ChallengeStatus.ACCEPTED)
