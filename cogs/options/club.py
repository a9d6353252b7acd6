"""The options of /club."""

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.clock import parse_zone, zone, zone_names
from bot.ui.framework.server.actors import services_of
from cogs.options.choices import MOST_CHOICES, RulesOption
from core.formats.typed.lifetime_table_text import STANDARD
from core.systems import ALL

USUAL_ZONES = (
    "UTC",
    *("America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Sao_Paulo"),
    *("Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Africa/Lagos", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Perth", "Australia/Sydney", "Pacific/Auckland", "Pacific/Honolulu"),
)
"""What is offered before anything is typed, from all over the world."""


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


class TimeZoneOption(app_commands.Transformer):
    """A place whose clock a club goes by; suggests those that have what is typed, with the time there."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return await asyncio.to_thread(parse_zone, value)

    async def autocomplete(  # type: ignore[override]  # this option's choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        names, typed = await asyncio.to_thread(zone_names), value.strip().replace(" ", "_").casefold()
        now = services_of(interaction).now()
        offered = [name for name in names if typed in name.casefold()] if typed else USUAL_ZONES
        return [
            Choice(name=f"{name} ({now.astimezone(zone(name)):%H:%M})", value=name) for name in offered[:MOST_CHOICES]
        ]


ClubRules = app_commands.Transform[str, ClubRulesOption]
TimeZone = app_commands.Transform[str, TimeZoneOption]
