"""The turn of a command whose work is heavy: files, pictures, forecasts."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import discord

from bot.ui.framework.answers import defer
from bot.ui.framework.server.actors import club_of, services_of


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
