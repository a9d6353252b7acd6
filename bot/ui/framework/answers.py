"""Answering: at once where the work takes milliseconds, deferred where it writes.

What happens here after a commit is never said to be a failure of the command: `reply` marks that only the answer is
still to come, and `afterwards` is for what follows the answer.
"""

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
"""What is raised where nobody knows whether Discord took a request."""

SECONDS_TO_RETRY = 0.5

Result = TypeVar("Result")


async def persevere(request: Callable[[], Awaitable[Result]]) -> Result:
    """Ask Discord, and once more where the connection was lost; for what may well be done twice."""
    try:
        return await request()
    except CONNECTION_LOST as error:
        log.warning("the connection to Discord was lost (%r): asking again", error)
        await asyncio.sleep(SECONDS_TO_RETRY)
        return await request()


async def defer(interaction: discord.Interaction[Any], *, ephemeral: bool = False) -> None:
    """Show the "thinking", public or for the member alone; an error will take it away again.

    Outside a club everything is for whoever asks alone.

    An interaction that Discord delivers twice is thinking already: the second delivery finds what the first one
    stored, or does its work if the first one was cut off, and answers in the same place. One that is thinking in this
    delivery goes on as it does.
    """
    if interaction.extras.get("thinking", False):
        return
    alone = ephemeral or club_of(interaction) is None
    await _acknowledge(lambda: interaction.response.defer(thinking=True, ephemeral=alone))
    acknowledged(interaction)
    interaction.extras["thinking"] = True


SECONDS_WITHOUT_SIGN = 1.0
"""How long work may take before the member sees that it goes on; Discord waits for three."""


async def in_time(interaction: discord.Interaction[Any], work: Coroutine[Any, Any, Result]) -> Result:
    """Do work that takes milliseconds, and show the "thinking" only where it takes longer: a request less.

    What is stored before Discord has taken anything is told by the error handler, should it take nothing at all.
    """
    loop, deferring = asyncio.get_running_loop(), list[asyncio.Task[None]]()
    later = loop.call_later(SECONDS_WITHOUT_SIGN, lambda: deferring.append(loop.create_task(defer(interaction))))
    try:
        return await work
    finally:
        later.cancel()
        if deferring:
            await deferring[0]


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Say that a click was seen; one that is delivered twice was."""
    await _acknowledge(interaction.response.defer)
    acknowledged(interaction)


async def _acknowledge(request: Callable[[], Awaitable[Any]]) -> None:
    """Ask Discord for time; whoever is told that it was given already, by a request whose answer was lost, has it.

    Where Discord takes nothing the error goes out, before anything is stored: the member sees that nobody responded.
    """
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
    """Send the answer, in the place of the "thinking" where there is one; return the message's id."""
    if interaction.extras.get("thinking", False):
        # Whatever was said meanwhile goes.
        return await edit_answer(interaction, content=None, embed=embed, view=view or MISSING)
    interaction.extras[ANSWERING] = True
    alone = ephemeral or club_of(interaction) is None
    send = interaction.response.send_message
    try:
        sent = await persevere(lambda: send(embed=embed, view=view or MISSING, ephemeral=alone))
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        # By another delivery, or by a request whose answer was lost: the answer goes into the same place.
        return await edit_answer(interaction, content=None, embed=embed, view=view or MISSING)
    acknowledged(interaction)
    if view is not None and view.is_finished():
        view.clear_items()  # it and they hold each other, and nobody needs them: less for the garbage collector to find
    return sent.message_id


async def edit_answer(interaction: discord.Interaction[Any], **changes: Any) -> int:
    """Put the answer in the place of the "thinking", or of the message that was clicked; return the message's id."""
    interaction.extras[ANSWERING] = True
    edited = await persevere(lambda: interaction.edit_original_response(**changes))
    interaction.extras.pop("thinking", None)
    message_id: int = edited.id
    return message_id


async def afterwards(doing: Awaitable[Any], subject: str) -> None:
    """Do what follows an answer; what fails then is a line in the log, for the member has been answered.

    What the answer was about may have been undone meanwhile: then nothing follows.
    """
    try:
        await doing
    except NotFoundError:
        pass
    except Exception as error:  # whatever it is, what was asked for is stored and said
        log.warning("%s: %r", subject, error, exc_info=not isinstance(error, discord.HTTPException))


async def remove_buttons(interaction: discord.Interaction[Any]) -> None:
    """Take the buttons of the message that was clicked, which has served."""
    if interaction.message is not None:
        edit = interaction.followup.edit_message(interaction.message.id, view=None)
        await afterwards(edit, "the buttons of a message that has served cannot be taken away")


async def reply_book(interaction: discord.Interaction[Any], book: Book, source: str | None = None) -> None:
    """Send a book's first page where everybody sees it. source: None for pages that are stored nowhere."""
    page = await book.page(interaction, 0)
    where = source or store_book(interaction, book)
    view = turned(interaction.user.id, where, book, page)
    await reply(interaction, page.embed, view if view.children else None)


async def reply_pages(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> None:
    """Send the first of several embeds to the asking member alone, with buttons to page through."""
    await reply(interaction, pages[0], paged(interaction, pages, source), ephemeral=True)


async def reply_pages_publicly(
    interaction: discord.Interaction[Any], pages: Sequence[discord.Embed], source: str | None = None
) -> None:
    """Send the first of several embeds where everybody sees it; who asked pages through."""
    await reply(interaction, pages[0], paged(interaction, pages, source))


# Progress of work that may take long, shown in the place of the answer that will follow.


UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""How Discord fails to take what is shown."""

SECONDS = 2.0
"""How often progress is shown; work that is done before is never seen."""


def recalculation_progress(done: int, total: int) -> str:
    """Say how far a fold is."""
    return f"Rating again: {done:,} of {total:,} events and corrections …"


@asynccontextmanager
async def progress_shown(
    interaction: discord.Interaction[Any], words: Callable[[int, int], str] = recalculation_progress
) -> AsyncIterator[Callable[[int, int], None]]:
    """Give a function that takes how much of how much is done, from whichever thread, and show it meanwhile."""
    latest: list[tuple[int, int]] = []

    def show_progress(done: int, total: int) -> None:
        latest[:] = [(done, total)]

    async def show() -> None:
        shown = None
        while True:
            await asyncio.sleep(SECONDS)
            if latest and latest[0] != shown:
                shown = latest[0]
                # The answer itself matters more than what is said of it beforehand.
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
    """Wait for the turn of this club and member, and hold it for the length of the block.

    The interaction must be deferred, for others may be first. One who has enough under way is told so in a sentence.
    """
    return services_of(interaction).heavy.turn(club_of(interaction), interaction.user.id)


@asynccontextmanager
async def deferred_turn(interaction: discord.Interaction[Any], *, ephemeral: bool) -> AsyncIterator[None]:
    """Show the "thinking", then wait for the turn and hold it."""
    await defer(interaction, ephemeral=ephemeral)
    async with heavy_turn(interaction):
        yield
