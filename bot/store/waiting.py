"""Waiting for threads: nobody leaves one alone while it works, and no club takes all of them."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from bot.store.errors import CLUB_BUSY, BusyError

Result = TypeVar("Result")

SHORT_TURN = 0.0005
"""Seconds that a thread computes while others wait for Python's lock; it is ten times as long by itself. A report takes
the lock some fifteen times, and so one in ten waited 75 ms beside a large import."""

MOST_WAITING = 64
"""How many transactions of one club may stand in line; further ones are refused."""


def take_short_turns() -> None:
    """Let this process's threads take turns more often than they do by themselves."""
    sys.setswitchinterval(SHORT_TURN)


async def until_done(working: "asyncio.Future[Result]") -> Result:
    """Wait for the work of a thread; who is cancelled meanwhile is so once it has ended: a thread cannot be cut off."""
    with suppress(asyncio.CancelledError):
        return await asyncio.shield(working)
    while not working.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait((working,))
    if not working.cancelled():
        working.exception()  # looked at, so that nobody is told that it was not
    raise asyncio.CancelledError


def counted(pool: Any) -> tuple[int, int]:
    """Return how many connections of a pool of fixed size are open and idle, and how many are in use."""
    return pool.checkedin(), pool.checkedout()


class UnderWay:
    """Counts what goes on.

    none: set while nothing does.
    """

    def __init__(self) -> None:
        self._count = 0
        self.none = asyncio.Event()
        self.none.set()

    def __enter__(self) -> None:
        self._count += 1
        self.none.clear()

    def __exit__(self, *_: object) -> None:
        self._count -= 1
        if not self._count:
            self.none.set()


class Shares:
    """Lets so many transactions of a club go on at once; the others of this club stand in line, first come first.

    A job over all clubs, whose club is None, waits for nobody here.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._lines: dict[int, _Line] = {}

    @asynccontextmanager
    async def of(self, club: int | None) -> AsyncIterator[None]:
        """Hold one of the club's places; raise BusyError when too many wait for one."""
        if club is None:
            yield
            return
        line = self._lines.setdefault(club, _Line(self.size))
        if line.users >= self.size + MOST_WAITING:
            raise BusyError(CLUB_BUSY)
        line.users += 1
        try:
            async with line.places:
                yield
        finally:
            line.users -= 1
            if not line.users:
                del self._lines[club]


class _Line:
    """The places of one club, and how many hold one or wait for one."""

    __slots__ = ("places", "users")

    def __init__(self, size: int) -> None:
        self.places = asyncio.Semaphore(size)
        self.users = 0


class NoCollections:
    """Keeps the garbage collector from walking what long work keeps: it finds nothing there, and stops every club.

    At 100,000 games a walk through everything took 45 ms, and those through what is new a tenth of an import. What long
    work keeps goes without them; a fold of years looks through each of its parts itself. Entered and left in the event
    loop.
    """

    def __init__(self) -> None:
        self._under_way = 0

    def __enter__(self) -> None:
        self._under_way += 1
        gc.disable()

    def __exit__(self, *_: object) -> None:
        self._under_way -= 1
        if not self._under_way:
            gc.enable()
