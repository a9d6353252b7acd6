"""The options of /club."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.club_settings import STANDARD
from cogs.options.choices import MOST_CHOICES, RulesOption
from core.systems import ALL


class ClubRulesOption(RulesOption):
    """Rules that a club may take for a list, or the word that brings the usual ones back."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        if value.strip().casefold() == STANDARD:
            return STANDARD
        return await super().transform(interaction, value)

    async def autocomplete(  # type: ignore[override]  # this option's choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        offered = {edition.key for system in ALL for edition in system.club_editions}
        choices = [choice for choice in await super().autocomplete(interaction, value) if choice.value in offered]
        if value.strip().casefold() in STANDARD:
            choices.append(Choice(name="standard: those that the system takes by itself", value=STANDARD))
        return choices[:MOST_CHOICES]


ClubRules = app_commands.Transform[str, ClubRulesOption]
