"""Transactions: functions of a connection, run on SQLAlchemy's asynchronous engine."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot import metrics
from bot.store.database import engines, errors
from bot.store.database.engines import Address, Lead
from bot.store.database.errors import (
    CLUB_BUSY,
    BusyError,
    DatabaseError,
    GoneError,
    StorageError,
    UnavailableError,
    UncertainCommitError,
)

# Queues: no transaction is cut off, and no club takes all connections.


Result = TypeVar("Result")

MOST_WAITING = 64
"""Transactions of one club that may queue."""


async def until_done(working: "asyncio.Future[Result]") -> Result:
    """Wait for work to end, even if the caller is cancelled in between."""
    with suppress(asyncio.CancelledError):
        return await asyncio.shield(working)
    while not working.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait((working,))
    if not working.cancelled():
        working.exception()  # read, so that asyncio does not warn
    raise asyncio.CancelledError


class UnderWay:
    """Counts running work. none: set while nothing runs."""

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
    """Limits a club's parallel transactions. Jobs over all clubs (None) do not queue."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lines: dict[int, _Line] = {}

    @asynccontextmanager
    async def of(self, club: int | None) -> AsyncIterator[None]:
        """Hold one of the club's places; raise BusyError if too many wait."""
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
    __slots__ = ("places", "users")

    def __init__(self, size: int) -> None:
        self.places = asyncio.Semaphore(size)
        self.users = 0


__all__ = [
    "BusyError",
    "Connection",
    "Database",
    "DatabaseError",
    "GoneError",
    "StorageError",
    "UnavailableError",
    "UncertainCommitError",
    "club_of",
    "taking_turns",
]

log = logging.getLogger(__name__)

POOL = 5

SECONDS_BETWEEN_LINES = 60


Found = TypeVar("Found")
Item = TypeVar("Item")


class _TriedOutError(Exception):
    pass


def club_of(connection: Connection) -> int:
    """Return the transaction's club; raise LookupError for several."""
    club: int | None = connection.get_execution_options().get("club")
    if club is None:
        raise LookupError("this transaction is over several clubs")
    return club


