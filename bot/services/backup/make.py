"""A backup of the whole database, made while others write: by the command, and once a day by itself."""

import asyncio
import importlib.metadata
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.services.backup.retention import Retention
from bot.services.context import Services
from bot.store import clubs
from bot.store.backups import companion, sqlite_files
from bot.store.backups.companion import Companion
from bot.store.database import Database
from bot.store.errors import DatabaseError
from bot.store.kept import forgotten

log = logging.getLogger(__name__)

EVERY = timedelta(hours=23, minutes=30)
"""An hourly job makes one a day of it."""


@dataclass(frozen=True, slots=True)
class BackupMade:
    """A backup. dropped: older ones that are kept no longer."""

    path: Path
    told: Companion
    dropped: Sequence[Path]


async def back_up(services: Services, target: Path, keep: Retention | None = None) -> BackupMade:
    """Copy the database to a file, or into a folder under a name that tells the time.

    Beside it stand what is in it, and who was forgotten. keep: which backups of the folder stay; None: all of them.
    Raise DatabaseError with one line where it cannot be done.
    """
    from bot.store import migrate  # brings Alembic, which a bot that only runs does without

    database, made_at = services.database, services.now()
    path = await asyncio.to_thread(_free_path, target, _name(database, made_at))
    revision = await migrate.current(database)
    if revision != migrate.head():
        raise DatabaseError("The database is not of this version: run the migration first, which keeps a copy.")
    try:
        told = await asyncio.to_thread(_made, database, path, revision, made_at)
        await keep_list(services, path.parent)
        dropped = _drop(path.parent, keep) if keep else []
    except OSError as error:
        raise DatabaseError(
            f"{path} cannot be written ({error.strerror or error}): make room, or name another."
        ) from None
    return BackupMade(path, told, dropped)


def _free_path(target: Path, name: str) -> Path:
    path = target / name if target.is_dir() else target
    if path.exists() or companion.of(path).exists():
        raise DatabaseError(f"{path} is there already: name another file, or a folder.")
    if not path.parent.is_dir():
        raise DatabaseError(f"The folder {path.parent} is not there: make it first.")
    return path


def _made(database: Database, path: Path, revision: str, made_at: datetime) -> Companion:
    """Write a backup and what is in it."""
    rows = _copied(database, path)
    told = Companion(
        program=companion.PROGRAM,
        version=importlib.metadata.version(companion.PROGRAM),
        kind="sqlite" if database.is_sqlite else "postgresql",
        revision=revision,
        fold_version=clubs.FOLD_VERSION,
        made_at=made_at,
        bytes=path.stat().st_size,
        sha256=companion.digest(path),
        rows=rows,
    )
    told.write(path)
    return told


def _name(database: Database, at: datetime) -> str:
    return f"{companion.PROGRAM}-{at:%Y%m%d-%H%M%S}.{'db' if database.is_sqlite else 'dump'}"


def _copied(database: Database, path: Path) -> dict[str, int]:
    if database.file is not None:
        return sqlite_files.back_up(database.file, path)
    import psycopg  # which a bot on SQLite does without

    from bot.store.backups import postgresql

    try:
        return postgresql.back_up(database.address, path)
    except psycopg.Error as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise DatabaseError(f"The database cannot be copied ({reason}): check DATABASE_URL.") from None


async def keep_list(services: Services, folder: Path) -> None:
    """Add to the list beside the backups of a folder who was forgotten: the database may be lost before the next."""
    gone = await services.database.read(forgotten.everybody, club=None)
    await asyncio.to_thread(companion.keep_forgotten, folder, gone)


def _drop(folder: Path, keep: Retention) -> list[Path]:
    found = companion.in_folder(folder)
    gone = keep.dropped((told.made_at, path) for path, told in found.items())
    for path in gone:
        path.unlink()
        companion.of(path).unlink()
    return gone


@dataclass(frozen=True, slots=True)
class DailyBackups:
    """Backups that the bot makes by itself. folder: where. keep: which of them stay."""

    folder: Path
    keep: Retention

    async def make(self, services: Services) -> BackupMade | None:
        """Make a backup when the last is a day old; whoever was forgotten is put on the list every time."""
        await asyncio.to_thread(self.folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        await keep_list(services, self.folder)
        made = [told.made_at for told in companion.in_folder(self.folder).values()]
        if made and services.now() - max(made) < EVERY:
            return None
        done = await back_up(services, self.folder, self.keep)
        log.info("made the backup %s of %d bytes; %d older ones went", done.path, done.told.bytes, len(done.dropped))
        return done
