"""The SQLite file: deleted, replaced, moved, read-only, on a full disk; and the parts of aiosqlite that we rest on."""

import asyncio
import contextlib
import errno
import inspect
import logging
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import aiosqlite
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from bot.store.club import clubs
from bot.store.database import engines, migrate
from bot.store.database.errors import DamagedError, FullError
from bot.store.database.tables import club
from bot.store.database.transactions import Connection, Database, DatabaseError, GoneError, UnavailableError
from tests.conftest import rows
from tests.practice.processes import running
from tests.store.test_database import NOW

ENDS = ("", "-wal", "-shm")


def enter(connection: Connection) -> None:
    clubs.lock_club(connection, 5, NOW)


@pytest.fixture
def path(tmp_path: Path, sqlite_template: Path) -> Path:
    path = tmp_path / "club.db"
    shutil.copy(sqlite_template, path)
    return path


@pytest.fixture
async def opened(path: Path) -> AsyncIterator[Database]:
    """Return a database that was read and written already."""
    database = Database(f"sqlite:///{path}")
    await database.write(enter, club=5)
    assert len(await rows(database, select(club))) == 1
    yield database
    await database.close()


def delete(path: Path) -> None:
    for end in ENDS:
        Path(f"{path}{end}").unlink(missing_ok=True)


def facts_in(path: Path) -> int:
    """Return how many facts a file's clubs have, 0 for a file that is not there."""
    if not path.exists():
        return 0
    with contextlib.closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT coalesce(sum(facts), 0) FROM club").fetchone()[0])


def move(path: Path, name: str) -> None:
    path.rename(path.with_name(name))


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def leave_only(path: Path, left: str) -> None:
    for end in {*ENDS, ".made"} - {left}:
        Path(f"{path}{end}").unlink(missing_ok=True)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 30] = b"\x55" * (4096 * 29)
    path.write_bytes(content)


def replace(path: Path) -> None:
    new = path.with_name("new.db")
    shutil.copy(path, new)
    new.replace(path)


