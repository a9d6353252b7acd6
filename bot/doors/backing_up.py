"""Backups, from the command line."""

from pathlib import Path

from bot.doors.database import explained
from bot.doors.verifying import tell
from bot.exits import Exit, StartError
from bot.services.backup.make import back_up
from bot.services.backup.restore import restore as put_back
from bot.services.backup.retention import Retention
from bot.services.context import Services
from bot.store.database import Database, DatabaseError, StorageError
from core.errors import InputError
from core.words import counted


async def backup(database: Database, target: Path, keep: str) -> None:
    """Copy the database and print what was made; raise StartError where it cannot be done."""
    try:
        made = await back_up(Services(database), target, Retention.read(keep) if keep else None)
    except InputError as error:
        raise StartError(error.message, Exit.USAGE) from None
    except Exception as error:
        raise _explained(database, error, "The database cannot be copied (%s): check DATABASE_URL.") from None
    finally:
        await database.close()
    print(f"{made.path}: {made.told.bytes:,} bytes, {counted(made.told.rows['club'], 'club')}.")
    for path in made.dropped:
        print(f"{path} is kept no longer.")


async def restore(database: Database, path: Path, *, replace: bool) -> None:
    """Put a backup back and print what was done; raise StartError where it cannot be, or is not what the facts give."""
    try:
        restored = await put_back(Services(database), path, replace=replace)
    except Exception as error:
        raise _explained(database, error, "The backup cannot be put back (%s): check DATABASE_URL.") from None
    finally:
        await database.close()
    if restored.aside:
        print(f"What was there is now {restored.aside}.")
    print(
        f"{path} of {restored.told.made_at:%Y-%m-%d %H:%M} is the database now: {counted(len(restored.clubs), 'club')}."
    )
    if restored.forgotten:
        print(f"Forgotten again, as had been asked for since: {restored.forgotten}.")
    for club in restored.clubs:
        tell(club)
    if not restored.is_good:
        raise StartError(
            "Not all that was put back is what its facts give: report what is printed above.", Exit.NOT_DONE
        )
    print("All that is stored is what the facts give.")


def _explained(database: Database, error: Exception, sentence: str) -> StartError:
    meant = explained(database, error, sentence)
    if isinstance(error, DatabaseError) and not isinstance(error, StorageError):
        return StartError(str(meant), Exit.NOT_DONE)
    return meant
