"""/club: the club's settings."""

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.transaction import check_director
from bot.services.uschess import ListOrder, printed_list
from bot.ui.cards.events import reply_file, reply_files
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of
from bot.ui.framework.text import count
from bot.ui.uschess.title_cards import rating_list_files
from core.errors import InputError
from core.formats.common.tables import MOST_BYTES


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ClubCog(commands.GroupCog, group_name="club", group_description="TD: the club's settings"):
    """What directors decide for their club."""

    def __init__(self, services: Services) -> None:
        self.services = services

    export = app_commands.Group(name="export", description="TD: what the club has, as files")

    @export.command()
    @app_commands.describe(order="By name, or highest rating first")
    @app_commands.choices(
        order=[Choice(name="name", value=ListOrder.NAME.value), Choice(name="rating", value=ListOrder.RATING.value)]
    )
    async def ratings(self, interaction: discord.Interaction[Any], order: str = ListOrder.NAME) -> None:
        """TD: get the rating list as US Chess printed it, with norm codes, as text and CSV."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        found = await printed_list(self.services, actor, ListOrder(order))
        title = f"Rating list of {found.day.isoformat()}, {count(len(found.players), 'player')}"
        await reply_files(interaction, title, await asyncio.to_thread(rating_list_files, found))

    @export.command()
    async def roster(self, interaction: discord.Interaction[Any]) -> None:
        """TD: get everybody of the club with ids and ratings, as /player import reads it."""
        from bot.services.roster.export import export_roster

        await defer(interaction, ephemeral=True)
        await reply_file(interaction, await export_roster(self.services, actor_of(interaction)))

    @export.command()
    async def everything(self, interaction: discord.Interaction[Any]) -> None:
        """TD: get the whole club as a zip, for /club import in an empty club."""
        from bot.services.club_copy import export_club, within

        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            exported = await export_club(self.services, actor_of(interaction))
        await reply_file(interaction, within(exported, interaction.filesize_limit))

    @app_commands.command(name="import")
    @app_commands.describe(file="The zip of /club export everything; this club must be empty")
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
