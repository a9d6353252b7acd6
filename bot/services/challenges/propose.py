"""Challenge somebody, and answer a challenge: accepted, declined, or taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from bot.services.challenges.card import ChallengeCard, card_of, check_reportable, check_side, crosstable_of, found
from bot.services.clock import zone
from bot.services.context import Member
from bot.services.fold.states import backgrounds
from bot.services.transaction import Read, Write, read, repeatable, use_case
from bot.store import clubs
from bot.store.derived import standings
from bot.store.events import challenges
from bot.store.events.challenges import Challenge, ChallengeStatus
from bot.store.people import players
from bot.store.rows import MessagePlace
from core.errors import InputError, NotAllowedError, RuleError
from core.lists import RatingList
from core.systems import SYSTEMS

CHALLENGED, ACCEPTED, DECLINED = "challenge", "accept-challenge", "decline-challenge"
"""The audit's names for it."""

MOST_GAMES, MOST_UNANSWERED = 20, 5
DAYS, MOST_DAYS = 7, 60
"""How long a challenge waits for its answer, and how long it may."""


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """What a member wrote; None where an option was left out. begins: whether they begin; None for by lot."""

    opponent: Member
    rating_list: RatingList | None = None
    games: int = 1
    begins: bool | None = None
    until: date | None = None
    note: str | None = None


@use_case(CHALLENGED)
def propose(write: Write, written: NewChallenge) -> ChallengeCard:
    """Challenge a member."""
    if written.opponent.user_id == write.actor.member.user_id:
        raise InputError("Nobody challenges themselves: choose another member.")
    own, other = write.ensure(write.actor.member), write.ensure(written.opponent)
    if challenges.unanswered(write.connection, write.club.id, own.id, write.now) >= MOST_UNANSWERED:
        raise RuleError(f"{MOST_UNANSWERED} challenges of yours wait for an answer: take one back, or wait for one.")
    new = Challenge(
        id=0,
        from_id=own.id,
        to_id=other.id,
        rating_list=written.rating_list or write.club.default_list,
        games=written.games,
        # By lot, and the same one when Discord delivers it twice.
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
    """Return when a challenge lapses: when a day is over where the club is, or seven days from now."""
    if day is None:
        return write.now + timedelta(days=DAYS)
    if not write.today <= day <= write.today + timedelta(days=MOST_DAYS):
        raise InputError(f"A challenge waits until today or a later day, {MOST_DAYS} days ahead at most.")
    return datetime.combine(day + timedelta(days=1), time(), zone(write.club.time_zone))


def _check_rateable(write: Write, new: Challenge) -> None:
    """Raise the sentence of a list that would not rate such a match, before anybody plays it."""
    system, rating_list, rules = SYSTEMS[new.rating_list], new.rating_list, write.club.house_rules
    table = crosstable_of(new, (0.5, 1.0, 0.0)[: new.games], write.today)
    rated = standings.of_players(write.connection, write.club.id, rating_list, (new.from_id, new.to_id))
    states = {
        key: system.load(rated[key].state) if key in rated else system.unrated() for key in (new.from_id, new.to_id)
    }
    known = backgrounds(write.connection, rating_list, write.place(), table, states)
    system.rate_event(table, rating_list, states, None, known, rules)


@use_case(ACCEPTED)
def accept(write: Write, challenge_id: int) -> ChallengeCard:
    """Accept a challenge: whoever is challenged, or a director for them."""
    card = _card(write, challenge_id)
    side = check_side(card, write.actor, is_director=write.is_director)
    if side == card.first:
        raise NotAllowedError(f"{card.second.player.name} accepts it, not you: Decline takes it back.")
    _check_open(card)
    challenges.settle(write.connection, challenge_id, ChallengeStatus.ACCEPTED)
    write.note(challenge_id)
    return _card(write, challenge_id)


@use_case(DECLINED)
def decline(write: Write, challenge_id: int) -> ChallengeCard:
    """Decline a challenge, or take one's own back; an accepted one is called off while nothing is reported."""
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
        raise RuleError("That challenge has lapsed: make a new one with /challenge.")
    if card.challenge.status is not ChallengeStatus.OPEN:
        raise RuleError(f"That challenge is {card.challenge.status.value} already.")


def _card(write: Write, challenge_id: int) -> ChallengeCard:
    return card_of(write.connection, write.club, found(write.connection, write.club, challenge_id), write.now)


@read()
def challenge_to_report(look: Read, challenge_id: int) -> tuple[ChallengeCard, bool]:
    """Return a challenge that can be reported, and whether a director does it for the two; errors for all others."""
    connection, club = look.connection, look.club
    card = card_of(connection, club, found(connection, club, challenge_id), look.now)
    side = check_side(card, look.actor, is_director=look.actor.is_director(club))
    check_reportable(card)
    return card, side is None


@read()
def own_challenges(look: Read) -> Sequence[ChallengeCard]:
    """Return the challenges of whoever asks that are under way, latest first."""
    connection, club = look.connection, look.club
    club, now = clubs.find(connection, look.club.id), look.now
    own = players.by_user(connection, look.club.id, look.actor.member.user_id)
    if own is None:
        return ()
    mine = challenges.of_player(connection, look.club.id, own.id, now)
    return [card_of(connection, club, one, now) for one in mine]


@repeatable()
def keep_place(write: Write, challenge_id: int, place: MessagePlace) -> None:
    """Remember where a challenge was posted."""
    challenges.keep_place(write.connection, write.club.id, challenge_id, place)
