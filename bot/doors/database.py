"""The database that the settings name, and whether this version can use it."""

import logging
from collections.abc import Sequence

from bot.exits import Exit, StartError
from bot.settings import Settings
from bot.store import clubs, errors
from bot.store.database import BusyError, Database, DatabaseError, StorageError, UnavailableError
from bot.store.errors import FullError, GoneError
from bot.store.migrate import require_current

log = logging.getLogger(__name__)


def open_database(settings: Settings) -> Database:
    """Return the database of the settings; nothing is connected yet."""
    shards = settings.shards or "all"
    return Database(
        settings.database_url.get_secret_value(),
        pool=settings.database_pool,
        name=f"crosstable/{shards}",
    )


async def require_usable(database: Database, setting: str = "DATABASE_URL") -> None:
    """Raise StartError unless the database can be opened and is at this version's revision."""
    try:
        database.log_driver()
        await require_current(database)
        outdated = await database.read(clubs.folded_before, club=None)
        if outdated and not await database.read(clubs.any_is_current, club=None):
            raise DatabaseError("An older version worked the ratings out: run `crosstable migrate` first.")
        if outdated:
            # The migration has been run and failed in some: they must not keep the others from their bot.
            names = ", ".join(map(str, outdated))
            log.error("the ratings of %d clubs are not worked out for this version: %s", len(outdated), names)
    except Exception as error:
        raise explained(database, error, f"The database cannot be opened (%s): check {setting}.") from None


async def hold_shards(database: Database, ids: Sequence[int] | None) -> None:
    """Hold shards, None for all, against other processes; raise StartError where one of them has one."""
    try:
        holder = await database.hold_shards(ids)
    except Exception as error:
        raise explained(database, error, "The database cannot be used (%s): check DATABASE_URL.") from None
    if holder is not None:
        raise StartError(f"Another process has {holder}: stop it.", Exit.HELD)


def explained(database: Database, error: Exception, sentence: str) -> StartError:
    """Return what an error of the database is for the operator; a sentence takes the driver's reason at its %s."""
    if isinstance(error, DatabaseError):
        return StartError(str(error), Exit.GONE if isinstance(error, StorageError) else Exit.SETTINGS)
    meant = errors.meaning(error, writes=True) or error
    code = Exit.SETTINGS
    if isinstance(meant, BusyError):
        code = Exit.HELD
    elif isinstance(meant, FullError | GoneError):
        code = Exit.GONE
    elif isinstance(meant, UnavailableError) and not database.is_sqlite:
        code = Exit.UNREACHABLE
    return StartError(sentence.replace("%s", errors.reason(error)), code)
