"""`/rating update` over the wire: a real process, HTTP and gateway; its CPU against the smallest honest command.

A Discord that does no more than answer stands in this process; the bot is a child, of which the kernel tells the CPU.
"""

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from statistics import median
from typing import Any

from bot.services.context import Actor, Member, Services
from bot.services.players.set_rating import SetRatingRequest, set_rating
from tests.bench.databases import KINDS, databases
from tests.bench.measure import Figure, Times, ms, p99, ratio_of, show, spread
from tests.wire.discord_here import GUILD, MEMBERS, PATIENCE, Wire, discord_here

OURS, SMALLEST = "rating update", "smallest"
IN_FLIGHT, MANY = 8, 32
FIRST_DAY = date(2020, 1, 1)


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has taken so far, all threads."""
    return time.clock_gettime((~pid << 3) | 2)


@dataclass
class Bot:
    """The child and the wire to it."""

    wire: Wire
    pid: int
    _turns: Any = field(default_factory=itertools.count)

    async def burst(self, command: str, at_once: int, count: int) -> tuple[float, list[float]]:
        """Let so many commands go through, so many at once; return the CPU seconds of each, and each one's time."""
        left, taken = iter(range(count)), list[float]()

        async def one_after_another() -> None:
            for _ in left:
                turn = next(self._turns)
                options = {"opponents": "974 951 2471 1585", "score": "3"}
                if command == OURS:  # each event on a day of its own, as events are
                    options["date"] = (FIRST_DAY + timedelta(1 + turn // MEMBERS)).isoformat()
                taken.append(await self.wire.send(command, turn % MEMBERS, options))

        before = cpu_of(self.pid)
        await asyncio.gather(*(one_after_another() for _ in range(at_once)))
        await asyncio.sleep(0.05)  # what follows the last answer is paid as well
        return (cpu_of(self.pid) - before) / count, taken


@asynccontextmanager
async def bot_over_the_wire(url: str, *more: str) -> AsyncIterator[Bot]:
    """Give a bot in a process of its own, on a database; more: arguments of the child."""
    async with discord_here() as wire:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.wire_bot", wire.url, url, *more, stdin=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.timeout(PATIENCE):
                await wire.ready.wait()
            await asyncio.sleep(1)
            yield Bot(wire, child.pid)
        finally:
            child.terminate()
            await child.wait()


async def club_for_the_wire(services: Services) -> str:
    """Give the members of the wire ratings, close the database and return its URL."""
    for number in range(MEMBERS):
        director = Actor(GUILD, Member(1, "Tess"), interaction_id=number + 1, manager=True)
        member = Member(GUILD + 100 + number, f"member{number}")
        await set_rating(services, director, SetRatingRequest(member, 1470, 25, day=FIRST_DAY))
    url = services.database.address
    if services.database.file is not None:
        url = f"sqlite:///{services.database.file}"
    await services.database.close()
    return url


async def run(*, quick: bool) -> None:
    rounds, count = (3, 40) if quick else (9, 160)
    async with databases() as maker:
        for kind in KINDS:
            async with bot_over_the_wire(await club_for_the_wire(await maker.new(kind))) as bot:
                cpu: dict[str, list[float]] = {OURS: [], SMALLEST: []}
                for command in (OURS, SMALLEST) * 2:
                    await bot.burst(command, IN_FLIGHT, 100)
                for _ in range(rounds):
                    for command, taken in cpu.items():
                        taken.append((await bot.burst(command, IN_FLIGHT, count))[0])
                waits: dict[str, list[float]] = {OURS: [], SMALLEST: []}
                for _ in range(rounds):
                    for command, waited in waits.items():
                        waited += (await bot.burst(command, MANY, count))[1]
            show(
                f"wire on {kind}: /rating update against defer, one INSERT with COMMIT, follow-up; a real process",
                [*_cpu(cpu), *_waits(waits)],
                f"(medians of {rounds} rounds of {count} each, taking turns; CPU of all threads as the kernel counts)",
            )


def _cpu(cpu: dict[str, list[float]]) -> list[Figure]:
    ours, floor = cpu[OURS], cpu[SMALLEST]
    return [
        Figure(f"{IN_FLIGHT} in flight: smallest command, CPU", ms(median(floor)), spread=spread(floor)),
        Figure(f"{IN_FLIGHT} in flight: /rating update, CPU", ms(median(ours)), ratio_of(ours, floor), "<= 2.0",
               spread=spread(ours)),
    ]  # fmt: skip


def _waits(waits: dict[str, list[float]]) -> list[Figure]:
    ours: Times = waits[OURS]
    floor: Times = waits[SMALLEST]
    return [
        Figure(f"{MANY} in flight: smallest command, p99", ms(p99(floor))),
        Figure(f"{MANY} in flight: /rating update, p99", ms(p99(ours)), p99(ours) / p99(floor), "<= 1.5"),
    ]
