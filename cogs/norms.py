"""/norms."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.ratings.fide.norms import NormQuestion, uses_fide_norms
from bot.services.ratings.uschess import norms_of
from bot.ui.buttons.claims import ask_identity
from bot.ui.buttons.event import norm_buttons
from bot.ui.buttons.norms import check_norm_button, check_norm_form, reply_norm, tables_button
from bot.ui.buttons.ratings import reply_lowering
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.errors import BESIDE
from bot.ui.framework.server import actor_or_none
from bot.ui.systems.uschess.norms_card import norms_card
from cogs.options.events import EVENT, Event
from cogs.options.players import PLAYER_OR_YOU, LookedAt
from core.errors import NotFoundError


class NormsCog(commands.Cog):
    """Norms of an event, and tables of lifetime titles."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(player=PLAYER_OR_YOU, event=f"{EVENT} (default: the latest)")
    async def norms(
        self, interaction: discord.Interaction[Any], player: LookedAt | None = None, event: Event | None = None
    ) -> None:
        """Show an event's norms and the way to the next title."""
        actor = actor_or_none(interaction)
        if actor is None:
            await check_norm_form.open(interaction, {}, 0, 0)
            return
        interaction.extras[BESIDE] = lasting(tables_button(), check_norm_button(0, 0))
        if await uses_fide_norms(self.services, actor, player, event):
            await reply_norm(interaction, NormQuestion(event_id=event, member=player))
            return
        try:
            report = await norms_of(self.services, actor, player, event)
        except NotFoundError:
            if await ask_identity(interaction, player):
                return
            raise
        more = [tables_button(), check_norm_button(report.event.event_id or 0, report.event.player.id)]
        await reply(
            interaction, norms_card(report), norm_buttons(report.event, *more, *reply_lowering(interaction, report))
        )
        if player is None:
            await ask_identity(interaction, None, further=True)
