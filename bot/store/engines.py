"""The two kinds of engine: SQLite through aiosqlite, PostgreSQL through psycopg, as SQLAlchemy documents them."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import about

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
    cursor = dbapi_connection.cursor()
    for setting in _SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _begin_on_sqlite(connection: Connection) -> None:
    # The write lock from the start: nobody else writes between what a transaction reads and what it writes.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _begin_on_postgres(connection: Connection) -> None:
    connection.exec_driver_sql(_WRITE if _writes(connection) else _READ)


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes"))
