"""What can be done about a FIDE list: page through it, take back one that a director published."""

import re
from typing import Any, Self

import discord

from bot.services.fide_lists import FideList, undo_publication
from bot.ui.actors import actor_of
from bot.ui.answers import reply
from bot.ui.error_door import handle
from bot.ui.event_buttons import services_of, struck
from bot.ui.fide.list_card import list_pages, taken_back_card
from bot.ui.pages import EmbedPages


class UndoList(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"undo-list:(?P<list>\d{1,18})"):
    """Take a published list back, for a director."""

    def __init__(self, list_fact_id: int) -> None:
        custom_id = f"undo-list:{list_fact_id}"
        super().__init__(
            discord.ui.Button(label="Undo", emoji="↩️", style=discord.ButtonStyle.danger, custom_id=custom_id)
        )
        self.list_fact_id = list_fact_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["list"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.defer()
            coming = await undo_publication(services_of(interaction), actor_of(interaction), self.list_fact_id)
            if interaction.message is not None and interaction.message.embeds:
                await interaction.edit_original_response(embed=struck(interaction.message.embeds[0]), view=None)
            await interaction.followup.send(embed=taken_back_card(coming))
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)


async def reply_list(interaction: discord.Interaction[Any], found: FideList) -> None:
    """Send a list, in pages where it is long."""
    pages = list_pages(found)
    view = EmbedPages(interaction.user.id, pages) if len(pages) > 1 else discord.ui.View(timeout=None)
    if found.list_fact_id is not None:
        view.add_item(UndoList(found.list_fact_id))
    if not isinstance(view, EmbedPages):
        view.stop()
    await reply(interaction, pages[0], view)
