"""A club evening kept in Discord: opened, joined, left, looked at, cancelled."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.services.confirmation import waits
from bot.services.context import Actor, Services
from bot.services.transaction import Done, Write, write_each_time, write_once
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evenings
from bot.store.events.evening_rows import Evening, EveningStatus, LiveEventEntrant, LiveEventResult
from bot.store.rows import AuditEntry, Club
from core.crosstable import TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.lists import RatingList
from core.systems import lists_for

MOST_ENTRANTS = 100
MOST_OPEN = 25
"""As many as Discord can offer to choose from."""


@dataclass(frozen=True, slots=True)
class LiveEventCard:
    """An evening of a club as it stands.

    lists: those that it will move, the main one first, which is also the one of the ratings shown.
    scores: points so far by number, byes and forfeits included.
    waiting: the results that still have to be confirmed.
    """

    club: Club
    evening: Evening
    lists: tuple[RatingList, ...]
    entrants: Sequence[LiveEventEntrant]
    results: Sequence[LiveEventResult]
    scores: dict[int, float]
    waiting: Sequence[LiveEventResult]

    def name_of(self, number: int) -> str:
        """Return what an entrant is called."""
        return next(entrant.player.name for entrant in self.entrants if entrant.number == number)

    def describe(self, result: LiveEventResult) -> str:
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
) -> LiveEventCard:
    """Open an evening; directors only."""

    def work(write: Write) -> Done[LiveEventCard]:
        connection, club = write.connection, write.club
        if len(evenings.open_ones(connection, club.id, MOST_OPEN)) == MOST_OPEN:
            raise RuleError(f"{MOST_OPEN} evenings are open already: close or cancel one first.")
        if rating_list is None and time_control is not None:
            # Refuses one that is too fast to be rated, before anybody plays.
            lists_for(time_control, club.default_list, day or write.today)
        evening_id = evenings.add(
            connection,
            club_id=club.id,
            name=name,
            day=day or write.today,
            rating_list=rating_list,
            time_control=time_control,
            created_by=actor.member.user_id,
            interaction_id=actor.interaction_id,
            now=write.now,
        )
        return Done(card_in(write, _found(connection, club, evening_id)), evening_id)

    def again(write: Write, entry: AuditEntry) -> LiveEventCard:
        return card_in(write, _found(write.connection, write.club, entry.subject_id or 0))

    return await write_once(services, actor, "new-evening", work, again=again, director_to="open an evening")


async def join_evening(services: Services, actor: Actor, evening_id: int) -> None:
    """Enter whoever asks; who is no player of the club yet becomes one."""

    def work(write: Write) -> Done[None]:
        connection, club = write.connection, write.club
        evening = find_open(connection, club, evening_id)
        own = write.ensure(actor.member)
        joined = evenings.entrants(connection, club.id, evening.id, lists_of(club, evening)[0])
        for entrant in joined:
            if entrant.player.id == own.id:
                raise InputError(f"You have joined already, with the number {entrant.number}: Leave takes you out.")
        if len(joined) >= MOST_ENTRANTS:
            raise RuleError(f"{MOST_ENTRANTS} players have joined, which is as many as an evening holds: ask a TD.")
        evenings.enter(connection, evening.id, own.id)
        return Done(None, evening.id)

    await write_once(services, actor, "join-evening", work, again=_nothing_more)


async def leave_evening(services: Services, actor: Actor, evening_id: int) -> None:
    """Take whoever asks out again, as long as they have no result."""

    def work(write: Write) -> Done[None]:
        evening = find_open(write.connection, write.club, evening_id)
        card = card_in(write, evening)
        number = number_of(card, actor)
        if number is None:
            raise InputError("You have not joined: Join enters you.")
        for result in card.results:
            if number in result.numbers:
                raise RuleError(
                    f"You have a result in round {result.round}, {card.describe(result)}: "
                    "ask a TD to take it back before you leave."
                )
        evenings.leave(write.connection, evening.id, number)
        return Done(None, evening.id)

    await write_once(services, actor, "leave-evening", work, again=_nothing_more)


def _nothing_more(write: Write, entry: AuditEntry) -> None:
    """Answer again where there is nothing to say but that it is done."""


async def cancel_evening(services: Services, actor: Actor, evening_id: int, *, sure: bool = False) -> int:
    """End an evening without rating it; directors only. What was reported stays in the club's records.

    Return how many results ask whether that is meant, 0 where it is done; none asks who is sure.
    """

    def work(write: Write) -> Done[int]:
        evening = find_open(write.connection, write.club, evening_id)
        reported = len(evenings.results(write.connection, evening.id))
        if reported and not sure:
            return Done(reported, None)
        evenings.end(write.connection, evening.id, EveningStatus.CANCELLED)
        return Done(0, evening.id)

    def again(write: Write, entry: AuditEntry) -> int:
        return 0

    return await write_once(services, actor, "cancel-evening", work, again=again, director_to="cancel an evening")


async def evening_card(
    services: Services, club_id: int, evening_id: int
) -> tuple[LiveEventCard, tuple[int, int] | None]:
    """Return an evening as it stands, with the channel and the message of its card."""

    def work(connection: Connection) -> tuple[LiveEventCard, tuple[int, int] | None]:
        club = clubs.find(connection, club_id)
        evening = _found(connection, club, evening_id)
        return _card(connection, club, evening, services.now()), evenings.card_of(connection, club.id, evening)

    return await services.database.read(work, club=club_id)


async def save_message_location(
    services: Services, actor: Actor, evening_id: int, channel_id: int, message_id: int
) -> None:
    """Remember where an evening's card was posted, so that it can be edited from anywhere."""

    def work(write: Write) -> None:
        connection, club = write.connection, write.club
        evening = _found(connection, club, evening_id)
        if evenings.card_of(connection, club.id, evening) != (channel_id, message_id):
            who = actor.member.user_id
            evenings.save_message_location(connection, club.id, evening.id, channel_id, message_id, who, write.now)

    await write_each_time(services, actor, work)


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


def card_in(write: Write, evening: Evening) -> LiveEventCard:
    """Return an evening as it stands within a transaction."""
    return _card(write.connection, write.club, evening, write.now)


def _card(connection: Connection, club: Club, evening: Evening, now: datetime) -> LiveEventCard:
    lists = lists_of(club, evening)
    results = evenings.results(connection, evening.id)
    scores: dict[int, float] = defaultdict(float)
    for result in results:
        scores[result.first] += result.points
        if result.second is not None and result.played:
            scores[result.second] += 1 - result.points
    return LiveEventCard(
        club=club,
        evening=evening,
        lists=lists,
        entrants=evenings.entrants(connection, club.id, evening.id, lists[0]),
        results=results,
        scores=scores,
        waiting=[result for result in results if waits(club, result, now)],
    )


def number_of(card: LiveEventCard, actor: Actor) -> int | None:
    """Return the number under which somebody has joined."""
    mine = (entrant.number for entrant in card.entrants if entrant.player.user_id == actor.member.user_id)
    return next(mine, None)