@pytest.mark.parametrize("lose", [delete, replace])
async def test_a_file_that_is_gone_or_another_is_refused_at_once_and_logged_once(
    lose: Callable[[Path], None], opened: Database, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lose(path)
    for _ in range(3):
        with pytest.raises(GoneError, match="database file is missing, so nothing was stored"):
            await opened.write(enter, club=5)
        with pytest.raises(GoneError):
            await rows(opened, select(club))
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1
    assert "restore the file from a backup" in lines[0]
    assert opened.missing_seconds() > 0
    assert facts_in(path) in (0, 2)  # SQLite may find what was written before in the -wal that was left


async def test_a_file_that_goes_away_in_the_middle_of_a_transaction_is_refused(opened: Database, path: Path) -> None:
    def lose(connection: Connection) -> None:
        enter(connection)
        delete(path)

    with pytest.raises(GoneError):
        await opened.write(lose, club=5)


async def test_a_file_that_was_moved_away_and_back_goes_on(opened: Database, path: Path) -> None:
    move(path, "aside.db")
    with pytest.raises(GoneError):
        await opened.write(enter, club=5)
    move(path.with_name("aside.db"), path.name)
    await opened.write(enter, club=5)
    assert opened.missing_seconds() == 0
    assert [row.facts for row in await rows(opened, select(club))] == [4]


async def test_looking_for_the_file_asks_the_system_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = engines.Guard(path)
    asked = []
    monkeypatch.setattr(engines.os, "stat", lambda *place: asked.append(place) or os.lstat(*place))
    guard.check()
    assert asked == [(path,)]


async def test_the_file_and_what_sqlite_lays_beside_it_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    database = Database(f"sqlite:///{path}")
    await migrate.upgrade(database)
    await database.write(enter, club=5)
    database.mark_file()
    for end in (*ENDS, ".made"):
        assert stat.S_IMODE(os.stat(f"{path}{end}").st_mode) == 0o600, end
    await database.close()


async def test_only_a_migration_makes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    database = Database(f"sqlite:///{path}")
    with pytest.raises(UnavailableError):
        await database.write(enter, club=5)
    with pytest.raises(UnavailableError):
        await rows(database, select(club))
    assert files_in(tmp_path) == []
    await migrate.upgrade(database)
    await database.write(enter, club=5)
    await database.close()


@pytest.mark.parametrize("left", [".made", "-wal"])
async def test_a_database_that_was_there_is_not_made_anew(left: str, opened: Database, path: Path) -> None:
    opened.mark_file()
    leave_only(path, left)
    again = Database(f"sqlite:///{path}")
    with pytest.raises(DatabaseError, match="is missing"):
        again.require_not_lost()
    with pytest.raises(DatabaseError, match="is missing"):
        await migrate.require_current(again)
    leave_only(path, "")
    again.require_not_lost()
    await again.close()


async def test_a_full_disk_is_said_stores_nothing_and_is_over_when_there_is_room(
    opened: Database, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        for number in range(1000, 3000):
            clubs.lock_club(connection, number, NOW)

    for _ in range(3):
        with pytest.raises(FullError, match="disk is full, so nothing was stored"):
            await opened.write(fill, club=None)
    assert len(await rows(opened, select(club))) == 1
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1
    assert "free space on the disk" in lines[0]
    await opened.write(enter, club=5)  # on a connection without the bound
    assert [row.facts for row in await rows(opened, select(club))] == [4]


_READ_ONLY = """
import aiosqlite, asyncio, os, sys
from pathlib import Path
from bot.store.club import clubs
from bot.store.database.transactions import Database, UnavailableError
from bot.store.database.errors import ReadOnlyError
from datetime import datetime, UTC

enter = lambda connection: clubs.lock_club(connection, 5, datetime.now(UTC)).seq
path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.setuid(65534)  # whom permissions bind

async def main():
    os.chmod(path, 0o400)
    os.chmod(path.parent, 0o500)
    database = Database(f"sqlite:///{path}")
    for _ in range(2):
        try:
            await database.write(enter, club=5)
        except (ReadOnlyError, UnavailableError) as error:
            print(type(error).__name__, error.message)
    os.chmod(path.parent, 0o700)
    os.chmod(path, 0o600)
    print("then", await database.write(enter, club=5))
    await database.close()

asyncio.run(main())
"""


def test_a_read_only_file_is_reported_and_works_once_writable(
    path: Path,
) -> None:
    with tempfile.TemporaryDirectory(prefix="ctro") as name:
        folder = Path(name)
        own = folder / "club.db"
        shutil.copy(path, own)
        if os.geteuid() == 0:
            for each in (folder, own):
                os.chown(each, 65534, 65534)
        with running(folder, "-c", _READ_ONLY, str(own)) as process:
            ended = process.end()
        os.chmod(folder, 0o700)
    assert ended.code == 0, ended.err
    first, second, then = ended.out.splitlines()
    assert first == second
    assert "nothing was stored" in first
    assert then == "then 2"


async def test_a_damaged_file_is_said(opened: Database, path: Path) -> None:
    await opened.close()
    damage(path)
    damaged = Database(f"sqlite:///{path}")
    with pytest.raises(DamagedError, match="database is damaged, so nothing was stored"):
        await damaged.write(lambda c: c.exec_driver_sql("PRAGMA quick_check").all() and enter(c), club=5)
    await damaged.close()


async def test_aiosqlite_still_has_the_parts_that_the_threads_rest_on(path: Path) -> None:
    """`_execute` runs a function in the connection's own thread, `_conn` is sqlite3's connection of that thread."""
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        assert inspect.iscoroutinefunction(aiosqlite.Connection._execute)
        assert type(connection._conn) is sqlite3.Connection
        first = await connection._execute(threading.get_ident)
        assert first != threading.get_ident()
        assert {await connection._execute(threading.get_ident) for _ in range(5)} == {first}
        assert await connection._execute(lambda: connection._conn.execute("SELECT 1").fetchone()) == (1,)
        with pytest.raises(ZeroDivisionError):
            await connection._execute(lambda: 1 // 0)
    finally:
        await connection.close()


async def test_a_connection_is_not_closed_by_many_threads_after_it(opened: Database) -> None:

    def spoil(_: Connection) -> None:
        broken = sqlite3.OperationalError("disk I/O error")
        broken.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise OperationalError("SELECT 1", {}, broken)

    for _ in range(100):
        with pytest.raises(UnavailableError):
            await opened.read(spoil, club=None)
    await opened.write(enter, club=5)
    assert threading.active_count() < 40
    await asyncio.gather(*(rows(opened, select(club)) for _ in range(30)))


class Msvcrt(ModuleType):
    """Windows's locks as its documentation tells: a byte where the file stands, one descriptor's until closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count, os.lseek(descriptor, 0, os.SEEK_CUR)) == (self.LK_NBLCK, 1, 0)
        found = os.fstat(descriptor)
        key = found.st_dev, found.st_ino
        if key in self.held and self.held[key] != descriptor and _is_open(self.held[key], key):
            raise PermissionError(errno.EACCES, "Permission denied")
        self.held[key] = descriptor


def _is_open(descriptor: int, key: tuple[int, int]) -> bool:
    try:
        found = os.fstat(descriptor)
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == key


def test_on_windows_the_file_is_one_process_s_until_it_lets_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.database.engines.sys", SimpleNamespace(platform="win32"))
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    path = tmp_path / "club.db"
    engines.mark(path)
    first, second = engines.Hold(), engines.Hold()
    assert first.take(path) is None
    assert first.take(path) is None
    assert second.take(path) == f"the database {path}"
    first.close()
    assert second.take(path) is None
    second.close()
