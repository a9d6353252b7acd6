"""QURSH's answers that carry files or buttons."""

import asyncio
import io
from enum import StrEnum
from typing import Any

import discord

from bot.services.qursh.quantile import QuantileReport
from bot.services.qursh.standings import Standings
from bot.ui.framework.answers import reply
from bot.ui.framework.pages import keep_book, turning
from bot.ui.qursh.charts import chart_csv, chart_images, chart_text
from bot.ui.qursh.quantile_card import PICTURE, quantile_embed
from bot.ui.qursh.quantile_image import quantile_image
from bot.ui.qursh.standings_card import pages_of, standings_embed
from bot.ui.qursh.standings_view import StandingsBook


class StandingsStyle(StrEnum):
    """How a ranking is shown."""

    PAGES = "ten a page"
    PICTURE = "wall chart as a picture"
    TEXT = "wall chart as text"
    CSV = "wall chart as CSV"


async def reply_standings(
    interaction: discord.Interaction[Any], standings: Standings, style: StandingsStyle, source: str | None = None
) -> None:
    """Send a ranking in the place of the "thinking", with the wall chart attached where that was asked for.

    source: from which the pages can be made again; None for a ranking that is stored nowhere.
    """
    user_id, pages = interaction.user.id, pages_of(standings)
    embed, view = standings_embed(standings, 0, user_id), None
    if pages > 1:
        source = source or keep_book(interaction.client, StandingsBook(standings))
        view = turning(user_id, source, 0, pages, jump=bool(standings.users))
    if style is StandingsStyle.PAGES:
        await reply(interaction, embed, view)
        return
    # Drawing takes long enough to be felt by everybody else.
    files = await asyncio.to_thread(_files, standings, style)
    await interaction.edit_original_response(embed=embed, view=view, attachments=files)
    interaction.extras.pop("thinking", False)


async def reply_quantile(interaction: discord.Interaction[Any], report: QuantileReport) -> None:
    """Send one game with its picture in the place of the "thinking"."""
    image = await asyncio.to_thread(quantile_image, report)
    file = discord.File(io.BytesIO(image), PICTURE)
    await interaction.edit_original_response(embed=quantile_embed(report), attachments=[file])
    interaction.extras.pop("thinking", False)


def _files(standings: Standings, style: StandingsStyle) -> list[discord.File]:
    if style is StandingsStyle.PICTURE:
        images = chart_images(standings)
        return [discord.File(io.BytesIO(image), f"qursh-{at}.png") for at, image in enumerate(images, start=1)]
    if style is StandingsStyle.TEXT:
        return [discord.File(io.BytesIO(chart_text(standings)), "qursh.txt")]
    return [discord.File(io.BytesIO(chart_csv(standings)), "qursh.csv")]
