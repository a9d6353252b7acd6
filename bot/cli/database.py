"""The configured database, and whether this version can use it."""

import asyncio
import logging
from pathlib import Path

from bot.exit_codes import FAILED, SETTINGS, StartError, UnreachableError
from bot.services.framework.context import Services
from bot.settings import Settings
from bot.store.club import clubs
from bot.store.database import errors
from bot.store.database.errors import FullError, GoneError
from bot.store.database.migrate import require_current
from bot.store.database.transactions import BusyError, Database, DatabaseError, StorageError, UnavailableError
from core.words import counted

log = logging.getLogger(__name__)


def open_database(settings: Settings) -> Database:
    name = f"crosstable/{settings.shards or 'all'}"
    return Database(settings.database_url.get_secret_value(), pool=settings.database_pool, name=name)


async def require_usable(database: Database, setting: str = "DATABASE_URL") -> None:
    """Raise StartError unless the database opens and fits this version."""
    try:
        database.log_driver()
        await require_current(database)
        outdated = await database.read(clubs.folded_before, club=None)
        if outdated and not await database.read(clubs.any_is_current, club=None):
            raise DatabaseError("The ratings are from an older version. Run `crosstable migrate` first.")
        if outdated:
            # The migration failed for these clubs alone: the others keep their bot.
            log.error("ratings not recalculated for this version: clubs=%s", ", ".join(map(str, outdated)))
    except Exception as error:
        raise start_error(database, error, setting) from None


def start_error(database: Database, error: Exception, setting: str = "DATABASE_URL") -> StartError:
    if isinstance(error, StartError):
        return error
    if isinstance(error, DatabaseError):
        return StartError(str(error), FAILED if isinstance(error, StorageError) else SETTINGS)
    meant = errors.meaning(error, writes=True) or error
    advice = "stop the other program that uses it" if isinstance(meant, BusyError) else f"check {setting}"
    sentence = f"The database cannot be used ({errors.reason(error)}): {advice}."
    if isinstance(meant, UnavailableError) and not database.is_sqlite:
        return UnreachableError(sentence)
    return StartError(sentence, FAILED if isinstance(meant, BusyError | FullError | GoneError) else SETTINGS)


async def migrate(database: Database, *, only_if_empty: bool = False) -> None:
    from bot.services.framework.whole_clubs import recalculate_outdated
    from bot.store.club import backups
    from bot.store.database import migrate as schema

    try:
        database.require_not_lost()
        database.make_file()
        if only_if_empty and not await schema.is_empty(database):
            return
        await schema.require_known(database)
        if database.file is not None and await schema.current(database) not in (None, schema.head()):
            previous = Path(f"{database.file}.before-{schema.head()}")
            await asyncio.to_thread(backups.copy_sqlite, database.file, previous)
            print(f"The previous database is kept in {previous}.")
        await schema.upgrade(database)
        recalculated = await recalculate_outdated(Services(database))
        if recalculated:
            print(f"Recalculated the ratings of {counted(recalculated, 'club')}.")
        database.mark_file()
        failed = await database.read(clubs.folded_before, club=None)
    except Exception as error:
        raise start_error(database, error) from None
    print(f"The database is at revision {schema.head()}.")
    if failed:
        raise StartError(f"Could not recalculate the ratings of these clubs: {', '.join(map(str, failed))}.", FAILED)
