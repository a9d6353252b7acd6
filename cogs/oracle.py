"""/oracle: matches, predictions, players, the board, calibrations, tables, settings."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.oracle.pools import ParsedSide
from bot.ui.buttons.oracle import reply_roster
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of
from cogs.options.choices import AnyChoice
from cogs.options.players import SideOption
from core.errors import InputError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS

# The options of /oracle.


class PoolOption(app_commands.Transformer):
    """One of the club's pools."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [AnyChoice(name=pool.label, value=pool.value) for pool in POOLS]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return RatingList(value)


Side = app_commands.Transform[ParsedSide, SideOption]
Pool = app_commands.Transform[RatingList, PoolOption]


POOL = "Which pool; the first one if left out"
LARGEST_TABLE = 1_000_000
"""Bytes of a table, which is some ten thousand players."""


@app_commands.guild_only()
class OracleCog(commands.GroupCog, group_name="oracle", group_description="Oracle ratings: the chance to beat Keeper"):
    """Ratings of pairs that play many games: people, bots and engines."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="import")
    @app_commands.describe(file="A CSV file: player_id,name,type,rating,bt_strength,games,wins", pool=POOL)
    async def import_table(
        self, interaction: discord.Interaction[Any], file: discord.Attachment, pool: Pool = RatingList.ORACLE
    ) -> None:
        """TD: take players in from a CSV file; see what it would do first, then confirm."""
        from bot.services.oracle.exchange import may_import_table, preview_roster

        actor = actor_of(interaction)
        if file.size > LARGEST_TABLE:
            raise InputError("That file is larger than 1 MB: upload it in parts.")
        await defer(interaction, ephemeral=True)
        await may_import_table(self.services, actor)
        async with heavy_turn(interaction):
            report = await preview_roster(self.services, actor, pool, await file.read())
        await reply_roster(interaction, report)
