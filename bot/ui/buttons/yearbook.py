"""A club's yearbook: pictures, or text if nothing can be drawn."""

import io
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.services.ratings.seasons import club_seasons
from bot.ui.cards.leaderboard import seasons_menu
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn
from bot.ui.framework.buttons import Press, Small, Who, button, chosen_number, lasting, menu
from bot.ui.framework.layout import answer
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, safe

if TYPE_CHECKING:
    from bot.services.ratings.club_year import Yearbook

_RACE = "top-ten.gif"


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
    race = year_race_button(book.stretch.first.year if season is None else 0, season or 0)
    view = lasting(chooser, race) if seasons else lasting(race)
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


@button("yearbook-race", "Top ten animated", Who.EVERYONE)
async def year_race_button(press: Press, year: Small, season: int) -> None:
    """Show how the top ten of a year changed, as a short animation. year, season: one of them is 0."""
    from bot.services.ratings.year_race import year_race
    from bot.ui.pictures.race import LAST_MILLISECONDS, MILLISECONDS, race_scenes, race_words
    from bot.ui.pictures.rendering import MOST_DESCRIPTION, animation_of

    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    club = interaction.guild.name if interaction.guild is not None else ""
    async with heavy_turn(interaction):
        race = await year_race(press.services, press.actor, year or None, season or None)
        gif = await animation_of(partial(race_scenes, race, club), MILLISECONDS, LAST_MILLISECONDS)
    if gif is None:
        await edit_answer(interaction, embed=answer([safe(race_words(race), DESCRIPTION_CHARACTERS)]))
        return
    file = discord.File(io.BytesIO(gif), _RACE, description=race_words(race)[:MOST_DESCRIPTION])
    await edit_answer(interaction, embed=answer((), picture=_RACE), attachments=[file])


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
