"""/club: the club's settings."""

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.live_boards import set_live_board
from bot.services.players.leaderboard import BoardOrder
from bot.services.roles import RolePlan
from bot.services.settings.change import SEE, change_settings
from bot.services.settings.table import ANNOUNCED
from bot.services.transaction import check_director
from bot.services.uschess import ListOrder, printed_list
from bot.ui.buttons.news import announce_view
from bot.ui.buttons.set_up import reply_check
from bot.ui.buttons.settings import ROLES_BY, reply_roles
from bot.ui.cards.events import reply_file, reply_files
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.cards.news import announce_card, live_board_card
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of, check_may_write
from bot.ui.framework.text import count
from bot.ui.uschess.title_cards import rating_list_files
from cogs.options.choices import List
from cogs.options.settings import setting_options, written_values
from core.errors import InputError
from core.formats.common.tables import MOST_BYTES

# /club live and announce: what moves by itself in a club.


TOPS = [Choice(name=top, value=top) for top in ("10", "20", "30", "off")]
BOARD_ORDERS = [Choice(name=label.lower(), value=order.value) for order, label in ORDERS.items()]


class AliveCommands(commands.Cog):
    """A part of the cog of /club."""

    services: Services

    @app_commands.command()
    @app_commands.rename(system="list")
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


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ClubCog(AliveCommands, commands.GroupCog, group_name="club", group_description="TD: the club's settings"):
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

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        system="The rating list that they follow",
        by="By class of rating, by title, or off",
        create="Make the roles that are missing",
        provisional="Count provisional ratings too; only established ones if left out",
        remove="When turned off: delete the roles that the bot made",
    )
    @app_commands.choices(by=[Choice(name=text, value=word) for word, text in ROLES_BY.items()])
    async def roles(
        self,
        interaction: discord.Interaction[Any],
        system: List,
        by: str,
        create: bool = False,
        provisional: bool = False,
        remove: bool = False,
    ) -> None:
        """TD: let roles follow ratings or titles; shows first which, and how many members get each."""
        await defer(interaction, ephemeral=True)
        await reply_roles(interaction, RolePlan(system, by, create, provisional, remove))

    @app_commands.command()
    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """TD: see what is missing: permissions, roles, channels, and what is paused."""
        await reply_check(interaction)
