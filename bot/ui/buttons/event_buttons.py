"""The buttons under a stored event. They carry its id and so outlive a restart."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.events.report import EventReport, stored_report
from bot.ui.buttons.chart_buttons import chart_button
from bot.ui.buttons.undo_buttons import Undo, persistent
from bot.ui.cards.calculation import calculation_pages
from bot.ui.framework.answers import reply_pages
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.items import NamedButton
from bot.ui.framework.pages import EmbedBook, keep_book, opening
from bot.ui.uschess.norms_card import how_pages


class EventButton(NamedButton, template=r"event"):
    """A button that opens pages about one player's event, for whoever clicks.

    Its id holds the event, and the player: a section has many.
    """

    def __init__(self, event_id: int, player_id: int | None = None) -> None:
        super().__init__(event_id, player_id)
        self.event_id, self.player_id = event_id, player_id

    def pages(self, report: EventReport) -> list[discord.Embed]:
        """Return what the button opens."""
        raise NotImplementedError

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        report = await stored_report(services, actor, self.event_id, self.player_id)
        source = f"{self.name}:{self.event_id}:{report.player.id}"
        await reply_pages(interaction, self.pages(report), source)


class ShowCalculation(EventButton, template=rf"calculation:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open every step of the calculation."""

    name, label = "calculation", "Show the calculation"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return calculation_pages(report)


class HowNorms(EventButton, template=rf"how:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open the sums per opponent behind the norms."""

    name, label = "how", "How?"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return how_pages(report)


def event_buttons(interaction: discord.Interaction[Any], report: EventReport) -> discord.ui.View:
    """Return the buttons under an answer; an estimate is stored nowhere, and its calculation kept for a while."""
    if report.event_id is None:
        source = keep_book(interaction.client, EmbedBook(calculation_pages(report)))
        return opening(interaction.user.id, ShowCalculation.label, source)
    shown = ShowCalculation(report.event_id, report.player.id), chart_button(report.player.id, report.rating_list)
    return persistent(*shown, Undo(report.event_id))


def norm_buttons(report: EventReport) -> discord.ui.View:
    """Return the buttons under an event's norms."""
    event_id = report.event_id or 0
    return persistent(HowNorms(event_id, report.player.id), ShowCalculation(event_id, report.player.id))
