"""Progress of work that may take long, shown in the place of the answer that will follow."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord

UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""How Discord fails to take what is shown."""

SECONDS = 2.0
"""How often progress is shown; work that is done before is never seen."""


def rating_again(done: int, total: int) -> str:
    """Say how far a fold is."""
    return f"Rating again: {done:,} of {total:,} events and corrections …"


@asynccontextmanager
async def progress_shown(
    interaction: discord.Interaction[Any], words: Callable[[int, int], str] = rating_again
) -> AsyncIterator[Callable[[int, int], None]]:
    """Give a function that takes how much of how much is done, from whichever thread, and show it meanwhile."""
    latest: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
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
        yield tell
    finally:
        showing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await showing
