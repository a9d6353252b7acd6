"""crosstable COMMAND, or python -m bot COMMAND: `crosstable --help` lists them."""

import asyncio
import gc
import logging
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bot.doors.table import Door, Options, door_called, parse
from bot.exits import Exit, StartError

if TYPE_CHECKING:
    from bot.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or another code after one line that says what to do."""
    options = parse(arguments)
    try:
        if options.door is not None and options.door.at_once is not None:
            options.door.at_once(options)
            return Exit.DONE
        _require_one_folder()
        gc.disable()  # what a start imports is hardly garbage, and looking for that takes a sixth of the time
        settings = _settings()
        door = options.door or door_called("run" if settings.discord_token else "practice")
        asyncio.run(_through(door, options, settings))
    except StartError as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:  # before the start was through
        return Exit.INTERRUPTED
    except Exception:
        logging.getLogger("bot").exception("the program ends by an error that nobody expected")
        return Exit.UNEXPECTED
    finally:
        gc.enable()
    return Exit.DONE


async def _through(door: Door, options: Options, settings: "Settings") -> None:
    """Run the command, and look for garbage again once it has imported what it needs."""
    assert door.run is not None
    try:
        work = asyncio.create_task(door.run(options, settings))
        await asyncio.sleep(0)
    finally:
        gc.freeze()  # or else the first look for garbage walks all that was imported
        gc.enable()
    await work


def _require_one_folder() -> None:
    """Raise StartError where another program's folder of the same name stands before ours: bot, cogs, core."""
    found = {name: find_spec(name) for name in ("bot", "cogs", "core")}
    folders = {Path(spec.origin).parents[1] for spec in found.values() if spec is not None and spec.origin}
    if len(folders) != 1 or None in found.values():
        raise StartError(
            "The folders bot, cogs and core are not of one program: start in another folder, or set PYTHONSAFEPATH=1."
        )


def _settings() -> "Settings":
    """Read the settings, and set up what is the whole program's; raise StartError for one that is not right."""
    from pydantic import ValidationError

    from bot.logs import set_up_logging
    from bot.settings import Settings
    from bot.ui.pictures.font_files import add_folders

    try:
        settings = Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
        raise StartError(f"{name} is not right ({problem['msg']}): `crosstable --help` lists the settings.") from None
    set_up_logging(settings.log_level, settings.log_format)
    add_folders(settings.font_dirs)
    return settings


if __name__ == "__main__":
    sys.exit(main())
