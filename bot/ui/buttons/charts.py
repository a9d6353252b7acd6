"""Charts: a player's rating over time, and how the ratings of a list are spread."""

from functools import partial
from typing import Any

import discord

from bot.services.history import HistoryQuery, HistoryReport, rating_history_of
from bot.store.rows import Player
from bot.ui.cards.leaderboard import WHERE
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import defer, edit_answer
from bot.ui.framework.buttons import Press, Who, button, lasting
from bot.ui.wording.histories import why_no_picture
from core.lists import RatingList


@button("chart", "Chart", Who.EVERYONE)
async def chart_button(press: Press, player_id: int, rating_list: RatingList) -> None:
    """Draw a player's rating on a list over time."""
    await defer(press.interaction, ephemeral=True)
    query = HistoryQuery(rating_list)
    report = await rating_history_of(press.services, press.actor, Player(player_id, None, ""), query)
    await reply_history(press.interaction, report)


async def reply_history(interaction: discord.Interaction[Any], report: HistoryReport) -> None:
    """Answer in the place of the "thinking": a picture, or words where there is none."""
    from bot.ui.cards.charts import PICTURE, picture_embeds, scene_of, words_embed
    from bot.ui.pictures.door import picture_of

    drawn = None
    if why_no_picture(report) is None:
        guild = interaction.guild
        drawn = await picture_of(partial(scene_of, report, "" if guild is None else guild.name))
    if drawn is None:
        await edit_answer(interaction, content=None, embed=words_embed(report))
        return
    embeds = picture_embeds(report, drawn.in_full)
    await edit_answer(interaction, content=None, embeds=embeds, attachments=[drawn.file(PICTURE)])


def _server_name(interaction: discord.Interaction[Any]) -> str:
    return interaction.guild.name if interaction.guild is not None else ""


@button(WHERE, "Distribution", Who.EVERYONE)
async def distribution_button(press: Press, rating_list: RatingList) -> None:
    """Show how a list's ratings are spread, and where one stands."""
    from bot.services.club_year import club_chart
    from bot.ui.cards.charts import chart_embed, spread_bars
    from bot.ui.pictures.club import bars_scene
    from bot.ui.pictures.door import Picture

    chart = await club_chart(press.services, press.actor, rating_list)
    await defer(press.interaction, ephemeral=True)
    bars = spread_bars(chart, _server_name(press.interaction))

    def say(drawn: Picture | None) -> discord.Embed:
        return chart_embed(chart, picture=None if drawn is None else FILE)

    await reply_picture(press.interaction, lambda: bars_scene(bars), say, lasting(activity_button(chart.rating_list)))


@button("activity", "Games a month", Who.EVERYONE)
async def activity_button(press: Press, rating_list: RatingList) -> None:
    """Show how much is played, month by month."""
    from bot.services.club_year import club_chart
    from bot.ui.cards.charts import activity_bars, activity_embed
    from bot.ui.pictures.club import bars_scene
    from bot.ui.pictures.door import Picture

    chart = await club_chart(press.services, press.actor, rating_list)
    await defer(press.interaction, ephemeral=True)
    bars = activity_bars(chart, _server_name(press.interaction))

    def say(drawn: Picture | None) -> discord.Embed:
        return activity_embed(chart, picture=None if drawn is None else FILE)

    await reply_picture(press.interaction, lambda: bars_scene(bars), say)
