"""QURSH's answers that carry files or buttons."""

import asyncio
import io
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.services.qursh.quantile import CellReport, PairReport, QuantileReport
from bot.services.qursh.standings import Standings
from bot.ui.framework.answers import reply, reply_pages_here
from bot.ui.framework.pages import keep_book, turning
from bot.ui.qursh.charts import chart_csv, chart_scenes, chart_text
from bot.ui.qursh.comparison_card import comparison_pages
from bot.ui.qursh.pair_card import pair_embed
from bot.ui.qursh.quantile_card import quantile_embed
from bot.ui.qursh.standings_card import pages_of, standings_embed
from bot.ui.qursh.standings_view import StandingsBook
from bot.ui.qursh.table_card import cell_embed
from bot.ui.qursh.wording import PICTURE

if TYPE_CHECKING:
    from bot.ui.pictures.scene import Scene


class StandingsStyle(StrEnum):
    """How a ranking is shown."""

    PAGES = "six a page"
    PICTURE = "wall chart as a picture"
    TEXT = "wall chart as text"
    CSV = "wall chart as CSV"
    COMPARED = "one group against three"


async def reply_standings(
    interaction: discord.Interaction[Any], standings: Standings, style: StandingsStyle, source: str | None = None
) -> None:
    """Send a ranking in the place of the "thinking", with the wall chart attached where that was asked for.

    source: from which the pages can be made again; None for a ranking that is stored nowhere.
    """
    if standings.comparison is not None:
        await reply_pages_here(interaction, comparison_pages(standings, standings.comparison))
        return
    user_id, pages = interaction.user.id, pages_of(standings)
    embed, view = standings_embed(standings, 0, user_id), None
    if pages > 1:
        source = source or keep_book(interaction, StandingsBook(standings))
        view = turning(user_id, source, 0, pages, jump=bool(standings.users))
    if style is StandingsStyle.PAGES:
        await reply(interaction, embed, view)
        return
    files = await _files(standings, style)
    await interaction.edit_original_response(embed=embed, view=view, attachments=files)
    interaction.extras.pop("thinking", False)


async def reply_quantile(interaction: discord.Interaction[Any], report: QuantileReport) -> None:
    """Send one game with its picture in the place of the "thinking"."""
    from bot.ui.qursh.quantile_scene import quantile_scene

    await _reply_picture(interaction, quantile_embed(report), partial(quantile_scene, report))


async def reply_pair(interaction: discord.Interaction[Any], report: PairReport) -> None:
    """Send what margins are worth between two ratings, likewise."""
    from bot.ui.qursh.quantile_scene import pair_scene

    await _reply_picture(interaction, pair_embed(report), partial(pair_scene, report))


async def reply_cell(interaction: discord.Interaction[Any], report: CellReport) -> None:
    """Send a cell's histogram, likewise."""
    from bot.ui.qursh.histogram_scene import histogram_scene

    await _reply_picture(interaction, cell_embed(report), partial(histogram_scene, report.distribution))


async def _reply_picture(
    interaction: discord.Interaction[Any], embed: discord.Embed, layout: "Callable[[], Scene]"
) -> None:
    from bot.ui.pictures.door import picture_of

    picture = await picture_of(layout)
    if picture is None:
        embed.set_image(url=None)
    files = [] if picture is None else [picture.file(PICTURE)]
    await interaction.edit_original_response(embed=embed, attachments=files)
    interaction.extras.pop("thinking", False)


async def _files(standings: Standings, style: StandingsStyle) -> list[discord.File]:
    from bot.ui.pictures.door import pictures_of

    if style is StandingsStyle.PICTURE:
        pictures = await pictures_of(partial(chart_scenes, standings))
        if pictures:
            return [picture.file(f"qursh-{at}.png") for at, picture in enumerate(pictures, start=1)]
    if style is StandingsStyle.CSV:
        return [discord.File(io.BytesIO(await asyncio.to_thread(chart_csv, standings)), "qursh.csv")]
    return [discord.File(io.BytesIO(await asyncio.to_thread(chart_text, standings)), "qursh.txt")]
