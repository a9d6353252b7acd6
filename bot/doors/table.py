"""The commands of the command line, a line each; what one needs is imported when it is run."""

import argparse
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from bot.exits import Exit

if TYPE_CHECKING:
    from bot.settings import Settings

Options = argparse.Namespace


@dataclass(frozen=True, slots=True)
class Door:
    """A command: its name, what `--help` says of it, what it does, and the arguments that it takes.

    at_once: done instead of `run`, without settings.
    """

    name: str
    says: str
    run: "Callable[[Options, Settings], Coroutine[Any, Any, None]] | None"
    arguments: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = ()
    at_once: Callable[[Options], None] | None = None


def argument(*names: str, **what: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return an argument as argparse's `add_argument` takes it."""
    return names, what


async def _run(options: Options, settings: "Settings") -> None:
    from bot.doors.running import run

    await run(settings, set_up=options.set_up)


async def _practice(options: Options, settings: "Settings") -> None:
    from bot.practice.page import run_practice

    path, port = settings.practice_database, settings.practice_port
    await run_practice(path, port, browser=settings.practice_browser, fresh=options.fresh)


async def _migrate(options: Options, settings: "Settings") -> None:
    from bot.doors.database import open_database
    from bot.doors.migrating import bring_up

    await bring_up(open_database(settings), copy=not options.no_copy)


async def _check(_: Options, settings: "Settings") -> None:
    from bot.doors.checking import check

    await check(settings)


async def _verify(options: Options, settings: "Settings") -> None:
    from bot.doors.database import open_database
    from bot.doors.verifying import verify

    await verify(open_database(settings), options.club, settings.backup_dir)


async def _backup(options: Options, settings: "Settings") -> None:
    from bot.doors.backing_up import backup
    from bot.doors.database import open_database

    await backup(open_database(settings), options.file, options.keep)


async def _restore(options: Options, settings: "Settings") -> None:
    from bot.doors.backing_up import restore
    from bot.doors.database import open_database

    await restore(open_database(settings), options.file, replace=options.replace)


async def _export(options: Options, settings: "Settings") -> None:
    from bot.doors.clubs import export
    from bot.doors.database import open_database

    await export(open_database(settings), options.club, options.file)


async def _import(options: Options, settings: "Settings") -> None:
    from bot.doors.clubs import take_in
    from bot.doors.database import open_database

    await take_in(open_database(settings), options.club, options.file)


async def _history(options: Options, settings: "Settings") -> None:
    from bot.doors.database import open_database
    from bot.doors.loading import history

    await history(open_database(settings), options.club, options.file, options.origin)


async def _fide_list(options: Options, settings: "Settings") -> None:
    from bot.doors.database import open_database
    from bot.doors.loading import fide_list

    await fide_list(open_database(settings), options.file)


def _init(_: Options) -> None:
    from bot.doors.init import write_settings

    write_settings()


def _health(_: Options) -> None:
    from bot.doors.health import ask

    print(ask())


SET_UP = "first make the bot's database, if there is none"
# Before the command or after it: without a default there, which would undo what stands before.
_SET_UP = argument("--set-up", action="store_true", default=argparse.SUPPRESS, help=SET_UP)
_FRESH = argument("--fresh", action="store_true", default=argparse.SUPPRESS, help="start again with a new demo club")
_TAKE_OVER = argument("--take-over", action="store_true", help="start though another process holds the shards")
_NO_COPY = argument("--no-copy", action="store_true", help="keep no copy of a SQLite file as it was")
_BACKUP = argument("file", type=Path, help="the file to make; in a folder it is called by the time")
_KEEP = argument(
    "--keep", default="", help="which backups stay, such as 7d,4w,6m: the last of as many days, weeks, months"
)
_BACKED_UP = argument("file", type=Path, help="what `backup` made, with what it put beside it")
_REPLACE = argument("--replace", action="store_true", help="move aside what is in the database")
_OF_CLUB = argument("--club", type=int, metavar="ID", help="the id of the Discord server; all clubs, into a folder")
_ONE_CLUB = argument("--club", type=int, metavar="ID", help="the id of a Discord server; all clubs if left out")
_INTO_CLUB = argument("--club", type=int, metavar="ID", help="the id of the Discord server; the file's own if left out")
_TO_ZIP = argument("file", type=Path, help="the zip to make; without --club a folder")
_FROM_ZIP = argument("file", type=Path, help="the zip that `export` or /club export everything made")
_CLUB = argument("club", type=int, help="the id of the Discord server")
_GAMES = argument("file", type=Path, help="CSV or gzip, up to 192 MiB unpacked; columns as of /qursh history load")
_ORIGIN = argument("--origin", default="", help="where the games are from, in words; the file's name if left out")
_FIDE_FILE = argument("file", type=Path, help="the combined list as FIDE has it: a zip, TXT or XML")

DOORS = (
    Door("init", "ask for the token, and write the settings into .env", None, at_once=_init),
    Door("run", "the real bot; needs DISCORD_TOKEN", _run, (_SET_UP, _TAKE_OVER)),
    Door("practice", "the practice club, in the browser", _practice, (_FRESH,)),
    Door("migrate", "bring the database to this version", _migrate, (_NO_COPY,)),
    Door("check", "say whether settings and database are in order", _check),
    Door("health", "ask the running bot whether it is ready", None, at_once=_health),
    Door("verify", "work every rating out from scratch, and say what is stored otherwise", _verify, (_ONE_CLUB,)),
    Door("backup", "copy the database while the bot runs", _backup, (_BACKUP, _KEEP)),
    Door("restore", "put a backup in the place of the database; stop the bot first", _restore, (_BACKED_UP, _REPLACE)),
    Door("export", "write a whole club to a zip", _export, (_OF_CLUB, _TO_ZIP)),
    Door("import", "take such a zip into an empty club, and verify it", _import, (_FROM_ZIP, _INTO_CLUB)),
    Door(
        "history",
        "load the games that a club's Scrabble events are ranked against",
        _history,
        (_CLUB, _GAMES, _ORIGIN),
    ),
    Door("fide-list", "load FIDE's list of ratings for the players of all clubs", _fide_list, (_FIDE_FILE,)),
)


class _Parser(argparse.ArgumentParser):
    """Lists the settings below its help, and ends with the code of wrong arguments."""

    def format_help(self) -> str:
        self.epilog = _settings() if self.prog == "crosstable" else None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(Exit.USAGE, f"{self.prog}: {message}\n")


def parse(arguments: Sequence[str] | None) -> Options:
    """Read a command line; `door` of what is returned is the command, None without one."""
    parser = _Parser(
        prog="crosstable",
        description="Crosstable, the ratings bot of your club.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fresh", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--set-up", action="store_true", help=SET_UP)
    parser.set_defaults(door=None)
    commands = parser.add_subparsers(dest="command", metavar="command")
    for door in DOORS:
        command = commands.add_parser(door.name, help=door.says)
        command.set_defaults(door=door)
        for names, what in door.arguments:
            command.add_argument(*names, **what)
    return parser.parse_args(arguments)


def door_called(name: str) -> Door:
    """Return a command by its name."""
    return next(door for door in DOORS if door.name == name)


def _settings() -> str:
    """Return a line for every setting: an installed program has no .env.example beside it."""
    from bot.settings import Settings

    fields = Settings.model_fields.items()
    lines = [f"  {name.upper():<18} {field.description}" for name, field in fields]
    return "\n".join(("settings, in the environment or in a file .env:", *lines))
