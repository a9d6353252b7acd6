"""Buttons of a FIDE list: pages, one event, file, Undo."""

import io
import re
from typing import Annotated, Any

import discord

from bot.services.ratings.fide.lists import FideList, coming_list, list_file, published_list, undo_publication
from bot.ui.buttons.undo import undoing
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import KEY, RED, Press, Who, button, chosen_number, menu
from bot.ui.framework.pages import Book, pages, show, turned
from bot.ui.systems.fide.list_card import EVENT, FILE, list_book, publication_undone_card, source_of
from core.lists import RatingList
from core.rating.systems import PUBLISHED

_COMING = "|".join(f"coming:{re.escape(one.value)}" for one in PUBLISHED)

_ListKey = Annotated[str, rf"{_COMING}|listed:{KEY}"]
"""A coming list, or a published one's number."""


@button("undo-list", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_list_button(press: Press, publication_id: int) -> discord.Embed:
    return publication_undone_card(await undo_publication(press.services, press.actor, publication_id))


async def _found(press: Press, where: str) -> FideList:
    kind, _, which = where.partition(":")
    if kind == "coming":
        return await coming_list(press.services, press.actor, RatingList(which))
    return await published_list(press.services, press.actor, int(which))


@menu(EVENT, Who.EVERYONE)
async def list_event_menu(press: Press, owner: int, where: _ListKey) -> None:
    event_id = chosen_number(press.values) or None
    found = await _found(press, where)
    book = list_book(found, press.user_id, event_id)
    await show(press.interaction, owner, source_of(found, event_id), book, await book.page(press.interaction, 0))


@button(FILE, "File", Who.EVERYONE)
async def list_file_button(press: Press, where: _ListKey) -> None:
    found = await _found(press, where)
    name = f"{found.rating_list.value}-{found.day.isoformat()}.csv"
    file = discord.File(io.BytesIO(list_file(found)), name)
    await press.interaction.response.send_message(file=file, ephemeral=True)


async def reply_list(interaction: discord.Interaction[Any], found: FideList) -> None:
    owner = interaction.user.id
    book = list_book(found, owner)
    page = await book.page(interaction, 0)
    view = turned(owner, source_of(found), book, page)
    if found.list_fact_id is not None:
        view.add_item(undo_list_button(found.list_fact_id))
    await reply(interaction, page.embed, view if view.children else None)


@pages("coming")
async def coming_list_pages(press: Press, rating_list: RatingList, event_id: int | None = None) -> Book:
    found = await coming_list(press.services, press.actor, rating_list)
    return list_book(found, press.user_id, event_id)


@pages("listed")
async def published_list_pages(press: Press, publication_id: int, event_id: int | None = None) -> Book:
    found = await published_list(press.services, press.actor, publication_id)
    return list_book(found, press.user_id, event_id)
