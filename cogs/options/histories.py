"""The options of charts: what runs from left to right, and how far back."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.history.window import Axis, Since
from bot.services.history.window import Stretch as AnyStretch
from cogs.options.choices import MOST_CHOICES
from cogs.options.seasons import SeasonOption
from core.errors import InputError
from core.formats.common.names import shorten

AXES = [Choice(name=axis.value, value=axis.value) for axis in Axis]


class StretchOption(SeasonOption):
    """A stretch of days: one that ends today, or a season."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> AnyStretch:  # type: ignore[override]
        words = value.strip().casefold()
        if words in {since.value for since in Since}:
            return Since(words)
        if not words.isdigit():
            raise InputError(f'"{shorten(value)}" is no stretch of time: choose one that is offered as you type.')
        return await super().transform(interaction, words)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        words = value.strip().casefold()
        stretches = [Choice(name=since.value, value=since.value) for since in Since if words in since.value]
        return [*stretches, *await super().autocomplete(interaction, value)][:MOST_CHOICES]


Stretch = app_commands.Transform[AnyStretch, StretchOption]
