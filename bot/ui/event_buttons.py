"""The buttons under a stored event. They carry its id and so outlive a restart."""

import re
from typing import Any, ClassVar, Self

import discord

from bot.services.context import Services
from bot.services.demote_title import undo_demotion
from bot.services.merge_players import undo_merge
from bot.services.reports import EventReport, stored_report
from bot.services.void_event import undo_event
from bot.ui.actors import actor_of
from bot.ui.answers import reply_pages
from bot.ui.calculation import calculation_pages
from bot.ui.colours import GONE
from bot.ui.error_door import handle
from bot.ui.merge_card import merge_card
from bot.ui.undo_card import demotion_card, undo_card
from bot.ui.uschess.norms_card import how_pages
from bot.ui.views import BaseView


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Return the running program's services."""
    services: Services = interaction.client.services
    return services


class EventButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"event:\d+"):
    """A button that opens pages about one player's event, for whoever clicks.

    Its id holds the event, and the player: a section has many.
    """

    name: ClassVar[str]
    label: ClassVar[str]

    def __init__(self, event_id: int, player_id: int | None) -> None:
        whose = "" if player_id is None else f":{player_id}"
        super().__init__(discord.ui.Button(label=self.label, custom_id=f"{self.name}:{event_id}{whose}"))
        self.event_id, self.player_id = event_id, player_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["event"]), int(match["player"]) if match["player"] else None)

    def pages(self, report: EventReport) -> list[discord.Embed]:
        """Return what the button opens."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            services, actor = services_of(interaction), actor_of(interaction)
            report = await stored_report(services, actor, self.event_id, self.player_id)
            await reply_pages(interaction, self.pages(report))
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)


class ShowCalculation(EventButton, template=r"calculation:(?P<event>\d{1,18})(?::(?P<player>\d{1,18}))?"):
    """Open every step of the calculation."""

    name, label = "calculation", "Show the calculation"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return calculation_pages(report)


class HowNorms(EventButton, template=r"how:(?P<event>\d{1,18})(?::(?P<player>\d{1,18}))?"):
    """Open the sums per opponent behind the norms."""

    name, label = "how", "How?"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return how_pages(report)


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
                await interaction.edit_original_response(embed=struck(interaction.message.embeds[0]), view=None)
            await interaction.followup.send(embed=undo_card(report))
        except Exception as error:  # as above
            await handle(interaction, error)


class UndoDemotion(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"undo-demotion:(?P<demotion>\d{1,18})"
):
    """Give a lowered lifetime title back, for a director."""

    def __init__(self, demotion_id: int) -> None:
        custom_id = f"undo-demotion:{demotion_id}"
        super().__init__(
            discord.ui.Button(label="Undo", emoji="↩️", style=discord.ButtonStyle.danger, custom_id=custom_id)
        )
        self.demotion_id = demotion_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["demotion"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.defer()
            report = await undo_demotion(services_of(interaction), actor_of(interaction), self.demotion_id)
            if interaction.message is not None and interaction.message.embeds:
                await interaction.edit_original_response(embed=struck(interaction.message.embeds[0]), view=None)
            await interaction.followup.send(embed=demotion_card(report))
        except Exception as error:  # as above
            await handle(interaction, error)


class UndoMerge(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"undo-merge:(?P<merge>\d{1,18})"):
    """Make two players of one again, for a director."""

    def __init__(self, merge_id: int) -> None:
        custom_id = f"undo-merge:{merge_id}"
        super().__init__(
            discord.ui.Button(label="Undo", emoji="↩️", style=discord.ButtonStyle.danger, custom_id=custom_id)
        )
        self.merge_id = merge_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["merge"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.defer()
            report = await undo_merge(services_of(interaction), actor_of(interaction), self.merge_id)
            if interaction.message is not None and interaction.message.embeds:
                await interaction.edit_original_response(embed=struck(interaction.message.embeds[0]), view=None)
            await interaction.followup.send(embed=merge_card(report))
        except Exception as error:  # as above
            await handle(interaction, error)


def struck(embed: discord.Embed) -> discord.Embed:
    """Return an event's embed marked as undone."""
    struck = embed.copy()
    struck.title = f"Undone: {embed.title}"
    struck.colour = discord.Colour(GONE)
    return struck


def event_buttons(report: EventReport, user_id: int) -> discord.ui.View:
    """Return the buttons under an answer: persistent ones for a stored event, passing ones for an estimate."""
    if report.event_id is None:
        return EstimateButtons(user_id, report)
    return persistent(ShowCalculation(report.event_id, report.player.id), Undo(report.event_id))


def norm_buttons(report: EventReport) -> discord.ui.View:
    """Return the buttons under an event's norms."""
    event_id = report.event_id or 0
    return persistent(HowNorms(event_id, report.player.id), ShowCalculation(event_id, report.player.id))


def persistent(*items: discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]]) -> discord.ui.View:
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
