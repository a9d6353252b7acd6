"""The buttons that turn and open pages: they work after a restart, or say why not."""

import re
from typing import Any, Self

import discord

from bot.ui.buttons.page_sources import book_of
from bot.ui.framework.answers import reply_pages
from bot.ui.framework.custom_ids import KEY, SMALL
from bot.ui.framework.items import LastingButton
from bot.ui.framework.pages import JUMP, OPEN, TURN, Book, EmbedBook, Page, turning
from core.errors import NotAllowedError, NotFoundError

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

    def check_owner(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id != self.owner:
            raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")

    async def show(self, interaction: discord.Interaction[Any], book: Book, page: Page) -> None:
        """Show another page in the message that was clicked, and leave what else can be pressed there."""
        view = turning(self.owner, self.source, page.at, page.pages, jump=book.has_jump)
        assert interaction.message is not None
        for item in discord.ui.View.from_message(interaction.message, timeout=None).children:
            if not str(getattr(item, "custom_id", "")).startswith(TURN):
                view.add_item(item)
        if interaction.response.is_done():  # a picture was drawn meanwhile
            await interaction.edit_original_response(embed=page.embed, view=view, attachments=page.files)
        else:
            await interaction.response.edit_message(embed=page.embed, view=view)


async def _show_apart(interaction: discord.Interaction[Any], page: Page) -> None:
    """Show a page to whoever pressed alone."""
    if interaction.response.is_done():
        await interaction.followup.send(embed=page.embed, files=list(page.files), ephemeral=True)
    else:
        await interaction.response.send_message(embed=page.embed, ephemeral=True)


class TurnPage(PageButton, template=rf"{TURN}:(?P<owner>{KEY}):(?P<at>{SMALL}):{_SOURCE}"):
    """Turn to another page, for whoever asked."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        self.check_owner(interaction)
        book = await book_of(interaction, self.source)
        await self.show(interaction, book, await book.page(interaction, self.at))


class JumpToMe(PageButton, template=rf"{JUMP}:(?P<owner>{KEY}):{_SOURCE}"):
    """Turn to the page with whoever presses it: somebody else sees it for themselves, and the owner's page stays."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        book = await book_of(interaction, self.source)
        if not book.has_jump:
            raise NotFoundError("Nobody is to be found on these pages: use the command again.")
        page = await book.mine(interaction)
        if interaction.user.id == self.owner:
            await self.show(interaction, book, page)
        else:
            await _show_apart(interaction, page)


class OpenPages(PageButton, template=rf"{OPEN}:(?P<owner>{KEY}):{_SOURCE}"):
    """Open further pages, for whoever asked."""

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        self.check_owner(interaction)
        book = await book_of(interaction, self.source)
        if not isinstance(book, EmbedBook):
            raise NotFoundError("These pages cannot be opened here: use the command again.")
        await reply_pages(interaction, book.embeds, self.source)


PAGE_ITEMS = (TurnPage, JumpToMe, OpenPages)
