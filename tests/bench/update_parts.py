"""Where the time of `/rating update` goes: its parts, its SQL statements, its trips to the driver's thread."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any
from unittest.mock import patch

import aiosqlite
from sqlalchemy import Engine, event

import cogs.rating
from bot.services.context import Actor, Member, Services
from bot.services.events.record import EventSubmission, record_own_event
from core.formats.typed.opponents import parse_opponents
from tests.bench.measure import Figure, ms, us

PARTS = {
    "defer": ("defer",),
    "record_own_event": ("record_own_event",),
    "rating_card, event_buttons": ("rating_card", "event_buttons"),
    "reply": ("reply",),
}
"""Parts of the command, by the names under which the cog calls them."""


class Stopwatch:
    """Adds up, for each command, how long each part took and how often it ran."""

    def __init__(self) -> None:
        self._commands: list[dict[str, tuple[float, int]]] = []

    def start_command(self) -> None:
        self._commands.append(defaultdict(lambda: (0.0, 0)))

    def add(self, part: str, start: float) -> None:
        seconds, calls = self._commands[-1][part]
        self._commands[-1][part] = (seconds + time.perf_counter() - start, calls + 1)

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that does the same and is timed."""
        if asyncio.iscoroutinefunction(function):

            async def timed_coroutine(*args: Any, **kwargs: Any) -> Any:
                start = time.perf_counter()
                try:
                    return await function(*args, **kwargs)
                finally:
                    self.add(part, start)

            return timed_coroutine

        def timed_function(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.add(part, start)

        return timed_function

    def parts(self, prefix: str) -> list[str]:
        """Return the parts of a prefix, in the order in which they first ran."""
        return list(dict.fromkeys(part for command in self._commands for part in command if part.startswith(prefix)))

    def seconds(self, part: str) -> float:
        return median(command[part][0] for command in self._commands)

    def calls(self, part: str) -> float:
        return median(command[part][1] for command in self._commands)


async def parts_of(send: Callable[[int], Awaitable[list[float]]], count: int) -> list[Figure]:
    """Send commands one after another; return where their time goes."""
    watch, totals = Stopwatch(), []
    with _cog_timed(watch), _statements_timed(watch):
        for turn in range(count):
            watch.start_command()
            totals += await send(turn)
    # The trips in a pass of their own: there are many, and looking at each costs time.
    trips = Stopwatch()
    with patch.object(aiosqlite.Connection, "_execute", trips.timed("trip", aiosqlite.Connection._execute)):
        for turn in range(count):
            trips.start_command()
            await send(turn)
    total = median(totals)
    parts = {part: watch.seconds(part) for part in PARTS}
    rest = total - sum(parts.values())
    statements = {part: watch.seconds(part) for part in watch.parts("sql ")}
    in_statements = sum(statements.values())
    in_trips = trips.seconds("trip")
    return [
        Figure("emission to answer", ms(total)),
        *(Figure(f"  {part}", ms(seconds), seconds / total) for part, seconds in parts.items()),
        Figure("  the rest: discord.py, simcord, reading the options", ms(rest), rest / total),
        Figure("SQL statements, BEGIN among them and COMMIT not", f"{sum(watch.calls(part) for part in statements):g}"),
        Figure("  time from execute to rows", ms(in_statements), in_statements / total),
        Figure("trips to the driver's thread", f"{trips.calls('trip'):g}"),
        Figure("  time in them", ms(in_trips), in_trips / total),
        *(
            Figure(f"  {part.removeprefix('sql ')}", us(seconds), seconds / total)
            for part, seconds in statements.items()
        ),
    ]


async def without_discord(
    services: Services, club_id: int, member: Member, opponents: str, score: float, count: int
) -> list[float]:
    """Return the times of the use case alone."""
    times = []
    for interaction_id in range(10**6, 10**6 + count):
        written = EventSubmission(parse_opponents(opponents), score)
        start = time.perf_counter()
        await record_own_event(services, Actor(club_id, member, interaction_id), written, twice=True)
        times.append(time.perf_counter() - start)
    return times


@contextmanager
def _cog_timed(watch: Stopwatch) -> Iterator[None]:
    with ExitStack() as stack:
        for part, names in PARTS.items():
            for name in names:
                stack.enter_context(patch.object(cogs.rating, name, watch.timed(part, getattr(cogs.rating, name))))
        yield


@contextmanager
def _statements_timed(watch: Stopwatch) -> Iterator[None]:
    """Time the statements of whatever engines the store works with."""
    started: list[float] = []

    def before(*_: Any) -> None:
        started.append(time.perf_counter())

    def after(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        watch.add(f"sql {_gist(statement)}", started.pop())

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", before)
        event.remove(Engine, "after_cursor_execute", after)


def _gist(statement: str) -> str:
    """Return the verb and the table of a statement."""
    words = statement.split()
    if words[0] == "SELECT":
        return f"SELECT {words[words.index('FROM') + 1]}"
    return " ".join(words[: {"INSERT": 3, "DELETE": 3}.get(words[0], 2)])
