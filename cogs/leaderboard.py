"""/leaderboard: ten players a page."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Actor, Services
from bot.services.leaderboard import BoardOrder, BoardPage, BoardQuery, leaderboard, page_with_me
from bot.ui.actors import actor_of
from bot.ui.answers import reply
from bot.ui.board import BoardView, board_embed
from cogs.options import List


class LeaderboardCog(commands.Cog):
    """The club's ranking."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="leaderboard")
    @app_commands.guild_only()
    @app_commands.rename(everyone="all")
    @app_commands.describe(
        system="The rating list; the club's default if left out",
        order="Highest rating first, or most games first",
        everyone="Also list who has not played for a year",
    )
    @app_commands.choices(
        order=[Choice(name="rating", value=BoardOrder.RATING.value), Choice(name="games", value=BoardOrder.GAMES.value)]
    )
    async def show(
        self,
        interaction: discord.Interaction[Any],
        system: List | None = None,
        order: str = BoardOrder.RATING,
        everyone: bool = False,
    ) -> None:
        """See the club's ratings, ten a page."""
        page = await leaderboard(self.services, actor_of(interaction), system, BoardOrder(order), everyone=everyone)
        view = BoardView(interaction.user.id, page, self._turn_to, self._find_me) if page.lines else None
        await reply(interaction, board_embed(page, interaction.user.id), view)

    async def _turn_to(self, actor: Actor, query: BoardQuery, page: int) -> BoardPage:
        return await leaderboard(
            self.services, actor, query.rating_list, query.order, everyone=query.everyone, page=page
        )

    async def _find_me(self, actor: Actor, query: BoardQuery) -> BoardPage:
        return await page_with_me(self.services, actor, query)
