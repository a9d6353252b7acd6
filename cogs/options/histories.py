"""The options of charts: what runs from left to right, and how far back."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.history.window import Axis, Since
from cogs.options.choices import AnyChoice

AXES = [Choice(name=axis.value, value=axis.value) for axis in Axis]


class StretchOption(app_commands.Transformer):
    """A stretch of days that ends today."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [AnyChoice(name=since.value, value=since.value) for since in Since]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Since:
        return Since(value)


Stretch = app_commands.Transform[Since, StretchOption]
