"""The two kinds of engine: SQLite through aiosqlite, PostgreSQL through psycopg, as SQLAlchemy documents them."""

import errno
import os
import re
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import about
from bot.store.errors import GoneError

READERS = 5
BUSY_SECONDS = 10
"""How long SQLite waits for the write lock of another process."""

POOL_SECONDS = 10
CONNECT_SECONDS = 5

_SETTINGS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was answered survives a power cut
    "PRAGMA foreign_keys=ON",
)

# For each transaction and not for the connection: right behind PgBouncer too.
_LIMITS = (
    "SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '30s';"
    " SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
_READ = f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; {_LIMITS}"
_WRITE = f"SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; {_LIMITS}"


def sqlite_engine(file: Path) -> AsyncEngine:
    """Return an engine on a file, which it never creates."""
    url = URL.create(
        "sqlite+aiosqlite", database=f"file:{quote(str(file.absolute()))}", query={"mode": "rw", "uri": "true"}
    )
    engine = create_async_engine(
        url,
        pool_size=READERS + 1,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},  # BEGIN is ours
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", _configure)
    event.listen(engine.sync_engine, "begin", _begin_on_sqlite)
    event.listen(engine.sync_engine, "before_cursor_execute", about.count_statement)
    return engine


def postgres_engine(address: str, pool: int, name: str) -> AsyncEngine:
    """Return an engine on an address as libpq reads it; pool: how many transactions go on at once."""
    import psycopg

    async def connect() -> "psycopg.AsyncConnection[Any]":
        given = psycopg.conninfo.conninfo_to_dict(address)
        wanted: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, "application_name": name}
        more = {key: value for key, value in wanted.items() if key not in given}
        # No prepared statements: behind PgBouncer they may be another server's.
        return await psycopg.AsyncConnection.connect(address, prepare_threshold=None, **more)

    engine = create_async_engine(
        "postgresql+psycopg://",
        async_creator=connect,
        pool_size=pool + 1,  # one for the lead (`lead.py`)
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_pre_ping=True,
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "begin", _begin_on_postgres)
    event.listen(engine.sync_engine, "before_cursor_execute", about.count_statement)
    return engine


def _configure(dbapi_connection: Any, _record: Any) -> None:
    try:
        cursor = dbapi_connection.cursor()
        for setting in _SETTINGS:
            cursor.execute(setting)
        cursor.close()
    except BaseException:  # such as a file that is no database: the pool leaves the connection to the collector
        dbapi_connection.close()
        raise


def _begin_on_sqlite(connection: Connection) -> None:
    # The write lock from the start: nobody else writes between what a transaction reads and what it writes.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _begin_on_postgres(connection: Connection) -> None:
    connection.exec_driver_sql(_WRITE if _writes(connection) else _READ)


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes"))


# Which of several processes on one PostgreSQL does the scheduled work.


# The lead is looked after every 15 seconds; a process whose machine is gone without a word loses it by this time-out.
_KEPT = text("SET LOCAL idle_in_transaction_session_timeout = '45s'")
_TAKE = text("SELECT pg_try_advisory_xact_lock(hashtext('crosstable lead'), 0)")


class Lead:
    """An advisory lock of a transaction that stays open; the server lets go of it when its process is killed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def holds(self) -> bool:
        """Take the lead if nobody has it, or make sure of it; return whether this process has it."""
        try:
            if self._connection is not None:
                await self._connection.execute(text("SELECT true"))
                return True
            self._connection = await self._engine.connect()
            await self._connection.execution_options(writes=True)
            await self._connection.execute(_KEPT)
            if await self._connection.scalar(_TAKE):
                return True
        except (DBAPIError, OSError):
            pass  # the next read or write says so
        await self.give_back()
        return False

    async def give_back(self) -> None:
        if self._connection is not None:
            with suppress(DBAPIError, OSError):
                await self._connection.close()
            self._connection = None


# The SQLite file: made for its owner alone, and missed when it goes away while the bot works on it.


OWNER_ONLY = 0o600


def make(path: Path) -> None:
    """Make an empty file that its owner alone may read, unless there is one; -wal and -shm get the same mode."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return


