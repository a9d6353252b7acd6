"""/qursh: Scrabble events ranked by how games ended against what earlier ones between like players did."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.qursh import (
    check_size,
    load_history,
    may_load,
    reset_history,
)
from bot.ui.framework.answers import defer, heavy_turn, progress_shown, reply
from bot.ui.framework.server import actor_of, actor_or_none
from bot.ui.qursh.cards import reading_games
from cogs.attachments import read_attached
from cogs.options.choices import Reason
from cogs.options.events import EVENT, ClubEvent
from core.errors import InputError

Rated = app_commands.Range[float, 1, 9999]
Margin = app_commands.Range[int, -2000, 2000]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class QurshCog(
    commands.GroupCog, group_name="qursh", group_description="Scrabble: who did better than their ratings predicted"
):
    """Rankings by quantiles of score differences."""

    history = app_commands.Group(name="history", description="The games that events are ranked against")

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
            raise InputError("Choose an event of the club, or attach a file: one of the two.")
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
        from bot.services.qursh import Person, QuantileSide, place_game, place_pair
        from bot.ui.qursh.standings import reply_pair, reply_quantile

        actor = actor_or_none(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            if margin is None:
                people = Person("First", rating), Person("Second", opponent)
                await reply_pair(interaction, await place_pair(self.services, actor, *people))
                return
            sides = QuantileSide("First", rating, margin), QuantileSide("Second", opponent, 0)
            await reply_quantile(interaction, await place_game(self.services, actor, *sides))

    @history.command()
    @app_commands.describe(
        file="CSV, gz too: winnerscore, loserscore, winneroldrating, loseroldrating; or score_hi, rating_hi, ...",
        origin="Where the games are from, in words; it stands under every ranking",
    )
    async def load(self, interaction: discord.Interaction[Any], file: discord.Attachment, origin: Reason) -> None:
        """TD: rank by games from a file instead of the table before."""
        from bot.ui.qursh.cards import loaded_embed

        actor = actor_of(interaction)
        check_size(file.size)
        await defer(interaction)
        await may_load(self.services, actor)
        async with heavy_turn(interaction), progress_shown(interaction, reading_games) as progress:
            report = await load_history(self.services, actor, await file.read(), origin, progress)
        await reply(interaction, loaded_embed(report))

    @history.command()
    async def reset(self, interaction: discord.Interaction[Any]) -> None:
        """TD: rank by the table that is shipped again."""
        from bot.ui.qursh.cards import reset_embed

        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, reset_embed(await reset_history(self.services, actor)))
