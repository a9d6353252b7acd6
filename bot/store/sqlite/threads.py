"""Whole transactions in the threads of aiosqlite's connections.

aiosqlite runs SQLite in a thread for each connection and crosses over to it at every step. A transaction of a dozen
statements would spend most of its time in crossing, so here it crosses once: the work runs in the connection's own
thread, on SQLAlchemy's plain connection.

Of aiosqlite's private parts this module, and no other, uses `Connection._tx` (the queue of what its thread runs, each
with the future of its result), `Connection._conn` (the connection of sqlite3) and `Connection._thread`.

The engine is SQLAlchemy's plain one, called in its greenlets: its asyncio package brings the whole ORM along, six
megabytes and fifty modules that nothing here uses.
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import copy_context
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy import URL, Connection, Date, Dialect, Pool, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util.concurrency import greenlet_spawn

from bot import about
from bot.store import one_club
from bot.store.errors import spoils_the_connection
from bot.store.prepared import run_plain
from bot.store.sqlite.file import Guard
from bot.store.types import json_value
from bot.store.waiting import counted, until_done

Result = TypeVar("Result")

READERS = 10
POOL_SECONDS = 10
"""How long a transaction waits for a connection."""

BUSY_SECONDS = 10
"""How long a connection waits for another process to finish writing."""

SETTINGS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was answered survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-16000",
)


# Without an adapter sqlite3 asks each None for methods that would make something else of it: 4 % of a report's work.
_UNCHANGED: Any = {}.get
sqlite3.register_adapter(type(None), _UNCHANGED)


class SqliteThreads:
    """Runs work on ten connections for readers and one for the writer, each in a thread of its own."""

    def __init__(self, file: Path) -> None:
        # Of a fixed size: each connection more is a thread more.
        self._engine = create_engine(
            _url(file),
            pool_size=READERS + 1,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_use_lifo=True,  # the connection that read last has most pages at hand: a sixth of a search
            pool_reset_on_return=None,  # the transaction has ended in the thread: one crossing less
            connect_args={"timeout": BUSY_SECONDS, "isolation_level": None, "async_creator_fn": _opened},
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", _configure)
        self._own = threading.local()
        # One plain engine for all threads, for its cache of compiled statements.
        self._plain = create_engine(
            "sqlite://",
            pool=_OwnConnection(self._connection_of_this_thread),
            hide_parameters=True,
            json_deserializer=json_value,
        )
        one_club.prepare(self._plain)
        self._plain.dialect.colspecs = {**self._plain.dialect.colspecs, Date: _Day}
        event.listen(self._plain, "begin", _begin)
        event.listen(self._plain, "before_cursor_execute", about.count_statement)
        self.guard = Guard(file)
        # SQLite has one writer at a time. Waiting here is fair and wakes at once; its own waiting polls, and
        # starves some of fifty. BEGIN IMMEDIATE is what makes it right, other processes included.
        self.turn = asyncio.Lock()
        self._writer: Connection | None = None

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run work that changes nothing, on any connection."""
        async with self.connection() as connection:
            return await self.run(connection, work, immediate=False)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run work in a transaction that holds SQLite's write lock from the start, in the writers' turn."""
        async with self.turn:
            if self._writer is None:
                self._writer = await self._writers_connection()
            try:
                return await self.run(self._writer, work, immediate=True)
            finally:
                if self._writer.invalidated:
                    writer, self._writer = self._writer, None
                    await greenlet_spawn(writer.close)

    async def _writers_connection(self) -> Connection:
        connection = await self._connect()
        driver: Any = connection.connection.driver_connection
        # How pages were before a savepoint or a statement, for a rollback to there. In a file it was four of five of
        # a report's writes.
        try:
            await driver.execute("PRAGMA temp_store=MEMORY")
        except BaseException:
            await greenlet_spawn(connection.close)
            raise
        return connection

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Give a connection for several pieces of work, one after the other."""
        connection = await self._connect()
        try:
            yield connection
        finally:
            await greenlet_spawn(connection.close)

    async def _connect(self) -> Connection:
        try:
            return await greenlet_spawn(self._engine.connect)
        except DBAPIError:
            self.guard.check()  # that it is gone says more than that it cannot be opened
            raise

    async def run(self, connection: Connection, work: Callable[[Connection], Result], *, immediate: bool) -> Result:
        """Run work in one transaction in the thread of a connection.

        immediate: with the write lock from the start, for which the caller holds `turn`.
        """
        if connection.invalidated:
            await greenlet_spawn(lambda: connection.connection)
        driver: Any = connection.connection.driver_connection
        function = partial(copy_context().run, self._in_thread, driver, work, immediate)
        if not driver._running:
            raise ValueError("the connection is closed")
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        driver._tx.put_nowait((done, function))  # as `_execute` does it, which would be a task more
        try:
            result = await until_done(done)
        except Exception as error:
            if spoils_the_connection(error):
                await greenlet_spawn(connection.invalidate)
            raise
        return result

    def _in_thread(self, driver: aiosqlite.Connection, work: Callable[[Connection], Result], immediate: bool) -> Result:
        self._own.connection = driver._conn
        self.guard.check()
        # One for each thread, kept: opening and closing it takes as long as three statements.
        connection: Connection | None = getattr(self._own, "plain", None)
        if connection is None or connection.closed:
            connection = self._own.plain = self._plain.connect()
        if connection.get_execution_options().get("immediate") is not immediate:
            connection.execution_options(immediate=immediate)
        with connection.begin():
            result = work(connection)
            self.guard.check()
        return result

    def connections(self) -> tuple[int, int]:
        """Return how many connections are open and idle, and how many are in use."""
        return counted(self._engine.pool)

    def _connection_of_this_thread(self) -> Any:
        return self._own.connection

    async def close(self) -> None:
        """Let the writer end, and close every connection."""
        async with self.turn:
            if self._writer is not None:
                await greenlet_spawn(self._writer.close)
                self._writer = None
            await greenlet_spawn(self._engine.dispose)


