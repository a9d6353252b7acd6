"""A club's yearbook: pictures, or text if nothing can be drawn."""

from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.services.ratings.seasons import club_seasons
from bot.ui.cards.leaderboard import seasons_menu
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn
from bot.ui.framework.buttons import Press, Who, chosen_number, lasting, menu
from bot.ui.framework.server import actor_of, services_of

if TYPE_CHECKING:
    from bot.services.ratings.club_year import Yearbook


async def reply_yearbook(
    interaction: discord.Interaction[Any], year: int | None = None, season: int | None = None
) -> None:
    from bot.services.ratings.club_year import yearbook

    services, actor = services_of(interaction), actor_of(interaction)
    async with heavy_turn(interaction):
        book = await yearbook(services, actor, year, season)
        embeds, files = await book_message(book, interaction.guild.name if interaction.guild is not None else "")
    seasons = await club_seasons(services, actor)
    chooser = seasons_menu(yearbook_menu.id(actor.member.user_id), seasons, "Yearbook of a season")
    view = lasting(chooser) if seasons else None
    await edit_answer(interaction, content=None, embeds=embeds, attachments=files, view=view)


@menu("yearbook", Who.EVERYONE)
async def yearbook_menu(press: Press, owner: int) -> None:
    """Show a season's yearbook; in place only for the member who asked."""
    season_id = chosen_number(press.values)
    if press.user_id == owner:
        await acknowledge(press.interaction)
    else:
        await defer(press.interaction, ephemeral=True)
    await reply_yearbook(press.interaction, season=season_id)


async def book_message(book: "Yearbook", club: str) -> tuple[list[discord.Embed], list[discord.File]]:
    """Return a yearbook's embeds and pictures. club: the server's name."""
    from bot.ui.cards.charts import book_embeds, book_heading, book_scenes
    from bot.ui.pictures.rendering import pictures_of

    drawn = await pictures_of(partial(book_scenes, book, club))
    if not drawn:
        return book_embeds(book, club), []
    names = dict.fromkeys(name for picture in drawn for name in picture.scene.in_full)
    files = [picture.file(f"yearbook-{at}.png") for at, picture in enumerate(drawn, start=1)]
    return [book_heading(book, club, list(names))], files
