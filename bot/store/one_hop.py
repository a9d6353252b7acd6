"""aiosqlite connections whose cursors cross to the connection's thread once for each statement.

aiosqlite runs SQLite in a thread and crosses over to it for every step: to make a cursor, to execute, to fetch, to
close. The crossings are most of a short transaction's time. Here a statement is made, executed, fetched and closed
in one crossing, which loses nothing: SQLAlchemy fetches all rows at once anyway.
"""

import asyncio
import sqlite3
from collections.abc import Iterable
from typing import Any, Self

import aiosqlite


class OneHopCursor:
    """What SQLAlchemy needs of a cursor, filled in one crossing."""

    __slots__ = ("_connection", "_rows", "arraysize", "description", "lastrowid", "rowcount")

    def __init__(self, connection: "OneHopConnection") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.arraysize = 1
        self.description: Any = None
        self.lastrowid: int | None = None
        self.rowcount = -1

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> Self:
        return await self._cross(sqlite3.Connection.execute, statement, parameters)

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> Self:
        return await self._cross(sqlite3.Connection.executemany, statement, parameters)

    async def _cross(self, run: Any, statement: str, parameters: Any) -> Self:
        on_thread: Any = self._connection._execute  # aiosqlite leaves it without types
        await on_thread(self._run, run, statement, parameters)
        return self

    def _run(self, run: Any, statement: str, parameters: Any) -> None:
        cursor = run(self._connection._conn, statement, parameters)
        self.description = cursor.description
        self._rows = cursor.fetchall() if cursor.description else []
        self.lastrowid, self.rowcount = cursor.lastrowid, cursor.rowcount
        cursor.close()

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        self._rows = []


class OneHopConnection(aiosqlite.Connection):
    """An aiosqlite connection with such cursors, which leaves no thread behind when it cannot be opened."""

    _stopping: "asyncio.Future[Any] | None" = None

    def stop(self) -> "asyncio.Future[Any] | None":
        self._stopping = super().stop()
        return self._stopping

    async def _connect(self) -> Self:
        try:
            await super()._connect()
        except BaseException:
            # aiosqlite does not wait for its thread here, which would then answer a loop that is closed already.
            if self._stopping is not None:
                await self._stopping
            raise
        return self

    def cursor(self) -> OneHopCursor:  # type: ignore[override]  # SQLAlchemy asks no more of it
        return OneHopCursor(self)


def connect(database: str, **options: Any) -> OneHopConnection:
    """Return a connection to await, as `aiosqlite.connect` does."""
    connection = OneHopConnection(lambda: sqlite3.connect(database, **options), iter_chunk_size=64)
    # As SQLAlchemy does it: a forgotten connection must not keep the program alive.
    connection._thread.daemon = True
    return connection
