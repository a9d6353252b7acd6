"""Long work that does not hold SQLite's write lock: it is done on copies, and only what came out takes its turn.

SQLite has one writer. A fold of years takes seconds, and meanwhile no club could write. So the work runs in a read
snapshot, on a connection of its own, where a table of the club lies a second time as a TEMP table from before its first
row is written: SQLite looks up a bare name there first, so the work's own statements run unchanged and its facts,
players and ratings go into the copies. Whatever would write past them is refused.
Then each copy is compared with what it was copied from, and the rows that differ go into the database in one
transaction. It begins only if the club's `facts` is what the snapshot saw, for every write of a club counts it up.

New rows are numbered from some way above the highest id, so that what other clubs add meanwhile keeps below; that they
are still free is asked again under the lock. A journal row is known by its player and place, and no one knows its id.
A process that is killed leaves nothing behind: the copies were its connection's own.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.pool import NullPool

from bot import about
from bot.store import one_club
from bot.store.prepared import before_write
from bot.store.sqlite import shadow_tables
from bot.store.sqlite.file import Guard
from bot.store.sqlite.threads import BUSY_SECONDS, SETTINGS
from bot.store.types import json_value

Result = TypeVar("Result")

MOST_UNDER_LOCK = 200
"""Ratings that a transaction may work out while it holds the write lock: about a tenth of a second."""

UNDER_LOCK = "immediate"
"""The execution option of a connection whose transaction holds the lock that everybody waits for."""


class LongFoldError(Exception):
    """Says that a transaction has too much to work out under the lock: it is rolled back, and done as a long one."""


def is_under_lock(connection: Connection) -> bool:
    """Tell whether a transaction of one club holds SQLite's write lock."""
    return bool(connection.get_execution_options().get(UNDER_LOCK))


def leave_if_long(connection: Connection, ratings: int) -> None:
    """Raise LongFoldError where so many ratings would be worked out under SQLite's write lock."""
    if ratings > MOST_UNDER_LOCK and is_under_lock(connection):
        raise LongFoldError


def however_long(work: Callable[[Connection], Result]) -> Callable[[Connection], Result]:
    """Return work that is done under the lock though it is long, because it is not one club's."""

    def under_lock(connection: Connection) -> Result:
        return work(connection.execution_options(**{UNDER_LOCK: False}))

    return under_lock


class LongWork:
    """One piece of work on copies of a club's tables; its methods run in a thread, one after another."""

    def __init__(self, engine: Engine, guard: Guard, club: int) -> None:
        self._guard, self._club = guard, club
        self._connection = engine.connect()
        self._facts: int | None = None
        self._copied: set[Table] = set()
        self._tables: list[shadow_tables.Shadow] = []
        self._has_stored = False

    def run(
        self, work: Callable[[Connection], Result], numbered_from: Callable[[str, int], int], *, to_store: bool
    ) -> Result:
        """Do the work on copies and return what it returns; the database is as before.

        numbered_from: takes a table and its highest id, and returns the id behind which new rows are numbered.
        to_store: whether to note what became different, for `store`.
        """
        connection = self._connection

        def copy(table: Table) -> None:
            for shadow in shadow_tables.needed_by(table):
                if shadow.table not in self._copied:
                    self._copied.add(shadow.table)
                    shadow.copy(connection, self._club, numbered_from)

        with self._transaction("BEGIN"):
            self._facts = self._counted()
            with self._on_copies(copy):
                result = work(connection)
            if to_store:
                copied = [shadow for shadow in shadow_tables.SHADOWS if shadow.table in self._copied]
                self._tables = [shadow for shadow in copied if shadow.compare(connection, self._club)]
        return result

    @contextmanager
    def _on_copies(self, copy: Callable[[Table], None]) -> Iterator[None]:
        """Copy each table before it is written, and refuse what would be written elsewhere."""
        driver: Any = self._connection.connection.driver_connection
        token = before_write.set(copy)
        driver.set_authorizer(_only_copies)
        try:
            yield
        finally:
            driver.set_authorizer(None)
            before_write.reset(token)

    def store(self) -> bool:
        """Store what came out, in the writers' turn; tell whether the club was still what the copies were made of."""
        connection = self._connection
        with self._transaction("BEGIN IMMEDIATE"):
            if self._counted() != self._facts or not all(one.is_free(connection) for one in self._tables):
                return False
            # Whether every row finds what it refers to is asked at the end, when all are there.
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
            for shadow in reversed(self._tables):
                shadow.remove(connection)
            for shadow in self._tables:
                shadow.add(connection)
        self._has_stored = True
        return True

    def run_under_lock(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work as any short one is done, in the writers' turn."""
        self._has_stored = True
        with self._transaction("BEGIN IMMEDIATE"):
            return work(self._connection)

    def close(self) -> None:
        """Forget the copies, and move what was stored from the log into the file: nobody waits for that in turn."""
        if self._has_stored:
            self._connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        self._connection.close()

    def _counted(self) -> int | None:
        found: int | None = self._connection.exec_driver_sql(
            "SELECT facts FROM main.club WHERE id = ?", (self._club,)
        ).scalar()
        return found

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        connection = self._connection
        self._guard.check()
        connection.exec_driver_sql(begin)
        try:
            yield
            self._guard.check()
        except BaseException:
            driver: Any = connection.connection.driver_connection
            if driver.in_transaction:
                connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


_WRITES = frozenset({sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE})


def _only_copies(action: int, _table: str, _column: str, schema: str, _trigger: str) -> int:
    return sqlite3.SQLITE_DENY if action in _WRITES and schema == "main" else sqlite3.SQLITE_OK


def _tell(_connection: object, _cursor: object, _text: str, _values: object, context: Any, _many: bool) -> None:
    """Tell of a statement that writes, as those do that are compiled once."""
    tell = before_write.get()
    if tell is not None and context.compiled is not None and context.compiled.statement.is_dml:
        tell(context.compiled.statement.table)


def engine_for(file: Path) -> Engine:
    """Return an engine whose connections are opened for one piece of long work each."""

    def connect() -> sqlite3.Connection:
        # Each call of one piece of work runs in some thread, never two at a time. The file is never created here.
        opened = sqlite3.connect(
            f"file:{quote(str(file.absolute()))}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        for setting in (*SETTINGS, "PRAGMA temp_store=FILE", "PRAGMA wal_autocheckpoint=0"):
            opened.execute(setting)
        opened.execute("SELECT value FROM json_each('[]')")  # its first use seems to write the schema
        return opened

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True, json_deserializer=json_value
    )
    one_club.prepare(engine)
    event.listen(engine, "before_cursor_execute", about.count_statement)
    event.listen(engine, "before_cursor_execute", _tell)
    return engine
