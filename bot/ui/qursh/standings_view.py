"""The pages of a QURSH ranking."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.services.qursh.standings import Standings
from bot.ui.framework.pages import Book, Page
from bot.ui.qursh.standings_card import page_of, pages_of, standings_embed
from core.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class StandingsBook(Book):
    """A ranking; whoever looks finds themselves marked."""

    standings: Standings

    @property
    def has_jump(self) -> bool:
        return bool(self.standings.users)

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        pages = pages_of(self.standings)
        at = max(0, min(at, pages - 1))
        return Page(standings_embed(self.standings, at, interaction.user.id), at, pages)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = page_of(self.standings, interaction.user.id)
        if at is None:
            raise NotFoundError("You are not ranked in this event: turn the pages to see who is.")
        return await self.page(interaction, at)
