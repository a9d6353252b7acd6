"""/event: whole events, from a director's file."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.event_files import export_event, export_running
from bot.services.events.listing import ExportFormat, ReportPlace
from bot.services.live_events.announcements import set_order
from bot.services.live_events.entries import Newcomer, add_entrants, add_newcomer
from bot.ui.buttons.evening import close_and_answer, reply_entries, store_written
from bot.ui.buttons.evening_forms import undo_announced_button
from bot.ui.cards.events import reply_file
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.server import actor_of
from bot.ui.live_events.card import order_embed
from cogs.options.choices import BirthDay, Brought, Name, Reason
from cogs.options.events import Evening, ExportedEvent, Order
from cogs.options.games import EveningResults
from cogs.options.players import Someone
from core.errors import InputError

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

    @app_commands.command()
    @app_commands.describe(
        player="Anybody of the club, on Discord or not",
        newcomer="The name of somebody who is not on Discord and new to the club",
        rating="A newcomer's, such as 1620, or 1620/12 with the games behind it",
        born="A newcomer's birth date or year, or adult or child",
        event="Which evening; the open one if left out",
    )
    async def add(
        self,
        interaction: discord.Interaction[Any],
        player: Someone | None = None,
        newcomer: Name | None = None,
        rating: Brought | None = None,
        born: BirthDay | None = None,
        event: Evening | None = None,
    ) -> None:
        """TD: enter somebody in an evening that is paired."""
        actor = actor_of(interaction)
        if (player is None) == (newcomer is None):
            raise InputError("Choose a player of the club, or write the name of a newcomer.")
        if newcomer is None and (rating is not None or born is not None):
            raise InputError("Leave rating and born out: the club knows this player, and /td rating corrects a rating.")
        await defer(interaction, ephemeral=True)
        if player is not None:
            entries = await add_entrants(self.services, actor, event, [player])
        else:
            entries = await add_newcomer(self.services, actor, event, Newcomer(newcomer or "", rating, born))
        await reply_entries(interaction, entries)

    @app_commands.command()
    @app_commands.describe(
        results="One or several, apart by ; such as Dana beat Eli; Eli ½-½ Bo; 1: Bo 1-0 Cy. +- forfeit, bye",
        event="Which evening; the open one if left out",
        reason="TD: why a round that is closed is corrected",
    )
    async def result(
        self,
        interaction: discord.Interaction[Any],
        results: EveningResults,
        event: Evening | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Report results of a club evening; a director anybody's."""
        actor = actor_of(interaction)
        await defer(interaction)
        await store_written(interaction, self.services, actor, event, results, reason)

    @app_commands.command()
    @app_commands.describe(
        order="Names or codes with commas between, such as Buchholz Cut 1, SB; usual, or none",
        event="Which evening; the open one if left out",
        reason="Why, once round 1 is published: it stands on the standings",
    )
    async def tiebreaks(
        self,
        interaction: discord.Interaction[Any],
        order: Order,
        event: Evening | None = None,
        reason: Reason | None = None,
    ) -> None:
        """TD: say what decides between equal points at a paired evening."""
        actor = actor_of(interaction)
        await defer(interaction)
        tournament = await set_order(self.services, actor, event, order, reason)
        await reply(interaction, order_embed(tournament), lasting(undo_announced_button(actor.interaction_id)))

    @app_commands.command()
    @app_commands.describe(
        event="Which evening; the open one if left out",
        force="Count results as they were reported though nobody has confirmed them",
    )
    async def close(
        self, interaction: discord.Interaction[Any], event: Evening | None = None, force: bool = False
    ) -> None:
        """TD: end a club evening and rate it."""
        actor = actor_of(interaction)
        await close_and_answer(interaction, self.services, actor, event, force=force)
