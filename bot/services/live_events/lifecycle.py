"""A club evening kept in Discord: opened, joined, left, looked at, cancelled."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.services.audit import note
from bot.services.confirmation import waits
from bot.services.context import Actor, Services, require_director
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evenings
from bot.store.events.evening_rows import Evening, EveningEntrant, EveningResult, EveningStatus
from bot.store.kept import audits
from bot.store.people import players
from bot.store.rows import Club
from core.crosstable import TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.lists import RatingList
from core.systems import lists_for

MOST_ENTRANTS = 100
MOST_OPEN = 25
"""As many as Discord can offer to choose from."""


@dataclass(frozen=True, slots=True)
class EveningCard:
    """An evening of a club as it stands.

    lists: those that it will move, the main one first, which is also the one of the ratings shown.
    scores: points so far by number, byes and forfeits included.
    waiting: the results that still have to be confirmed.
    """

    club: Club
    evening: Evening
    lists: tuple[RatingList, ...]
    entrants: Sequence[EveningEntrant]
    results: Sequence[EveningResult]
    scores: dict[int, float]
    waiting: Sequence[EveningResult]

    def name_of(self, number: int) -> str:
        """Return what an entrant is called."""
        return next(entrant.player.name for entrant in self.entrants if entrant.number == number)

    def describe(self, result: EveningResult) -> str:
        """Return a result in words for a sentence."""
        second = "" if result.second is None else f" {self.name_of(result.second)}"
        return f"{self.name_of(result.first)} {result.sign}{second}"


async def new_evening(
    services: Services,
    actor: Actor,
    name: str,
    rating_list: RatingList | None,
    time_control: TimeControl | None,
    day: date | None,
) -> EveningCard:
    """Open an evening; directors only."""

    def work(connection: Connection) -> EveningCard:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "open an evening")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None:
            return card_in(connection, services, club, _found(connection, club, seen.subject_id or 0))
        if len(evenings.open_ones(connection, club.id, MOST_OPEN)) == MOST_OPEN:
            raise RuleError(f"{MOST_OPEN} evenings are open already: close or cancel one first.")
        if rating_list is None and time_control is not None:
            # Refuses one that is too fast to be rated, before anybody plays.
            lists_for(time_control, club.default_list, day or services.today())
        evening_id = evenings.add(
            connection,
            club_id=club.id,
            name=name,
            day=day or services.today(),
            rating_list=rating_list,
            time_control=time_control,
            created_by=actor.member.user_id,
            interaction_id=actor.interaction_id,
            now=services.now(),
        )
        note(connection, services, actor, "new-evening", evening_id)
        return card_in(connection, services, club, _found(connection, club, evening_id))

    return await services.database.write(work, club=actor.club_id)


async def join_evening(services: Services, actor: Actor, evening_id: int) -> None:
    """Enter whoever asks; who is no player of the club yet becomes one."""

    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return
        evening = find_open(connection, club, evening_id)
        own = players.ensure(connection, club.id, actor.member.user_id, actor.member.name, services.now())
        joined = evenings.entrants(connection, club.id, evening.id, lists_of(club, evening)[0])
        for entrant in joined:
            if entrant.player.id == own.id:
                raise InputError(f"You have joined already, with the number {entrant.number}: Leave takes you out.")
        if len(joined) >= MOST_ENTRANTS:
            raise RuleError(f"{MOST_ENTRANTS} players have joined, which is as many as an evening holds: ask a TD.")
        evenings.enter(connection, evening.id, own.id)
        note(connection, services, actor, "join-evening", evening.id)

    await services.database.write(work, club=actor.club_id)


async def leave_evening(services: Services, actor: Actor, evening_id: int) -> None:
    """Take whoever asks out again, as long as they have no result."""

    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return
        evening = find_open(connection, club, evening_id)
        card = card_in(connection, services, club, evening)
        number = number_of(card, actor)
        if number is None:
            raise InputError("You have not joined: Join enters you.")
        for result in card.results:
            if number in result.numbers:
                raise RuleError(
                    f"You have a result in round {result.round}, {card.describe(result)}: "
                    "ask a TD to take it back before you leave."
                )
        evenings.leave(connection, evening.id, number)
        note(connection, services, actor, "leave-evening", evening.id)

    await services.database.write(work, club=actor.club_id)


async def cancel_evening(services: Services, actor: Actor, evening_id: int, *, sure: bool = False) -> int:
    """End an evening without rating it; directors only. What was reported stays in the club's records.

    Return how many results ask whether that is meant, 0 where it is done; none asks who is sure.
    """

    def work(connection: Connection) -> int:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "cancel an evening")
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return 0
        evening = find_open(connection, club, evening_id)
        reported = len(evenings.results(connection, evening.id))
        if reported and not sure:
            return reported
        evenings.end(connection, evening.id, EveningStatus.CANCELLED)
        note(connection, services, actor, "cancel-evening", evening.id)
        return 0

    return await services.database.write(work, club=actor.club_id)


async def evening_card(services: Services, club_id: int, evening_id: int) -> tuple[EveningCard, tuple[int, int] | None]:
    """Return an evening as it stands, with the channel and the message of its card."""

    def work(connection: Connection) -> tuple[EveningCard, tuple[int, int] | None]:
        club = clubs.find(connection, club_id)
        evening = _found(connection, club, evening_id)
        return card_in(connection, services, club, evening), evenings.card_of(connection, club.id, evening)

    return await services.database.read(work, club=club_id)


async def keep_card(services: Services, actor: Actor, evening_id: int, channel_id: int, message_id: int) -> None:
    """Remember where an evening's card was posted, so that it can be edited from anywhere."""

    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        evening = _found(connection, club, evening_id)
        if evenings.card_of(connection, club.id, evening) != (channel_id, message_id):
            at, who = services.now(), actor.member.user_id
            evenings.keep_card(connection, club.id, evening.id, channel_id, message_id, who, at)

    await services.database.write(work, club=actor.club_id)


