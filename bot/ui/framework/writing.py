"""Which commands, buttons and forms store something: only their errors say whether anything was stored."""

from typing import Any

import discord

WRITING_COMMANDS = frozenset(
    {
        "club settings",
        "event amend",
        "event close",
        "event new",
        "event result",
        "event void",
        "fide list",
        "fide norm",
        "oracle match",
        "oracle settings",
        "player edit",
        "player link",
        "player merge",
        "qursh history load",
        "qursh history reset",
        "qursh settings",
        "rating demote",
        "rating set",
        "rating undo",
        "rating update",
    }
)

WRITING_IDS = frozenset(
    {
        "evening-cancel",
        "evening-close",
        "evening-confirm",
        "evening-join",
        "evening-leave",
        "evening-really-cancel",
        "evening-results",
        "floor",
        "grant-demotion",
        "import",
        "oracle-calibrate",
        "oracle-confirm",
        "oracle-import",
        "oracle-wrong",
        "setup-choose",
        "setup-skip",
        "setup-undo",
        "undo",
        "undo-calibration",
        "undo-demotion",
        "undo-list",
        "undo-merge",
        "undo-pool-import",
        "undo-rating",
        "undo-settings",
    }
)
"""What the ids of buttons and forms that store something begin with, before the first colon."""


def writes(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether an interaction asks for something to be stored."""
    if interaction.command is not None:
        return interaction.command.qualified_name in WRITING_COMMANDS
    data: Any = interaction.data or {}
    return str(data.get("custom_id", "")).partition(":")[0] in WRITING_IDS
