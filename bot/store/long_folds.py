"""Long work in its own line: one of a club and two of all at a time, beside the writers' turn."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.store.long_work import LongWork, engine_for

Result = TypeVar("Result")

AT_ONCE = 2
"""Pieces of long work that run at a time; others wait in the order in which they came."""

ATTEMPTS = 2
"""How often work is done on copies before it is done under the lock, because the club was changed meanwhile."""

ROOM_FOR_OTHERS, ROOM_FOR_ONE = 1_000, 20_000
"""Ids that are left free for what others add meanwhile; and for one piece of work where a second is under way."""


class LongFolds:
    """Runs long work on a SQLite file.

    turn: the writers' turn, held only while what came out is stored.
    """

    def __init__(self, file: Path, turn: asyncio.Lock, busy_seconds: float) -> None:
        self._engine = engine_for(file, busy_seconds)
        self._turn = turn
        self._threads = ThreadPoolExecutor(AT_ONCE, "long-fold")
        self._lines: dict[int, asyncio.Lock] = {}
        self._in_line: Counter[int] = Counter()
        self._numbered: dict[str, int] = {}

    async def fold(self, work: Callable[[Connection], Result], club: int) -> Result:
        """Run work in one transaction that holds the write lock only while what came out is stored."""
        async with self._alone(club):
            for _ in range(ATTEMPTS):
                async with self._long_work(club) as long:
                    result = await self._in_thread(partial(long.run, work, self._numbered_from))
                    async with self._turn:
                        if await self._in_thread(long.store):
                            return result
            # Another process writes for this club all the time.
            async with self._long_work(club) as long, self._turn:
                return await self._in_thread(partial(long.run_under_lock, work))

    async def try_out(self, work: Callable[[Connection], Result], club: int) -> Result:
        """Run work on copies and return what it returns; nothing is stored, and nobody waits."""
        async with self._long_work(club) as long:
            return await self._in_thread(partial(long.run, work, self._numbered_from))

    async def wait_for(self, club: int | None) -> None:
        """Wait until no long work of a club is under way: it would have to be done again."""
        while club is not None and club in self._lines:
            async with self._alone(club):
                pass

    def close(self) -> None:
        """Wait for what is under way."""
        self._threads.shutdown()
        self._engine.dispose()

    @asynccontextmanager
    async def _alone(self, club: int) -> AsyncIterator[None]:
        line = self._lines.setdefault(club, asyncio.Lock())
        self._in_line[club] += 1
        try:
            async with line:
                yield
        finally:
            self._in_line[club] -= 1
            if not self._in_line[club]:
                del self._in_line[club], self._lines[club]
            if not self._lines:
                self._numbered.clear()

    @asynccontextmanager
    async def _long_work(self, club: int) -> AsyncIterator[LongWork]:
        long = await self._in_thread(partial(LongWork, self._engine, club))
        try:
            yield long
        finally:
            await self._in_thread(long.close)

    def _numbered_from(self, table: str, highest: int) -> int:
        """Return the id behind which one piece of work numbers new rows of a table; called from threads."""
        start = self._numbered[table] = max(highest + ROOM_FOR_OTHERS, self._numbered.get(table, 0) + ROOM_FOR_ONE)
        return start

    async def _in_thread(self, call: Callable[[], Result]) -> Result:
        working = asyncio.get_running_loop().run_in_executor(self._threads, call)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            # A thread cannot be cut off: whoever is cancelled here waits until its work has ended.
            await asyncio.wait((working,))
            raise
