"""/club live and announce: what moves by itself in a club."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.alive.live_boards import set_live_board
from bot.services.context import Services
from bot.services.players.leaderboard import BoardOrder
from bot.services.settings.change import change_settings
from bot.services.settings.settings_page import SEE
from bot.services.settings.table import ANNOUNCED
from bot.services.transaction import check_director
from bot.ui.buttons.news import announce_view
from bot.ui.cards.club.live_board import live_board_card
from bot.ui.cards.club.news import announce_card
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.server.actors import actor_of
from bot.ui.framework.server.own_permissions import check_may_write
from cogs.options.choices import List
from cogs.options.settings import setting_options, written_values

TOPS = [Choice(name=top, value=top) for top in ("10", "20", "30", "off")]
BOARD_ORDERS = [Choice(name=label.lower(), value=order.value) for order, label in ORDERS.items()]


class AliveCommands(commands.Cog):
    """A part of the cog of /club."""

    services: Services

    @app_commands.command()
    @app_commands.describe(
        channel="Where the leaderboard stands and follows every change; another one moves it",
        system="The rating list; the club's default if left out",
        order="What it is ordered by",
        top="How many players it shows; off ends it",
    )
    @app_commands.choices(
        order=BOARD_ORDERS,
        top=TOPS,
    )
    async def live(
        self,
        interaction: discord.Interaction[Any],
        channel: discord.TextChannel,
        system: List | None = None,
        order: str = BoardOrder.RATING,
        top: str = "10",
    ) -> None:
        """TD: keep a leaderboard up to date in a channel."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        shown = None if top == "off" else int(top)
        if shown is not None:
            check_may_write(channel)
        report = await set_live_board(self.services, actor, channel.id, system, BoardOrder(order), shown)
        await reply(interaction, live_board_card(report))

    @app_commands.command()
    @setting_options(ANNOUNCED)
    async def announce(self, interaction: discord.Interaction[Any], **written: Any) -> None:
        """TD: announce what is new in the club, as one quiet digest."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        values = written_values(ANNOUNCED, written)
        if not values:
            club = await check_director(self.services, actor, SEE)
            await reply(interaction, announce_card(club), announce_view(club, None))
            return
        if written["channel"] is not None:
            check_may_write(written["channel"])
        club = await change_settings(self.services, actor, values)
        await reply(interaction, announce_card(club), announce_view(club, actor.interaction_id))
