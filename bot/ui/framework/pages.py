"""Paging: buttons whose ids say where the pages come from, so that they outlive a restart.

A source is a short text such as `section:12`, from which bot.ui.buttons.page_sources makes the pages again. Pages that
cannot be made again, because they are stored nowhere, are kept in memory for a while as `kept:<number>`.
"""

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import discord

from core.errors import NotFoundError

MOST_KEPT = 500
"""How many answers whose pages are stored nowhere can be paged at a time: the earliest gives way."""

TURN, JUMP, OPEN = "page", "page-me", "open"
"""What the ids of these buttons begin with."""

LONGEST_SOURCE = 60
"""Characters: with its owner and a page, an id has 100 at most."""


@dataclass(frozen=True, slots=True)
class Page:
    """One of several pages, counted from 0."""

    embed: discord.Embed
    at: int
    pages: int


class Book:
    """All the pages of one answer."""

    @property
    def has_jump(self) -> bool:
        """Tell whether there may be a page with whoever asks on it."""
        return False

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        """Return a page as whoever asks sees it; one that does not exist becomes the nearest that does."""
        raise NotImplementedError

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        """Return the page with whoever asks on it; raise NotFoundError where there is none."""
        raise NotImplementedError


@dataclass(frozen=True)
class EmbedBook(Book):
    """Embeds that are all there already."""

    embeds: Sequence[discord.Embed]

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        at = max(0, min(at, len(self.embeds) - 1))
        return Page(self.embeds[at], at, len(self.embeds))


_kept: WeakKeyDictionary[Any, OrderedDict[str, Book]] = WeakKeyDictionary()


def keep_book(client: Any, book: Book) -> str:
    """Keep pages that are stored nowhere; return their source."""
    kept = _kept.setdefault(client, OrderedDict())
    number = secrets.token_hex(8)
    kept[number] = book
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return f"kept:{number}"


def kept_book(client: Any, number: str) -> Book:
    """Return pages that were kept; raise NotFoundError after a restart, or when many others have come since."""
    book = _kept.get(client, OrderedDict[str, Book]()).get(number)
    if book is None:
        raise NotFoundError("These pages are stored nowhere and are gone: use the command again.")
    return book


def paged(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> discord.ui.View | None:
    """Return the buttons that turn pages for whoever asked; None where one page is all."""
    if len(pages) < 2:
        return None
    return turning(interaction.user.id, source or keep_book(interaction.client, EmbedBook(pages)), 0, len(pages))


def turning(owner: int, source: str, at: int, pages: int, *, jump: bool = False) -> discord.ui.View:
    """Return the buttons of a page: dead at the ends; with one that jumps to whoever presses it, for everybody."""
    assert len(source) <= LONGEST_SOURCE, source
    view = discord.ui.View(timeout=None)
    for label, emoji, target, dead in (
        ("Previous", "◀️", at - 1, at == 0),
        ("Next", "▶️", at + 1, at >= pages - 1),
    ):
        # A dead button needs an id of its own, though nobody can press it.
        custom_id = f"{TURN}:{owner}:{max(target, 0)}:{source}" if not dead else f"{TURN}-end:{label}"
        view.add_item(discord.ui.Button(label=label, emoji=emoji, custom_id=custom_id, disabled=dead))
    if jump:
        style = discord.ButtonStyle.primary
        view.add_item(
            discord.ui.Button(label="Jump to me", emoji="📍", style=style, custom_id=f"{JUMP}:{owner}:{source}")
        )
    view.stop()  # the library need not remember it: each click finds its class by its id
    return view


def open_button(owner: int, label: str, source: str) -> discord.ui.Button[discord.ui.View]:
    """Return a button that opens further pages."""
    return discord.ui.Button(label=label, custom_id=f"{OPEN}:{owner}:{source}")
