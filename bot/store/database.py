"""Transactions: plain functions of a connection, run in worker threads on either database."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection

from bot import measures
from bot.store import errors, together
from bot.store.errors import BusyError, DatabaseError, GoneError, StorageError, UnavailableError, UncertainCommitError
from bot.store.one_club import naming
from bot.store.sqlite import file as sqlite_file
from bot.store.sqlite.long_folds import LongFolds
from bot.store.sqlite.long_work import LongFoldError, however_long
from bot.store.sqlite.threads import READERS, SqliteThreads
from bot.store.urls import Address
from bot.store.waiting import NoCollections, Shares, UnderWay, take_short_turns
from bot.store.writers import Writers

__all__ = [
    "BusyError",
    "Connection",
    "Database",
    "DatabaseError",
    "GoneError",
    "StorageError",
    "UnavailableError",
    "UncertainCommitError",
]

if TYPE_CHECKING:
    from bot.store.postgres_threads import PostgresThreads

log = logging.getLogger(__name__)

POOL = 5
"""PostgreSQL's connections, unless the setting says otherwise."""

SECONDS_BETWEEN_LINES = 60

Result = TypeVar("Result")


class _TriedOutError(Exception):
    """Ends a transaction that was only tried out."""


class Database:
    """The club database: SQLite through aiosqlite, or PostgreSQL through psycopg, by URL alone.

    A transaction is a function of a connection: `read` and `write` run it in a thread and return what it returns.
    It must not wait for anything but the database. It may be run a second time when another delivery of the same
    interaction was stored meanwhile.
    """

    _threads: "SqliteThreads | PostgresThreads"

    def __init__(self, url: str, *, pool: int = POOL, name: str = "crosstable") -> None:
        take_short_turns()
        address = Address.read(url)
        self.file = address.file
        self.is_sqlite = self.file is not None
        self.address = address.text
        self._is_old = address.is_old
        if self.file is not None:
            sqlite = self._threads = SqliteThreads(self.file)
            self._long: LongFolds | None = LongFolds(self.file, sqlite.turn, sqlite.guard)
            self._shares = Shares(max(1, READERS // 2))
        else:
            from bot.store.postgres_threads import PostgresThreads

            self._threads = PostgresThreads(address.text, pool=pool, name=name)
            self._long = None
            self._shares = Shares(max(1, pool // 2))
        # Readers line up before the share, so that a club's writer finds but a few of them before itself.
        self._readers = Shares(self._shares.size)
        # One transaction of a club at a time: the others could but wait, for its row or for SQLite's lock, and would
        # keep its readers and the other clubs' writers out meanwhile.
        self._writers = Writers(self._transaction, self._share_of_writer)
        # Dry runs on copies have threads of their own, which others need too.
        self._dry_runs = Shares(1)
        self._no_collections = NoCollections()
        self._closed = False
        self._reads, self._writes = UnderWay(), UnderWay()
        self._hold = sqlite_file.Hold()
        self._answered = False
        self._told: dict[str, float] = {}

    def make_file(self) -> None:
        """Make SQLite's file, for its owner alone, when there is none: nothing else ever does."""
        if self.file is not None:
            sqlite_file.make(self.file)

    def require_not_lost(self) -> None:
        """Raise DatabaseError when SQLite's file was there once: an empty one must not take its place."""
        if self.file is not None and sqlite_file.was_there(self.file):
            raise StorageError(
                f"The database {self.file} is gone: restore a backup; to begin with an empty one, remove"
                f" {sqlite_file.mark_of(self.file)} and {self.file}-wal, if they are there."
            )

    def mark_file(self) -> None:
        """Note beside SQLite's file that it is a database in use."""
        if self.file is not None:
            sqlite_file.mark(self.file)

    def gone_for(self) -> float:
        """Look, and return for how many seconds SQLite's file has been gone; 0 while it is there."""
        seconds = self._threads.guard.missed_for() if isinstance(self._threads, SqliteThreads) else 0.0
        if seconds:
            self._tell(GoneError())
        return seconds

    def log_driver(self) -> None:
        """Log how PostgreSQL is reached, and what is not as it should be."""
        if self.is_sqlite:
            return
        import psycopg

        if self._is_old:
            log.info("DATABASE_URL names asyncpg, which is not used any more: write postgresql:// instead")
        if psycopg.pq.__impl__ == "python":
            log.warning("psycopg runs without its C part, at half the speed: install psycopg[binary]")
        else:
            log.info("PostgreSQL through psycopg %s (%s)", psycopg.__version__, psycopg.pq.__impl__)

    async def read(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run work that changes nothing, on one state; club: whose rows and share it takes, None for several clubs.

        Raises UnavailableError and BusyError.
        """
        work = naming(work, club)
        began = time.perf_counter()
        with self._reads:
            async with self._readers.of(club), self._shares.of(club):
                measures.observe("database_wait_seconds", time.perf_counter() - began, what="share")
                return await self._explained(lambda: self._timed(self._threads.read(work), "read"), writes=False)

    async def write(self, work: Callable[[Connection], Result], *, club: int | None) -> Result:
        """Run work in one transaction: stored as a whole when this returns, and not at all when it raises.

        Who waits for their turn while others of the club write goes with others of those (`Writers`).

        On SQLite it holds the write lock from the start (BEGIN IMMEDIATE), so that nobody else writes between
        what it reads and what it writes. On PostgreSQL its first statement locks the club's row
        (`clubs.lock_club`), which keeps everything read afterwards as fresh as the lock.
        Work that turns out to be long (`leave_if_long`) is rolled back, and done as `fold` does it.
        Raises UnavailableError and BusyError; of them UncertainCommitError alone may have been stored.
        """
        work = naming(work, club)

        async def short_or_long() -> Result:
            try:
                return await (self._transaction(work) if club is None else self._writers.write(work, club))
            except LongFoldError:
                return await self._folded(work, club)

        return await self._written(short_or_long)

    async def fold(self, work: Callable[[Connection], Result], *, club: int) -> Result:
        """Run work that is known to be long in one transaction, as `write` does it: other clubs write meanwhile."""
        return await self._written(lambda: self._folded(naming(work, club), club))

    async def try_out(self, work: Callable[[Connection], Result], *, club: int) -> Result:
        """Run work as `write` does it and return what it returns, but store nothing.

        A club has one piece of long work at a time: on SQLite it writes and reads meanwhile; on PostgreSQL it reads.
        """
        work = naming(work, club)
        found: list[Result] = []

        def look(connection: Connection) -> None:
            found.append(work(connection))
            together.send(connection)
            raise _TriedOutError

        async def tried() -> None:
            async with self._writers.alone(club):
                await self._transaction(self._patient(look))

        try:
            with suppress(_TriedOutError):
                await self._written(tried)
            return found[-1]
        except LongFoldError:
            long = self._long
        assert long is not None, "only SQLite's lock is left"
        self._refuse_when_closed()
        with self._reads:
            async with self._dry_runs.of(club):
                with self._no_collections:
                    return await self._explained(lambda: long.try_out(work, club), writes=False)

    def _patient(self, work: Callable[[Connection], Result]) -> Callable[[Connection], Result]:
        """Return work whose statements may take long on PostgreSQL."""
        if self.is_sqlite:
            return work
        from bot.store.postgres_threads import patient

        return patient(work)

    async def _folded(self, work: Callable[[Connection], Result], club: int | None) -> Result:
        if club is None:
            return await self._transaction(however_long(work))
        async with self._writers.alone(club):
            with self._no_collections:
                if self._long is None:
                    return await self._transaction(self._patient(work))
                return await self._timed(self._long.fold(work, club), "write")

    async def _transaction(self, work: Callable[[Connection], Result]) -> Result:
        return await self._timed(self._threads.write(work), "write")

    async def _timed(self, transaction: Awaitable[Result], kind: str) -> Result:
        with measures.timed("database_seconds", kind=kind, backend="sqlite" if self.is_sqlite else "postgresql"):
            return await transaction

    async def _written(self, transaction: Callable[[], Awaitable[Result]]) -> Result:
        self._refuse_when_closed()
        with self._writes:
            return await self._explained(lambda: self._once_more(transaction), writes=True)

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise BusyError("Crosstable is restarting: try again in a minute.")

    async def _once_more(self, transaction: Callable[[], Awaitable[Result]]) -> Result:
        """Run a transaction, and again when its interaction was delivered twice at once: the audit has the answer."""
        try:
            return await transaction()
        except Exception as error:
            if not errors.is_delivered_twice(error):
                raise
        return await transaction()

    def _share_of_writer(self, club: int | None) -> AbstractAsyncContextManager[None]:
        """SQLite's writer has a connection of its own, and takes none of the readers'."""
        return self._shares.of(None if self.is_sqlite else club)

    async def _explained(self, transaction: Callable[[], Awaitable[Result]], *, writes: bool) -> Result:
        """Run a transaction; raise what its error means for a member, and tell the operator."""
        kind, outcome = "write" if writes else "read", "rollback"
        try:
            result = await transaction()
            outcome = "commit"
        except BusyError:
            outcome = "busy"
            raise
        except UnavailableError as error:
            self._tell(error)
            raise
        except Exception as error:
            meant = errors.meaning(error, writes=writes)
            outcome = "busy" if isinstance(meant, BusyError) else "rollback"
            if meant is None:
                raise
            meant.__cause__ = error  # already here: the line tells the driver's reason
            self._tell(meant)
            raise meant from error
        finally:
            measures.count("transactions_total", kind=kind, outcome=outcome)
        self._answered = True
        return result

    def _tell(self, error: Exception) -> None:
        """Log what the operator is to do, for each kind of error at most once a minute.

        Before the database has answered for the first time, whoever starts the program says it.
        """
        if not self._answered or not isinstance(error, UnavailableError):
            return
        kind, now = type(error).__name__, time.monotonic()
        if now - self._told.get(kind, -math.inf) >= SECONDS_BETWEEN_LINES:
            self._told[kind] = now
            log.error("the database cannot be used (%s): %s", errors.reason(error), error.todo)

    async def leads(self) -> bool:
        """Tell whether this process does what one of several is enough for; ask every 15 seconds to keep it so."""
        if isinstance(self._threads, SqliteThreads):
            return True
        return await asyncio.to_thread(self._threads.turns.leads)

    async def hold_shards(self, ids: Sequence[int] | None, *, take_over: bool = False) -> str | None:
        """Take shards, None for all, and ask every 15 seconds to keep them; return what another process has of them.

        SQLite's file is held as a whole, and without asking again. Closing lets go.
        """
        if isinstance(self._threads, SqliteThreads):
            assert self.file is not None
            return self._hold.take(self.file)
        return await asyncio.to_thread(self._threads.turns.hold, ids, take_over=take_over)

    async def identify_in_turn(self, bucket: int) -> None:
        """Wait until no other process identifies at Discord in this bucket, and for as long as Discord asks."""
        assert not isinstance(self._threads, SqliteThreads), "several processes have PostgreSQL"
        while not await asyncio.to_thread(self._threads.turns.identify, bucket):  # noqa: ASYNC110 - another server tells nothing
            # A lock waited for would keep a thread, and the stop with it.
            await asyncio.sleep(0.5 + secrets.randbelow(500) / 1000)

    def connections(self) -> tuple[int, int]:
        """Return how many connections are open and idle, and how many are in use."""
        return self._threads.connections()

    async def drain(self, seconds: float) -> bool:
        """Wait until nothing is being written; tell whether that came about in time."""
        try:
            await asyncio.wait_for(self._writes.none.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Begin no more writing, let what is under way end, and close every connection."""
        self._closed = True
        await self._writes.none.wait()
        await self._reads.none.wait()
        if self._long is not None:
            await self._long.close()
        await self._threads.close()
        self._hold.close()
