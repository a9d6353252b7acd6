"""What the ids of buttons, menus and forms may hold: one place that says it, so that none of them can be misread.

An id that does not fit any pattern belongs to nobody and is answered by `bot.ui.buttons.dispatch`.
"""

from typing import Any

import discord

from core.errors import InputError

KEY = r"(?:[0-9]{1,18}|[1-8][0-9]{18})"
"""A whole number that any database holds, in a pattern: below 9 · 10^18, which is short of 2^63."""

SMALL = r"[0-9]{1,6}"
DIGEST = r"[0-9a-f]{8}"
"""The beginning of the digest of the file that a button is about."""

DAMAGED = "That choice is none of those that were offered: use the command again."


def chosen_number(values: object) -> int:
    """Return the number that was chosen in a menu; raise InputError for anything else."""
    if isinstance(values, list) and values and isinstance(values[0], str):
        text = values[0].removeprefix("-")
        if text.isascii() and text.isdigit() and len(text) <= 19 and int(text) < 2**63:
            return int(values[0])
    raise InputError(DAMAGED)


def chosen_word(values: object) -> str:
    """Return the word that was chosen in a menu; raise InputError where nothing was."""
    if isinstance(values, list) and values and isinstance(values[0], str):
        return values[0]
    raise InputError(DAMAGED)


def filled_in(interaction: discord.Interaction[Any]) -> dict[str, list[str]]:
    """Return what a form was filled in with, by the ids of its fields; a field that was left empty has nothing."""
    found: dict[str, list[str]] = {}
    waiting: list[Any] = [interaction.data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            value, values = part.get("value"), part.get("values")
            if isinstance(part.get("custom_id"), str) and part is not interaction.data:
                several = values if isinstance(values, list) else [] if value in (None, "") else [value]
                found[part["custom_id"]] = [str(one) for one in several]
            waiting += [part[key] for key in ("components", "component") if key in part]
        elif isinstance(part, list):
            waiting += part
    return found


def written_in(interaction: discord.Interaction[Any], name: str) -> str:
    """Return what was written into a field of a form."""
    waiting: list[Any] = [interaction.data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("custom_id") == name and isinstance(part.get("value"), str):
                return str(part["value"])
            waiting += [part[key] for key in ("components", "component") if key in part]
        elif isinstance(part, list):
            waiting += part
    raise InputError("Nothing is written there: open the form again.")
