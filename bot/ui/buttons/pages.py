"""Buttons that turn and open pages, also after a restart."""

from typing import Any

import discord

from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply_pages
from bot.ui.framework.buttons import Press, Small, Who, button, form
from bot.ui.framework.pages import (
    FORM,
    GO,
    JUMP,
    LOOK,
    OPEN,
    TURN,
    Book,
    EmbedBook,
    Source,
    book_of,
    expired,
    is_slow,
    show,
    turned,
)
from bot.ui.framework.text import NAME_CHARACTERS
from core.errors import InputError, NotAllowedError
from core.files.common.text import clean_name


async def _book(press: Press, source: str) -> Book:
    if is_slow(press, source):
        await acknowledge(press.interaction)
    return await book_of(press, source)


@button(TURN, "…", Who.EVERYONE, outside=True)
async def turn_page_button(press: Press, owner: int, at: Small, source: Source) -> None:
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.page(press.interaction, at))


@button(JUMP, "Me", Who.EVERYONE, outside=True)
async def jump_to_me_button(press: Press, owner: int, source: Source) -> None:
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.mine(press.interaction))


@button(GO, "1 / 2", Who.EVERYONE, outside=True)
async def page_number_button(press: Press, owner: int, source: Source) -> None:
    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Page or name", component=discord.ui.TextInput(custom_id="where", max_length=NAME_CHARACTERS)
    )
    await page_form.open_with(press.interaction, [where], owner, source)


@form(FORM, "Go to page, or a name", Who.EVERYONE, outside=True)
async def page_form(press: Press, owner: int, source: Source) -> None:
    written = clean_name(press.written("where"), NAME_CHARACTERS)
    if not written:
        raise InputError("The field is empty. Write a page number or a name.")
    book = await _book(press, source)
    is_number = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    page = await (
        book.page(press.interaction, int(written) - 1) if is_number else book.named(press.interaction, written)
    )
    await show(press.interaction, owner, source, book, page)


MOST_DIGITS = 6


@button(OPEN, "…", Who.ASKED, outside=True)
async def open_pages_button(press: Press, owner: int, source: Source) -> None:
    """Open more pages, such as the calculation of an estimate."""
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
    book = await _book(press, source)
    if not isinstance(book, EmbedBook):
        raise expired(source)
    await reply_pages(press.interaction, book.embeds, source)


@button(LOOK, "…", Who.EVERYONE, outside=True)
async def look_into_button(press: Press, source: Source) -> None:
    """Open pages, such as an event's players or an evening's chances."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    book = await book_of(press, source)
    page = await book.first(interaction)
    view = turned(press.user_id, source, book, page)
    await edit_answer(interaction, embed=page.embed, view=view if view.children else None, attachments=page.files)
