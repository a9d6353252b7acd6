"""Connections: many readers, and one writer at a time for each club."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection as SyncConnection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.one_hop import connect
from core.errors import RatingError

Connection = AsyncConnection
"""A connection within `Database.read` or `Database.write`; store functions take one."""

BUSY_SECONDS = 10
"""How long a SQLite connection waits for another process to finish writing."""


class DatabaseError(Exception):
    """The database cannot be used; the message is one line that says what to do."""


UnavailableError = OperationalError
"""What is raised when the database does not answer."""


class BusyError(RatingError):
    """Another process holds the database."""


class Database:
    """The club database: SQLite through aiosqlite, or PostgreSQL through asyncpg, by URL alone."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(self.url.database) if self.is_sqlite and self.url.database else None
        self.engine = _sqlite_engine(url) if self.is_sqlite else create_async_engine(url, pool_size=10, max_overflow=10)
        # SQLite has one writer at a time. Waiting here is fair and wakes at once; its own waiting polls, and
        # starves some of fifty. BEGIN IMMEDIATE below is what makes it right, other processes included.
        self._writer: asyncio.Lock | None = asyncio.Lock() if self.is_sqlite else None
        self._writing = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Connection]:
        """Give a connection that sees one state of the database and changes nothing."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Connection]:
        """Give a connection in one transaction, committed at the end of the block or rolled back as a whole.

        On SQLite it holds the write lock from the start (BEGIN IMMEDIATE), so that nobody else writes between
        what it reads and what it writes. On PostgreSQL the first statement locks the club's row
        (`clubs.enter`), which keeps everything read afterwards as fresh as the lock.
        """
        self._writing += 1
        self._idle.clear()
        try:
            if self._writer is None:
                async with self.engine.begin() as connection:
                    yield connection
            else:
                async with self._writer, self.engine.connect() as plain:
                    connection = await plain.execution_options(immediate=True)
                    async with connection.begin():
                        yield connection
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
        await self.engine.dispose()


def _sqlite_engine(url: str) -> AsyncEngine:
    engine = create_async_engine(
        url, pool_size=5, max_overflow=5, connect_args={"timeout": BUSY_SECONDS, "async_creator_fn": connect}
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(dbapi_connection: Any, _record: Any) -> None:
        # The driver would begin transactions itself, late and deferred; `begin` below does it instead.
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # what was answered survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA cache_size=-16000")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: SyncConnection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine
