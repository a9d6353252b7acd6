"""python -m bot [run | practice | migrate | repair | check | verify | history | fide-list]"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from bot.app import STRANGE_SCHEMA, StartError, open_database, require_usable, run_bot
from bot.load_history import load_history
from bot.logs import set_up_logging
from bot.practice.page import run_practice
from bot.services.context import Services
from bot.services.roster.federation import load_fide_list
from bot.services.upkeep.refold import refold_outdated
from bot.services.upkeep.verify import verify_everywhere
from bot.settings import Settings
from bot.store import clubs, errors, migrate
from bot.store.backups.copies import keep_copy
from bot.store.database import Database, DatabaseError
from bot.store.schema.repair import SchemaError
from bot.ui.pictures.font_files import add_folders
from bot.ui.pictures.fonts import font_remarks
from core.errors import InputError
from core.words import counted

MOST_DIFFERENCES = 100
"""How many a club's verification prints."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or another code after one line that says what to do."""
    options = _parse(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
        return _fail(f"{name} is not right ({problem['msg']}): `python -m bot --help` lists the settings.")
    set_up_logging(settings.log_level)
    add_folders(settings.font_dirs)
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
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Crosstable, the ratings bot of your club.",
        epilog=_settings(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command")
    run = commands.add_parser("run", help="the real bot; needs DISCORD_TOKEN")
    practice = commands.add_parser("practice", help="the practice club, in the browser")
    changing = (
        commands.add_parser("migrate", help="bring the database to this version"),
        commands.add_parser("repair", help="add what the database of an unreleased version lacks"),
    )
    commands.add_parser("check", help="say whether settings and database are in order")
    history = commands.add_parser("history", help="load the games that a club's Scrabble events are ranked against")
    history.add_argument("club", type=int, help="the id of the Discord server")
    history.add_argument(
        "file", type=Path, help="CSV or gzip, up to 192 MiB unpacked; columns as of /qursh history load"
    )
    history.add_argument("--origin", default="", help="where the games are from, in words; the file's name if left out")
    commands.add_parser("verify", help="work every rating out from scratch, and say what is stored otherwise")
    fide_list = commands.add_parser("fide-list", help="load FIDE's list of ratings for the players of all clubs")
    fide_list.add_argument("file", type=Path, help="the combined list as FIDE has it: a zip, TXT or XML")
    set_up = "first make the bot's database, if there is none"
    parser.add_argument("--fresh", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--set-up", action="store_true", help=set_up)
    # Before the command or after it: without a default there, which would undo what stands before.
    practice.add_argument(
        "--fresh", action="store_true", default=argparse.SUPPRESS, help="start again with a new demo club"
    )
    run.add_argument("--set-up", action="store_true", default=argparse.SUPPRESS, help=set_up)
    for command in changing:
        command.add_argument("--no-copy", action="store_true", help="keep no copy of a SQLite file as it was")
    return parser.parse_args(arguments)


def _settings() -> str:
    """Return a line for every setting: an installed program has no .env.example beside it."""
    fields = Settings.model_fields.items()
    lines = [f"  {name.upper():<18} {field.description}" for name, field in fields]
    return "\n".join(("settings, in the environment or in a file .env:", *lines))


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
            await _migrate(open_database(settings), only_if_empty=False, copy=not options.no_copy)
        case "repair":
            await _migrate(open_database(settings), only_if_empty=False, copy=not options.no_copy, repair=True)
        case "check":
            database = open_database(settings)
            try:
                await require_usable(database)
            finally:
                await database.close()
            print(f"Settings and database are in order ({migrate.head()}).")
            for remark in font_remarks():
                print(remark)
        case "verify":
            await _verify(open_database(settings))
        case "history":
            for line in await load_history(open_database(settings), options.club, options.file, options.origin):
                print(line)
        case "fide-list":
            await _load_fide_list(open_database(settings), options.file)


async def _load_fide_list(database: Database, path: Path) -> None:
    """Keep what FIDE's list says of every club's players, for directors to look at; raise StartError for no list."""
    try:
        await require_usable(database)
        found = await load_fide_list(Services(database), path)
    except (InputError, OSError) as error:
        raise StartError(f"{path} cannot be loaded: {error}") from None
    finally:
        await database.close()
    amount = sum(found.clubs.values())
    print(
        f"FIDE's list of {found.month}: {counted(found.players, 'player')}, {amount} of them in "
        f"{counted(len(found.clubs), 'club')}. Their directors look at it with /player import."
    )


async def _verify(database: Database) -> None:
    """Print whatever is stored otherwise than the facts give it, club by club; raise StartError where anything is."""
    different = verified = 0
    try:
        await require_usable(database)
        async for club in verify_everywhere(Services(database)):
            verified += 1
            different += not club.is_good
            if club.problem is not None:
                print(f"club {club.club_id} {club.problem}")
            for difference in club.differences[:MOST_DIFFERENCES]:
                print(f"club {club.club_id}: {difference}")
            if len(club.differences) > MOST_DIFFERENCES:
                print(f"club {club.club_id}: … and {len(club.differences) - MOST_DIFFERENCES} more")
    finally:
        await database.close()
    clubs = f"{verified} {'club' if verified == 1 else 'clubs'}"
    if different:
        raise StartError(
            f"Of {clubs}, {different} {'is' if different == 1 else 'are'} stored otherwise than the facts give it: "
            "make a backup, and report what is printed above."
        )
    print(f"All that is stored of {clubs} is what the facts give.")


async def _migrate(database: Database, *, only_if_empty: bool, copy: bool = False, repair: bool = False) -> None:
    try:
        database.require_not_lost()
        database.make_file()
        if only_if_empty and not await migrate.is_empty(database):
            return
        await migrate.require_known(database)
        before = "repair" if repair else migrate.head()
        if copy and await migrate.changes(database) and (kept := await keep_copy(database, before)):
            print(f"The database as it was is kept in {kept}.")
        if repair:
            added = await migrate.repair(database)
            print(f"Added: {', '.join(added)}." if added else "Nothing was missing.")
        else:
            await migrate.upgrade(database)
        refolded = await refold_outdated(Services(database))
        if refolded:
            print(f"The ratings of {refolded} {'club' if refolded == 1 else 'clubs'} were worked out again.")
        database.mark_file()
        left = await database.read(clubs.folded_before, club=None)
        if left:
            failed = ", ".join(map(str, left))
            print(
                f"The ratings of these clubs could not be worked out, see above; try again: {failed}.", file=sys.stderr
            )
        print(f"The database is at revision {migrate.head()}.")
    except SchemaError as error:
        raise StartError(str(error), STRANGE_SCHEMA) from None
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
