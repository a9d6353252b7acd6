"""The buttons that turn and open pages: they work after a restart, or say why not."""

import re
from typing import Annotated, Any

import discord

from bot.ui.buttons.page_sources import FILE_SOURCE, book_of
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
    Page,
    find_kept,
    turned,
)
from bot.ui.framework.text import NAME_CHARACTERS
from bot.ui.live_events.chances_card import SOURCE as CHANCES
from core.errors import InputError, NotAllowedError, NotFoundError
from core.formats.common.names import clean_name

_Source = Annotated[str, "[a-z0-9:-]{1,60}"]


async def _book(press: Press, source: str) -> Book:
    await give_time(press.interaction, source)
    return await book_of(press.interaction, source)


async def give_time(interaction: discord.Interaction[Any], source: str) -> None:
    """Ask Discord for time where pages take a dry run or a simulation."""
    is_file = re.fullmatch(FILE_SOURCE, source) and find_kept(interaction, source) is None
    if is_file or source.startswith(f"{CHANCES}:"):
        await acknowledge(interaction)


async def show(interaction: discord.Interaction[Any], owner: int, source: str, book: Book, page: Page) -> None:
    """Show another page in the message that was clicked, and leave what else can be pressed there.

    Whoever did not ask for the pages gets their own, to turn for themselves, and those of the owner stay.
    """
    user_id = interaction.user.id
    view = turned(user_id, source, book, page)
    if user_id != owner or interaction.message is None:
        if interaction.response.is_done():  # a picture was drawn, or a dry run done, meanwhile
            await interaction.followup.send(embed=page.embed, view=view, files=list(page.files), ephemeral=True)
        else:
            await interaction.response.send_message(embed=page.embed, view=view, ephemeral=True)
        return
    here = {getattr(item, "custom_id", None) for item in view.children}
    for item in discord.ui.View.from_message(interaction.message, timeout=None).children:
        custom_id = str(getattr(item, "custom_id", ""))
        if not custom_id.startswith(TURN) and custom_id not in here:
            view.add_item(item)
    if interaction.response.is_done():
        await interaction.edit_original_response(embed=page.embed, view=view, attachments=page.files)
    else:
        await interaction.response.edit_message(embed=page.embed, view=view)


@button(TURN, "…", Who.EVERYONE, outside=True)
async def turn_page_button(press: Press, owner: int, at: Small, source: _Source) -> None:
    """Turn to another page."""
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.page(press.interaction, at))


@button(JUMP, "Me", Who.EVERYONE, outside=True)
async def jump_to_me_button(press: Press, owner: int, source: _Source) -> None:
    """Turn to the page with oneself."""
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.mine(press.interaction))


@button(GO, "1 / 2", Who.EVERYONE, outside=True)
async def go_to_page_button(press: Press, owner: int, source: _Source) -> None:
    """Open the form for a page or a name."""
    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Page or name", component=discord.ui.TextInput(custom_id="where", max_length=NAME_CHARACTERS)
    )
    await page_form.open_with(press.interaction, [where], owner, source)


@form(FORM, "Go to page, or a name", Who.EVERYONE, outside=True)
async def page_form(press: Press, owner: int, source: _Source) -> None:
    """Turn to the page that was written, or to that of a name."""
    written = clean_name(press.written("where"), NAME_CHARACTERS)
    if not written:
        raise InputError("Nothing is written there: write a page's number, or a name.")
    book = await _book(press, source)
    is_number = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    page = await (
        book.page(press.interaction, int(written) - 1) if is_number else book.named(press.interaction, written)
    )
    await show(press.interaction, owner, source, book, page)


MOST_DIGITS = 6
"""Of a page's number."""


@button(OPEN, "…", Who.ASKED, outside=True)
async def open_pages_button(press: Press, owner: int, source: _Source) -> None:
    """Open further pages, such as the calculation of an estimate."""
    if press.user_id != owner:
        raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")
    book = await _book(press, source)
    if not isinstance(book, EmbedBook):
        raise NotFoundError("These pages cannot be opened here: use the command again.")
    await reply_pages(press.interaction, book.embeds, source)


@button(LOOK, "…", Who.EVERYONE, outside=True)
async def look_into_button(press: Press, source: _Source) -> None:
    """Open pages, such as the players of an event or the chances of an evening."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    book = await book_of(interaction, source)
    page = await book.first(interaction)
    view = turned(press.user_id, source, book, page)
    await edit_answer(interaction, embed=page.embed, view=view if view.children else None, attachments=page.files)
