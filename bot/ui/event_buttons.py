"""The buttons under a stored event. They carry its id and so outlive a restart."""

import re
from typing import Any, Self

import discord

from bot.services.context import Services
from bot.services.reports import EventReport, stored_report
from bot.services.void_event import undo_event
from bot.ui.actors import actor_of
from bot.ui.answers import reply_pages
from bot.ui.calculation import calculation_pages
from bot.ui.error_door import handle
from bot.ui.rating_card import GONE
from bot.ui.undo_card import undo_card
from bot.ui.views import BaseView


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Return the running program's services."""
    services: Services = interaction.client.services
    return services


class ShowCalculation(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"calculation:(?P<event>\d{1,18})"
):
    """Open every step of the calculation, for whoever clicks."""

    def __init__(self, event_id: int) -> None:
        super().__init__(discord.ui.Button(label="Show the calculation", custom_id=f"calculation:{event_id}"))
        self.event_id = event_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["event"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            report = await stored_report(services_of(interaction), actor_of(interaction), self.event_id)
            await reply_pages(interaction, calculation_pages(report))
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)


class Undo(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"undo:(?P<event>\d{1,18})"):
    """Take the event back, for its reporter or a director."""

    def __init__(self, event_id: int) -> None:
        super().__init__(
            discord.ui.Button(label="Undo", emoji="↩️", style=discord.ButtonStyle.danger, custom_id=f"undo:{event_id}")
        )
        self.event_id = event_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["event"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.defer()
            report = await undo_event(services_of(interaction), actor_of(interaction), self.event_id)
            if interaction.message is not None and interaction.message.embeds:
                await interaction.edit_original_response(embed=_struck(interaction.message.embeds[0]), view=None)
            await interaction.followup.send(embed=undo_card(report))
        except Exception as error:  # as above
            await handle(interaction, error)


DYNAMIC_ITEMS = (ShowCalculation, Undo)


def _struck(embed: discord.Embed) -> discord.Embed:
    """Return an event's embed marked as undone."""
    struck = embed.copy()
    struck.title = f"Undone: {embed.title}"
    struck.colour = discord.Colour(GONE)
    return struck


def event_buttons(report: EventReport, user_id: int) -> discord.ui.View:
    """Return the buttons under an answer: persistent ones for a stored event, passing ones for an estimate."""
    if report.event_id is None:
        return EstimateButtons(user_id, report)
    return persistent(ShowCalculation(report.event_id), Undo(report.event_id))


def persistent(*items: ShowCalculation | Undo) -> discord.ui.View:
    """Return a view of dynamic items that the library need not remember: each click finds its class by its id."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


class EstimateButtons(BaseView):
    """An estimate is stored nowhere, so that its button lives only for a while."""

    def __init__(self, owner: int, report: EventReport) -> None:
        super().__init__(owner)
        self.report = report

    @discord.ui.button(label="Show the calculation")
    async def show(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await reply_pages(interaction, calculation_pages(self.report))
