"""Long work on a SQLite file: two pieces at a time, beside the writers' turn."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.store.sqlite.file import Guard
from bot.store.sqlite.long_work import LongWork, engine_for
from bot.store.waiting import until_done

Result = TypeVar("Result")

AT_ONCE = 2
"""Pieces of long work that run at a time; others wait in the order in which they came."""

ATTEMPTS = 2
"""How often work is done on copies before it is done under the lock, because the club was changed meanwhile."""

ROOM_FOR_OTHERS, ROOM_FOR_ONE = 1_000, 20_000
"""Ids that are left free for what others add meanwhile; and for one piece of work where a second is under way."""


class LongFolds:
    """Runs long work; the caller lets one piece of a club at a time in.

    turn: the writers' turn, held only while what came out is stored.
    """

    def __init__(self, file: Path, turn: asyncio.Lock, guard: Guard) -> None:
        self._engine = engine_for(file)
        self._turn, self._guard = turn, guard
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="long-fold")
        self._under_way = 0
        self._numbered: dict[str, int] = {}

    async def fold(self, work: Callable[[Connection], Result], club: int) -> Result:
        """Run work in one transaction that holds the write lock only while what came out is stored."""
        for _ in range(ATTEMPTS):
            async with self._long_work(club) as long:
                result = await self._in_thread(partial(long.run, work, self._numbered_from, to_store=True))
                async with self._turn:
                    if await self._in_thread(long.store):
                        return result
        # Another process writes for this club all the time.
        async with self._long_work(club) as long, self._turn:
            return await self._in_thread(partial(long.run_under_lock, work))

    async def try_out(self, work: Callable[[Connection], Result], club: int) -> Result:
        """Run work on copies and return what it returns; nothing is stored, and nobody waits."""
        async with self._long_work(club) as long:
            return await self._in_thread(partial(long.run, work, self._numbered_from, to_store=False))

    async def close(self) -> None:
        """Let what is under way end."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    @asynccontextmanager
    async def _long_work(self, club: int) -> AsyncIterator[LongWork]:
        self._under_way += 1
        try:
            long = await self._in_thread(partial(LongWork, self._engine, self._guard, club))
            try:
                yield long
            finally:
                await self._in_thread(long.close)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._numbered.clear()

    def _numbered_from(self, table: str, highest: int) -> int:
        """Return the id behind which one piece of work numbers new rows of a table; called from threads."""
        start = highest + ROOM_FOR_OTHERS
        if table in self._numbered:
            start = max(start, self._numbered[table] + ROOM_FOR_ONE)
        self._numbered[table] = start
        return start

    async def _in_thread(self, call: Callable[[], Result]) -> Result:
        function = partial(copy_context().run, call)
        return await until_done(asyncio.get_running_loop().run_in_executor(self._threads, function))
