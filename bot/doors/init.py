"""Write the settings' file: the token is asked for and not shown."""

import getpass
import os
from pathlib import Path

from bot.exits import Exit, StartError

FILE = Path(".env")


def write_settings(path: Path = FILE) -> None:
    """Ask for the token and write .env for its owner alone, every setting in it with what it is for."""
    if path.exists():
        raise StartError(f"{path} is there already: change it with an editor, or remove it first.", Exit.NOT_DONE)
    try:
        token = getpass.getpass("The bot's token, from Discord's developer portal (it is not shown; Enter for none): ")
    except EOFError:
        raise StartError("No token was given: nothing is written.", Exit.NOT_DONE) from None
    try:
        opened = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise StartError(f"{path} cannot be written ({error.strerror}).", Exit.NOT_DONE) from None
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text_of(token.strip()))
    print(f"{path.absolute()} is written. `crosstable run --set-up` starts the bot; `crosstable check` looks first.")


def text_of(token: str) -> str:
    """Return the file: all settings as they are by themselves, as comments, and the token."""
    from bot.settings import Settings

    lines = ["# The settings of Crosstable. Take the # away from what you change.", ""]
    for name, field in Settings.model_fields.items():
        lines.append(f"# {field.description}")
        if name == "discord_token":
            lines += [f"DISCORD_TOKEN={token}", ""]
            continue
        lines += [f"# {name.upper()}={_written(field.default)}", ""]
    return "\n".join(lines)


def _written(default: object) -> str:
    if default is None or default == ():
        return ""
    secret = getattr(default, "get_secret_value", None)
    text = str(default if secret is None else secret())
    return text.lower() if isinstance(default, bool) else text
