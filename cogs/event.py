"""/event: whole events, from a director's file."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.event_files import export_event, export_running
from bot.services.events.listing import ExportFormat, ReportPlace
from bot.ui.cards.events import reply_file
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of
from cogs.options.choices import Name
from cogs.options.events import ExportedEvent

EXPORTS = [
    Choice(name="crosstable (CSV)", value=ExportFormat.CROSSTABLE.value),
    Choice(name="pairings, all facts (CSV)", value=ExportFormat.PAIRINGS.value),
    Choice(name="TRF26", value=ExportFormat.TRF.value),
    Choice(name="tsh", value=ExportFormat.TSH.value),
    Choice(name="US Chess rating report (zip of DBF)", value=ExportFormat.USCHESS.value),
]


@app_commands.guild_only()
class EventCog(
    commands.GroupCog, group_name="event", group_description="Whole events: import a file, rate the section"
):
    """Events of many players."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.rename(file_format="format")
    @app_commands.describe(
        event="Which event; an evening that is being played too",
        file_format="Of the file",
        arbiter="For TRF: the chief arbiter; whoever closed the evening if left out",
        affiliate="For a US Chess report: the affiliate, A and 7 digits",
        director="For a US Chess report: the chief director's id, 8 digits",
        city="For a US Chess report: where it was",
        state="For a US Chess report: two letters",
        zip_code="For a US Chess report: such as 98000",
    )
    @app_commands.choices(file_format=EXPORTS)
    async def export(
        self,
        interaction: discord.Interaction[Any],
        event: ExportedEvent,
        file_format: str,
        arbiter: Name | None = None,
        affiliate: str | None = None,
        director: str | None = None,
        city: str | None = None,
        state: str | None = None,
        zip_code: str | None = None,
    ) -> None:
        """TD: get an event as a file."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        place = None
        if affiliate and director and city and state and zip_code:
            place = ReportPlace(affiliate, director, city, state, zip_code)
        async with heavy_turn(interaction):
            which = ExportFormat(file_format)
            if event.running:
                exported = await export_running(self.services, actor, event.id, which, arbiter)
            else:
                exported = await export_event(self.services, actor, event.id, which, place, arbiter)
        await reply_file(interaction, exported)
