"""/club: the club's settings."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.transaction import check_director
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of
from core.errors import InputError
from core.formats.common.tables import MOST_BYTES


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ClubCog(commands.GroupCog, group_name="club", group_description="TD: the club's settings"):
    """What directors decide for their club."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="import")
    @app_commands.describe(file="The zip of /td export; this club must be empty")
    async def take_in(self, interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
        """TD: import a club's zip into this empty club."""
        from bot.services.club_copy import IMPORT, import_club
        from bot.ui.cards.club_copy import taken_in_card

        await defer(interaction, ephemeral=True)
        await check_director(self.services, actor_of(interaction), IMPORT)
        if file.size > MOST_BYTES:
            raise InputError("The file has more than 10 MiB. Ask the operator to import it (crosstable import).")
        async with heavy_turn(interaction):
            taken = await import_club(self.services, actor_of(interaction), await file.read())
        await reply(interaction, taken_in_card(taken))
