"""The result of a challenge: reported by one, confirmed by the other as at an evening, and then an event of two."""

from collections.abc import Sequence
from functools import partial

from bot.services.challenges.card import (
    ChallengeCard,
    card_of,
    check_reportable,
    check_side,
    counts_at,
    crosstable_of,
    found,
)
from bot.services.confirmation import Confirm
from bot.services.context import Actor, Services
from bot.services.each_club import in_each_club
from bot.services.events.sources import EventSource
from bot.services.fold.lists import ListChange
from bot.services.transaction import ClubWrite, Write, use_case, write_for_club
from bot.services.upkeep.due_matches import count_due
from bot.store import clubs
from bot.store.events import challenges, facts
from bot.store.events.challenges import ChallengeStatus, ReportedResults
from bot.store.rows import EventFact, FactPosition, NewEvent
from core.errors import InputError, NotAllowedError, RatingError, RuleError
from core.words import counted

REPORTED, CONFIRMED, OBJECTED = "report-challenge", "confirm-challenge", "object-challenge"
"""The audit's names for it."""

NAME = "Challenge"
"""What the event of two is called."""


@use_case(REPORTED)
def report_match(write: Write, challenge_id: int, results: Sequence[float]) -> ChallengeCard:
    """Report a match: its results in the order of play, as whoever reports scored; a director tells the first's."""
    count_due(write)
    card = _card(write, challenge_id)
    side = check_side(card, write.actor, is_director=write.is_director)
    check_reportable(card)
    if not 1 <= len(results) <= card.challenge.games:
        raise InputError(f"It was to be {counted(card.challenge.games, 'game')} at most: report no more.")
    own = [1 - result for result in results] if side is not None and side == card.second else list(results)
    told = ReportedResults(write.actor.member.user_id, write.now, tuple(own))
    challenges.settle(write.connection, challenge_id, ChallengeStatus.REPORTED, told)
    if write.is_director or write.club.confirm_results == Confirm.NONE:
        _count(write, challenge_id)
    write.note(challenge_id)
    return _card(write, challenge_id)


@use_case(CONFIRMED)
def confirm_match(write: Write, challenge_id: int) -> ChallengeCard:
    """Confirm what the other side reported, or as a director: it counts."""
    count_due(write)
    card = _reported(write, write.actor, challenge_id)
    assert card.challenge.reported is not None
    if not write.is_director:
        if write.club.confirm_results == Confirm.DIRECTOR:
            raise NotAllowedError("In this club a tournament director (TD) confirms results: ask one of yours.")
        if card.challenge.reported.by == write.actor.member.user_id:
            other = card.other(write.actor.member.user_id).player.name
            raise NotAllowedError(f"{other} confirms it, or a tournament director (TD).")
    _count(write, challenge_id)
    write.note(challenge_id)
    return _card(write, challenge_id)


@use_case(OBJECTED)
def object_to_result(write: Write, challenge_id: int) -> ChallengeCard:
    """Say that a report is wrong, or take one's own back: it is to be reported again."""
    _reported(write, write.actor, challenge_id)
    challenges.settle(write.connection, challenge_id, ChallengeStatus.ACCEPTED)
    write.note(challenge_id)
    return _card(write, challenge_id)


def _reported(write: Write, actor: Actor, challenge_id: int) -> ChallengeCard:
    """Return a challenge of which a report waits, for whoever may say something of it."""
    card = _card(write, challenge_id)
    check_side(card, actor, is_director=write.is_director)
    if card.challenge.status is ChallengeStatus.DONE:
        raise RuleError("That result counts already: a tournament director (TD) can take it back with /event void.")
    if card.challenge.status is not ChallengeStatus.REPORTED:
        raise RuleError("No result waits there any more: report it again.")
    return card


def _count(write: ClubWrite, challenge_id: int) -> None:
    """Let what is reported count: an event of two, rated at once."""
    challenge = found(write.connection, write.club, challenge_id)
    assert challenge.reported is not None
    table = crosstable_of(challenge, challenge.reported.results, write.today)
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
    write.fold({challenge.rating_list: ListChange(added=(EventFact(new.place, event_id, table, None),))})
    challenges.settle(write.connection, challenge_id, ChallengeStatus.DONE, challenge.reported, event_id)


def _card(write: ClubWrite, challenge_id: int) -> ChallengeCard:
    return card_of(write.connection, write.club, found(write.connection, write.club, challenge_id), write.now)


async def count_reported(services: Services) -> int:
    """Let results count to which nobody has objected in time; return in how many clubs some may have been."""
    waiting = await services.database.read(challenges.reported, club=None)

    async def count_in(club_id: int) -> None:
        for challenge_id in (one.id for club, one in waiting if club == club_id):
            try:
                await write_for_club(services, club_id, partial(_count_overdue, challenge_id=challenge_id))
            except RatingError:
                # Its list would not rate it any more: it is open to another report, and keeps no hour busy.
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
