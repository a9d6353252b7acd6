"""/norms: who earned what, and what is missing for the next title."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.uschess.norms import norms_of
from bot.ui.buttons.event_buttons import norm_buttons
from bot.ui.framework.actors import actor_of
from bot.ui.framework.answers import reply
from bot.ui.uschess.norms_card import norms_card
from cogs.options.events import Event
from cogs.options.players import Someone


class NormsCog(commands.Cog):
    """Norms of one member's event."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(member="Whose norms; yours if left out", event="Which event; the last one if left out")
    async def norms(
        self, interaction: discord.Interaction[Any], member: Someone | None = None, event: Event | None = None
    ) -> None:
        """See an event's norms by level, and the way to the next title."""
        report = await norms_of(self.services, actor_of(interaction), member, event)
        await reply(interaction, norms_card(report), norm_buttons(report.event))
