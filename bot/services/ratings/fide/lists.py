"""A club's FIDE lists: preview, publish and undo."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from bot.services.events.submission import EventSubmission
from bot.services.framework.actions import list_action
from bot.services.framework.clock import day_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS, Job, in_each_club
from bot.services.framework.find_player import get_active_player
from bot.services.framework.recalculation.lists import ListChange, is_monthly
from bot.services.framework.recalculation.states import known_ages
from bot.services.framework.subject import find_someone
from bot.services.framework.transaction import ClubWrite, Read, Write, club_job, read, use_case
from bot.services.ratings.forecast import hypothetical_event
from bot.services.ratings.rating_card import unrated_on
from bot.store.club import clubs
from bot.store.database.rows import Club, FactKind, FactPosition, FactRef, ListedEvent, ListFact, ListFactKind, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts, list_facts
from bot.store.people import players
from bot.store.ratings import journals, standings
from core.errors import InputError, NotFoundError, RuleError
from core.event.background import NOTHING_KNOWN, Background
from core.files.common.tables import Value, table_bytes
from core.lists import RatingList
from core.rating.fide.periods import Published, last_day_for
from core.rating.fide.rules import first_of_month
from core.rating.fide.system import SYSTEM as fide
from core.rating.systems import PUBLISHED

log = logging.getLogger(__name__)

TAKEN_BACK = "That list has already been undone. Press Coming list under /leaderboard to see the next one."


@dataclass(frozen=True, slots=True)
class ListLine:
    """A player on a list, with the events that count on it, earliest first."""

    player: Player
    published: Published
    events: tuple[ListedEvent, ...]


@dataclass(frozen=True, slots=True)
class FideList:
    """A coming or published list, highest rises first.

    list_fact_id: None if coming. previous: date of the list before, or None.
    """

    rating_list: RatingList
    day: date
    lines: tuple[ListLine, ...]
    previous: date | None = None
    list_fact_id: int | None = None


async def coming_list(services: Services, actor: Actor, rating_list: RatingList | None) -> FideList:
    await bring_up_to_date(services, actor.club_id)
    return await _coming_list(services, actor, rating_list)


@read()
def _coming_list(look: Read, rating_list: RatingList | None) -> FideList:
    return _coming(look.connection, look.club, _which(look.club, rating_list), look.today)


@read()
def published_list(look: Read, list_fact_id: int) -> FideList:
    """Return a published list; raise NotFoundError if it was taken back."""
    found = list_facts.find(look.connection, look.club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.PUBLICATION:
        raise NotFoundError(TAKEN_BACK)
    return _published(look.connection, look.club, *found)


@use_case(list_action("publish-list", "published the list of"), director_to="publish a list")
def publish_list(write: Write, rating_list: RatingList | None) -> FideList:
    connection, club, place = write.connection, write.club, write.place()
    which, today = _which(club, rating_list), write.today
    write.recalculate({which: ListChange()})
    listed = list_facts.events_counted(connection, club.id, which, place, today)
    if not _lines_of_today(connection, club, which, place, listed):
        raise RuleError(f"There is nothing to publish on a {which.label} list. Rate an event first.")
    moved = frozenset(event.player_id for event in listed)
    new = ListFact(place, 0, ListFactKind.PUBLICATION, today, moved)
    user_id = write.actor.member.user_id
    fact = list_facts.add(connection, club.id, which, new, user_id, write.actor.interaction_id, write.now)
    write.recalculate({which: ListChange(added=(fact,))})
    report = _published(connection, club, fact, which)
    write.note(fact.list_fact_id)
    return report


@use_case(list_action("undo-publication", "undid the list of"), director_to="undo a published list")
def undo_publication(write: Write, list_fact_id: int) -> FideList:
    connection, club = write.connection, write.club
    found = list_facts.find(connection, club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.PUBLICATION:
        raise NotFoundError(TAKEN_BACK)
    fact, which = found
    if is_monthly(fact):
        raise RuleError(
            "That list was published on its due date and cannot be undone. Correct its events with /td correct instead."
        )
    list_facts.void(connection, list_fact_id)
    moved = list_facts.players_counted(connection, club.id, which, fact.place, fact.through)
    write.recalculate({which: ListChange(removed=(FactRef(fact.place, FactKind.PUBLICATION, list_fact_id, moved),))})
    report = _coming(connection, club, which, write.today)
    write.note(list_fact_id)
    return report


async def bring_up_to_date(services: Services, club_id: int) -> list[RatingList]:
    now = services.now()
    if not await services.database.read(lambda connection: _is_due(connection, club_id, now), club=club_id):
        return []

    return await _publish_due(services, club_id)


@club_job
def _publish_due(write: ClubWrite) -> list[RatingList]:
    return list(write.recalculate({rating_list: ListChange() for rating_list in PUBLISHED}).lists)


async def publish_everywhere(services: Services) -> int:
    now = services.now()

    def find(connection: Connection) -> list[int]:
        # Somewhere it may already be the first of the month.
        perhaps = _clubs_due(connection, day_of(None, now + FURTHEST_AHEAD))
        return [club_id for club_id in perhaps if _is_due(connection, club_id, now)]

    clubs_behind = await services.database.read(find, club=None)
    published = await in_each_club(
        "publishing FIDE lists", clubs_behind, lambda club_id: bring_up_to_date(services, club_id)
    )
    if published:
        log.info("published FIDE lists: clubs=%d", published)
    return published


JOBS.add("lists", Job(publish_everywhere))


FURTHEST_AHEAD = timedelta(hours=14)
"""No clock is further ahead of UTC: Line Islands."""


def _is_due(connection: Connection, club_id: int, now: datetime) -> bool:
    return bool(_clubs_due(connection, day_of(clubs.find(connection, club_id), now), club_id))


def _clubs_due(connection: Connection, today: date, club_id: int | None = None) -> list[int]:
    month = first_of_month(today)
    return list_facts.clubs_with_due_lists(connection, PUBLISHED.keys(), last_day_for(month), club_id)


def _which(club: Club, rating_list: RatingList | None) -> RatingList:
    which = rating_list or (club.default_list if club.default_list in PUBLISHED else RatingList.FIDE_STANDARD)
    if which not in PUBLISHED:
        raise RuleError(f"{which.label} has no monthly lists. Choose {RatingList.FIDE_STANDARD.label}.")
    return which


def _lines_of_today(
    connection: Connection, club: Club, which: RatingList, place: FactPosition, listed: Sequence[ListedEvent]
) -> tuple[ListLine, ...]:
    def done(state: Any, background: Background) -> Published | None:
        return fide.publish(state, which, place.date, place.date, background)

    return _lines(connection, club, which, place, listed, done)


def _coming(connection: Connection, club: Club, which: RatingList, today: date) -> FideList:
    day, place = fide.coming_day(today), facts.end_of(today)

    def done(state: Any, background: Background) -> Published:
        return fide.estimate(state, which, day, background)

    listed = list_facts.events_counted(connection, club.id, which, place, today)
    lines = _lines(connection, club, which, place, listed, done)
    return FideList(which, day, _without_hidden(connection, lines), _day_before(connection, club, which, place))


def _published(connection: Connection, club: Club, fact: ListFact, which: RatingList) -> FideList:
    def done(state: Any, background: Background) -> Published | None:
        return fide.publish(state, which, fact.place.date, fact.through, background)

    listed = list_facts.events_counted(connection, club.id, which, fact.place, fact.through)
    lines = _lines(connection, club, which, fact.place, listed, done)
    previous = _day_before(connection, club, which, fact.place)
    return FideList(which, fact.place.date, _without_hidden(connection, lines), previous, fact.list_fact_id)


def _without_hidden(connection: Connection, lines: Sequence[ListLine]) -> tuple[ListLine, ...]:
    hidden = players.hidden_among(connection, [line.player.id for line in lines])
    return tuple(line for line in lines if line.player.id not in hidden)


def _day_before(connection: Connection, club: Club, which: RatingList, place: FactPosition) -> date | None:
    days = [fact.place.date for fact in list_facts.publications(connection, club.id, which) if fact.place < place]
    return max(days, default=None)


def _lines(
    connection: Connection,
    club: Club,
    which: RatingList,
    place: FactPosition,
    listed: Sequence[ListedEvent],
    done: Callable[[Any, Background], Published | None],
) -> tuple[ListLine, ...]:
    moved = sorted({event.player_id for event in listed})
    people, ages = players.by_ids(connection, club.id, moved), known_ages(connection, moved)
    lines = []
    for player_id in moved:
        data = journals.state_before(connection, player_id, which, place)
        published = None if data is None else done(fide.load(data), ages[player_id])
        if published is not None and (published.events or published.pool or published.lost):
            events = tuple(event for event in listed if event.player_id == player_id)
            lines.append(ListLine(people[player_id], published, events))
    return tuple(_highest_rise_first(lines))


def _highest_rise_first(lines: Iterable[ListLine]) -> list[ListLine]:
    def rise(line: ListLine) -> tuple[bool, int, str]:
        before, after = line.published.before, line.published.after
        gain = 0 if before is None or after is None else after.displayed - before.displayed
        return (after is None, -gain, line.player.name.casefold())

    return sorted(lines, key=rise)


HEADER = ("name", "before", "after", "sum", "events")


def list_file(found: FideList) -> bytes:
    """Return a list as CSV: ratings before and after, sum of changes, number of events."""
    rows: list[tuple[Value, ...]] = [HEADER]
    for line in found.lines:
        before, after = line.published.before, line.published.after
        rows.append(
            (
                line.player.name,
                None if before is None else before.displayed,
                None if after is None else after.displayed,
                line.published.points if line.published.events else None,
                len(line.events),
            )
        )
    return table_bytes(rows)


# First FIDE ratings, from stored or typed games.


@dataclass(frozen=True, slots=True)
class FirstReport:
    """Progress toward a first rating.

    typed: whether the games are not the club's. has_games: whether there are also games in the club.
    """

    player: Player
    rating_list: RatingList
    published: Published
    typed: bool
    has_games: bool = False


@read()
def first_rating_of(look: Read, player_id: int, which: RatingList) -> FirstReport:
    """Return a player's games toward a first rating; raise RuleError if rated, NotFoundError without any."""
    player = get_active_player(look.connection, look.club.id, player_id).player
    standing = standings.find(look.connection, look.club.id, which, player.id)
    if standing is not None:
        raise RuleError(
            f"{player.name} already has a {which.label} rating, {standing.displayed}. A first rating is for unrated "
            "players; see /rating show."
        )
    first = _first_games(look, player, which)
    if first is None:
        raise unrated_on(look, None if player.user_id == look.actor.member.user_id else player, which)
    return first