def taking_turns(connection: Connection, items: Iterable[Item], at_once: int = 200) -> Iterator[Item]:
    """Yield items, giving the event loop turns."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % at_once == 0:
            driver: Any = connection.connection.dbapi_connection
            driver.run_async(lambda _: asyncio.sleep(0))


class Database:
    """The club database: SQLite through aiosqlite or PostgreSQL through psycopg, by URL.

    A transaction is a function of a connection that waits only for the database. It may run twice.
    """

    def __init__(self, url: str, *, pool: int = POOL, name: str = "crosstable") -> None:
        address = Address.read(url)
        self.file = address.file
        self.is_sqlite = self.file is not None
        self.address = address.text
        if self.file is not None:
            self._engine = engines.sqlite_engine(self.file)
            self._guard: engines.Guard | None = engines.Guard(self.file)
        else:
            self._engine = engines.postgres_engine(address.text, pool, name)
            self._guard = None
        self._lead = Lead(self._engine)
        self._readers = Shares(max(1, (engines.READERS if self.is_sqlite else pool) // 2))
        # one write per club: waiting ones hold no connection
        self._writers = Shares(1)
        # SQLite has one writer; waiting here is fair, its own waiting polls
        self._turn = asyncio.Lock()
        self._closed = False
        self._reads, self._writes = UnderWay(), UnderWay()
        self._hold = engines.Hold()
        self._answered = False
        self._told: dict[str, float] = {}

    def make_file(self) -> None:
        if self.file is not None:
            engines.make(self.file)

    def require_not_lost(self) -> None:
        """Raise DatabaseError if SQLite's file existed once and is missing."""
        if self.file is not None and engines.existed_before(self.file):
            raise StorageError(
                f"The database {self.file} is missing. Restore a backup, or remove "
                f"{engines.mark_of(self.file)} and {self.file}-wal to begin with an empty one."
            )

    def mark_file(self) -> None:
        if self.file is not None:
            engines.mark(self.file)

    def missing_seconds(self) -> float:
        """Return for how many seconds SQLite's file has been missing; 0 if it exists."""
        seconds = 0.0 if self._guard is None else self._guard.missed_for()
        if seconds:
            self._log_error(GoneError())
        return seconds

    def log_driver(self) -> None:
        if self.is_sqlite:
            return
        import psycopg

        if psycopg.pq.__impl__ == "python":
            log.warning("psycopg has no C extension and runs at half speed; install psycopg[binary]")
        else:
            log.info("using PostgreSQL: psycopg=%s implementation=%s", psycopg.__version__, psycopg.pq.__impl__)

    async def read(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run reading work on one state; club None: over several. Raise UnavailableError or BusyError."""
        with self._reads:
            async with self._readers.of(club):
                return await self._explained(lambda: self._transaction(work, club, writes=False), writes=False)

    async def write(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run work in one transaction, stored completely or not at all.

        SQLite takes the write lock first (BEGIN IMMEDIATE). PostgreSQL must lock the club first
        (`clubs.lock_club`). Raise UnavailableError or BusyError; after UncertainCommitError it may have been
        stored.
        """
        self._refuse_when_closed()
        with self._writes:
            async with self._writers.of(club):
                return await self._write(work, club)

    async def look_and_write(
        self, look: Callable[[Connection], Found], work: Callable[[Connection, Found], Result], *, club: int
    ) -> Result:
        """Run `look` as `read` does, then `work` with its result as `write` does.

        No other write of the club by this process comes between.
        """
        self._refuse_when_closed()
        with self._writes:
            async with self._writers.of(club):
                found = await self._explained(lambda: self._transaction(look, club, writes=False), writes=False)
                return await self._write(lambda connection: work(connection, found), club)

    async def _write(self, work: Callable[[Connection], Result], club: int | None) -> Result:
        return await self._explained(lambda: self._retry_once(lambda: self._in_turn(work, club)), writes=True)

    async def try_out(self, work: Callable[[Connection], Result], *, club: int) -> Result:
        """Run work as `write` does, but roll it back."""
        found: list[Result] = []

        def look(connection: Connection) -> None:
            found.append(work(connection))
            raise _TriedOutError

        with suppress(_TriedOutError):
            await self.write(look, club=club)
        return found[-1]

    async def _in_turn(self, work: Callable[[Connection], Result], club: int | None) -> Result:
        async with self._turn if self.is_sqlite else nullcontext():
            return await self._transaction(work, club, writes=True)

    async def _transaction(self, work: Callable[[Connection], Result], club: int | None, *, writes: bool) -> Result:
        with metrics.database_seconds.labels("write" if writes else "read").time():
            return await until_done(asyncio.ensure_future(self._run(work, club, writes=writes)))

    async def _run(self, work: Callable[[Connection], Result], club: int | None, *, writes: bool) -> Result:
        self._check_file()
        async with self._engine.connect() as connection:
            await connection.execution_options(writes=writes, club=club)
            try:
                transaction = await connection.begin()
                try:
                    result = await connection.run_sync(work)
                    self._check_file()
                except BaseException:
                    await transaction.rollback()
                    raise
                try:
                    await transaction.commit()
                except DBAPIError as error:
                    if writes and error.connection_invalidated:
                        raise UncertainCommitError from error
                    raise
            except DBAPIError as error:
                if errors.spoils_the_connection(error):
                    await connection.invalidate()
                raise
            return result

    def _check_file(self) -> None:
        if self._guard is not None:
            self._guard.check()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise BusyError("Crosstable is restarting. Try again in a minute.")

    async def _retry_once(self, transaction: Callable[[], Awaitable[Result]]) -> Result:
        try:
            return await transaction()
        except Exception as error:
            if not errors.is_delivered_twice(error):
                raise
        return await transaction()

    async def _explained(self, transaction: Callable[[], Awaitable[Result]], *, writes: bool) -> Result:
        try:
            result = await transaction()
        except BusyError:
            raise
        except UnavailableError as error:
            self._log_error(error)
            raise
        except Exception as error:
            meant = errors.meaning(error, writes=writes)
            if meant is None:
                raise
            meant.__cause__ = error  # already here: the line shows the driver's reason
            self._log_error(meant)
            raise meant from error
        self._answered = True
        return result

    def _log_error(self, error: Exception) -> None:
        if not self._answered or not isinstance(error, UnavailableError):
            return
        kind, now = type(error).__name__, time.monotonic()
        if now - self._told.get(kind, -math.inf) >= SECONDS_BETWEEN_LINES:
            self._told[kind] = now
            log.error("database unusable: %s: %s", errors.reason(error), error.todo)

    async def leads(self) -> bool:
        """Return whether this process leads scheduled work; ask at least every 15 seconds."""
        return self.is_sqlite or await self._lead.holds()

    def hold_file(self) -> str | None:
        """Lock SQLite's file against other bots; return what one holds."""
        return None if self.file is None else self._hold.take(self.file)

    async def drain(self, seconds: float) -> bool:
        """Wait until nothing is written; return whether in time."""
        try:
            await asyncio.wait_for(self._writes.none.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Stop writing, wait for transactions, close all connections."""
        self._closed = True
        await self._writes.none.wait()
        await self._reads.none.wait()
        await self._lead.give_back()
        await self._engine.dispose()
        self._hold.close()
