"""/qursh."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.framework.context import Services
from bot.ui.buttons.attached import read_attached
from bot.ui.buttons.help import topic
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of, actor_or_none
from cogs.options.events import EVENT, ClubEvent
from core.errors import InputError

Rated = app_commands.Range[float, 1, 9999]
Margin = app_commands.Range[int, -2000, 2000]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class QurshCog(
    commands.GroupCog, group_name="qursh", group_description="Scrabble: who did better than their ratings predicted"
):
    """Rankings of Scrabble events."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(file="File of an event: tsh, CoCo or CSV", event=EVENT)
    async def rank(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment | None = None,
        event: ClubEvent | None = None,
    ) -> None:
        """Rank a Scrabble event by QURSH."""
        from bot.ui.buttons.qursh import reply_ranking, store_file

        actor_of(interaction)  # refuses a private message
        if (event is None) == (file is None):
            raise InputError("Choose an event or attach a file, not both.")
        await defer(interaction)
        async with heavy_turn(interaction):
            key = f"e{event}" if file is None else store_file(interaction, await read_attached([file]))
            await reply_ranking(interaction, self.services, key)

    @app_commands.command()
    @app_commands.describe(
        rating="Rating", opponent="Opponent's rating", margin="Margin in points (default: all margins)"
    )
    async def margin(
        self, interaction: discord.Interaction[Any], rating: Rated, opponent: Rated, margin: Margin | None = None
    ) -> None:
        """Show what a margin is worth between two ratings."""
        from bot.services.ratings.qursh import Person, QuantileSide, place_game, place_pair
        from bot.ui.systems.qursh.standings import reply_pair, reply_quantile

        actor = actor_or_none(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            if margin is None:
                people = Person("First player", rating), Person("Second player", opponent)
                await reply_pair(interaction, await place_pair(self.services, actor, *people))
                return
            sides = QuantileSide("First player", rating, margin), QuantileSide("Second player", opponent, 0)
            await reply_quantile(interaction, await place_game(self.services, actor, *sides))


topic(
    9,
    "scrabble",
    "Scrabble: NASPA and QURSH",
    "**NASPA (estimate)** is the rating list of Scrabble events. NASPA does not publish its whole formula, so "
    "its own figure may differ by a few points.\n"
    "**QURSH** ranks how well you did for your rating. Each game's margin is compared with earlier games "
    "between players rated like you and your opponent: 50% is what your rating predicts. Your score is the "
    "mean over your games, so a low-rated player can win.\n"
    "`/qursh rank` ranks an event or a file; `/qursh margin` shows what each margin is worth. Luck weighs "
    "heavily in short events; the answer says how much.\n"
    "**Records** under an event or its standings has high games, averages and luck.",
)
