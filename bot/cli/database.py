"""The configured database, and whether this version can use it."""

import logging

from bot.exit_codes import FAILED, SETTINGS, StartError, UnreachableError
from bot.settings import Settings
from bot.store.club import clubs
from bot.store.database import errors
from bot.store.database.errors import FullError, GoneError
from bot.store.database.migrate import require_current
from bot.store.database.transactions import BusyError, Database, DatabaseError, StorageError, UnavailableError

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
