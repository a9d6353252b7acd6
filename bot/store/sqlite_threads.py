"""Whole transactions in the thread of an aiosqlite connection.

aiosqlite runs SQLite in a thread and crosses over to it at every step. A transaction of a dozen statements spends most
of its time in crossing, so here it crosses once: the work runs in the connection's own thread, on SQLAlchemy's plain
connection. The event loop stays free meanwhile, however long a fold takes.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import SingletonThreadPool

from bot.store.long_work import SHORT

Result = TypeVar("Result")

MOST_THREADS = 64
"""More than the pool of connections will ever have."""


class SqliteThreads:
    """Runs work on the connections of an asynchronous SQLite engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._here = threading.local()
        # One plain engine for all threads; in each it finds the connection that aiosqlite opened there.
        self._plain = create_engine(
            "sqlite://", creator=lambda: self._here.connection, poolclass=SingletonThreadPool, pool_size=MOST_THREADS
        )
        event.listen(self._plain, "begin", _begin)
        self._writer: AsyncConnection | None = None

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run work that changes nothing, on any connection."""
        async with self._engine.connect() as connection:
            return await self._run(connection, work, immediate=False)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run work in a transaction that holds SQLite's write lock from the start; one call at a time."""
        if self._writer is None:
            self._writer = await self._engine.connect()
        return await self._run(self._writer, work, immediate=True)

    async def _run(
        self, connection: AsyncConnection, work: Callable[[Connection], Result], *, immediate: bool
    ) -> Result:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        crossing = asyncio.ensure_future(driver._execute(self._in_thread, driver, work, immediate))
        try:
            return cast(Result, await asyncio.shield(crossing))
        except asyncio.CancelledError:
            # A thread cannot be cut off: whoever is cancelled here waits until its work has ended.
            await asyncio.wait((crossing,))
            raise

    def _in_thread(self, driver: aiosqlite.Connection, work: Callable[[Connection], Any], immediate: bool) -> Any:
        self._here.connection = driver._conn
        with self._plain.connect() as plain:
            connection = plain.execution_options(immediate=immediate, **{SHORT: immediate})
            with connection.begin():
                return work(connection)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN")
