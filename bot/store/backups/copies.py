"""Keeps a copy of a SQLite file before its tables change."""

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

from bot.store.backups import sqlite_files
from bot.store.database import Database, StorageError


async def keep_copy(database: Database, before: str) -> Path | None:
    """Copy a SQLite file that has clubs in it to FILE.before-REVISION, for its owner alone; return where.

    None: there is nothing to copy; PostgreSQL's copies are its administrator's. An older copy of that name is replaced
    once the new one is whole. Raise StorageError with one line when the copy has no room.
    """
    if database.file is None or not database.file.exists():
        return None
    return await asyncio.to_thread(_copy, database.file, Path(f"{database.file}.before-{before}"))


def _copy(file: Path, copy: Path) -> Path | None:
    with contextlib.closing(sqlite3.connect(file, timeout=10)) as source:
        if not _has_clubs(source):
            return None
        try:
            pages, page = (source.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
            free = shutil.disk_usage(file.parent).free
            if free < pages * page:
                raise StorageError(_no_room(copy, f"{pages * page:,} bytes are needed, {free:,} are free"))
            sqlite_files.write_copy(source, copy)
        except (OSError, sqlite3.OperationalError) as error:
            raise StorageError(_no_room(copy, str(error))) from None
    return copy


def _has_clubs(source: sqlite3.Connection) -> bool:
    try:
        return source.execute("SELECT 1 FROM club LIMIT 1").fetchone() is not None
    except sqlite3.OperationalError:
        return False


def _no_room(copy: Path, reason: str) -> str:
    return f"The copy {copy} cannot be kept ({reason}): make room for it, or add --no-copy to go on without."
