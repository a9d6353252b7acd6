"""Two players head to head."""

import asyncio
from typing import Any

import discord

from bot.services.framework.subject import Someone
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import defer
from bot.ui.framework.server import actor_of, look_of, services_of
from core.lists import RatingList


async def reply_versus(
    interaction: discord.Interaction[Any],
    who: Someone | None,
    opponent: Someone,
    rating_list: RatingList | None = None,
    *,
    ephemeral: bool = False,
) -> None:
    """Show two players head to head (default for the first: the member who asks)."""
    from bot.services.ratings.overview import versus
    from bot.ui.cards.player import versus_embed, versus_figures
    from bot.ui.pictures.people import versus_scene
    from bot.ui.pictures.rendering import Picture

    report = await versus(services_of(interaction), actor_of(interaction), who, opponent, rating_list)
    await defer(interaction, ephemeral=ephemeral)
    first, second = await asyncio.gather(*(look_of(interaction, side.user_id) for side in report.sides))
    figures = versus_figures(report, (first, second))

    def caption(drawn: Picture | None) -> discord.Embed:
        return versus_embed(report) if drawn is None else versus_embed(report, picture=FILE, note=drawn.in_full)

    await reply_picture(interaction, lambda: versus_scene(figures), caption)
