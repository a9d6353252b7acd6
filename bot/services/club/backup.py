"""Backups of the whole database: created while the bot runs, verified and restored."""

import asyncio
import logging
import shutil
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.services.framework.context import Services
from bot.services.framework.transaction import ClubWrite, write_for_club
from bot.store.club import backups, personal_data
from bot.store.club.personal_data import WHOLE_CLUB, Forgotten
from bot.store.database import club_rows
from bot.store.database.errors import DatabaseError
from bot.store.database.transactions import Database
from bot.store.people import profiles
from core.words import counted

if TYPE_CHECKING:
    from bot.services.framework.whole_clubs import Verified

log = logging.getLogger(__name__)

EVERY = timedelta(hours=23, minutes=30)
"""An hourly job makes one a day of it."""


async def back_up(services: Services, folder: Path, keep: int | None = None) -> tuple[Path, list[Path]]:
    """Copy the database into a folder; return the copy and the deleted older ones.

    A SHA-256 and the list of the forgotten go beside it. keep: how many newest stay (default: all).
    """
    database = services.database
    path = folder / backups.name_at(services.now(), "db" if database.is_sqlite else "dump")
    await asyncio.to_thread(_copy, database, path)
    await store_forgotten(services, folder)
    return path, await asyncio.to_thread(_drop, folder, keep)


def _copy(database: Database, path: Path) -> None:
    if path.exists() or not path.parent.is_dir():
        raise DatabaseError(
            f"Cannot write {path}: it already exists, or its folder does not exist. Name a new file in an "
            "existing folder."
        )
    try:
        if database.file is not None:
            backups.copy_sqlite(database.file, path)
        else:
            from bot.store.club import pg_backups

            pg_backups.back_up(database.address, path)
        backups.write_private(backups.checksum_of(path), backups.checksum(path))
    except OSError as error:
        raise DatabaseError(f"Cannot write {path} ({error.strerror}). Free some space, or name another file.") from None


def _drop(folder: Path, keep: int | None) -> list[Path]:
    deleted = backups.in_folder(folder)[:-keep] if keep else []
    for path in deleted:
        path.unlink()
        backups.checksum_of(path).unlink(missing_ok=True)
    return deleted


async def store_forgotten(services: Services, folder: Path) -> None:
    forgotten = await services.database.read(personal_data.all_forgotten, club=None)
    await asyncio.to_thread(backups.keep_forgotten, folder, forgotten)


