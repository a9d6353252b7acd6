"""Run `crosstable COMMAND` or `python -m bot COMMAND`."""

import asyncio
import logging
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from bot.cli.commands import COMMANDS, parser, write_settings
from bot.exit_codes import FAILED, StartError
from bot.logs import set_up_logging
from bot.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0, or another code after a one-line error."""
    options = parser().parse_args(arguments)
    try:
        if options.command == "init":
            write_settings()
        else:
            settings = _settings()
            command = options.command or ("run" if settings.discord_token else "practice")
            asyncio.run(COMMANDS[command](options, settings))
    except StartError as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return FAILED
    except Exception:
        logging.getLogger("bot").exception("unexpected error")
        return FAILED
    return 0


def _settings() -> Settings:
    from bot.ui.pictures.font_files import add_folders

    try:
        settings = Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
        raise StartError(f"{name} is not valid ({problem['msg']}). Run `crosstable --help` for the settings.") from None
    set_up_logging(settings.log_level, settings.log_format)
    add_folders(settings.font_dirs)
    return settings


if __name__ == "__main__":
    sys.exit(main())
