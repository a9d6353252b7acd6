"""Answers that are a picture, or text if it fails."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord.utils import MISSING

from bot.ui.framework.answers import edit_answer

if TYPE_CHECKING:
    from bot.ui.pictures.rendering import Picture
    from bot.ui.pictures.scene import Scene

Say = Callable[["Picture | None"], discord.Embed]
"""Returns the embed, with the picture `FILE` or in words."""

FILE = "picture.png"


async def reply_picture(
    interaction: discord.Interaction[Any],
    layout: "Callable[[], Scene]",
    caption: Say,
    view: discord.ui.View | None = None,
) -> None:
    from bot.ui.pictures.rendering import picture_of

    drawn = await picture_of(layout)
    files: Sequence[discord.File] = () if drawn is None else (drawn.file(FILE),)
    await edit_answer(interaction, content=None, embed=caption(drawn), attachments=files, view=view or MISSING)
