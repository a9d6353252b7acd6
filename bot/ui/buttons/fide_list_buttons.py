"""What can be done about a FIDE list: page through it, take back one that a director published."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.fide.lists import FideList, undo_publication
from bot.ui.buttons.undo_buttons import UndoButton, persistent
from bot.ui.fide.list_card import list_pages, taken_back_card
from bot.ui.framework.answers import reply
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.pages import paged


class UndoList(UndoButton, template=rf"undo-list:(?P<key>{KEY})"):
    """Take a published list back, for a director."""

    name = "undo-list"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return taken_back_card(await undo_publication(services, actor, self.key))


async def reply_list(interaction: discord.Interaction[Any], found: FideList, asked: int | None = None) -> None:
    """Send a list, in pages where it is long.

    asked: the interaction that published it, where this is another one.
    """
    pages = list_pages(found)
    if found.list_fact_id is None:
        await reply(interaction, pages[0], paged(interaction, pages, f"coming:{found.rating_list.value}"))
        return
    view = paged(interaction, pages, f"published:{asked or interaction.id}") or persistent()
    view.add_item(UndoList(found.list_fact_id))
    await reply(interaction, pages[0], view)
