"""Paging: a source of pages apart from the buttons that turn them."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.views import BaseView


class EmbedPages(BaseView):
    """Embeds that are all there already, one at a time; the buttons are dead at the ends."""

    def __init__(self, owner: int, pages: Sequence[discord.Embed]) -> None:
        super().__init__(owner)
        self.pages = pages
        self.page = 0
        self._mark_ends()

    def _mark_ends(self) -> None:
        self.previous.disabled = self.page == 0
        self.next.disabled = self.page == len(self.pages) - 1

    async def turn(self, interaction: discord.Interaction[Any], by: int) -> None:
        self.page = max(0, min(self.page + by, len(self.pages) - 1))
        self._mark_ends()
        self.origin = interaction
        await interaction.response.edit_message(embed=self.pages[self.page], view=self)

    @discord.ui.button(label="Previous", emoji="◀️")
    async def previous(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self.turn(interaction, -1)

    @discord.ui.button(label="Next", emoji="▶️")
    async def next(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self.turn(interaction, 1)
