"""The buttons under a stored event. They carry its id and so outlive a restart."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.events.report import EventReport, stored_report
from bot.services.uschess.norms import event_norms
from bot.ui.buttons.chart_buttons import chart_button
from bot.ui.buttons.undo_buttons import Undo, persistent
from bot.ui.cards.calculation import calculation_pages
from bot.ui.framework.answers import reply, reply_pages
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.items import NamedButton
from bot.ui.systems import CARDS
from bot.ui.uschess.norms_card import all_levels, by_round, has_tables, norms_card
from bot.ui.uschess.norms_how import how_pages


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
    """Open all figures, and every step of the calculation."""

    name, label = "calculation", "Calculation"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return calculation_pages(report)


class HowNorms(EventButton, template=rf"how:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open the sums per opponent behind the norms."""

    name, label = "how", "How?"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return how_pages(report)


class RoundByRound(EventButton, template=rf"norm-rounds:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open what every norm level is expected to score in each round."""

    name, label = "norm-rounds", "Round by round"

    def pages(self, report: EventReport) -> list[discord.Embed]:
        return by_round(report)


class ShowNorms(EventButton, template=rf"norms:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open the norms of an event, for whoever clicks."""

    name, label = "norms", "Norms"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        report = await event_norms(services, actor, self.event_id, self.player_id)
        await reply(interaction, norms_card(report), norm_buttons(report.event), ephemeral=True)


class AllLevels(EventButton, template=rf"norm-levels:(?P<event>{KEY})(?::(?P<player>{KEY}))?"):
    """Open the tables of all norm levels."""

    name, label = "norm-levels", "All levels"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        report = await event_norms(services, actor, self.event_id, self.player_id)
        await reply(interaction, all_levels(report), ephemeral=True)


EVENT_ITEMS = (ShowCalculation, ShowNorms, AllLevels, RoundByRound, HowNorms)


def event_buttons(report: EventReport) -> discord.ui.View:
    """Return the buttons under the answer to a stored event."""
    return persistent(*shown_by(report), Undo(report.event_id or 0))


def shown_by(report: EventReport) -> list[NamedButton]:
    """Return the buttons that show more of a stored event; that of the norms where there is something to show."""
    about = report.event_id or 0, report.player.id
    norms = [ShowNorms(*about)] if CARDS[report.rating_list].has_norms(report) else []
    return [*norms, ShowCalculation(*about), chart_button(report.player.id, report.rating_list)]


def norm_buttons(report: EventReport) -> discord.ui.View:
    """Return the buttons under an event's norms; where no norm was possible that of the calculation alone."""
    about = report.event_id or 0, report.player.id
    norms = [AllLevels(*about), RoundByRound(*about), HowNorms(*about)] if has_tables(report) else []
    return persistent(*norms, ShowCalculation(*about))
