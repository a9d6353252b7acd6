"""PostgreSQL dumps by pg_dump and pg_restore."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.store.club.backups import empty_part, put_in_place
from bot.store.club.personal_data import Forgotten
from bot.store.database.errors import DatabaseError

CONNECT_SECONDS = 10


class Usage(NamedTuple):
    """A database's contents. clubs: None without our tables. sessions: of connected bots."""

    schema: str
    tables: int
    clubs: int | None
    sessions: int
    forgotten: set[Forgotten]


def back_up(address: str, path: Path) -> None:
    """Dump a database that may be in use, and read the dump to its end."""
    part = empty_part(path)
    try:
        with _connect(address) as server:
            (schema,) = _one(server, "SELECT current_schema()")
        _run("pg_dump", address, "--format=custom", *_PLAIN, f"--schema={schema}", f"--file={part}")
        check(part)
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def check(path: Path) -> None:
    """Read a dump to its end; raise DatabaseError if it is incomplete."""
    _run("pg_restore", None, f"--file={os.devnull}", str(path))


def usage(address: str) -> Usage:
    with _connect(address) as server:
        (schema,) = _one(server, "SELECT current_schema()")
        (tables,) = _one(server, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
        (ours,) = _one(server, "SELECT to_regclass('club') IS NOT NULL AND to_regclass('forgotten') IS NOT NULL")
        clubs = _one(server, "SELECT count(*) FROM club")[0] if ours else None
        forgotten = server.execute("SELECT club_id, player_id, at FROM forgotten").fetchall() if ours else []
        (sessions,) = _one(
            server,
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name LIKE 'crosstable%'",
        )
    return Usage(schema, tables, clubs, sessions, {Forgotten(*row) for row in forgotten})


def restore(address: str, path: Path, target: Usage, at: datetime) -> str | None:
    """Restore a dump completely or not at all; return the previous schema's new name."""
    aside = f"{target.schema}_replaced_{at:%Y%m%d_%H%M%S}" if target.tables else None
    names = {"ours": sql.Identifier(target.schema), "aside": sql.Identifier(aside or "")}
    if aside is not None:
        with _connect(address) as server:
            server.execute(sql.SQL("ALTER SCHEMA {ours} RENAME TO {aside}").format(**names))
            server.execute(sql.SQL("CREATE SCHEMA {ours}").format(**names))
    try:
        how = (*_PLAIN, "--exit-on-error", "--single-transaction", f"--schema={target.schema}")
        _run("pg_restore", address, *how, str(path))
    except BaseException:
        if aside is not None:
            with _connect(address) as server:
                server.execute(sql.SQL("DROP SCHEMA {ours}").format(**names))
                server.execute(sql.SQL("ALTER SCHEMA {aside} RENAME TO {ours}").format(**names))
        raise
    return aside


_PLAIN = ("--no-owner", "--no-privileges")


@contextmanager
def _connect(address: str) -> Iterator[psycopg.Connection]:
    try:
        with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
            yield server
    except psycopg.Error as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise DatabaseError(f"The database cannot be used ({reason}). Check DATABASE_URL.") from None


def _one(server: psycopg.Connection, query: LiteralString) -> tuple[Any, ...]:
    row = server.execute(query).fetchone()
    assert row is not None
    return row


def _run(program: str, address: str | None, *arguments: str) -> None:
    environment, named = dict(os.environ), []
    if address is not None:
        parameters = conninfo_to_dict(address)
        password = parameters.pop("password", None)
        named = [f"--dbname={make_conninfo(**{name: str(value) for name, value in parameters.items()})}"]
        environment |= {} if password is None else {"PGPASSWORD": str(password)}
    try:
        done = subprocess.run(  # noqa: S603
            [program, *named, *arguments], capture_output=True, text=True, check=False, env=environment
        )
    except OSError:
        raise DatabaseError(f"{program} is not installed. Install PostgreSQL's client programs.") from None
    if done.returncode:
        reason = " ".join(done.stderr.split()) or "no reason given"
        raise DatabaseError(f"{program} failed, nothing was changed: {reason:.300}")
