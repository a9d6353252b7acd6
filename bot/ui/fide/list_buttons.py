"""What can be done about a FIDE list: page through it, take back one that a director published."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.fide_lists import FideList, undo_publication
from bot.ui.answers import reply
from bot.ui.fide.list_card import list_pages, taken_back_card
from bot.ui.pages import EmbedPages
from bot.ui.undo_buttons import UndoButton


class UndoList(UndoButton, template=r"undo-list:(?P<key>\d{1,18})"):
    """Take a published list back, for a director."""

    name = "undo-list"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return taken_back_card(await undo_publication(services, actor, self.key))


async def reply_list(interaction: discord.Interaction[Any], found: FideList) -> None:
    """Send a list, in pages where it is long."""
    pages = list_pages(found)
    view = EmbedPages(interaction.user.id, pages) if len(pages) > 1 else discord.ui.View(timeout=None)
    if found.list_fact_id is not None:
        view.add_item(UndoList(found.list_fact_id))
    if not isinstance(view, EmbedPages):
        view.stop()
    await reply(interaction, pages[0], view)