async def open_evenings(services: Services, actor: Actor) -> Sequence[Evening]:
    """Return the club's open evenings, latest first."""
    return await services.database.read(
        lambda connection: evenings.open_ones(connection, actor.club_id, MOST_OPEN), club=actor.club_id
    )


def find_open(connection: Connection, club: Club, evening_id: int | None) -> Evening:
    """Return an open evening, the only one where none is named; raise NotFoundError or InputError without it."""
    if evening_id is None:
        open_ones = evenings.open_ones(connection, club.id, MOST_OPEN)
        if not open_ones:
            raise NotFoundError("There is no open evening here: a TD opens one with /event new.")
        if len(open_ones) > 1:
            names = ", ".join(evening.name for evening in open_ones[:3])
            raise InputError(f"{len(open_ones)} evenings are open ({names}): choose one with the option event.")
        return open_ones[0]
    evening = _found(connection, club, evening_id)
    if evening.status is not EveningStatus.OPEN:
        raise NotFoundError(f"{evening.name} is {evening.status.value} already: a TD opens another with /event new.")
    return evening


def _found(connection: Connection, club: Club, evening_id: int) -> Evening:
    evening = evenings.find(connection, club.id, evening_id)
    if evening is None:
        raise NotFoundError("There is no such evening in this club: choose one that is offered as you type.")
    return evening


def lists_of(club: Club, evening: Evening) -> tuple[RatingList, ...]:
    """Return the lists that an evening moves, the main one first."""
    if evening.rating_list is not None:
        return (evening.rating_list,)
    if evening.time_control is None:
        return (club.default_list,)
    return lists_for(evening.time_control, club.default_list, evening.day)


def card_in(connection: Connection, services: Services, club: Club, evening: Evening) -> EveningCard:
    """Return an evening as it stands within a transaction."""
    lists = lists_of(club, evening)
    results = evenings.results(connection, evening.id)
    scores: dict[int, float] = defaultdict(float)
    for result in results:
        scores[result.first] += result.points
        if result.second is not None and result.played:
            scores[result.second] += 1 - result.points
    now: datetime = services.now()
    return EveningCard(
        club=club,
        evening=evening,
        lists=lists,
        entrants=evenings.entrants(connection, club.id, evening.id, lists[0]),
        results=results,
        scores=scores,
        waiting=[result for result in results if waits(club, result, now)],
    )


def number_of(card: EveningCard, actor: Actor) -> int | None:
    """Return the number under which somebody has joined."""
    mine = (entrant.number for entrant in card.entrants if entrant.player.user_id == actor.member.user_id)
    return next(mine, None)
