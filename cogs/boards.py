"""/leaderboard, /season, /yearbook: parse → use case → card → reply.

A board shows pages of stored ratings; reading it calculates nothing. Its query goes to `leaderboard`
(bot/services/ratings/leaderboard.py), for a past day to `past_board`, for Oracle to `pool_board`, which asks the
system for intervals (core/rating/oracle). `RatingSystem.rank` gave each rating its number when its event was
stored: see cogs/rating.py. Seasons and the year are read by seasons.py and club_year.py beside it.

The cards are in bot/ui/cards, the pages with their buttons in bot/ui/buttons/boards.py, seasons.py and yearbook.py.
"""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.ratings.leaderboard import BoardOrder
from bot.ui.buttons.boards import reply_board
from bot.ui.buttons.help import topic
from bot.ui.buttons.seasons import reply_season
from bot.ui.buttons.yearbook import reply_yearbook
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of
from cogs.options.choices import DATE, LIST, Day, List
from cogs.options.events import Season


class BoardsCog(commands.Cog):
    """Commands that rank players."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.rename(system="list")
    @app_commands.describe(
        system=LIST,
        order="Order (default: rating)",
        date=DATE,
    )
    @app_commands.choices(order=[Choice(name=label.lower(), value=order.value) for order, label in ORDERS.items()])
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        system: List | None = None,
        order: str = BoardOrder.RATING,
        date: Day | None = None,
    ) -> None:
        """Show the club's leaderboard."""
        await reply_board(interaction, system, BoardOrder(order), date)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(season="Season (default: the current or latest)")
    async def season(self, interaction: discord.Interaction[Any], season: Season | None = None) -> None:
        """Show a season's leaderboard."""
        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            await reply_season(interaction, self.services, actor, season)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(year="Year (default: this year)")
    async def yearbook(
        self, interaction: discord.Interaction[Any], year: app_commands.Range[int, 1900, 2100] | None = None
    ) -> None:
        """Show a year's records: gains, upsets, titles, runs."""
        await defer(interaction)
        await reply_yearbook(interaction, year)


topic(
    11,
    "standing",
    "See where you stand",
    "`/leaderboard` has ten players a page; tied ratings share a rank. **Me** jumps to you. The menu sorts by "
    "gain of the month, games or newest peak, and **Distribution** shows how the ratings are spread.\n"
    "`/rating show` is your card, `/rating history` your rating over time, `/rating compare` draws two to "
    "five players. P marks a provisional rating.\n"
    "`/season` shows the season's leaderboard: who gained, scored or performed best, also for their rating. "
    "`/yearbook` has the year's records.",
)
