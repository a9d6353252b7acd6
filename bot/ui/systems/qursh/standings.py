"""QURSH answers with files or buttons."""

import asyncio
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.services.events.report import SectionReport
from bot.services.framework.context import Actor, Services
from bot.services.ratings.qursh import (
    CellReport,
    PairReport,
    QuantileReport,
    Standings,
    StandingsQuery,
    standings_of_event,
    standings_of_section,
)
from bot.ui.framework.answers import reply, reply_pages_publicly
from bot.ui.framework.buttons import lasting
from bot.ui.framework.pages import Book, Page, below, store_book, turning
from bot.ui.systems.qursh.cards import (
    PICTURE,
    cell_embed,
    comparison_pages,
    page_of,
    pages_of,
    pair_embed,
    quantile_embed,
    score_text,
    standings_embed,
)
from bot.ui.wording.wall_chart import ExtraColumn, wall_chart_of, wall_chart_text
from core.errors import InputError, NotFoundError
from core.files.common.tables import Value, table_bytes
from core.rating.qursh.ranking import RankingRow

if TYPE_CHECKING:
    from bot.ui.pictures.scene import Scene


@dataclass(frozen=True, slots=True)
class StandingsBook(Book):
    """A ranking, with the viewer's line marked. more: makes further buttons."""

    standings: Standings
    more: "Callable[[], tuple[discord.ui.Item[Any], ...]]" = tuple

    @property
    def has_jump(self) -> bool:
        return bool(self.standings.users)

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        pages = pages_of(self.standings)
        at = max(0, min(at, pages - 1))
        return Page(standings_embed(self.standings, at, interaction.user.id), at, pages, self.more())

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = page_of(self.standings, interaction.user.id)
        if at is None:
            raise NotFoundError("You are not ranked in this event: turn the pages to see the ranked players.")
        return await self.page(interaction, at)


TITLE = "QURSH"


def chart_text(standings: Standings) -> bytes:
    texts = [wall_chart_text(section, extra) for section, extra, _ in _divisions(standings)]
    return "\n".join(texts).encode()


def chart_scenes(standings: Standings) -> "list[Scene]":
    from bot.ui.pictures.wall_chart import MOST_SHEETS, ChartPictures

    charts = [wall_chart_of(section, extra) for section, extra, _ in _divisions(standings)]
    return [scene for chart in charts for scene in ChartPictures(chart).sheets()][:MOST_SHEETS]


def chart_csv(standings: Standings) -> bytes:
    divisions = list(_divisions(standings))
    rounds = sorted({played for section, extra, _ in divisions for played in wall_chart_of(section, extra).rounds})
    rows: list[Sequence[Value]] = [
        ["division", "number", "name", "rating", *map(str, rounds), "wins", "losses", "spread", "games", "rank", TITLE]
    ]
    for section, extra, by_number in divisions:
        chart = wall_chart_of(section, extra)
        for line in chart.lines:
            row = by_number[line.number]
            cells = dict(zip(chart.rounds, line.cells, strict=True))
            rows.append(
                [
                    *(row.division, line.line, line.name, row.player.rating),
                    *("" if (cell := cells.get(played)) is None else str(cell) for played in rounds),
                    *(row.record.wins, row.record.losses, row.record.spread, row.games, row.rank),
                    row.score,
                ]
            )
    return table_bytes(rows)


def _divisions(standings: Standings) -> Iterator[tuple[SectionReport, ExtraColumn, dict[int, RankingRow]]]:
    ranking = standings.ranking
    everybody = (*ranking.rows, *ranking.others)
    for section, division in zip(standings.sections, standings.divisions, strict=True):
        rows = {row.player.number: row for row in everybody if row.division == division}
        texts = {number: score_text(row) if row.rank is not None else "–" for number, row in rows.items()}
        yield section, ExtraColumn(TITLE, texts), rows


async def qursh_column(services: Services, actor: Actor, section: SectionReport) -> ExtraColumn | None:
    """Return a wall chart's column of scores so far; None without points or ratings."""
    if not section.crosstable.has_points:
        return None
    try:
        if section.event_id:
            standings = await standings_of_event(services, actor, section.event_id, StandingsQuery())
        else:
            standings = await standings_of_section(services, actor, section)
    except InputError:  # nobody has a rating
        return None
    return next(extra for one, extra, _ in _divisions(standings) if one.event_id == section.event_id)


class StandingsStyle(StrEnum):
    """How a ranking is shown."""

    PAGES = "six per page"
    PICTURE = "wall chart as a picture"
    TEXT = "wall chart as text"
    CSV = "wall chart as CSV"


async def reply_standings(
    interaction: discord.Interaction[Any],
    standings: Standings,
    style: StandingsStyle,
    source: str | None,
    more: Callable[[], tuple[discord.ui.Item[Any], ...]],
) -> None:
    """Send a ranking, with the wall chart if requested.

    source: of its pages; None if the ranking is not stored. more: makes further buttons.
    """
    if standings.comparison is not None:
        await reply_pages_publicly(interaction, comparison_pages(standings, standings.comparison))
        return
    user_id, pages = interaction.user.id, pages_of(standings)
    embed, view = standings_embed(standings, 0, user_id), lasting(*more())
    if pages > 1:
        source = source or store_book(interaction, StandingsBook(standings, more))
        view = below(turning(user_id, source, 0, pages, jump=bool(standings.users)), more())
    if style is StandingsStyle.PAGES:
        await reply(interaction, embed, view)
        return
    files = await _files(standings, style)
    await interaction.edit_original_response(embed=embed, view=view, attachments=files)
    interaction.extras.pop("thinking", False)


async def reply_quantile(interaction: discord.Interaction[Any], report: QuantileReport) -> None:
    from bot.ui.systems.qursh.scenes import quantile_scene

    await _reply_picture(interaction, quantile_embed(report), partial(quantile_scene, report))


async def reply_pair(interaction: discord.Interaction[Any], report: PairReport) -> None:
    from bot.ui.systems.qursh.scenes import pair_scene

    await _reply_picture(interaction, pair_embed(report), partial(pair_scene, report))


async def reply_cell(interaction: discord.Interaction[Any], report: CellReport) -> None:
    from bot.ui.systems.qursh.scenes import histogram_scene

    await _reply_picture(interaction, cell_embed(report), partial(histogram_scene, report.distribution))


async def _reply_picture(
    interaction: discord.Interaction[Any], embed: discord.Embed, layout: "Callable[[], Scene]"
) -> None:
    from bot.ui.pictures.rendering import picture_of

    picture = await picture_of(layout)
    if picture is None:
        embed.set_image(url=None)
    files = [] if picture is None else [picture.file(PICTURE)]
    await interaction.edit_original_response(embed=embed, attachments=files)
    interaction.extras.pop("thinking", False)


async def _files(standings: Standings, style: StandingsStyle) -> list[discord.File]:
    from bot.ui.pictures.rendering import pictures_of

    if style is StandingsStyle.PICTURE:
        pictures = await pictures_of(partial(chart_scenes, standings))
        if pictures:
            return [picture.file(f"qursh-{at}.png") for at, picture in enumerate(pictures, start=1)]
    if style is StandingsStyle.CSV:
        return [discord.File(io.BytesIO(await asyncio.to_thread(chart_csv, standings)), "qursh.csv")]
    return [discord.File(io.BytesIO(await asyncio.to_thread(chart_text, standings)), "qursh.txt")]