def _first_games(look: Read, player: Player, which: RatingList) -> FirstReport | None:
    """Return the games toward a first FIDE rating; None if none, if rated, or on another list."""
    if which not in PUBLISHED:
        return None
    known = find_someone(look.connection, look.club.id, player) or player
    data = journals.state_before(look.connection, known.id, which, facts.end_of(look.today))
    state: Any = fide.unrated() if data is None else fide.load(data)
    if state.rating is not None:
        return None
    age = known_ages(look.connection, [known.id]).get(known.id, NOTHING_KNOWN)
    published = fide.estimate(state, which, fide.coming_day(look.today), age)
    return FirstReport(known, which, published, typed=False) if published.pool else None


async def first_rating_from(services: Services, actor: Actor | None, written: EventSubmission) -> FirstReport:
    which = written.rating_list or RatingList.FIDE_STANDARD
    _require_fide(which)
    supposed = await hypothetical_event(services, actor, replace(written, rating_list=which, games=0))
    unrated = replace(supposed, states={which: fide.unrated()}, known={})
    event = unrated.rate()
    published: Published = event.outcome.detail.estimate
    if published.first is None and published.lost is None:
        raise InputError("A first rating needs games against rated opponents. Write their ratings, for example 1850.")
    has_games = actor is not None and await _has_first_games(services, actor, event.player, which)
    return FirstReport(event.player, which, published, typed=True, has_games=has_games)


@read()
def _has_first_games(look: Read, player: Player, which: RatingList) -> bool:
    return _first_games(look, player, which) is not None


def _require_fide(which: RatingList) -> None:
    if which not in PUBLISHED:
        raise RuleError(f"{which.label} has no FIDE first ratings. Choose {RatingList.FIDE_STANDARD.label}.")
