"""Waiting for transactions: none is cut off half-way, and no club takes all connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from bot.store.errors import CLUB_BUSY, BusyError

Result = TypeVar("Result")

MOST_WAITING = 64
"""How many transactions of one club may stand in line; further ones are refused."""


async def until_done(working: "asyncio.Future[Result]") -> Result:
    """Wait for work to end; a caller who is cancelled meanwhile is cancelled when it has ended."""
    with suppress(asyncio.CancelledError):
        return await asyncio.shield(working)
    while not working.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait((working,))
    if not working.cancelled():
        working.exception()  # looked at, so that nobody is told that it was not
    raise asyncio.CancelledError


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
