"""/event: whole events, from a director's file."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.import_event import ImportOptions, preview_import
from bot.ui.actors import actor_of
from bot.ui.answers import defer
from bot.ui.event_buttons import reply_import
from cogs.options import Control, Day, List, Name
from core.errors import InputError
from core.formats.tables import MOST_BYTES


@app_commands.guild_only()
class EventCog(
    commands.GroupCog, group_name="event", group_description="Whole events: import a file, rate the section"
):
    """Events of many players."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="import")
    @app_commands.describe(
        file="The event's file: a crosstable as CSV, with number, name, rating, games, 1, 2, 3 ...",
        system="The rating list; the time control's or the club's default if left out",
        name="A name for the event",
        date="The day it ended, such as 2026-11-20; the file's or today if left out",
        time_control="Such as 90+30 or G/60;d5",
    )
    async def import_file(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment,
        system: List | None = None,
        name: Name | None = None,
        date: Day | None = None,
        time_control: Control | None = None,
    ) -> None:
        """TD: see what an event's file would do, then confirm to rate the whole section."""
        actor = actor_of(interaction)
        if file.size > MOST_BYTES:
            raise InputError("The file has more than 10 MiB: a result file is smaller, upload that alone.")
        await defer(interaction, ephemeral=True)
        options = ImportOptions(system, name, date, time_control)
        await reply_import(interaction, await preview_import(self.services, actor, await file.read(), options))
