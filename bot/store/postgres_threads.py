"""Whole transactions on PostgreSQL's connections, in worker threads.

psycopg's waits and SQLAlchemy's work stay out of the event loop, and Windows' loop, which psycopg's asynchronous side
cannot run on, does not matter.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg.adapt import AdaptersMap
from psycopg.types.json import set_json_loads
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from bot import about, measures
from bot.store import one_club, together
from bot.store.errors import UnavailableError, UncertainCommitError
from bot.store.turns import Turns
from bot.store.types import json_value
from bot.store.waiting import counted, until_done

Result = TypeVar("Result")

POOL_SECONDS = 10
"""How long a transaction waits for a connection."""

CONNECT_SECONDS = 5
IDLE_SECONDS = 30
"""A connection that lay idle for longer is asked whether it lives before it is used."""

PREPARE_AFTER = 3
"""A statement that runs so often on a connection is prepared there."""

# In the message that begins the transaction, and for it alone: no round trip more, and right behind PgBouncer too,
# where a server's connection is another client's next, and which refuses most parameters at the connection's start.
_LIMITS = (
    "SET LOCAL statement_timeout = '60s';"
    "SET LOCAL lock_timeout = '30s';"
    "SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
_BEGIN = {
    False: f"BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY;{_LIMITS}",
    True: f"BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE;{_LIMITS}",
}


_PATIENCE = "SET LOCAL statement_timeout = '600s'; SET LOCAL idle_in_transaction_session_timeout = '600s'"


def patient(work: Callable[[Connection], Result]) -> Callable[[Connection], Result]:
    """Return long work, whose statements may take longer than those of others."""

    def patiently(connection: Connection) -> Result:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(_PATIENCE)
        return work(connection)

    return patiently


_ADAPTERS = AdaptersMap(psycopg.adapters)
set_json_loads(json_value, _ADAPTERS)


class PostgresThreads:
    """Runs work on a fixed number of connections, in as many threads."""

    def __init__(self, address: str, *, pool: int, name: str) -> None:
        self._places = asyncio.Semaphore(pool)
        self._threads = ThreadPoolExecutor(pool, thread_name_prefix="database")
        connect = partial(
            psycopg.connect,
            address,
            autocommit=True,  # BEGIN is ours
            prepare_threshold=None,
            context=_ADAPTERS,
            **_defaults(address, connect_timeout=CONNECT_SECONDS, application_name=name),
        )
        self.turns = Turns(connect)
        self._engine = create_engine(
            "postgresql+psycopg://",
            creator=lambda: _prepare_if_direct(connect()),
            pool_size=pool,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            hide_parameters=True,
            use_native_hstore=False,  # asked for at every connection otherwise, and not used
        )
        one_club.prepare(self._engine)
        event.listen(self._engine, "checkin", _note_the_time)
        event.listen(self._engine, "checkout", _ask_after_a_pause)
        event.listen(self._engine, "begin", _begin)
        event.listen(self._engine, "before_cursor_execute", about.count_statement)
        event.listen(self._engine, "before_cursor_execute", together.send)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run work that changes nothing, on one state of the database."""
        return await self._run(work, writes=False)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run work in a transaction."""
        return await self._run(work, writes=True)

    async def _run(self, work: Callable[[Connection], Result], *, writes: bool) -> Result:
        try:
            with measures.timed("database_wait_seconds", what="pool"):
                async with asyncio.timeout(POOL_SECONDS):
                    await self._places.acquire()
        except TimeoutError:
            raise UnavailableError from None
        try:
            function = partial(copy_context().run, self._in_thread, work, writes)
            return await until_done(asyncio.get_running_loop().run_in_executor(self._threads, function))
        finally:
            self._places.release()

    def _in_thread(self, work: Callable[[Connection], Result], writes: bool) -> Result:
        with self._begun(writes) as connection:
            transaction = connection.get_transaction()
            assert transaction is not None
            try:
                result = work(connection)
                together.send(connection)
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except DBAPIError as error:
                if writes and error.connection_invalidated:
                    raise UncertainCommitError from error
                raise
            return result

    def _begun(self, writes: bool) -> Connection:
        """Return a connection in a transaction; one that died unnoticed is replaced, since nothing was done on it."""
        for last in (False, True):
            connection = self._engine.connect().execution_options(writes=writes, together=together.Together())
            try:
                connection.begin()
            except DBAPIError as error:
                connection.close()
                if last or not error.connection_invalidated:
                    raise
            except BaseException:
                connection.close()
                raise
            else:
                return connection
        raise AssertionError("the second attempt returns or raises")

    def connections(self) -> tuple[int, int]:
        """Return how many connections are open and idle, and how many are in use."""
        return counted(self._engine.pool)

    async def close(self) -> None:
        """Let what is under way end, and close every connection."""
        await asyncio.to_thread(self.turns.close)
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


def _defaults(address: str, **wanted: Any) -> dict[str, Any]:
    """Return the parameters of a connection that its address does not give itself."""
    given = psycopg.conninfo.conninfo_to_dict(address)
    return {name: value for name, value in wanted.items() if name not in given}


def _prepare_if_direct(connection: "psycopg.Connection[Any]") -> "psycopg.Connection[Any]":
    """Let statements be prepared on a connection that leads to a server's own process, and not to a pooler.

    Behind one, such as PgBouncer, what is prepared may be missing on the process that is next. A pooler tells its
    clients a number of its own for the process that serves them.
    """
    if connection.execute("SELECT pg_backend_pid()").fetchone() == (connection.info.backend_pid,):
        connection.prepare_threshold = PREPARE_AFTER
    return connection


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(_BEGIN[connection.get_execution_options().get("writes", True)])


def _note_the_time(_connection: Any, entry: ConnectionPoolEntry) -> None:
    entry.info["used"] = time.monotonic()


def _ask_after_a_pause(connection: Any, entry: ConnectionPoolEntry, _fairy: Any) -> None:
    if time.monotonic() - entry.info.get("used", time.monotonic()) > IDLE_SECONDS:
        try:
            connection.execute("")
        except psycopg.Error as error:
            raise DisconnectionError from error
