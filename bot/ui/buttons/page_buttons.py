"""The buttons that turn and open pages: they work after a restart, or say why not."""

import re
from typing import Any, Self

import discord

from bot.ui.buttons.page_sources import FILE_SOURCE, book_of
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply_pages
from bot.ui.framework.custom_ids import KEY, SMALL, written_in
from bot.ui.framework.items import LastingButton
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
    look_button,
    turned,
)
from bot.ui.framework.text import NAME_CHARACTERS
from bot.ui.live_events.chances_card import SOURCE as CHANCES
from core.errors import InputError, NotAllowedError, NotFoundError
from core.formats.common.names import clean_name

_SOURCE = r"(?P<source>[a-z0-9:-]{1,60})"


class PageButton(LastingButton, template=r"pages"):
    """A button about the pages of a source, which belong to whoever asked for them."""

    def __init__(self, custom_id: str, owner: int, source: str, at: int = 0) -> None:
        super().__init__(discord.ui.Button(label="…", custom_id=custom_id))
        self.owner, self.source, self.at = owner, source, at

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match.string, int(match["owner"]), match["source"], int(match.groupdict().get("at", 0)))

    async def book(self, interaction: discord.Interaction[Any]) -> Book:
        await give_time(interaction, self.source)
        return await book_of(interaction, self.source)


async def give_time(interaction: discord.Interaction[Any], source: str) -> None:
    """Ask Discord for time where pages take a dry run or a simulation."""
    is_file = re.fullmatch(FILE_SOURCE, source) and find_kept(interaction.client, source) is None
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


class TurnPage(PageButton, template=rf"{TURN}:(?P<owner>{KEY}):(?P<at>{SMALL}):{_SOURCE}"):
    """Turn to another page."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        book = await self.book(interaction)
        await show(interaction, self.owner, self.source, book, await book.page(interaction, self.at))


class JumpToMe(PageButton, template=rf"{JUMP}:(?P<owner>{KEY}):{_SOURCE}"):
    """Turn to the page with whoever presses it."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        book = await self.book(interaction)
        await show(interaction, self.owner, self.source, book, await book.mine(interaction))


class GoToPage(PageButton, template=rf"{GO}:(?P<owner>{KEY}):{_SOURCE}"):
    """Open the form for a page or a name."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        form = PageModal(self.owner, self.source)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class PageModal(discord.ui.Modal, title="Go to page, or a name"):
    """The form for a page or a name."""

    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Page or name", component=discord.ui.TextInput(custom_id="where", max_length=NAME_CHARACTERS)
    )

    def __init__(self, owner: int, source: str) -> None:
        super().__init__(custom_id=f"{FORM}:{owner}:{source}", timeout=None)


async def submit_page(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Turn to the page that was written, or to that of a name."""
    written = clean_name(written_in(interaction, "where"), NAME_CHARACTERS)
    if not written:
        raise InputError("Nothing is written there: write a page's number, or a name.")
    await give_time(interaction, match["source"])
    book = await book_of(interaction, match["source"])
    is_number = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    page = await (book.page(interaction, int(written) - 1) if is_number else book.named(interaction, written))
    await show(interaction, int(match["owner"]), match["source"], book, page)


PAGE_FORMS = {rf"{FORM}:(?P<owner>{KEY}):{_SOURCE}": submit_page}
"""What becomes of the form, by the pattern of its id."""

MOST_DIGITS = 6
"""Of a page's number."""


class OpenPages(PageButton, template=rf"{OPEN}:(?P<owner>{KEY}):{_SOURCE}"):
    """Open further pages, for whoever asked."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id != self.owner:
            raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")
        book = await self.book(interaction)
        if not isinstance(book, EmbedBook):
            raise NotFoundError("These pages cannot be opened here: use the command again.")
        await reply_pages(interaction, book.embeds, self.source)


class LookInto(LastingButton, template=rf"{LOOK}:{_SOURCE}"):
    """Open pages, for whoever presses."""

    def __init__(self, source: str) -> None:
        super().__init__(look_button("…", source))
        self.source = source

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await defer(interaction, ephemeral=True)
        book = await book_of(interaction, self.source)
        page = await book.first(interaction)
        view = turned(interaction.user.id, self.source, book, page)
        await edit_answer(interaction, embed=page.embed, view=view if view.children else None, attachments=page.files)


PAGE_ITEMS = (LookInto, TurnPage, JumpToMe, GoToPage, OpenPages)
