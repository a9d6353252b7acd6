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
from core.errors import RatingError
from core.words import counted


async def export(database: Database, club_id: int, path: Path) -> None:
    """Write a club's zip; raise StartError for a club that has stored nothing, and for a file that is there."""
    try:
        await require_usable(database)
        data = await export_whole(Services(database), club_id)
        await asyncio.to_thread(_write, path, data)
    except RatingError as error:
        raise StartError(error.message, Exit.NOT_DONE) from None
    except OSError as error:
        raise StartError(f"{path} cannot be written ({error.strerror}): name another file.", Exit.NOT_DONE) from None
    finally:
        await database.close()
    print(f"{path}: {len(data):,} bytes. Check it with tools/verify_export.py.")


def _write(path: Path, data: bytes) -> None:
    if path.exists():
        raise StartError(f"{path} is there already: name another file.", Exit.NOT_DONE)
    write_private(path, data)


async def take_in(database: Database, club_id: int, path: Path) -> None:
    """Take a club's zip into an empty club; raise StartError for what is none, or does not give what it says."""
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
    print(
        f"Club {club_id}: {counted(taken.players, 'player')}, {counted(taken.events, 'event')}; its facts give what the"
        f" file says, to the last bit ({taken.digest})."
    )