async def _opened(*place: Any, **how: Any) -> aiosqlite.Connection:
    """Open a connection; where it cannot be opened, let its thread end first, which would tell a loop that is gone."""
    connection = aiosqlite.connect(*place, **how)
    connection._thread.daemon = True
    try:
        return await connection
    except BaseException:
        await asyncio.to_thread(connection._thread.join)
        raise


class _Day(sqlite.DATE):
    """A day as text, written by Python's own function: the dialect's takes three times as long for the same."""

    def bind_processor(self, dialect: Dialect) -> Any:
        return lambda value: None if value is None else date.isoformat(value)


class _OwnConnection(Pool):
    """Gives each thread the connection that aiosqlite opened there, and closes none: that is aiosqlite's."""

    def __init__(self, creator: Callable[[], Any]) -> None:
        super().__init__(creator, reset_on_return=None)
        self._here = threading.local()

    def _do_get(self) -> ConnectionPoolEntry:
        entry: ConnectionPoolEntry | None = getattr(self._here, "entry", None)
        if entry is None:
            entry = self._here.entry = self._create_connection()
        return entry

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        """Keep it: it is its thread's."""

    def dispose(self) -> None:
        """Do nothing: connections are closed where they were opened."""

    def recreate(self) -> Pool:
        return self

    def status(self) -> str:
        return "the connections of aiosqlite's threads"


def _url(file: Path) -> URL:
    """Return the URL that opens a file and never makes one."""
    return URL.create(
        "sqlite+aiosqlite", database=f"file:{quote(str(file.absolute()))}", query={"mode": "rw", "uri": "true"}
    )


def _configure(dbapi_connection: Any, _record: Any) -> None:
    cursor = dbapi_connection.cursor()
    for setting in SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _begin(connection: Connection) -> None:
    run_plain(connection, "BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN")
