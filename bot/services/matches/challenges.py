"""Challenges: a match that a member proposes to another."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from bot.services.framework.actions import report_action
from bot.services.framework.clock import zone
from bot.services.framework.context import Actor, Member
from bot.services.framework.transaction import Read, Write, read, repeatable, use_case
from bot.services.framework.whole_clubs import count_due
from bot.services.matches.match import (
    MATCH_RECORDED,
    MatchReport,
    PlayedMatch,
    check_rateable,
    match_crosstable,
    store_match,
    with_keeper,
)
from bot.store.club import clubs
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Club, MessagePlace, Player
from bot.store.database.transactions import Connection
from bot.store.events import challenges, facts
from bot.store.events.challenges import Challenge, ChallengeStatus
from bot.store.people import players
from bot.store.ratings import standings
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.files.common.dates import parse_day
from core.lists import RatingList, Sets
from core.rating.systems import is_pool
from core.words import counted

# Challenges as cards.


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players. rating: as displayed, None if unrated."""

    player: Player
    rating: int | None


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge with both sides.

    pings: whether the opponent wants to be asked. by_points: whether its list rates shares of points.
    """

    challenge: Challenge
    first: Side
    second: Side
    has_lapsed: bool
    pings: bool = True
    by_points: bool = False

    def side_of(self, actor: Actor) -> Side | None:
        mine = actor.member.user_id
        return next((side for side in (self.first, self.second) if side.player.user_id == mine), None)


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
        Side(people[player_id], rated[player_id].displayed if player_id in rated else None) for player_id in ids
    )
    return ChallengeCard(
        challenge,
        first,
        second,
        challenge.status is ChallengeStatus.OPEN and challenge.until <= now,
        challenges.takes_challenges(connection, challenge.to_id),
        club.house_rules.sets_of(challenge.rating_list) is Sets.POINTS,
    )


def check_side(card: ChallengeCard, actor: Actor, *, is_director: bool) -> Side | None:
    """Return somebody's side, None for a director who is neither; else raise NotAllowedError."""
    side = card.side_of(actor)
    if side is None and not is_director:
        names = f"{card.first.player.name}, {card.second.player.name}"
        raise NotAllowedError(
            f"Only {names} or a tournament director (TD) can do that. Create your own challenge with /challenge."
        )
    return side


def check_reportable(connection: Connection, club: Club, card: ChallengeCard, actor: Actor) -> None:
    """Raise RuleError unless a challenge is accepted and not reported yet."""
    challenge = card.challenge
    if challenge.status in (ChallengeStatus.REPORTED, ChallengeStatus.DONE):
        event, me = facts.find_event(connection, club.id, challenge.event_id or 0), actor.member.user_id
        names = {side.player.user_id: f"{side.player.name} has" for side in (card.first, card.second)} | {
            me: "You have"
        }
        by = None if event is None else event.reported_by
        if challenge.status is ChallengeStatus.DONE:
            now = ", and it counts. Ask a tournament director (TD) to void it with /td void if it is wrong."
        else:
            now = ". Press Undo under that match first." if by == me else ". Press Confirm or Dispute under that match."
        raise RuleError(f"{names.get(by, 'A director has')} already reported the result{now}")
    if challenge.status is not ChallengeStatus.ACCEPTED:
        raise RuleError(f"That challenge is {challenge.status.value}. Only an accepted challenge can be reported.")


# Propose, accept, decline and take back a challenge.


MOST_UNANSWERED = 5
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


@use_case(report_action("challenge", "challenged", Subject.CHALLENGE))
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
    write.club.house_rules.check_open(new.rating_list)
    scores = (0.5, 1.0, 0.0)[: new.games]
    check_rateable(write, new.rating_list, match_crosstable(write.today, own, other, scores, in_order=True))
    key = challenges.add(write.connection, write.club.id, new, write.actor.interaction_id, write.now)
    write.note(key)
    return _card(write, key)


def _until(write: Write, day: date | None) -> datetime:
    if day is None:
        return write.now + timedelta(days=DAYS)
    if not write.today <= day <= write.today + timedelta(days=MOST_DAYS):
        raise InputError(f"A challenge cannot lapse on that day. Choose today or a day up to {MOST_DAYS} days ahead.")
    return datetime.combine(day + timedelta(days=1), time(), zone(write.club.time_zone))


@use_case(report_action("change-challenge", "changed the challenge", Subject.CHALLENGE))
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


@use_case(report_action("accept-challenge", "accepted the challenge to", Subject.CHALLENGE))
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


@use_case(report_action("decline-challenge", "declined or cancelled the challenge to", Subject.CHALLENGE))
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
        raise RuleError("The challenge has lapsed. Create a new one with /challenge.")
    if card.challenge.status is not ChallengeStatus.OPEN:
        raise RuleError(f"That challenge is already {card.challenge.status.value}.")


def _card(write: Write, challenge_id: int) -> ChallengeCard:
    return card_of(write.connection, write.club, found(write.connection, write.club, challenge_id), write.now)


@read()
def challenge_to_report(look: Read, challenge_id: int) -> tuple[ChallengeCard, bool]:
    connection, club = look.connection, look.club
    card = card_of(connection, club, found(connection, club, challenge_id), look.now)
    side = check_side(card, look.actor, is_director=look.actor.is_director(club))
    check_reportable(connection, club, card, look.actor)
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


# Report a challenge's result: a match.


@use_case(MATCH_RECORDED)
def report_challenge(
    write: Write,
    challenge_id: int,
    results: Sequence[float],
    sets: Sequence[tuple[int, int]] = (),
    *,
    in_order: bool = True,
    another: bool = False,
) -> MatchReport:
    """Report a match as the reporter scored; a director reports the first's.

    sets: points of each, if written. another: see `record_match`.
    """
    count_due(write)
    card = _card(write, challenge_id)
    challenge = card.challenge
    side = check_side(card, write.actor, is_director=write.is_director)
    check_reportable(write.connection, write.club, card, write.actor)
    if is_pool(challenge.rating_list):
        write = with_keeper(write, challenge.rating_list)
    if not 1 <= len(results) <= challenge.games:
        raise InputError(f"The challenge is for at most {counted(challenge.games, 'game')}. Report no more than that.")
    turned = side is not None and side == card.second
    scores = tuple(1 - result if turned else result for result in results)
    points = tuple((theirs, mine) if turned else (mine, theirs) for mine, theirs in sets)
    played = PlayedMatch(
        ((card.first.player,), (card.second.player,)),
        challenge.rating_list,
        scores,
        in_order,
        points,
        challenge.white_first,
    )
    report = store_match(write, played, another=another)
    challenges.report(write.connection, challenge_id, report.event_id)
    return report


@read()
def match_of(look: Read, challenge_id: int) -> int:
    """Return the event of a reported challenge."""
    challenge = found(look.connection, look.club, challenge_id)
    if challenge.event_id is None or challenge.status not in (ChallengeStatus.REPORTED, ChallengeStatus.DONE):
        raise RuleError("There is no result to confirm. Report it again.")
    return challenge.event_id
