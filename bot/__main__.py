"""python -m bot [run | practice | migrate | check]"""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from bot.app import StartError, open_database, require_usable, run_bot
from bot.logs import set_up_logging
from bot.practice import run_practice
from bot.services.context import Services
from bot.services.refold import refold_outdated
from bot.settings import Settings
from bot.store import errors, migrate
from bot.store.database import Database, DatabaseError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 (74: the database file is gone) after one line that says what to do."""
    options = _parse(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
        return _fail(f"{name} is not right ({problem['msg']}): see .env.example.")
    set_up_logging(settings.log_level)
    try:
        asyncio.run(_run(options, settings))
    except StartError as error:
        return _fail(str(error), error.code)
    except KeyboardInterrupt:  # before the signal is handled
        return 130
    return 0


def _fail(line: str, code: int = 1) -> int:
    print(line, file=sys.stderr)
    return code


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Crosstable, the ratings bot of your club.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("run", help="the real bot; needs DISCORD_TOKEN")
    practice = commands.add_parser("practice", help="the practice club, in the browser")
    practice.add_argument("--fresh", action="store_true", help="start again with a new demo club")
    commands.add_parser("migrate", help="bring the database to this version")
    commands.add_parser("check", help="say whether settings and database are in order")
    parser.add_argument("--fresh", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--set-up", action="store_true", help="first make the bot's database, if there is none")
    return parser.parse_args(arguments)


async def _run(options: argparse.Namespace, settings: Settings) -> None:
    token = settings.discord_token.get_secret_value() if settings.discord_token else None
    match options.command or ("run" if token else "practice"):
        case "run":
            if token is None:
                raise StartError(
                    "DISCORD_TOKEN is not set: put the bot's token there, or run `python -m bot practice`."
                )
            if options.set_up:
                await _migrate(open_database(settings), only_if_empty=True)
            await run_bot(
                token, open_database(settings), shard_count=settings.shard_count, shard_ids=settings.shard_ids
            )
        case "practice":
            await run_practice(
                settings.practice_database,
                settings.practice_port,
                browser=settings.practice_browser,
                fresh=options.fresh,
            )
        case "migrate":
            await _migrate(open_database(settings), only_if_empty=False)
        case "check":
            database = open_database(settings)
            try:
                await require_usable(database)
            finally:
                await database.close()
            print(f"Settings and database are in order ({migrate.head()}).")


async def _migrate(database: Database, *, only_if_empty: bool) -> None:
    try:
        database.require_not_lost()
        database.make_file()
        if only_if_empty and not await migrate.is_empty(database):
            return
        await migrate.require_known(database)
        await migrate.upgrade(database)
        refolded = await refold_outdated(Services(database))
        if refolded:
            print(f"The ratings of {refolded} {'club' if refolded == 1 else 'clubs'} were worked out again.")
        database.mark_file()
        print(f"The database is at revision {migrate.head()}.")
    except DatabaseError as error:
        raise StartError(str(error)) from None
    except Exception as error:
        reason = errors.reason(error)
        what = "stop the other program that uses it" if "locked" in reason else "check DATABASE_URL"
        raise StartError(f"The database cannot be migrated ({reason}): {what}.") from None
    finally:
        await database.close()


if __name__ == "__main__":
    sys.exit(main())
