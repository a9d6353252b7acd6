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
        "player claim",
        "player delete",
        "player edit",
        "player hide",
        "player link",
        "player merge",
        "player split",
        "privacy forget",
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
        "claim",
        "claim-no",
        "claim-yes",
        "claims",
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
        "me",
        "not-me",
        "oracle-calibrate",
        "oracle-confirm",
        "oracle-import",
        "oracle-wrong",
        "queue",
        "queue-all",
        "report-again",
        "report-confirm",
        "report-version",
        "roster",
        "told-twice",
        "setup-choose",
        "setup-skip",
        "setup-undo",
        "undo",
        "undo-calibration",
        "undo-claim",
        "undo-demotion",
        "undo-list",
        "undo-merge",
        "undo-pool-import",
        "undo-rating",
        "undo-roster",
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
