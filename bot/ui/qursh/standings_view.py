"""The buttons under a QURSH ranking."""

from typing import Any

import discord

from bot.services.qursh_standings import Standings
from bot.ui.qursh.standings_card import page_of, pages_of, standings_embed
from bot.ui.views import BaseView
from core.errors import NotFoundError


class StandingsView(BaseView):
    """Turn the pages of a ranking; "Jump to me" works for everybody."""

    def __init__(self, owner: int, standings: Standings) -> None:
        super().__init__(owner)
        self.standings, self.page = standings, 0
        if not standings.users:
            self.remove_item(self.jump)
        self._mark_ends()

    def _mark_ends(self) -> None:
        self.previous.disabled = self.page == 0
        self.next.disabled = self.page >= pages_of(self.standings) - 1

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        clicked: Any = interaction.data
        return clicked["custom_id"] == self.jump.custom_id or await super().interaction_check(interaction)

    async def _show(self, interaction: discord.Interaction[Any], page: int) -> None:
        self.page = page
        self._mark_ends()
        self.origin = interaction
        embed = standings_embed(self.standings, page, interaction.user.id)
        await interaction.response.edit_message(embed=embed, view=self)

    @discord.ui.button(label="Previous", emoji="◀️")
    async def previous(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self._show(interaction, max(self.page - 1, 0))

    @discord.ui.button(label="Next", emoji="▶️")
    async def next(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self._show(interaction, min(self.page + 1, pages_of(self.standings) - 1))

    @discord.ui.button(label="Jump to me", emoji="📍", style=discord.ButtonStyle.primary)
    async def jump(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        page = page_of(self.standings, interaction.user.id)
        if page is None:
            raise NotFoundError("You are not ranked in this event: turn the pages to see who is.")
        if interaction.user.id == self.owner:
            await self._show(interaction, page)
        else:
            # As on a leaderboard: the owner's page stays, the one who clicked sees their own.
            embed = standings_embed(self.standings, page, interaction.user.id)
            await interaction.response.send_message(embed=embed, ephemeral=True)
