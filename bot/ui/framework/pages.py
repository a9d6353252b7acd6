"""Paging: buttons whose ids say where the pages come from, so that they outlive a restart.

A source is a short text such as `section:12`, from which bot.ui.buttons.pages makes the pages again. Pages that
cannot be made again, because they are stored nowhere, are kept in memory for a while as `kept:<number>`.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.ui.framework.club_memory import ClubMemory
from core.errors import NotFoundError
from core.words import search_key

TURN, JUMP, GO, OPEN, LOOK, FORM = "page", "page-me", "page-go", "open", "look", "page-form"
"""What the ids of these buttons, and of the form for a page or a name, begin with."""

PREVIOUS, NEXT, ME = "◀", "▶", "Me"
"""What the buttons say."""

LONGEST_SOURCE = 60
"""Characters: with its owner and a page, an id has 100 at most."""


@dataclass(frozen=True, slots=True)
class Page:
    """One of several pages, counted from 0.

    below: what else can be pressed there, made for whoever looks. files: the picture that the embed shows.
    """

    embed: discord.Embed
    at: int
    pages: int
    below: tuple[discord.ui.Item[Any], ...] = ()
    files: tuple[discord.File, ...] = ()


class Book:
    """All the pages of one answer."""

    @property
    def has_jump(self) -> bool:
        """Tell whether there may be a page with whoever asks on it."""
        return False

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        """Return a page as whoever asks sees it; one that does not exist becomes the nearest that does."""
        raise NotImplementedError

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        """Return the page that is opened."""
        return await self.page(interaction, 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        """Return the page with whoever asks on it; raise NotFoundError where there is none."""
        raise NotFoundError("Nobody is to be found on these pages: use the command again.")

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        """Return the page on which somebody stands who is called so; raise NotFoundError where there is none."""
        raise NotFoundError("Write the number of a page: these pages are not searched by name.")


@dataclass(frozen=True, slots=True)
class EmbedBook(Book):
    """Embeds that are all there already.

    jumps: whether people stand on them; me: the page of whoever asks. below: what else can be pressed there.
    """

    embeds: Sequence[discord.Embed]
    jumps: bool = False
    me: int | None = None
    below: tuple[discord.ui.Item[Any], ...] = ()

    @property
    def has_jump(self) -> bool:
        return self.jumps and len(self.embeds) > 1

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        at = max(0, min(at, len(self.embeds) - 1))
        return Page(self.embeds[at], at, len(self.embeds), self.below)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        if self.me is None:
            raise NotFoundError("You do not stand on these pages.")
        return await self.page(interaction, self.me)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        key = search_key(words)
        for at, embed in enumerate(self.embeds):
            if key and key in search_key(embed.description or ""):
                return await self.page(interaction, at)
        raise NotFoundError(f"{words} does not stand on these pages: write a page's number, or another name.")


_books: ClubMemory[Book] = ClubMemory()


def store_book(interaction: discord.Interaction[Any], book: Book, source: str | None = None) -> str:
    """Keep pages for a while; return their source, by default one of pages that are stored nowhere."""
    source = source or f"kept:{secrets.token_hex(8)}"
    _books.put(interaction, source, book)
    return source


def find_book(interaction: discord.Interaction[Any], source: str) -> Book | None:
    """Return pages that were kept; None after a restart, in another club, or when many others have come since."""
    return _books.find(interaction, source)


def require_book(interaction: discord.Interaction[Any], source: str) -> Book:
    """Return pages that were kept and are stored nowhere; raise NotFoundError where they are gone."""
    book = find_book(interaction, source)
    if book is None:
        raise NotFoundError("These pages are stored nowhere and are gone: use the command again.")
    return book


def paged(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> discord.ui.View | None:
    """Return the buttons that turn pages for whoever asked; None where one page is all."""
    if len(pages) < 2:
        return None
    return turning(interaction.user.id, source or store_book(interaction, EmbedBook(pages)), 0, len(pages))


def turning(owner: int, source: str, at: int, pages: int, *, jump: bool = False) -> discord.ui.View:
    """Return the buttons of a page: ◀ and ▶, dead at the ends, and one that asks for a page or a name.

    jump: with one that finds whoever presses it. Nothing turns where one page is all.
    """
    assert len(source) <= LONGEST_SOURCE, source
    view = discord.ui.View(timeout=None)
    if pages > 1:
        view.add_item(_turn(PREVIOUS, owner, source, at - 1, dead=at == 0))
        view.add_item(discord.ui.Button(label=f"{at + 1} / {pages}", custom_id=f"{GO}:{owner}:{source}"))
        view.add_item(_turn(NEXT, owner, source, at + 1, dead=at >= pages - 1))
    if jump:
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label=ME, emoji="📍", style=style, custom_id=f"{JUMP}:{owner}:{source}"))
    view.stop()  # the library need not remember it: each click finds its class by its id
    return view


def turned(owner: int, source: str, book: Book, page: Page) -> discord.ui.View:
    """Return what stands below a page of a book."""
    return below(turning(owner, source, page.at, page.pages, jump=book.has_jump), page.below)


def _turn(label: str, owner: int, source: str, target: int, *, dead: bool) -> discord.ui.Button[discord.ui.View]:
    # A dead button needs an id of its own, though nobody can press it.
    custom_id = f"{TURN}-end:{label}" if dead else f"{TURN}:{owner}:{target}:{source}"
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=dead)


def below(view: discord.ui.View, items: Iterable[discord.ui.Item[Any]]) -> discord.ui.View:
    """Add what else can be pressed to the buttons of a page; return these."""
    for item in items:
        view.add_item(item)
    return view


def look_button(label: str, source: str, row: int | None = None) -> discord.ui.Button[discord.ui.View]:
    """Return a button that opens pages for whoever presses it."""
    assert len(source) <= LONGEST_SOURCE, source
    return discord.ui.Button(label=label, custom_id=f"{LOOK}:{source}", row=row)


def open_button(owner: int, label: str, source: str) -> discord.ui.Button[discord.ui.View]:
    """Return a button that opens further pages."""
    return discord.ui.Button(label=label, custom_id=f"{OPEN}:{owner}:{source}")
