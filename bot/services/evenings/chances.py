"""What a paired evening may still bring: chances, norms, titles."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from bot.services.evenings.lifecycle import evening_by_id
from bot.services.evenings.tournament import (
    Tournament,
    crosstable_of,
    planned_rounds,
    read_open,
    read_tournament,
    seeds_for,
)
from bot.services.framework.context import Services
from bot.services.ratings.forecast import LiveSection, live_section_in
from bot.store.club import clubs
from bot.store.database.evening_rows import EveningStatus, PairingKind, RoundStatus
from bot.store.database.transactions import Connection
from bot.store.people import players, profiles
from core.errors import RuleError
from core.event.background import CHILD, is_child
from core.event.crosstable import Bye, ByeKind
from core.tournament.odds.open_event import RUNS, RUNS_IN_A_ROUND, Method, Odds, Schedule

# A paired evening as a running section.


METHODS: Mapping[str, Method] = {
    "swiss": Method.SWISS,
    "round-robin": Method.ROUND_ROBIN,
    "double-round-robin": Method.ROUND_ROBIN,
    "scrabble-koth": Method.KING_OF_THE_HILL,
    "scrabble-swiss": Method.SWISS,
    "scrabble-round-robin": Method.ROUND_ROBIN,
    "fontes": Method.SWISS,
}

_BYES = {
    PairingKind.FULL_BYE: ByeKind.FULL_POINT,
    PairingKind.HALF_BYE: ByeKind.HALF_POINT,
    PairingKind.ZERO_BYE: ByeKind.ZERO_POINT,
}


@dataclass(frozen=True, slots=True)
class EveningSection:
    """A paired evening with its outlook. numbers: by card number. hidden: ids only directors see."""

    tournament: Tournament
    section: LiveSection
    numbers: Mapping[int, int]
    hidden: frozenset[int]

    @property
    def round_number(self) -> int:
        return self.tournament.next_round - 1


def schedule_of(tournament: Tournament, seeds: Mapping[int, int]) -> Schedule:
    """Return played and remaining games by pairing number. Raise RuleError without a forecast or entrants."""
    method = METHODS.get(tournament.method.key)
    if method is None:
        raise RuleError(f"There is no forecast for {tournament.method.label}. See the standings.")
    if not seeds:
        raise RuleError("Nobody is in this event yet. Press Join on its card.")
    coming = tournament.next_round
    published, rounds = coming - 1, planned_rounds(tournament, len(seeds))
    playing = tournament.open_round
    open_boards = () if playing is None else tuple(
        (seeds[one.first], seeds[one.second])
        for one in tournament.pairings_of(playing.number)
        if one.is_game and one.second is not None and tournament.result_of(one) is None
    )  # fmt: skip
    absent = frozenset(seeds[number] for number in seeds if not tournament.by_number[number].plays_in(coming))
    crosstable = crosstable_of(tournament, numbers=seeds)
    # Rated by what the club knows, not by what was written beside the name.
    entrants = tuple(replace(entrant, rating=None) for entrant in crosstable.entrants)
    if method is Method.ROUND_ROBIN:
        # The empty place gives a score that others get in another round.
        byes = tuple(one for one in crosstable.byes if one.opponent is not None)
    else:
        asked = [one for one in tournament.byes if one.round >= coming and one.number in seeds]
        granted = (Bye(one.round, seeds[one.number], _BYES[one.kind]) for one in asked)
        byes = (*crosstable.byes, *(one for one in granted if one.entrant not in absent))
    crosstable = replace(crosstable, entrants=entrants, byes=byes)
    return Schedule(crosstable, method, rounds, published, open_boards, absent, max(tournament.method.cycles, 1))


async def evening_section(services: Services, club_id: int, evening_id: int) -> EveningSection:
    """Return an open paired evening for computation off the event loop."""

    def work(connection: Connection) -> EveningSection:
        club = clubs.find(connection, club_id)
        tournament = read_open(connection, club, evening_id, services.now())
        seeds = seeds_for(tournament, tournament.next_round)
        section = live_section_in(connection, club, schedule_of(tournament, seeds), tournament.lists)
        hidden = players.hidden_among(connection, [one.player.id for one in tournament.entrants])
        return EveningSection(tournament, section, seeds, hidden)

    return await services.database.read(work, club=club_id)


# Chances, simulated once while nothing changes.


MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Simulated:
    """Chances and expected ratings, by section number."""

    odds: Odds
    ratings: Mapping[int, float | None]


@dataclass(frozen=True, slots=True)
class Chances:
    """An evening, and how it may end."""

    of: EveningSection
    simulated: Simulated


@dataclass(frozen=True, slots=True)
class _Running:
    section: LiveSection
    runs: int
    work: asyncio.Task[Simulated]

    def is_of(self, section: LiveSection, runs: int) -> bool:
        failed = self.work.done() and (self.work.cancelled() or self.work.exception() is not None)
        return not failed and self.runs == runs and self.section == section


_running: WeakKeyDictionary[Any, OrderedDict[int, _Running]] = WeakKeyDictionary()


async def chances_of(services: Services, club_id: int, evening_id: int) -> Chances:
    """Return current chances; raise RuleError without any."""
    found = await evening_section(services, club_id, evening_id)
    section, day = found.section, found.tournament.evening.day
    if any(is_child(one.born, one.born_year, day) for one in section.details.values()):
        raise RuleError(f"A player here is under {CHILD}. Chances are not shown for children.")
    runs = RUNS if found.tournament.open_round is None else RUNS_IN_A_ROUND
    running = _running.setdefault(services.database, OrderedDict())
    last = running.get(evening_id)
    if last is None or not last.is_of(section, runs):
        # A task of its own: the first caller may be cancelled while others wait.
        work = asyncio.create_task(_simulated(services, club_id, evening_id, found, runs))
        last = running[evening_id] = _Running(section, runs, work)
    running.move_to_end(evening_id)
    while len(running) > MOST_KEPT:
        running.popitem(last=False)
    return Chances(found, await asyncio.shield(last.work))


async def _simulated(services: Services, club_id: int, evening_id: int, found: EveningSection, runs: int) -> Simulated:
    seed = evening_id * 1000 + found.round_number
    async with services.heavy.turn(club_id, -evening_id):  # of the event: all callers share it
        return await asyncio.to_thread(_simulate, found.section, seed, runs)


def _simulate(section: LiveSection, seed: int, runs: int) -> Simulated:
    odds, main = section.odds(seed, runs), section.lists[0]
    return Simulated(odds, {number: section.expected_rating(one, main) for number, one in odds.finishes.items()})


# What a round decided for one player.


@dataclass(frozen=True, slots=True)
class Turned:
    """An evening before and after a round, and one player. user_id: addressee."""

    name: str
    before: LiveSection
    after: LiveSection
    number: int
    user_id: int


async def turned(services: Services, club_id: int, evening_id: int, round_number: int, player_id: int) -> Turned | None:
    """Return what a round decided for a player; None if nothing or unwanted."""

    def work(connection: Connection) -> Turned | None:
        to = next((one for one in profiles.addressees(connection, [player_id]) if one.notices == profiles.EACH), None)
        club = clubs.find(connection, club_id)
        tournament = read_tournament(connection, club, evening_by_id(connection, club, evening_id), services.now())
        number = next((one.number for one in tournament.entrants if one.player.id == player_id), None)
        closed = [one.number for one in tournament.rounds if one.status is RoundStatus.CLOSED]
        is_open = tournament.evening.status is EveningStatus.OPEN and tournament.method.key in METHODS
        seeds = seeds_for(tournament, tournament.next_round)
        if to is None or not is_open or round_number not in closed or number not in seeds:
            return None
        before, after = (
            live_section_in(connection, club, schedule_of(_after(tournament, last), seeds), tournament.lists)
            for last in (round_number - 1, round_number)
        )
        return Turned(tournament.evening.name, before, after, seeds[number], to.user_id)

    return await services.database.read(work, club=club_id)


def _after(tournament: Tournament, last: int) -> Tournament:
    return replace(
        tournament,
        rounds=[one for one in tournament.rounds if one.number <= last],
        pairings=[one for one in tournament.pairings if one.round <= last],
    )
