"""Answering: at once where the work takes milliseconds, deferred where it writes."""

from collections.abc import Sequence
from typing import Any

import discord
from discord.utils import MISSING

from bot.ui.error_door import ALREADY_ACKNOWLEDGED
from bot.ui.pages import EmbedPages
from bot.ui.views import BaseView


async def defer(interaction: discord.Interaction[Any], *, ephemeral: bool = False) -> None:
    """Show the "thinking", public or for the member alone; an error will take it away again.

    An interaction that Discord delivers twice is thinking already: the second delivery finds what the first one
    stored, or does its work if the first one was cut off, and answers in the same place.
    """
    try:
        await interaction.response.defer(thinking=True, ephemeral=ephemeral)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
    interaction.extras["thinking"] = True


async def reply(
    interaction: discord.Interaction[Any],
    embed: discord.Embed,
    view: discord.ui.View | None = None,
    *,
    ephemeral: bool = False,
) -> int | None:
    """Send the answer, in the place of the "thinking" where there is one; return the message's id."""
    if interaction.extras.pop("thinking", False):
        # Whatever was said meanwhile goes.
        edited = await interaction.edit_original_response(content=None, embed=embed, view=view or MISSING)
        message_id: int | None = edited.id
    else:
        sent = await interaction.response.send_message(embed=embed, view=view or MISSING, ephemeral=ephemeral)
        message_id = sent.message_id
    if isinstance(view, BaseView):
        view.origin = interaction
    return message_id


async def reply_pages(interaction: discord.Interaction[Any], pages: Sequence[discord.Embed]) -> None:
    """Send the first of several embeds to the asking member alone, with buttons to page through."""
    view = EmbedPages(interaction.user.id, pages) if len(pages) > 1 else None
    await reply(interaction, pages[0], view, ephemeral=True)


async def reply_pages_here(interaction: discord.Interaction[Any], pages: Sequence[discord.Embed]) -> None:
    """Send the first of several embeds where everybody sees it; who asked pages through."""
    view = EmbedPages(interaction.user.id, pages) if len(pages) > 1 else None
    await reply(interaction, pages[0], view)
