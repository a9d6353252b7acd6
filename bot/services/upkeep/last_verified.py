"""What the last verification of all clubs found, in a file beside the backups: the bot tells it to its operator."""

import json
from pathlib import Path

from bot.store.backups.companion import write_private

NAME = "verified.json"


def note(folder: Path, differences: int) -> None:
    """Leave how many rows are stored otherwise than the facts give them; a club that cannot be folded is one more."""
    folder.mkdir(parents=True, exist_ok=True)
    write_private(folder / NAME, json.dumps({"differences": differences}).encode())


def noted(folder: Path) -> int | None:
    """Return what is noted there; None for nothing."""
    try:
        return int(json.loads((folder / NAME).read_bytes())["differences"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
