"""Answer interactions. After a commit, `reply` and `afterwards` never report a failed command."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeVar

import aiohttp
import discord
from discord.utils import MISSING

from bot.ui.framework.errors import ALREADY_ACKNOWLEDGED, ANSWERING
from bot.ui.framework.pages import Book, paged, store_book, turned
from bot.ui.framework.server import acknowledged, club_of, services_of
from core.errors import NotFoundError

log = logging.getLogger(__name__)

CONNECTION_LOST = (aiohttp.ClientError, OSError, TimeoutError)
"""It is unknown whether Discord received the request."""

SECONDS_TO_RETRY = 0.5

Result = TypeVar("Result")


async def persevere(request: Callable[[], Awaitable[Result]]) -> Result:
    """Send a request, and again if the connection was lost; it must be repeatable."""
    try:
        return await request()
    except CONNECTION_LOST as error:
        log.warning("connection to Discord lost, retrying: %r", error)
        await asyncio.sleep(SECONDS_TO_RETRY)
        return await request()


async def defer(interaction: discord.Interaction[Any], *, ephemeral: bool = False) -> None:
    """Show "thinking", privately outside a club; a second delivery answers in the same place."""
    if interaction.extras.get("thinking", False):
        return
    alone = ephemeral or club_of(interaction) is None
    await _acknowledge(lambda: interaction.response.defer(thinking=True, ephemeral=alone))
    acknowledged(interaction)
    interaction.extras["thinking"] = True


SECONDS_WITHOUT_SIGN = 1.0
"""Before Discord's three seconds are over."""


async def in_time(interaction: discord.Interaction[Any], work: Coroutine[Any, Any, Result]) -> Result:
    """Await quick work; show "thinking" if it takes longer."""
    loop, deferring = asyncio.get_running_loop(), list[asyncio.Task[None]]()
    later = loop.call_later(SECONDS_WITHOUT_SIGN, lambda: deferring.append(loop.create_task(defer(interaction))))
    try:
        return await work
    finally:
        later.cancel()
        if deferring:
            await deferring[0]


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a click, also one delivered twice."""
    await _acknowledge(interaction.response.defer)
    acknowledged(interaction)


async def _acknowledge(request: Callable[[], Awaitable[Any]]) -> None:
    """Ask Discord for time; raise before anything is stored."""
    try:
        await persevere(request)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise


async def reply(
    interaction: discord.Interaction[Any],
    embed: discord.Embed,
    view: discord.ui.View | None = None,
    *,
    ephemeral: bool = False,
) -> int | None:
    """Send the answer, or replace "thinking" or the message of an acknowledged press; return the message's id."""
    if interaction.extras.get("thinking", False) or interaction.response.is_done():
        # removes progress text
        return await edit_answer(interaction, content=None, embed=embed, view=view or MISSING)
    interaction.extras[ANSWERING] = True
    alone = ephemeral or club_of(interaction) is None
    send = interaction.response.send_message
    try:
        sent = await persevere(lambda: send(embed=embed, view=view or MISSING, ephemeral=alone))
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        # acknowledged by another delivery, or a lost response
        return await edit_answer(interaction, content=None, embed=embed, view=view or MISSING)
    acknowledged(interaction)
    if view is not None and view.is_finished():
        view.clear_items()  # breaks a reference cycle early
    return sent.message_id


async def edit_answer(interaction: discord.Interaction[Any], **changes: Any) -> int:
    """Edit "thinking" or the clicked message; return the message's id."""
    interaction.extras[ANSWERING] = True
    edited = await persevere(lambda: interaction.edit_original_response(**changes))
    interaction.extras.pop("thinking", None)
    message_id: int = edited.id
    return message_id


async def afterwards(doing: Awaitable[Any], subject: str) -> None:
    """Await work after the answer; log a failure."""
    try:
        await doing
    except NotFoundError:
        pass
    except Exception as error:
        log.warning("%s: %r", subject, error, exc_info=not isinstance(error, discord.HTTPException))


async def remove_buttons(interaction: discord.Interaction[Any]) -> None:
    if interaction.message is not None:
        edit = interaction.followup.edit_message(interaction.message.id, view=None)
        await afterwards(edit, "removing the buttons of a used message failed")


async def reply_book(interaction: discord.Interaction[Any], book: Book, source: str | None = None) -> None:
    """Send a book's first page publicly. source: None if the pages are not stored."""
    page = await book.page(interaction, 0)
    where = source or store_book(interaction, book)
    view = turned(interaction.user.id, where, book, page)
    await reply(interaction, page.embed, view if view.children else None)


async def reply_pages(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> None:
    await reply(interaction, pages[0], paged(interaction, pages, source), ephemeral=True)


async def reply_pages_publicly(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> None:
    """Send the first page publicly; only the member who asked can turn it."""
    await reply(interaction, pages[0], paged(interaction, pages, source))


UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Ignored while showing progress."""

SECONDS = 2.0


def recalculation_progress(done: int, total: int) -> str:
    return f"Recalculating: {done:,} of {total:,} events and corrections …"


@asynccontextmanager
async def progress_shown(
    interaction: discord.Interaction[Any], words: Callable[[int, int], str] = recalculation_progress
) -> AsyncIterator[Callable[[int, int], None]]:
    """Yield a thread-safe callback (done, total) that shows progress."""
    latest: list[tuple[int, int]] = []

    def show_progress(done: int, total: int) -> None:
        latest[:] = [(done, total)]

    async def show() -> None:
        shown = None
        while True:
            await asyncio.sleep(SECONDS)
            if latest and latest[0] != shown:
                shown = latest[0]
                with contextlib.suppress(*UNANSWERED):
                    await interaction.edit_original_response(content=words(*shown))

    showing = asyncio.create_task(show())
    try:
        yield show_progress
    finally:
        showing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await showing


def heavy_turn(interaction: discord.Interaction[Any]) -> AbstractAsyncContextManager[None]:
    """Hold the turn of a deferred interaction's club and member; raise RuleError if too much waits."""
    return services_of(interaction).heavy.turn(club_of(interaction), interaction.user.id)


@asynccontextmanager
async def deferred_turn(interaction: discord.Interaction[Any], *, ephemeral: bool) -> AsyncIterator[None]:
    await defer(interaction, ephemeral=ephemeral)
    async with heavy_turn(interaction):
        yield
