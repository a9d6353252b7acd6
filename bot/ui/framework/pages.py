"""Pages rebuilt from a source such as `section:12`, or in memory as `kept:<number>`."""

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Concatenate, ParamSpec

import discord
from discord import app_commands

from bot.declarations import Declared
from bot.ui.framework.buttons import Declaration, Press, Who
from bot.ui.framework.club_memory import ClubMemory
from core.errors import NotFoundError
from core.words import search_key

TURN, JUMP, GO, OPEN, LOOK, FORM = "page", "page-me", "page-go", "open", "look", "page-form"
"""First parts of ids."""

PREVIOUS, NEXT, ME = "◀", "▶", "Me"


LONGEST_SOURCE = 60

Source = Annotated[str, r"[\w .,'’&×+/():-]{1,60}"]

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Page:
    """A page, counted from 0. below: further buttons. files: the embed's picture."""

    embed: discord.Embed
    at: int
    pages: int
    below: tuple[discord.ui.Item[Any], ...] = ()
    files: tuple[discord.File, ...] = ()


class Book:
    """All pages of an answer."""

    @property
    def has_jump(self) -> bool:
        return False

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        """Return the viewer's version of a page, or of the nearest one."""
        raise NotImplementedError

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        return await self.page(interaction, 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        """Return the viewer's own page; raise NotFoundError if there is none."""
        raise NotFoundError("You are not on these pages. Turn them with ◀ and ▶.")

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        raise NotFoundError("These pages cannot be searched by name. Write a page number, for example 2.")


@dataclass(frozen=True, slots=True)
class EmbedBook(Book):
    """Ready-made embeds. me: the viewer's page."""

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
            raise NotFoundError("You are not on these pages. Turn them with ◀ and ▶.")
        return await self.page(interaction, self.me)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        key = search_key(words)
        for at, embed in enumerate(self.embeds):
            if key and key in search_key(embed.description or ""):
                return await self.page(interaction, at)
        raise NotFoundError(f'"{words}" is not on these pages. Write a page number or another name.')


@dataclass(frozen=True)
class Pages(Declaration[P]):
    """Declared pages, made again from a source such as `section:12`. slow: they take longer than Discord waits."""

    slow: bool = False

    def look(self, label: str, *args: P.args, **kwargs: P.kwargs) -> discord.ui.Button[discord.ui.View]:
        return look_button(label, self.id(*args, **kwargs))


SOURCES: Declared[Pages[...]] = Declared()


def pages(name: str, *, slow: bool = False) -> Callable[[Callable[Concatenate[Press, P], Awaitable[Book]]], Pages[P]]:
    def declared(make: Callable[Concatenate[Press, P], Awaitable[Book]]) -> Pages[P]:
        declaration = Pages(name, make, Who.EVERYONE, slow=slow)
        assert declaration.pattern  # raises for arguments that no id can hold
        SOURCES.add(name, declaration)
        return declaration

    return declared


def is_slow(press: Press, source: str) -> bool:
    declared = SOURCES.get(source.partition(":")[0])
    return declared is not None and declared.slow and find_book(press.interaction, source) is None


async def book_of(press: Press, source: str) -> Book:
    """Return the pages of a source; raise NotFoundError if they cannot be made again."""
    if re.fullmatch(r"kept:[0-9a-f]{16}(?::[a-z ]+)?", source):
        return require_book(press.interaction, source)
    declared = SOURCES.get(source.partition(":")[0])
    arguments = None if declared is None else declared.read(source)
    if declared is None or arguments is None:
        raise expired(source)
    book: Book = await declared.act(press, *arguments)
    return book


_books: ClubMemory[Book] = ClubMemory()


def kept(command: str | None = None) -> str:
    """Return a new source in memory. command: makes the pages again, and stores nothing."""
    return f"kept:{secrets.token_hex(8)}{f':{command}' if command else ''}"


def store_book(interaction: discord.Interaction[Any], book: Book, source: str | None = None) -> str:
    command = interaction.command
    source = source or kept(command.qualified_name if isinstance(command, app_commands.Command) else None)
    _books.put(interaction, source, book)
    return source


def find_book(interaction: discord.Interaction[Any], source: str) -> Book | None:
    """Return pages in memory; None after a restart, in another club, or if replaced."""
    return _books.find(interaction, source)


def require_book(interaction: discord.Interaction[Any], source: str) -> Book:
    """Return pages in memory; raise NotFoundError if they are missing."""
    book = find_book(interaction, source)
    if book is None:
        raise expired(source)
    return book


def expired(source: str) -> NotFoundError:
    """Return the error for pages that are gone; it names the command that makes them, if their source does."""
    command = source.split(":")[2:] if source.startswith("kept:") else []
    return NotFoundError(f"These pages have expired. {f'Use /{command[0]} again' if command else 'Open them again'}.")


def paged(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> discord.ui.View | None:
    if len(pages) < 2:
        return None
    return turning(interaction.user.id, source or store_book(interaction, EmbedBook(pages)), 0, len(pages))


def turning(owner: int, source: str, at: int, pages: int, *, jump: bool = False) -> discord.ui.View:
    """Return ◀, ▶, page number and, with `jump`, "Me"; none for a single page."""
    assert len(source) <= LONGEST_SOURCE, source
    view = discord.ui.View(timeout=None)
    if pages > 1:
        view.add_item(_turn(PREVIOUS, owner, source, at - 1, dead=at == 0))
        view.add_item(discord.ui.Button(label=f"{at + 1} / {pages}", custom_id=f"{GO}:{owner}:{source}"))
        view.add_item(_turn(NEXT, owner, source, at + 1, dead=at >= pages - 1))
    if jump:
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label=ME, emoji="📍", style=style, custom_id=f"{JUMP}:{owner}:{source}"))
    view.stop()
    return view


def turned(owner: int, source: str, book: Book, page: Page) -> discord.ui.View:
    return below(turning(owner, source, page.at, page.pages, jump=book.has_jump), page.below)


def _turn(label: str, owner: int, source: str, target: int, *, dead: bool) -> discord.ui.Button[discord.ui.View]:
    # a disabled button needs an unused id
    custom_id = f"{TURN}-end:{label}" if dead else f"{TURN}:{owner}:{target}:{source}"
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=dead)


def below(view: discord.ui.View, items: Iterable[discord.ui.Item[Any]]) -> discord.ui.View:
    for item in items:
        view.add_item(item)
    return view


def look_button(label: str, source: str, row: int | None = None) -> discord.ui.Button[discord.ui.View]:
    assert len(source) <= LONGEST_SOURCE, source
    return discord.ui.Button(label=label, custom_id=f"{LOOK}:{source}", row=row)


def open_button(owner: int, label: str, source: str) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=label, custom_id=f"{OPEN}:{owner}:{source}")


async def show(interaction: discord.Interaction[Any], owner: int, source: str, book: Book, page: Page) -> None:
    """Show another page in place, or privately to another member."""
    user_id = interaction.user.id
    view = turned(user_id, source, book, page)
    if user_id != owner or interaction.message is None:
        if interaction.response.is_done():
            await interaction.followup.send(embed=page.embed, view=view, files=list(page.files), ephemeral=True)
        else:
            await interaction.response.send_message(embed=page.embed, view=view, ephemeral=True)
        return
    here = {_name_of(item) for item in view.children}
    for item in discord.ui.View.from_message(interaction.message, timeout=None).children:
        if not _name_of(item).startswith(TURN) and _name_of(item) not in here:
            view.add_item(item)
    if interaction.response.is_done():
        await interaction.edit_original_response(embed=page.embed, view=view, attachments=page.files)
    else:
        await interaction.response.edit_message(embed=page.embed, view=view)


def _name_of(item: discord.ui.Item[Any]) -> str:
    return str(getattr(item, "custom_id", "")).partition(":")[0]
