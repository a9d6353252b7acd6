"""A club's yearbook as an answer: a message of its pages, or words where nothing can be drawn."""

from functools import partial
from typing import Any

import discord

from bot.services.club_year import Yearbook, yearbook
from bot.ui.cards.charts import book_embeds, book_heading, book_scenes
from bot.ui.framework.answers import defer, edit_answer, heavy_turn
from bot.ui.framework.server import actor_of, services_of
from bot.ui.pictures.door import pictures_of


async def reply_yearbook(interaction: discord.Interaction[Any], year: int | None, season: int | None) -> None:
    """Show the book of a year, by default the one that runs, or of a season."""
    await defer(interaction)
    async with heavy_turn(interaction):
        book = await yearbook(services_of(interaction), actor_of(interaction), year, season)
        embeds, files = await book_message(book, interaction.guild.name if interaction.guild is not None else "")
    await edit_answer(interaction, content=None, embeds=embeds, attachments=files)


async def book_message(book: Yearbook, club: str) -> tuple[list[discord.Embed], list[discord.File]]:
    """Return the embeds and the pictures of a yearbook; club: the server's name."""
    drawn = await pictures_of(partial(book_scenes, book, club))
    if not drawn:
        return book_embeds(book, club), []
    names = dict.fromkeys(name for picture in drawn for name in picture.scene.in_full)
    files = [picture.file(f"yearbook-{at}.png") for at, picture in enumerate(drawn, start=1)]
    return [book_heading(book, club, list(names))], files
