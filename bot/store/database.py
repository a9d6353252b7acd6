"""Connections: many readers, and one writer at a time for each club."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.long_folds import LongFolds
from bot.store.long_work import LongFoldError
from bot.store.sqlite_threads import SqliteThreads
from core.errors import RatingError

__all__ = ["BusyError", "Connection", "Database", "DatabaseError", "UnavailableError"]

BUSY_SECONDS = 10
"""How long a SQLite connection waits for another process to finish writing."""

Result = TypeVar("Result")


class DatabaseError(Exception):
    """The database cannot be used; the message is one line that says what to do."""


UnavailableError = OperationalError
"""What is raised when the database does not answer."""


class BusyError(RatingError):
    """Another process holds the database."""


class Database:
    """The club database: SQLite through aiosqlite, or PostgreSQL through asyncpg, by URL alone.

    A transaction is a function of a connection: `read` and `write` run it and return what it returns. It must not
    wait for anything but the database.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(self.url.database) if self.is_sqlite and self.url.database else None
        self.engine = _sqlite_engine(url) if self.is_sqlite else create_async_engine(url, pool_size=10, max_overflow=10)
        self._threads = SqliteThreads(self.engine) if self.is_sqlite else None
        # SQLite has one writer at a time. Waiting here is fair and wakes at once; its own waiting polls, and
        # starves some of fifty. BEGIN IMMEDIATE is what makes it right, other processes included.
        self._turn = asyncio.Lock()
        self._long = LongFolds(self.file, self._turn, BUSY_SECONDS) if self.file is not None else None
        self._closed = False
        self._writing = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def read(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run work that changes nothing, and return what it returns; club None: for several clubs."""
        if self._threads is not None:
            return await self._threads.read(work)
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run work in one transaction, committed when it returns and rolled back as a whole when it raises.

        On SQLite it holds the write lock from the start (BEGIN IMMEDIATE), so that nobody else writes between
        what it reads and what it writes. On PostgreSQL its first statement locks the club's row
        (`clubs.enter`), which keeps everything read afterwards as fresh as the lock.

        Work that turns out to be long (`leave_if_long`) is rolled back and done as `fold` does it.
        """
        async with self._under_way():
            if self._long is not None:
                await self._long.wait_for(club)
            try:
                return await self._write(work)
            except LongFoldError:
                assert self._long is not None
                assert club is not None
                return await self._long.fold(work, club)

    async def fold(self, work: Callable[[Connection], Result], *, club: int) -> Result:
        """Run long work in one transaction, like `write`: on SQLite other clubs write meanwhile."""
        async with self._under_way():
            if self._long is not None:
                return await self._long.fold(work, club)
            return await self._write(work)

    async def try_out(self, work: Callable[[Connection], Result], *, club: int) -> Result:
        """Run work as if it were written, and return what it returns: nothing is stored."""
        async with self._under_way():
            if self._long is not None:
                return await self._long.try_out(work, club)
            found: list[Result] = []
            with suppress(_TriedOutError):
                await self._write(partial(_try_out, work, found))
            return found[0]

    async def _write(self, work: Callable[[Connection], Result]) -> Result:
        if self._threads is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        async with self._turn:
            return await self._threads.write(work)

    @asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """Count a transaction that may write, and say why it did not come about."""
        if self._closed:
            raise BusyError("Crosstable is restarting: try again in a minute.")
        self._writing += 1
        self._idle.clear()
        try:
            yield
        except DBAPIError as error:
            if "database is locked" in str(error.orig):
                raise BusyError("The database is busy with another program: try again in a moment.") from error
            raise
        finally:
            self._writing -= 1
            if not self._writing:
                self._idle.set()

    async def drain(self, seconds: float) -> bool:
        """Wait until no transaction is under way; tell whether that came about in time."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Begin no more writing, let what is being written end, and close every connection."""
        self._closed = True
        async with self._turn:
            if self._long is not None:
                await asyncio.to_thread(self._long.close)
            if self._threads is not None:
                await self._threads.close()
            await self.engine.dispose()


class _TriedOutError(Exception):
    """Ends a transaction that was only tried out."""


def _try_out(work: Callable[[Connection], Result], found: list[Result], connection: Connection) -> None:
    found.append(work(connection))
    raise _TriedOutError


def _sqlite_engine(url: str) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=5, max_overflow=5, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine.sync_engine, "connect")
    def configure(dbapi_connection: Any, _record: Any) -> None:
        # The driver would begin transactions itself, late and deferred; `begin` does it instead.
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # what was answered survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA cache_size=-16000")
        cursor.close()

    # For what runs on the asynchronous engine itself, which is the migrations.
    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine
