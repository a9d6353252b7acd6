"""A whole club, from the command line: out of a database and into another one."""

import asyncio
from pathlib import Path

from bot.doors.database import require_usable
from bot.exits import Exit, StartError
from bot.services.club_copy.export import export_whole
from bot.services.club_copy.take_in import import_whole
from bot.services.context import Services
from bot.store.backups.companion import write_private
from bot.store.database import Database
from bot.store.derived import club_rows
from core.errors import RatingError
from core.words import counted


async def export(database: Database, club_id: int | None, path: Path) -> None:
    """Write a club's zip, or in a folder those of all clubs; raise StartError for what cannot be written."""
    services = Services(database)
    try:
        await require_usable(database)
        ids = [club_id] if club_id is not None else await services.database.read(club_rows.all_clubs, club=None)
        await asyncio.to_thread(_require_folder, path, is_one=club_id is None)
        for each in ids:
            file = path if club_id is not None else path / f"{each}.zip"
            data = await export_whole(services, each)
            await asyncio.to_thread(_write, file, data)
            print(f"{file}: {len(data):,} bytes")
    except RatingError as error:
        raise StartError(error.message, Exit.NOT_DONE) from None
    except OSError as error:
        raise StartError(f"{path} cannot be written ({error.strerror}): name another file.", Exit.NOT_DONE) from None
    finally:
        await database.close()
    print("Check them with tools/verify_export.py.")


def _require_folder(path: Path, *, is_one: bool) -> None:
    if path.is_dir() != is_one:
        what = "a folder for all clubs, or --club and a file" if is_one else "a file, not a folder, for one club"
        raise StartError(f"{path} is not what is needed: name {what}.", Exit.USAGE)


def _write(path: Path, data: bytes) -> None:
    if path.exists():
        raise StartError(f"{path} is there already: name another file.", Exit.NOT_DONE)
    write_private(path, data)


async def take_in(database: Database, club_id: int | None, path: Path) -> None:
    """Take a club's zip into an empty club; raise StartError for what is none, or does not give what it says.

    club_id: None for the club that the zip is of.
    """
    try:
        await require_usable(database)
        data = await asyncio.to_thread(path.read_bytes)
        taken = await import_whole(Services(database), club_id, data)
    except RatingError as error:
        raise StartError(error.message, Exit.NOT_DONE) from None
    except OSError as error:
        raise StartError(f"{path} cannot be read ({error.strerror}): name the zip.", Exit.NOT_DONE) from None
    finally:
        await database.close()
    what = f"{counted(taken.players, 'player')}, {counted(taken.events, 'event')}"
    print(f"Club {taken.club_id}: {what}; its facts give what the file says, to the last bit ({taken.digest}).")
