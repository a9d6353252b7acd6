"""A button of the directors' panel, which shows what stands afterwards in its place."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.tournament import Tournament
from bot.ui.buttons.evening.evening_items import EveningItem
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.live_events.panel import panel_embed


class PanelItem(EveningItem, template=r"evening-panel-item"):
    """A button of the panel, which shows what stands afterwards in its place.

    takes_back: whether Undo stands under it then.
    """

    takes_back = False

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        """Do what it says; return the evening as it stands then, and what was done."""
        raise NotImplementedError

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        tournament, note = await self.press(services, actor)
        await show_panel(interaction, tournament, note, actor.interaction_id if self.takes_back else None)


async def open_panel(interaction: discord.Interaction[Any], tournament: Tournament, note: str | None = None) -> None:
    """Show a director the panel, for them alone."""
    await reply(interaction, panel_embed(tournament, note), _view(tournament), ephemeral=True)


async def show_panel(
    interaction: discord.Interaction[Any], tournament: Tournament, note: str | None = None, undo: int | None = None
) -> None:
    """Put the panel as it stands in the place of the one that was pressed.

    undo: the interaction whose deed can be taken back.
    """
    await edit_answer(interaction, embed=panel_embed(tournament, note), view=_view(tournament, undo))


def _view(tournament: Tournament, undo: int | None = None) -> discord.ui.View:
    # The panel has every button, and each button shows the panel again.
    from bot.ui.buttons.evening.directors.panel_view import panel_view

    return panel_view(tournament, undo)