def mark(path: Path) -> None:
    """Leave a note beside the file that there is a database, for the day on which the file is not there."""
    note = mark_of(path)
    try:
        with os.fdopen(
            os.open(note, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w", encoding="utf-8"
        ) as written:
            written.write(
                f"Crosstable's database {path.name} was made in this folder. Should it be missing, Crosstable does not"
                " begin with an empty one: restore a backup. To begin anew all the same, delete this note.\n"
            )
    except OSError:  # it is there, or nothing can be written here: the bot works without
        return


def mark_of(path: Path) -> Path:
    return Path(f"{path}.made")


def existed_before(path: Path) -> bool:
    """Tell whether a database was here that is not any more: by its note, or by what SQLite left beside it."""
    if path.exists():
        return path.stat().st_size == 0 and mark_of(path).exists()
    return mark_of(path).exists() or Path(f"{path}-wal").exists()


class Hold:
    """Keeps the bots of other processes from a file, by a lock on its note that ends with this process."""

    def __init__(self) -> None:
        self._note: int | None = None

    def take(self, path: Path) -> str | None:
        """Take the file, or keep it; return what it is called when another process has it."""
        if self._note is not None:
            return None
        try:
            note = os.open(mark_of(path), os.O_RDWR)
        except OSError:  # nothing can be written here: the bot works without
            return None
        try:
            _lock(note)
        except OSError as error:
            os.close(note)
            # Some network drives know no locks.
            return f"the database {path}" if error.errno in (errno.EACCES, errno.EAGAIN) else None
        self._note = note
        return None

    def close(self) -> None:
        """Let go."""
        if self._note is not None:
            os.close(self._note)
            self._note = None


def _lock(note: int) -> None:
    """Lock an open file without waiting; raise OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(note, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Guard:
    """Knows the file that was opened first, and raises GoneError when its place is empty or taken by another.

    Looking costs some two microseconds, so it is done before every transaction and again before its COMMIT: within
    a second much could be answered that lies in a file which nobody can open again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None
        self._missed_at: float | None = None

    def check(self) -> None:
        """Raise GoneError unless the file is there and the same."""
        there = self._look()
        if self._opened is None:
            self._opened = there
        if self._opened is not None and there != self._opened:
            if self._missed_at is None:
                self._missed_at = time.monotonic()
            raise GoneError
        self._missed_at = None

    def missed_for(self) -> float:
        """Look, and return for how many seconds the file has been gone; 0 for one that is there."""
        try:
            self.check()
        except GoneError:
            return max(time.monotonic() - (self._missed_at or 0), 1e-9)
        return 0.0

    def _look(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


# Where the database is, in every form in which people and providers write it.


FORMS = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
ENCODE = (
    "percent-encode the user name and the password in it: %40 for @, %3A for :, %2F for /, %23 for #, %3F for ?,"
    " %25 for %"
)

_SQLITE = ("sqlite+aiosqlite://", "sqlite://")
_POSTGRES = ("postgresql+psycopg://", "postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A database's address.

    file: SQLite's; None for PostgreSQL.
    text: PostgreSQL's, as libpq reads it.
    """

    file: Path | None
    text: str = field(default="", repr=False)

    @classmethod
    def read(cls, written: str) -> "Address":
        """Read an address; raise ValueError with what to write instead, which shows no piece of it."""
        for scheme in _SQLITE:
            if written.startswith(scheme):
                return cls(_file(written.removeprefix(scheme)))
        for scheme in _POSTGRES:
            if written.startswith(scheme):
                return cls(None, _checked(written.removeprefix(scheme)))
        if written.endswith(".db") and "://" not in written:
            return cls(Path(written))
        raise ValueError(FORMS)


def _file(rest: str) -> Path:
    """Return the file of `/FILE`: a third slash, then a relative path, or an absolute one."""
    name = rest.split("?")[0]
    if not name.startswith("/") or len(name) == 1 or name == "/:memory:":
        raise ValueError("name a file: sqlite:///FILE")
    return Path(name[1:])


def _checked(rest: str) -> str:
    place, mark, query = rest.partition("?")
    authority, slash, database = place.partition("/")
    user, at, hosts = authority.rpartition("@")
    broken = re.search(r"%(?![0-9A-Fa-f]{2})", rest) or "#" in rest or "@" in database or "@" in user
    if broken or user.count(":") > 1:
        raise ValueError(ENCODE)
    for host in hosts.split(","):
        port = re.sub(r"^(\[[^\]]*\]|[^:]*)", "", host, count=1)
        if not re.fullmatch(r"(:\d{0,5})?", port):
            raise ValueError(ENCODE if "@" in query else "its port is not a number")
    address = f"postgresql://{user}{at}{hosts}{slash}{database}{mark}{query}"
    from psycopg import ProgrammingError  # seventy modules, which a bot on SQLite does without
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(address)
    except ProgrammingError:  # what it says shows pieces
        raise ValueError("its parameters are none of PostgreSQL's: write such as ?sslmode=require") from None
    return address


def bytes_of(connection: Connection) -> int:
    """Return the bytes of the database: tables, indexes, and what is free in it."""
    if connection.dialect.name == "sqlite":
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        query = "SELECT pg_database_size(current_database())"
    return int(connection.exec_driver_sql(query).scalar_one())
