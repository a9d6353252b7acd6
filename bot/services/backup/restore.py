"""A backup put back: checked, migrated, whoever was forgotten since forgotten again, and verified."""

import asyncio
import contextlib
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg

from bot.services.backup.forget_again import forget_again
from bot.services.context import Services
from bot.services.upkeep.refold import refold_outdated
from bot.services.upkeep.verify import Verified, verify_everywhere
from bot.store import migrate
from bot.store.backups import companion, postgresql, sqlite_files
from bot.store.backups.companion import Companion
from bot.store.database import Database
from bot.store.errors import DatabaseError, StorageError
from bot.store.kept.forgotten import Forgotten
from core.words import counted

KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was put back. aside: where what was there before is. forgotten: how many were forgotten again."""

    told: Companion
    aside: str | None
    forgotten: int
    clubs: Sequence[Verified]

    @property
    def is_good(self) -> bool:
        return all(club.is_good for club in self.clubs)


async def restore(services: Services, backup: Path, *, replace: bool = False) -> Restored:
    """Put a backup in the place of the database, which nobody may have open, and which must be empty.

    replace: one with clubs in it is moved aside first. Raise DatabaseError with one line where it cannot be done;
    then everything is as it was.
    """
    told = await asyncio.to_thread(_checked, backup, services.database)
    listed = companion.read_forgotten(backup.parent)
    if services.database.file is not None:
        return await _into_file(services, services.database.file, backup, told, listed, replace=replace)
    try:
        return await _into_server(services, backup, told, listed, replace=replace)
    except psycopg.Error as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise DatabaseError(f"The backup cannot be put back ({reason}): check DATABASE_URL.") from None


def _checked(backup: Path, database: Database) -> Companion:
    """Return what a backup's companion tells; raise DatabaseError where it is none, another's, or changed since."""
    if not backup.is_file():
        raise DatabaseError(f"{backup} is not there: name the file that `backup` made.")
    told = companion.read(backup)
    if told is None:
        raise DatabaseError(f"{companion.of(backup)} is not there, or is none of a backup: put it beside {backup}.")
    kind = "sqlite" if database.is_sqlite else "postgresql"
    if told.kind != kind:
        raise DatabaseError(
            f"{backup} is of {KINDS[told.kind]}, DATABASE_URL names {KINDS[kind]}: set it to {KINDS[told.kind]}, then"
            " take the clubs over with export and import."
        )
    if companion.digest(backup) != told.sha256:
        raise DatabaseError(f"{backup} is not what was backed up (its SHA-256 is another): use another backup.")
    return told


async def _into_file(
    services: Services, file: Path, backup: Path, told: Companion, listed: set[Forgotten], *, replace: bool
) -> Restored:
    scratch = Path(f"{file}.restoring")
    listed |= await asyncio.to_thread(_looked_into, file, replace=replace)
    try:
        await asyncio.to_thread(_copy, backup, scratch)
        forgotten, clubs = await _made_current(Services(Database(f"sqlite:///{scratch}"), services.now), told, listed)
        aside = await asyncio.to_thread(_exchanged, scratch, file, services.now())
    except OSError as error:
        raise StorageError(f"{backup} cannot be copied ({error.strerror or error}): make room for it.") from None
    finally:
        await asyncio.to_thread(_remove, scratch)
    services.database.mark_file()
    return Restored(told, None if aside is None else str(aside), forgotten, clubs)


def _looked_into(file: Path, *, replace: bool) -> set[Forgotten]:
    """Return who was forgotten in the file that is to be replaced; raise DatabaseError where it may not be."""
    if not _is_there(file):
        return set()
    sqlite_files.take_out_of_use(file)
    clubs = sqlite_files.clubs_in(file)
    if clubs and not replace:
        raise DatabaseError(f"{file} is not empty ({counted(clubs, 'club')}): add --replace to move it aside.")
    return sqlite_files.forgotten_in(file)


def _is_there(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _exchanged(scratch: Path, file: Path, at: datetime) -> Path | None:
    """Put the new file in the place of the old one; return where that is now."""
    sqlite_files.take_out_of_use(scratch)
    if _is_there(file):
        sqlite_files.take_out_of_use(file)  # somebody may have come meanwhile
    aside = sqlite_files.move_aside(file, at)
    sqlite_files.put_in_place(scratch, file)
    return aside


def _remove(scratch: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            Path(f"{scratch}{ending}").unlink(missing_ok=True)


def _copy(backup: Path, scratch: Path) -> None:
    scratch.unlink(missing_ok=True)
    Database(f"sqlite:///{scratch}").make_file()
    shutil.copyfile(backup, scratch)
    sqlite_files.check(scratch)


async def _into_server(
    services: Services, backup: Path, told: Companion, listed: set[Forgotten], *, replace: bool
) -> Restored:
    address = services.database.address
    there = await asyncio.to_thread(postgresql.usage, address)
    if there.sessions:
        raise DatabaseError(f"The database is in use ({counted(there.sessions, 'connection')}): stop the bot first.")
    if there.tables and there.clubs is None:
        raise DatabaseError("The database has tables of another program: give DATABASE_URL a database of its own.")
    if there.clubs and not replace:
        raise DatabaseError(
            f"The database is not empty ({counted(there.clubs, 'club')}): add --replace to move its tables aside."
        )
    aside = await asyncio.to_thread(postgresql.move_aside, address, services.now()) if there.tables else None
    try:
        await asyncio.to_thread(postgresql.restore, address, backup)
    except BaseException:
        if aside is not None:
            await asyncio.to_thread(postgresql.move_back, address, aside)
        raise
    forgotten, clubs = await _made_current(services, told, listed | there.forgotten)
    return Restored(told, None if aside is None else f"the schema {aside}", forgotten, clubs)


async def _made_current(
    services: Services, told: Companion, gone: Collection[Forgotten]
) -> tuple[int, Sequence[Verified]]:
    """Bring what was put back to this version, forget in it, and verify it; close its database."""
    try:
        await migrate.require_known(services.database)
        await migrate.upgrade(services.database)
        await refold_outdated(services)
        forgotten = await forget_again(services, told.made_at, gone)
        return forgotten, [club async for club in verify_everywhere(services)]
    finally:
        await services.database.close()
