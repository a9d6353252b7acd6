"""Commands over the wire: a real process, HTTP and gateway; CPU as multiples of the smallest honest command."""

import asyncio
import itertools
import re
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from bot.services.framework.context import Actor, Member, Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from tests.bench.databases import KINDS, databases
from tests.bench.drawn_club import fill_club
from tests.bench.measure import Figure, ms, p99, ratio_of, show, spread
from tests.wire.discord_here import GUILD, MEMBERS, PATIENCE, Wire, discord_here

SMALLEST, UPDATE = "smallest", "rating update"
COMMANDS = {UPDATE: "<= 8", "rating show": "<= 25", "leaderboard": "<= 8", "norms": "<= 8"}
"""Commands and what each may take as a multiple of the smallest one; /rating show answers with a picture."""

AT_ONCE = 8
PLAYERS, EVENTS = 200, 100
FIRST_DAY = date(2020, 1, 1)
MOST_START, MOST_MEMORY = 2.0, 110
"""Seconds of CPU, MB."""

CLUBS, A_SECOND, MOST_WAIT = (20, 1_000), 20, 1.0
"""Clubs under a sustained load, commands a second, and the seconds within which 99 of 100 are answered."""


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has taken so far."""
    return time.clock_gettime((~pid << 3) | 2)


def memory_of(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    return int(found[1]) / 1024 if found else 0.0


@dataclass
class Bot:
    """The child and the wire to it."""

    wire: Wire
    pid: int
    _turns: Any = field(default_factory=itertools.count)

    async def burst(self, command: str, commands: int) -> tuple[float, list[float]]:
        """Let so many commands go through, some at once."""
        left, taken = iter(range(commands)), list[float]()

        async def one_after_another() -> None:
            for _ in left:
                turn = next(self._turns)
                options = {}
                if command in (UPDATE, SMALLEST):
                    options = {"opponents": "974 951 2471 1585", "score": "3"}
                if command == UPDATE:  # each event on a day of its own, as events are
                    options["date"] = (FIRST_DAY + timedelta(1 + turn // MEMBERS)).isoformat()
                click = self.wire.click()
                taken.append(await self.wire.send(command, turn % MEMBERS, options, click=click))
                if "director this code" in self.wire.answers.pop(click):
                    raise ValueError(f"/{command} failed")

        before = cpu_of(self.pid)
        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
        await asyncio.sleep(0.05)  # what follows the last answer is paid as well
        return (cpu_of(self.pid) - before) / commands, taken

    async def sustained(self, clubs: int, commands: int) -> list[float]:
        """Let a member of each club begin, then give so many commands at a steady pace."""
        beginning = iter(range(1, clubs + 1))

        async def begin() -> None:
            for club in beginning:
                await self._send(UPDATE, club, {"rating": 1470.0, "games": 25})

        await asyncio.gather(*(begin() for _ in range(AT_ONCE)))
        given = []
        for turn, command in zip(range(commands), itertools.cycle(COMMANDS), strict=False):
            given.append(asyncio.create_task(self._send(command, 1 + turn % clubs, {})))
            await asyncio.sleep(1 / A_SECOND)
        return await asyncio.gather(*given)

    async def _send(self, command: str, club: int, more: Mapping[str, float]) -> float:
        options: dict[str, str | float] = {**more}
        if command == UPDATE:
            day = (FIRST_DAY + timedelta(next(self._turns) % 2_000)).isoformat()
            options |= {"opponents": "974 951 2471 1585", "score": "3", "date": day}
        click = self.wire.click()
        taken = await self.wire.send(command, 0, options, club=club, click=click)
        if "director this code" in self.wire.answers.pop(click):
            raise ValueError(f"/{command} failed")
        return taken


@asynccontextmanager
async def bot_over_the_wire(url: str) -> AsyncIterator[Bot]:
    """Give a bot in a process of its own, on a database."""
    async with discord_here() as wire:
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.wire_bot", wire.url, url)
        try:
            async with asyncio.timeout(PATIENCE):
                await wire.ready.wait()
            await asyncio.sleep(1)
            yield Bot(wire, child.pid)
        finally:
            child.terminate()
            await child.wait()


async def club_for_the_wire(services: Services) -> str:
    """Fill the club, give the members of the wire ratings, close the database and return its URL."""
    await fill_club(services, GUILD, PLAYERS - MEMBERS, EVENTS)
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
    rounds, commands, seconds = (1, 16, 2) if quick else (7, 120, 30)
    clubs_loaded = CLUBS[:1] if quick else CLUBS
    async with databases() as maker:
        for kind in KINDS:
            async with bot_over_the_wire(await club_for_the_wire(await maker.new(kind))) as bot:
                start, memory = cpu_of(bot.pid), memory_of(bot.pid)
                cpu: dict[str, list[float]] = {command: [] for command in (SMALLEST, *COMMANDS)}
                waits: dict[str, list[float]] = {command: [] for command in cpu}
                for turn in range(-1, rounds):  # the first warms up
                    for command in cpu:
                        each, waited = await bot.burst(command, commands)
                        if turn >= 0:
                            cpu[command].append(each)
                            waits[command] += waited
                load = {clubs: await bot.sustained(clubs, A_SECOND * seconds) for clubs in clubs_loaded}
            show(
                f"start on {kind}; ratio = to {MOST_START:g} s and {MOST_MEMORY} MB",
                [
                    Figure("CPU", f"{start:.2f} s", start / MOST_START, "<= 1"),
                    Figure("idle memory", f"{memory:.0f} MB", memory / MOST_MEMORY, "<= 1"),
                ],
            )
            show(
                f"wire on {kind}: CPU of all threads, a club of {PLAYERS} players and 2,000 games; ratio = to smallest",
                [_line(command, cpu, waits) for command in cpu],
                "smallest: defer, INSERT and COMMIT by SQLAlchemy, follow-up",
                f"(medians of {rounds} rounds of {commands} each, {AT_ONCE} at once, the commands taking turns)",
            )
            show(
                f"{A_SECOND} commands a second on {kind} for {seconds} s, taking turns; ratio = to {MOST_WAIT:g} s",
                [
                    Figure(f"{clubs:,} clubs, p99", ms(p99(took)), p99(took) / MOST_WAIT, "<= 1")
                    for clubs, took in load.items()
                ],
            )


def _line(command: str, cpu: dict[str, list[float]], waits: dict[str, list[float]]) -> Figure:
    taken = cpu[command]
    ratio = None if command == SMALLEST else ratio_of(taken, cpu[SMALLEST])
    what = f"{command} (p99 of waiting {ms(p99(waits[command]))})"
    return Figure(what, ms(median(taken)), ratio, COMMANDS.get(command, ""), spread(taken))
