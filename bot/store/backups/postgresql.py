"""PostgreSQL's own programs for copies: pg_dump and pg_restore, which get the password by a file and never by name."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.store.backups.sqlite_files import put_in_place
from bot.store.errors import DatabaseError
from bot.store.kept.forgotten import Forgotten
from bot.store.sqlite_file import OWNER_ONLY

HEADER = b"PGDMP"
CONNECT_SECONDS = 10


class Usage(NamedTuple):
    """What a database holds. clubs: None where there are no tables of ours. sessions: of bots that are connected."""

    tables: int
    clubs: int | None
    sessions: int
    forgotten: frozenset[Forgotten]


def is_one(path: Path) -> bool:
    with path.open("rb") as opened:
        return opened.read(len(HEADER)) == HEADER


def back_up(address: str, path: Path) -> dict[str, int]:
    """Dump a database that others may be writing; return the rows of each table as they are in the dump.

    Raise DatabaseError with one line where that cannot be done, psycopg.Error where the server does not answer.
    """
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
        program = _program("pg_dump", server.info.server_version // 10000)
        server.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        ((snapshot, schema),) = server.execute("SELECT pg_export_snapshot(), current_schema()").fetchall()
        part = Path(f"{path}.part")
        try:
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
            wanted = (
                "--format=custom",
                "--no-owner",
                "--no-privileges",
                f"--schema={schema}",
                f"--snapshot={snapshot}",
            )
            _run(program, address, *wanted, f"--file={part}")
            check(part)
            rows = _rows(server, schema)
            put_in_place(part, path)
        finally:
            part.unlink(missing_ok=True)
    return rows


def check(path: Path) -> None:
    """Read a dump from its beginning to its end; raise DatabaseError where it is not whole."""
    _run(_program("pg_restore"), None, f"--file={os.devnull}", str(path))


def usage(address: str) -> Usage:
    """Look at what is in a database and who is connected to it; raise psycopg.Error where it does not answer."""
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
        (tables,) = _one(server, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
        (ours,) = _one(server, "SELECT to_regclass('club') IS NOT NULL")
        clubs = _one(server, "SELECT count(*) FROM club")[0] if ours else None
        (noted,) = _one(server, "SELECT to_regclass('forgotten') IS NOT NULL")
        gone = server.execute("SELECT club_id, player_id, at FROM forgotten").fetchall() if noted else []
        (sessions,) = _one(
            server,
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name LIKE 'crosstable%'",
        )
    return Usage(tables, clubs, sessions, frozenset(Forgotten(*row) for row in gone))


def move_aside(address: str, at: datetime) -> str:
    """Rename the schema that the tables are in, and make an empty one of its name; return what it is called now."""
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
        (schema,) = _one(server, "SELECT current_schema()")
        aside = f"{schema}_replaced_{at:%Y%m%d_%H%M%S}"
        names = {"old": sql.Identifier(schema), "aside": sql.Identifier(aside)}
        server.execute(sql.SQL("ALTER SCHEMA {old} RENAME TO {aside}").format(**names))
        server.execute(sql.SQL("CREATE SCHEMA {old}").format(**names))
    return aside


def move_back(address: str, aside: str) -> None:
    """Undo `move_aside` of a schema in whose place nothing has come."""
    schema = aside.rpartition("_replaced_")[0]
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
        names = {"old": sql.Identifier(schema), "aside": sql.Identifier(aside)}
        server.execute(sql.SQL("DROP SCHEMA {old}").format(**names))
        server.execute(sql.SQL("ALTER SCHEMA {aside} RENAME TO {old}").format(**names))


def restore(address: str, path: Path) -> None:
    """Put a dump into an empty database, all of it or nothing; raise DatabaseError where that cannot be done."""
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as server:
        program = _program("pg_restore", server.info.server_version // 10000)
        (schema,) = _one(server, "SELECT current_schema()")
    how = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", f"--schema={schema}")
    _run(program, address, *how, str(path))


def _one(server: psycopg.Connection, query: LiteralString) -> tuple[Any, ...]:
    row = server.execute(query).fetchone()
    assert row is not None
    return row


def _rows(server: psycopg.Connection, schema: str) -> dict[str, int]:
    # Of a table in partitions the table alone, which has the rows of all of them.
    ours = "relnamespace = quote_ident(%s)::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition"
    names = server.execute(f"SELECT relname::text FROM pg_class WHERE {ours} ORDER BY 1", (schema,)).fetchall()  # noqa: S608
    counted = {}
    for (name,) in names:
        found = server.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, name))).fetchone()
        assert found is not None
        counted[name] = found[0]
    return counted


def _program(name: str, server: int | None = None) -> str:
    """Return a program that is as new as the server; raise DatabaseError with what to install."""
    package = "PostgreSQL's client programs" if server is None else f"PostgreSQL's client programs of version {server}"
    try:
        told = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        raise DatabaseError(f"{name} is not there: install {package} (postgresql-client).") from None
    found = re.search(r"(\d+)(?:\.\d+)*", told)
    own = int(found.group(1)) if found else 0
    if server is not None and own < server:
        raise DatabaseError(f"{name} is of PostgreSQL {own} and the server of {server}: install {package}.")
    return name


def _run(program: str, address: str | None, *arguments: str) -> None:
    with _environment(address) as (named, environment):
        done = subprocess.run(  # noqa: S603
            [program, *named, *arguments], capture_output=True, text=True, check=False, env=environment
        )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it does not say why"])[0]
        raise DatabaseError(f"{reason}: nothing was done.")


@contextmanager
def _environment(address: str | None) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """Give how a database is named to a program, and an environment with the password in a file for us alone."""
    environment = dict(os.environ)
    if address is None:
        yield (), environment
        return
    parameters = conninfo_to_dict(address)
    password = parameters.pop("password", None)
    named = (f"--dbname={make_conninfo(**{name: str(value) for name, value in parameters.items()})}",)
    if password is None:
        yield named, environment
        return
    with tempfile.TemporaryDirectory(prefix="crosstable") as folder:
        secret = Path(folder) / "pgpass"
        escaped = re.sub(r"([\\:])", r"\\\1", str(password))
        with os.fdopen(os.open(secret, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w") as written:
            written.write(f"*:*:*:*:{escaped}\n")
        yield named, environment | {"PGPASSFILE": str(secret)}