@dataclass(frozen=True, slots=True)
class DailyBackups:
    """Automatic backups. keep: how many of the newest stay."""

    folder: Path
    keep: int

    async def make(self, services: Services) -> Path | None:
        """Back up if the last backup is a day old; always update the list of the forgotten."""
        await asyncio.to_thread(self.folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        await store_forgotten(services, self.folder)
        made, now = await asyncio.to_thread(backups.in_folder, self.folder), services.now()
        # A backup from a future day was made while the clock was ahead.
        if any(timedelta(0) <= now - backups.made_at(path) < EVERY for path in made):
            return None
        path, dropped = await back_up(services, self.folder, self.keep)
        log.info("made the backup %s and deleted %d older ones", path, len(dropped))
        return path


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored backup. aside: where the previous data is. forgotten: how many were forgotten again."""

    aside: str | None
    forgotten: int
    clubs: "Sequence[Verified]"


async def restore(services: Services, backup: Path, *, replace: bool = False) -> Restored:
    """Replace an unused database by a backup.

    replace: move a database with clubs aside. Raise DatabaseError if that is impossible; then nothing has changed.
    """
    await asyncio.to_thread(backups.require_unchanged, backup)
    listed = await asyncio.to_thread(backups.read_forgotten, backup.parent)
    file = services.database.file
    if backups.is_sqlite(backup) != (file is not None):
        kind, other = ("SQLite", "PostgreSQL") if file is None else ("PostgreSQL", "SQLite")
        raise DatabaseError(
            f"{backup} is a backup of {kind}, but DATABASE_URL names {other}. Set DATABASE_URL to {kind}, "
            "then move the clubs with export and import."
        )
    if file is None:
        return await _into_server(services, backup, listed, replace=replace)
    return await _into_file(services, file, backup, listed, replace=replace)


async def _into_file(
    services: Services, file: Path, backup: Path, listed: set[Forgotten], *, replace: bool
) -> Restored:
    scratch = Path(f"{file}.restoring")
    try:
        listed |= await asyncio.to_thread(_prepared, file, backup, scratch, replace=replace)
        done, clubs = await _brought_up_to_date(Services(Database(f"sqlite:///{scratch}"), services.now), listed)
        aside = await asyncio.to_thread(_exchanged, scratch, file, services.now())
    except OSError as error:
        raise DatabaseError(f"Cannot copy {backup} ({error.strerror}). Free some disk space.") from None
    finally:
        await asyncio.to_thread(_remove, scratch)
    services.database.mark_file()
    return Restored(None if aside is None else str(aside), done, clubs)


def _prepared(file: Path, backup: Path, scratch: Path, *, replace: bool) -> set[Forgotten]:
    forgotten: set[Forgotten] = set()
    if file.exists() and file.stat().st_size:
        backups.take_out_of_use(file)
        clubs = backups.clubs_in(file)
        if clubs and not replace:
            raise DatabaseError(f"{file} is not empty ({counted(clubs, 'club')}). Add --replace to move it aside.")
        forgotten = backups.forgotten_in(file)
    part = backups.empty_part(scratch)
    shutil.copyfile(backup, part)
    part.replace(scratch)
    backups.check_sqlite(scratch)
    return forgotten


def _exchanged(scratch: Path, file: Path, at: datetime) -> Path | None:
    backups.take_out_of_use(scratch)
    if file.exists() and file.stat().st_size:
        backups.take_out_of_use(file)  # somebody may have opened it meanwhile
    aside = backups.move_aside(file, at)
    backups.put_in_place(scratch, file)
    return aside


def _remove(scratch: Path) -> None:
    for ending in ("", ".part", "-wal", "-shm", "-journal"):
        Path(f"{scratch}{ending}").unlink(missing_ok=True)


async def _into_server(services: Services, backup: Path, listed: set[Forgotten], *, replace: bool) -> Restored:
    from bot.store.club import pg_backups

    address = services.database.address
    await asyncio.to_thread(pg_backups.check, backup)
    there = await asyncio.to_thread(pg_backups.usage, address)
    if there.sessions:
        raise DatabaseError(f"The database is in use ({counted(there.sessions, 'connection')}). Stop the bot first.")
    if there.tables and there.clubs is None:
        raise DatabaseError("The database has another program's tables. Point DATABASE_URL to a database of its own.")
    if there.clubs and not replace:
        raise DatabaseError(
            f"The database is not empty ({counted(there.clubs, 'club')}). Add --replace to move its tables aside."
        )
    aside = await asyncio.to_thread(pg_backups.restore, address, backup, there, services.now())
    done, clubs = await _brought_up_to_date(services, listed | there.forgotten)
    return Restored(None if aside is None else f"the schema {aside}", done, clubs)


async def _brought_up_to_date(services: Services, listed: set[Forgotten]) -> "tuple[int, Sequence[Verified]]":
    from bot.services.club.settings.table import check_club
    from bot.services.framework.whole_clubs import recalculate_outdated, verify_everywhere
    from bot.store.database import migrate

    try:
        await migrate.require_known(services.database)
        await migrate.upgrade(services.database)
        await recalculate_outdated(services)
        done = await reapply_forgotten(services, listed)
        return done, [club async for club in verify_everywhere(services, check=check_club)]
    finally:
        await services.database.close()


async def reapply_forgotten(services: Services, listed: Collection[Forgotten]) -> int:
    forgotten = await services.database.read(personal_data.all_forgotten, club=None)
    known = {(player.club_id, player.player_id): player.at for player in forgotten}
    there = set(await services.database.read(club_rows.all_clubs, club=None))
    by_club: dict[int, list[int]] = defaultdict(list)
    for one in sorted(listed):
        before = known.get((one.club_id, one.player_id))
        if one.club_id in there and (before is None or before < one.at):
            by_club[one.club_id].append(one.player_id)
    done = 0
    for club_id, player_ids in by_club.items():
        done += await write_for_club(services, club_id, partial(_forget, player_ids=player_ids))
    return done


def _forget(write: ClubWrite, player_ids: Collection[int]) -> int:
    from bot.services.club.privacy import erase, forget

    if WHOLE_CLUB in player_ids:
        erase(write)
        return 1
    found = [profiles.find(write.connection, write.club.id, player_id) for player_id in dict.fromkeys(player_ids)]
    for profile in found:
        if profile is not None:
            forget(write, profile)
    return sum(profile is not None for profile in found)
