"""What can be done about a FIDE list: page through it, see one event, get it as a file, take it back."""

import io
import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.fide.list_file import list_file
from bot.services.fide.lists import FideList, coming_list, published_list, undo_publication
from bot.ui.buttons.page_buttons import show
from bot.ui.buttons.undo_buttons import UndoButton
from bot.ui.fide.list_card import EVENT, FILE, list_book, source_of, taken_back_card
from bot.ui.framework.answers import reply
from bot.ui.framework.custom_ids import KEY, chosen_number
from bot.ui.framework.items import LastingButton, LastingMenu
from bot.ui.framework.pages import turned
from bot.ui.framework.server.actors import actor_of, services_of
from core.lists import RatingList
from core.systems import PUBLISHED

_COMING = "|".join(f"coming:{re.escape(one.value)}" for one in PUBLISHED)
_WHERE = rf"(?P<where>{_COMING}|listed:{KEY})"


class UndoList(UndoButton, template=rf"undo-list:(?P<key>{KEY})"):
    """Take a published list back, for a director."""

    name = "undo-list"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return taken_back_card(await undo_publication(services, actor, self.key))


async def _found(interaction: discord.Interaction[Any], where: str) -> FideList:
    kind, _, which = where.partition(":")
    services, actor = services_of(interaction), actor_of(interaction)
    if kind == "coming":
        return await coming_list(services, actor, RatingList(which))
    return await published_list(services, actor, int(which))


class ChooseListEvent(LastingMenu, template=rf"{EVENT}:(?P<owner>{KEY}):{_WHERE}"):
    """See what one event of a list brings."""

    def __init__(self, owner: int, where: str) -> None:
        super().__init__(discord.ui.Select(custom_id=f"{EVENT}:{owner}:{where}"))
        self.owner, self.where = owner, where

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        event_id = chosen_number(data.get("values")) or None
        found = await _found(interaction, self.where)
        book = list_book(found, interaction.user.id, event_id)
        await show(interaction, self.owner, source_of(found, event_id), book, await book.page(interaction, 0))


class GetListFile(LastingButton, template=rf"{FILE}:{_WHERE}"):
    """Get a list as a file."""

    def __init__(self, where: str) -> None:
        super().__init__(discord.ui.Button(label="File", custom_id=f"{FILE}:{where}"))
        self.where = where

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        found = await _found(interaction, self.where)
        name = f"{found.rating_list.value}-{found.day.isoformat()}.csv"
        file = discord.File(io.BytesIO(list_file(found)), name)
        await interaction.response.send_message(file=file, ephemeral=True)


LIST_ITEMS = (UndoList, ChooseListEvent, GetListFile)


async def reply_list(interaction: discord.Interaction[Any], found: FideList) -> None:
    """Send a list, in pages where it is long."""
    owner = interaction.user.id
    book = list_book(found, owner)
    page = await book.page(interaction, 0)
    view = turned(owner, source_of(found), book, page)
    if found.list_fact_id is not None:
        view.add_item(UndoList(found.list_fact_id))
    await reply(interaction, page.embed, view if view.children else None)
