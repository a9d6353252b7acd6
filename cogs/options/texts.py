"""The options that are words for people."""

from typing import Any

import discord
from discord import app_commands

from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError


class TextOption(app_commands.Transformer):
    """Words for people, kept without characters that hide or reorder."""

    def __init__(self, most: int) -> None:
        self.most = most

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return self.most

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        if not value.strip():
            raise InputError("One of the texts is blank: write words there.")
        return clean(value, self.most)


Name = app_commands.Transform[str, TextOption(NAME_CHARACTERS)]
Reason = app_commands.Transform[str, TextOption(200)]
