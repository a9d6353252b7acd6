"""/season: stretches of a list with a board of their own."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.season_figures import SeasonOrder
from bot.services.seasons import MINIMUM, NewSeason, begin_season, club_seasons, end_season
from bot.store.events.seasons import SeasonRatings
from bot.ui.buttons.seasons import reply_begun, reply_season
from bot.ui.cards.leaderboard import SEASON_ORDERS, seasons_pages
from bot.ui.framework.answers import defer, heavy_turn, reply_pages_here
from bot.ui.framework.server import actor_of
from cogs.options.choices import Day, List, Name
from cogs.options.events import RATINGS, LastDay, Season


@app_commands.guild_only()
class SeasonCog(commands.GroupCog, group_name="season", group_description="Seasons: a board of what happens within"):
    """A season's own board; nobody's rating is ever wiped."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        name="What it is called, such as Autumn 2026",
        ends="Its last day; left out, it runs until /season end",
        starts="Its first day, up to today; today if left out",
        system="Which rating list; the club's usual one if left out",
        ratings="How it begins; carry over if left out",
        minimum="Games that a place takes; 6 if left out",
    )
    @app_commands.choices(ratings=RATINGS)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        name: Name,
        ends: LastDay | None = None,
        starts: Day | None = None,
        system: List | None = None,
        ratings: str = SeasonRatings.CARRY_OVER,
        minimum: app_commands.Range[int, 1, 100] = MINIMUM,
    ) -> None:
        """TD: begin a season of a list, with a board of its own."""
        actor = actor_of(interaction)
        await defer(interaction)
        written = NewSeason(name, ends, starts, system, SeasonRatings(ratings), minimum)
        await reply_begun(interaction, await begin_season(self.services, actor, written))

    @app_commands.command()
    @app_commands.describe(season="Which season; the only one that runs if left out")
    async def end(self, interaction: discord.Interaction[Any], season: Season | None = None) -> None:
        """TD: end a season today, and post its board."""
        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            ended = await end_season(self.services, actor, season)
            await reply_season(interaction, self.services, actor, ended.id)

    @app_commands.command()
    @app_commands.describe(season="Which season; the one that runs if left out", order="By what; rating if left out")
    @app_commands.choices(order=[Choice(name=name, value=order.value) for order, name in SEASON_ORDERS.items()])
    async def show(
        self, interaction: discord.Interaction[Any], season: Season | None = None, order: str = SeasonOrder.RATING
    ) -> None:
        """See a season's board: rating, gain, performance, points, games."""
        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            await reply_season(interaction, self.services, actor, season, SeasonOrder(order))

    @app_commands.command()
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """See the club's seasons, and who won them."""
        pages = seasons_pages(await club_seasons(self.services, actor_of(interaction)))
        await reply_pages_here(interaction, pages)
