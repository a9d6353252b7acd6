"""The commands of `crosstable`; each imports what it needs when it runs."""

import argparse
import asyncio
import getpass
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli.database import migrate, open_database, require_usable, start_error
from bot.exit_codes import FAILED, StartError
from bot.services.framework.context import Services
from bot.settings import Settings
from bot.store.database import errors
from bot.store.database.transactions import Database, DatabaseError
from core.errors import RatingError
from core.words import counted

if TYPE_CHECKING:
    from bot.services.framework.whole_clubs import Verified

MOST_DIFFERENCES = 100


def parser() -> argparse.ArgumentParser:
    lines = [f"  {name.upper():<18} {field.description}" for name, field in Settings.model_fields.items()]
    made = argparse.ArgumentParser(
        prog="crosstable",
        description=(
            "Crosstable, the ratings bot of your club. Without a command: run, or practice if there is no token."
        ),
        epilog="\n".join(("settings, in the environment or in a file .env:", *lines)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(set_up=True, fresh=False)  # without a command
    commands = made.add_subparsers(dest="command", metavar="command")
    commands.add_parser("init", help="ask for the token and write the settings to .env")
    run = commands.add_parser("run", help="run the bot; needs DISCORD_TOKEN")
    run.add_argument(
        "--set-up",
        action="store_true",
        help="first create an empty database; on a terminal, offer to fill in Discord's page",
    )
    practice = commands.add_parser("practice", help="open the practice club in the browser")
    practice.add_argument("--fresh", action="store_true", help="start again with a new demo club")
    commands.add_parser("check", help="check the settings and the database")
    commands.add_parser("migrate", help="bring the database to this version")
    verify = commands.add_parser("verify", help="recalculate all ratings and report differences; changes nothing")
    verify.add_argument("--club", type=int, metavar="ID", help="the id of a Discord server (default: all clubs)")
    backup = commands.add_parser("backup", help="copy the database while the bot runs")
    backup.add_argument("folder", type=Path, help="where the copy goes")
    backup.add_argument("--keep", type=_positive, metavar="N", help="keep the newest N backups and delete older ones")
    restore = commands.add_parser("restore", help="replace the database by a backup; stop the bot first")
    restore.add_argument("file", type=Path, help="a file that `backup` made, with its .sha256 beside it")
    restore.add_argument("--replace", action="store_true", help="move the existing data aside")
    export = commands.add_parser("export", help="write every club to a zip")
    export.add_argument("folder", type=Path, help="where the zips go, each named by the server's id")
    export.add_argument("--club", type=int, metavar="ID", help="the id of a Discord server (default: all clubs)")
    site = commands.add_parser("site", help="write the web pages of every club that wants them")
    site.add_argument("folder", type=Path, help="where the pages go; put it on any web server")
    load = commands.add_parser("import", help="load clubs, a history of Scrabble games, or a federation's list")
    load.add_argument("path", type=Path, help="a file, or a folder that `export` wrote")
    load.add_argument("--club", type=int, metavar="ID", help="the id of a Discord server (default: the zip's own)")
    load.add_argument(
        "--kind", choices=("club", "history", "fide-list", "uschess-list"), default="club", help="kind of file"
    )
    return made


def _positive(written: str) -> int:
    if int(written) < 1:
        raise ValueError(written)
    return int(written)


def write_settings(path: Path = Path(".env")) -> None:
    """Ask for the token and write an .env only its owner can read."""
    if path.exists():
        raise StartError(f"{path} already exists. Change it with an editor, or remove it first.", FAILED)
    try:
        token = getpass.getpass("The bot's token, from Discord's developer portal (it is not shown; Enter for none): ")
        opened = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except EOFError:
        raise StartError("You gave no token. Nothing was written.", FAILED) from None
    except OSError as error:
        raise StartError(f"Cannot write {path} ({error.strerror}).", FAILED) from None
    lines = ["# The settings of Crosstable. Remove the # before what you change.", ""]
    for name, field in Settings.model_fields.items():
        default = getattr(field.default, "get_secret_value", lambda value=field.default: value)()
        text = "" if default in (None, ()) else str(default).lower() if default in (True, False) else default
        setting = f"DISCORD_TOKEN={token.strip()}" if name == "discord_token" else f"# {name.upper()}={text}"
        lines += [f"# {field.description}", setting, ""]
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    print(f"Wrote {path.absolute()}. `crosstable run --set-up` starts the bot; `crosstable check` checks the settings.")


@asynccontextmanager
async def _database(settings: Settings, *, usable: bool = True) -> AsyncIterator[Database]:
    database = open_database(settings)
    try:
        if usable:
            await require_usable(database)
        yield database
    except RatingError as error:
        raise (StartError(error.message, FAILED) if error.__cause__ is None else start_error(database, error)) from None
    except OSError as error:
        raise StartError(f"Cannot read or write {error.filename} ({error.strerror}).", FAILED) from None
    except DatabaseError as error:
        raise StartError(str(error), FAILED) from None
    except Exception as error:
        if errors.meaning(error, writes=True) is None:
            raise
        raise start_error(database, error) from None
    finally:
        await database.close()


async def _run(options: argparse.Namespace, settings: Settings) -> None:
    from bot.cli.portal import is_terminal, offer_page
    from bot.cli.run import run

    if options.command == "run" and options.set_up and settings.discord_token is not None and is_terminal():
        await offer_page(settings.discord_token.get_secret_value(), settings.about)
    await run(settings, set_up=options.set_up)


async def _practice(options: argparse.Namespace, settings: Settings) -> None:
    from bot.practice.page import run_practice

    path, port = settings.practice_database, settings.practice_port
    await run_practice(path, port, browser=settings.practice_browser, fresh=options.fresh)


async def _check(_: argparse.Namespace, settings: Settings) -> None:
    from bot.store.club import clubs
    from bot.store.database.migrate import head
    from bot.ui.pictures.fonts import font_remarks

    async with _database(settings) as database:
        pages = _pages_remark(settings, len(await database.read(clubs.with_site, club=None)))
        print(f"The settings and the database are in order ({head()}).", *pages, *font_remarks(), sep="\n")


def _pages_remark(settings: Settings, wanted: int) -> list[str]:
    """Return where the web pages of clubs are, or what is missing for them; nothing while no club wants any."""
    if not wanted:
        return []
    clubs_with = f"Web pages, turned on by {counted(wanted, 'club')}: "
    if settings.site_url is not None:
        return [f"{clubs_with}{settings.site_url}"]
    if settings.site_folder is None:
        return [f"{clubs_with}nobody can read them. Set SITE_FOLDER and SITE_URL."]
    return [f"{clubs_with}directors are not told the address. Set SITE_URL."]


async def _migrate(_: argparse.Namespace, settings: Settings) -> None:
    async with _database(settings, usable=False) as database:
        await migrate(database)


async def _verify(options: argparse.Namespace, settings: Settings) -> None:
    from bot.services.club.settings.table import check_club
    from bot.services.framework.whole_clubs import verify_everywhere

    async with _database(settings) as database:
        found = verify_everywhere(Services(database), options.club, check_club)
        clubs = [club async for club in found if _report(club)]
        if options.club is not None and not clubs:
            raise StartError(f"There is no data about a club {options.club}. Give the id of a Discord server.", FAILED)
        wrong = [club for club in clubs if not club.is_good]
        if wrong:
            raise StartError(
                (
                    f"Found differences in {len(wrong)} of {counted(len(clubs), 'club')}. Make a backup, and "
                    "report the lines above."
                ),
                FAILED,
            )
        print(f"All ratings of {counted(len(clubs), 'club')} were recalculated without a difference.")
        for club in clubs:
            await _compare_published(Services(database), club.club_id)


async def _compare_published(services: Services, club_id: int) -> None:
    """Print a line for each event with ratings that a federation published: no difference here is a fault of ours."""
    from bot.services.events.published import published_events
    from bot.ui.cards.published import comparison_lines

    for section in await published_events(services, club_id):
        for line in await asyncio.to_thread(comparison_lines, section):
            print(f"club {club_id}: {line}")


def _report(club: "Verified") -> bool:
    if club.problem is not None:
        print(f"club {club.club_id} {club.problem}")
    for difference in club.differences[:MOST_DIFFERENCES]:
        print(f"club {club.club_id}: {difference}")
    if len(club.differences) > MOST_DIFFERENCES:
        print(f"club {club.club_id}: … and {len(club.differences) - MOST_DIFFERENCES} more")
    return True


async def _backup(options: argparse.Namespace, settings: Settings) -> None:
    from bot.services.club.backup import back_up

    async with _database(settings) as database:
        made, dropped = await back_up(Services(database), options.folder, options.keep)
        print(f"{made}: {made.stat().st_size:,} bytes.", *(f"Deleted {path}." for path in dropped), sep="\n")


async def _restore(options: argparse.Namespace, settings: Settings) -> None:
    from bot.services.club.backup import restore

    async with _database(settings, usable=False) as database:
        restored = await restore(Services(database), options.file, replace=options.replace)
    if restored.aside:
        print(f"The previous data was moved to {restored.aside}.")
    print(f"Restored {options.file}: {counted(len(restored.clubs), 'club')}.")
    if restored.forgotten:
        print(f"Players and clubs forgotten again: {restored.forgotten}.")
    if [club for club in restored.clubs if _report(club) and not club.is_good]:
        raise StartError("Some restored ratings differ from a recalculation. Report the lines above.", FAILED)
    print("All restored ratings were recalculated without a difference.")


async def _export(options: argparse.Namespace, settings: Settings) -> None:
    from bot.services.club.club_copy import export_whole
    from bot.store.club.backups import write_private
    from bot.store.database import club_rows

    async with _database(settings) as database:
        options.folder.mkdir(exist_ok=True)
        ids = [options.club] if options.club else await database.read(club_rows.all_clubs, club=None)
        for club_id in ids:
            path = options.folder / f"{club_id}.zip"
            if path.exists():
                raise StartError(f"{path} already exists. Name another folder.", FAILED)
            data = await export_whole(Services(database), club_id)
            await asyncio.to_thread(write_private, path, data)
            print(f"{path}: {len(data):,} bytes")


async def _site(options: argparse.Namespace, settings: Settings) -> None:
    from bot.site.club import ClubSites

    async with _database(settings) as database:
        made = await ClubSites(Services(database), options.folder).write()
    print(f"{options.folder}: {counted(made.clubs, 'club')}, {counted(made.files, 'file')} written")


async def _import(options: argparse.Namespace, settings: Settings) -> None:
    load = {
        "club": _import_clubs,
        "history": _import_history,
        "fide-list": _import_fide_list,
        "uschess-list": _import_uschess_list,
    }[options.kind]
    async with _database(settings) as database:
        await load(Services(database), options.path, options.club)


async def _import_clubs(services: Services, path: Path, club_id: int | None) -> None:
    from bot.services.club.club_copy import import_whole

    for each in _zips(path, club_id):
        try:
            taken = await import_whole(services, club_id, await asyncio.to_thread(each.read_bytes))
        except RatingError as error:
            raise StartError(f"{each}: {error.message}", FAILED) from None
        counts = f"{counted(taken.players, 'player')}, {counted(taken.events, 'event')}"
        print(f"Club {taken.club_id}: {counts}. The ratings are those in the file.")


def _zips(path: Path, club_id: int | None) -> list[Path]:
    found = sorted(path.glob("*.zip")) if path.is_dir() else [path]
    if not found or (club_id is not None and path.is_dir()):
        raise StartError(
            (f"{path} is neither a zip nor a folder of zips. Name one of these; a folder needs no --club."), FAILED
        )
    return found


async def _import_history(services: Services, path: Path, club_id: int | None) -> None:
    from bot.services.ratings.qursh import load_for_club

    if club_id is None:
        raise StartError("The club of the history is missing. Add --club ID.")
    report = await load_for_club(services, club_id, await asyncio.to_thread(path.read_bytes), path.name[:200])
    found = report.in_use.history
    left_out = ", ".join(f"{amount:,} {reason.value}" for reason, amount in found.skipped)
    print(*report.remarks, f"Games read: {found.read:,}" + (f", skipped: {left_out}." if left_out else "."), sep="\n")
    print(f"Club {club_id} is now ranked against {counted(found.used, 'game')}, as the menu of /qursh rank shows.")


async def _import_fide_list(services: Services, path: Path, _: int | None) -> None:
    from bot.services.people.roster.export import load_fide_list

    found = await load_fide_list(services, path)
    print(
        f"Loaded FIDE's list of {found.month}: {counted(found.players, 'player')}, "
        f"{sum(found.clubs.values())} of them in {counted(len(found.clubs), 'club')}. Directors preview "
        "it with /td setup, Get template."
    )


async def _import_uschess_list(services: Services, path: Path, _: int | None) -> None:
    from bot.services.people.roster.export import load_uschess_list

    found = await load_uschess_list(services, path)
    print(
        f"Loaded US Chess' list: {counted(found.players, 'player')}, {sum(found.clubs.values())} of them in "
        f"{counted(len(found.clubs), 'club')}. Directors compare it with their ratings."
    )


COMMANDS: dict[str, Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, None]]] = {
    "run": _run,
    "practice": _practice,
    "check": _check,
    "migrate": _migrate,
    "verify": _verify,
    "backup": _backup,
    "restore": _restore,
    "export": _export,
    "site": _site,
    "import": _import,
}
