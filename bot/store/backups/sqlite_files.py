"""SQLite's files copied whole while others write, read without being changed, and taken out of use."""

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store import sqlite_file
from bot.store.errors import DatabaseError
from bot.store.kept.forgotten import Forgotten

HEADER = b"SQLite format 3\0"


def write_copy(source: sqlite3.Connection, copy: Path) -> None:
    """Copy what a connection reads to a file for its owner alone, which appears once it is whole and on the disk."""
    part = Path(f"{copy}.part")
    try:
        part.unlink(missing_ok=True)
        # Made before SQLite fills it, so that nobody else can read it for a moment.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, sqlite_file.OWNER_ONLY))
        source.execute("VACUUM INTO ?", (str(part),))
        put_in_place(part, copy)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def put_in_place(part: Path, path: Path) -> None:
    """Give a file that is whole its name, so that a power cut leaves either the old or the new one."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(path)
    if os.name == "posix":  # Windows opens no folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def is_one(path: Path) -> bool:
    with path.open("rb") as opened:
        return opened.read(len(HEADER)) == HEADER


def back_up(file: Path, copy: Path) -> dict[str, int]:
    """Copy a file that others may be writing; return the rows of each table as they are in the copy.

    Raise DatabaseError where the copy is not sound.
    """
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=10)) as source:
        write_copy(source, copy)
    try:
        return check(copy)
    except DatabaseError:
        copy.unlink()
        raise


def check(path: Path) -> dict[str, int]:
    """Return the rows of each table of a file that nobody writes; raise DatabaseError where its pages are not sound."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
        try:
            (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            found = str(error)
        if found != "ok":
            raise DatabaseError(f"{path} is damaged ({found}): look at the disk, and use another backup.")
        names = copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
        )
        tables = sorted(name for (name,) in names)
        return {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # noqa: S608


def take_out_of_use(file: Path) -> None:
    """Write what waits in -wal into the file itself; raise DatabaseError where another program has it open."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=1)) as old:
        try:
            # SQLite leaves this mode for whoever has the file for themselves, and for nobody else.
            (mode,) = old.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = "wal"
        except sqlite3.DatabaseError:
            return  # damaged: there is nothing to write into it
    if mode != "delete":
        raise DatabaseError(f"{file} is in use: stop the bot first.")


def clubs_in(file: Path) -> int:
    """Return how many clubs a file has; 0 for one without our tables."""
    return len(_rows(file, "SELECT id FROM club"))


def forgotten_in(file: Path) -> set[Forgotten]:
    """Return who was forgotten in a file, as far as it can be read."""
    rows = _rows(file, "SELECT club_id, player_id, at FROM forgotten")
    return {Forgotten(club, player, datetime.fromisoformat(at).replace(tzinfo=UTC)) for club, player, at in rows}


def _rows(file: Path, query: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as opened:
        try:
            return opened.execute(query).fetchall()
        except sqlite3.DatabaseError:
            return []


def move_aside(file: Path, at: datetime) -> Path | None:
    """Give a file that is out of use the name FILE.replaced-TIME and return it; None where there was none.

    What SQLite left beside it goes too, of a lost file above all: it would be taken for a part of the next one.
    """
    aside = Path(f"{file}.replaced-{at:%Y%m%d-%H%M%S}")
    for ending in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{ending}").replace(f"{aside}{ending}")
    return file.replace(aside) if file.exists() else None
