"""/norms: who earned what, and what is missing for the next title."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.players.rating_card import house_rules
from bot.services.uschess import norms_of
from bot.ui.buttons.claims import asked_first
from bot.ui.buttons.event import norm_buttons
from bot.ui.buttons.ratings import asks_to_lower
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_of
from bot.ui.uschess.norms_card import norms_card
from bot.ui.uschess.title_cards import tables_card
from cogs.options.events import Event
from cogs.options.players import LookedAt
from core.errors import NotFoundError


class NormsCog(commands.Cog):
    """Norms of one member's event, and the tables behind the lifetime titles."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        member="Whose norms; yours if left out",
        event="Which event; the last one if left out",
        tables="See the tables of the lifetime titles instead: letters, deltas, scoring probabilities",
    )
    async def norms(
        self,
        interaction: discord.Interaction[Any],
        member: LookedAt | None = None,
        event: Event | None = None,
        tables: bool = False,
    ) -> None:
        """See an event's norms by level, and the way to the next title."""
        if tables:
            rules = await house_rules(self.services, actor_of(interaction))
            await reply(interaction, tables_card(rules.lifetime))
            return
        try:
            report = await norms_of(self.services, actor_of(interaction), member, event)
        except NotFoundError:
            if await asked_first(interaction, member):
                return
            raise
        await reply(interaction, norms_card(report), norm_buttons(report.event, *asks_to_lower(interaction, report)))
        if member is None:
            await asked_first(interaction, None, further=True)
