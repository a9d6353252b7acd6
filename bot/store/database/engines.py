"""Engines as SQLAlchemy documents them: SQLite through aiosqlite, PostgreSQL through psycopg."""

import asyncio
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

from bot import current_interaction
from bot.store.database.errors import GoneError

READERS = 5
BUSY_SECONDS = 10

POOL_SECONDS = 10
CONNECT_SECONDS = 5

_SETTINGS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # what was answered survives a power cut
    "PRAGMA foreign_keys=ON",
)

# per transaction, not per connection: safe behind PgBouncer
_LIMITS = (
    "SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '30s';"
    " SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
_READ = f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; {_LIMITS}"
_WRITE = f"SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; {_LIMITS}"


def sqlite_engine(file: Path) -> AsyncEngine:
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
    event.listen(engine.sync_engine, "before_cursor_execute", current_interaction.count_statement)
    return engine


def postgres_engine(address: str, pool: int, name: str) -> AsyncEngine:
    """Return an engine on a libpq address; pool: parallel transactions."""
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
    event.listen(engine.sync_engine, "before_cursor_execute", current_interaction.count_statement)
    return engine


def _configure(dbapi_connection: Any, _record: Any) -> None:
    try:
        cursor = dbapi_connection.cursor()
        for setting in _SETTINGS:
            cursor.execute(setting)
        cursor.close()
    except BaseException:  # such as no database: the pool leaves the connection to the collector
        dbapi_connection.close()
        raise


def _begin_on_sqlite(connection: Connection) -> None:
    # The write lock first: no write comes between read and write.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _begin_on_postgres(connection: Connection) -> None:
    connection.exec_driver_sql(_WRITE if _writes(connection) else _READ)


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes"))


# Leadership among processes on one PostgreSQL.


# renewed every 15 seconds; a lost machine loses it by this time-out
_KEPT = text("SET LOCAL idle_in_transaction_session_timeout = '45s'")
_TAKE = text("SELECT pg_try_advisory_xact_lock(hashtext('crosstable lead'), 0)")


class Lead:
    """An advisory lock in an open transaction, released by the server at the process' end."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._asking = asyncio.Lock()  # several jobs ask at once; a connection serves one

    async def holds(self) -> bool:
        """Take or keep the lead; return whether this process has it."""
        async with self._asking:
            return await self._holds()

    async def _holds(self) -> bool:
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
        await self._give_back()
        return False

    async def give_back(self) -> None:
        async with self._asking:
            await self._give_back()

    async def _give_back(self) -> None:
        if self._connection is not None:
            with suppress(DBAPIError, OSError):
                await self._connection.close()
            self._connection = None


# SQLite's file: private, and checked while the bot works on it.


OWNER_ONLY = 0o600


def make(path: Path) -> None:
    """Create an empty file only for its owner; -wal and -shm get its mode."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return


def mark(path: Path) -> None:
    """Write a note beside the file: it existed."""
    note = mark_of(path)
    try:
        with os.fdopen(
            os.open(note, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w", encoding="utf-8"
        ) as written:
            written.write(
                f"Crosstable's database {path.name} was created in this folder. If it is missing, "
                "Crosstable does not begin with an empty one: restore a backup. To begin with an empty "
                "database, delete this note.\n"
            )
    except OSError:  # it exists, or nothing can be written here: the bot works without
        return


def mark_of(path: Path) -> Path:
    return Path(f"{path}.made")


def existed_before(path: Path) -> bool:
    """Return whether a database that existed here is missing, by its note or -wal."""
    if path.exists():
        return path.stat().st_size == 0 and mark_of(path).exists()
    return mark_of(path).exists() or Path(f"{path}-wal").exists()


class Hold:
    """Locks a file's note against other bots."""

    def __init__(self) -> None:
        self._note: int | None = None

    def take(self, path: Path) -> str | None:
        """Take or keep the lock; return the file's name if another process holds it."""
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
        """Release the lock."""
        if self._note is not None:
            os.close(self._note)
            self._note = None


def _lock(note: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(note, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Guard:
    """Raises GoneError if the opened file is missing or replaced.

    A check costs about 2 µs, before every transaction and COMMIT.
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
        """Return for how many seconds the file has been missing; 0 if it exists."""
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


# Database addresses in all their forms.


FORMS = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
ENCODE = (
    "percent-encode the user name and the password in it: %40 for @, %3A for :, %2F for /, %23 for #, %3F for ?,"
    " %25 for %"
)

_SQLITE = ("sqlite+aiosqlite://", "sqlite://")
_POSTGRES = ("postgresql+psycopg://", "postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A database's address. file: SQLite's, else None. text: PostgreSQL's, for libpq."""

    file: Path | None
    text: str = field(default="", repr=False)

    @classmethod
    def read(cls, written: str) -> "Address":
        """Read an address; raise ValueError with what to write, without quoting the address."""
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
        raise ValueError("its parameters are not PostgreSQL's: write for example ?sslmode=require") from None
    return address


def bytes_of(connection: Connection) -> int:
    """Return the size of the database in bytes, including free pages."""
    if connection.dialect.name == "sqlite":
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        query = "SELECT pg_database_size(current_database())"
    return int(connection.exec_driver_sql(query).scalar_one())
