"""Bring the database to this version, from the command line."""

import sys

from bot.doors.database import explained
from bot.services.context import Services
from bot.services.upkeep.refold import refold_outdated
from bot.store import clubs, errors, migrate
from bot.store.backups.copies import keep_copy
from bot.store.database import Database
from core.words import counted


async def bring_up(database: Database, *, only_if_empty: bool = False, copy: bool = False) -> None:
    """Migrate a database, fold again what an older version folded, and close it."""
    try:
        database.require_not_lost()
        database.make_file()
        if only_if_empty and not await migrate.is_empty(database):
            return
        await migrate.require_known(database)
        behind = await migrate.current(database) != migrate.head()
        if copy and behind and (kept := await keep_copy(database, migrate.head())):
            print(f"The database as it was is kept in {kept}.")
        await migrate.upgrade(database)
        refolded = await refold_outdated(Services(database))
        if refolded:
            print(f"The ratings of {counted(refolded, 'club')} were worked out again.")
        database.mark_file()
        left = await database.read(clubs.folded_before, club=None)
        if left:
            failed = ", ".join(map(str, left))
            print(
                f"The ratings of these clubs could not be worked out, see above; try again: {failed}.", file=sys.stderr
            )
        print(f"The database is at revision {migrate.head()}.")
    except Exception as error:
        what = "stop the other program that uses it" if "locked" in errors.reason(error) else "check DATABASE_URL"
        raise explained(database, error, f"The database cannot be migrated (%s): {what}.") from None
    finally:
        await database.close()
