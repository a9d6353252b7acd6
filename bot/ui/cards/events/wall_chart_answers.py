"""Answers that are files: exported events; and wall charts in words."""

import io
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import discord

from bot.services.events.export import ExportedFile
from bot.services.events.section import SectionReport
from bot.ui.cards.events.section import section_embed
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import safe
from bot.ui.wall_chart.text import wall_chart_pages

REMARKS_SHOWN, REMARKS_FILE = 10, "remarks.txt"


class ChartStyle(StrEnum):
    """How a wall chart is shown."""

    PICTURE = "picture"
    MESSAGE = "message"
    FILE = "text file"


def chart_pages(section: SectionReport) -> list[discord.Embed]:
    """Return a wall chart as embeds to page through."""
    return [section_embed(section, page, LEVEL) for page in wall_chart_pages(section)]


async def reply_file(interaction: discord.Interaction[Any], exported: ExportedFile) -> None:
    """Send an exported file in the place of the "thinking", with what is to be known of it."""
    embed, files = file_answer(exported)
    await interaction.edit_original_response(embed=embed, attachments=files)
    interaction.extras.pop("thinking", False)


async def reply_files(interaction: discord.Interaction[Any], title: str, exported: Sequence[ExportedFile]) -> None:
    """Send several files in the place of the "thinking"."""
    files = [discord.File(io.BytesIO(one.data), one.name) for one in exported]
    await interaction.edit_original_response(embed=discord.Embed(title=title, colour=LEVEL), attachments=files)
    interaction.extras.pop("thinking", False)


def file_answer(exported: ExportedFile) -> tuple[discord.Embed, list[discord.File]]:
    """Return an exported file with the first remarks, and a file of them all where there are more."""
    lines = [f"- {safe(remark, 200)}" for remark in exported.remarks[:REMARKS_SHOWN]]
    files = [discord.File(io.BytesIO(exported.data), exported.name)]
    if len(exported.remarks) > REMARKS_SHOWN:
        lines.append(f"- … and {len(exported.remarks) - REMARKS_SHOWN} more: all are in {REMARKS_FILE}")
        files.append(discord.File(io.BytesIO("\n".join(exported.remarks).encode()), REMARKS_FILE))
    return discord.Embed(title=exported.name, description="\n".join(lines) or None, colour=LEVEL), files
