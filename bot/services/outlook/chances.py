"""Everybody's chances at a paired evening: simulated once for whoever asks while nothing has changed."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from bot.services.context import Services
from bot.services.forecast.live_section import LiveSection
from bot.services.outlook.evening import EveningSection, evening_section
from core.ages import CHILD, is_child
from core.errors import RuleError
from core.odds.chances import Odds
from core.odds.odds import RUNS, RUNS_IN_A_ROUND

MOST_KEPT = 64
"""Evenings whose chances are remembered: the one used longest ago gives way."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """Chances, and the ratings to be expected on the main list; both by number in the section."""

    odds: Odds
    ratings: Mapping[int, float | None]


@dataclass(frozen=True, slots=True)
class Chances:
    """An evening, and how it may end."""

    of: EveningSection
    simulated: Simulated


@dataclass(frozen=True, slots=True)
class _Kept:
    section: LiveSection
    runs: int
    work: asyncio.Task[Simulated]

    def is_of(self, section: LiveSection, runs: int) -> bool:
        """Tell whether it is what these facts give; what failed is tried again."""
        failed = self.work.done() and (self.work.cancelled() or self.work.exception() is not None)
        return not failed and self.runs == runs and self.section == section


_kept: WeakKeyDictionary[Any, OrderedDict[int, _Kept]] = WeakKeyDictionary()


async def chances_of(services: Services, club_id: int, evening_id: int) -> Chances:
    """Return everybody's chances as they are now; raise RuleError where none can be told."""
    found = await evening_section(services, club_id, evening_id)
    section, day = found.section, found.tournament.evening.day
    if any(is_child(one.born, one.born_year, day) for one in section.details.values()):
        raise RuleError(f"Somebody here is under {CHILD}: chances are not told of children.")
    runs = RUNS if found.tournament.open_round is None else RUNS_IN_A_ROUND
    kept = _kept.setdefault(services.database, OrderedDict())
    last = kept.get(evening_id)
    if last is None or not last.is_of(section, runs):
        # A task of its own: whoever asked first may go away, and the others still wait for it.
        work = asyncio.create_task(_simulated(services, club_id, evening_id, found, runs))
        last = kept[evening_id] = _Kept(section, runs, work)
    kept.move_to_end(evening_id)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return Chances(found, await asyncio.shield(last.work))


async def _simulated(services: Services, club_id: int, evening_id: int, found: EveningSection, runs: int) -> Simulated:
    seed = evening_id * 1000 + found.round_number
    async with services.heavy.turn(club_id, -evening_id):  # of the event: all who ask wait for this one
        return await asyncio.to_thread(_simulate, found.section, seed, runs)


def _simulate(section: LiveSection, seed: int, runs: int) -> Simulated:
    odds, main = section.odds(seed, runs), section.lists[0]
    return Simulated(odds, {number: section.expected_rating(one, main) for number, one in odds.finishes.items()})
