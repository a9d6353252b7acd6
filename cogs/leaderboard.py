"""/leaderboard: ten players a page."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.players.leaderboard import BoardOrder, leaderboard
from bot.ui.cards.leaderboard import ORDERS, board_buttons, board_embed
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import List


class LeaderboardCog(commands.Cog):
    """The club's ranking."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="leaderboard")
    @app_commands.guild_only()
    @app_commands.rename(everyone="all")
    @app_commands.rename(system="list")
    @app_commands.describe(
        system="The rating list; the club's default if left out",
        order="What stands first; the highest rating if left out",
        everyone="Also list inactive players: those without an event for a year",
    )
    @app_commands.choices(order=[Choice(name=label.lower(), value=order.value) for order, label in ORDERS.items()])
    async def show(
        self,
        interaction: discord.Interaction[Any],
        system: List | None = None,
        order: str = BoardOrder.RATING,
        everyone: bool = False,
    ) -> None:
        """See the club's ratings, ten a page."""
        page = await leaderboard(self.services, actor_of(interaction), system, BoardOrder(order), everyone=everyone)
        user_id = interaction.user.id
        await reply(interaction, board_embed(page, user_id), board_buttons(page, user_id))
