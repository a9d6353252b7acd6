"""A calibration: everybody match by match, by the batch, and the difference."""

import discord

from bot.services.oracle.calibrate import CalibrationLine, CalibrationReport, TakenBack
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.text import count, day_text, number, plain, signed, table
from bot.ui.wording.changes import changes_text

LINES_ON_A_PAGE = 20


def calibration_pages(report: CalibrationReport) -> list[discord.Embed]:
    """Return the table of a calibration, looked at or stored: 31 columns."""
    dry = report.list_fact_id is None
    embeds = []
    pages = range(0, max(1, len(report.lines)), LINES_ON_A_PAGE)
    for number_of_page, start in enumerate(pages, start=1):
        lines = report.lines[start : start + LINES_ON_A_PAGE]
        head = (
            "All matches at once, as of today. **Nothing is stored yet.**"
            if dry
            else f"All matches up to **{day_text(report.place.date)}** at once; later ones go on from there."
        )
        title = "Calibration" if not dry else "Dry run: calibration"
        embed = discord.Embed(title=title, colour=LEVEL if dry else RISE)
        embed.description = f"{head}\n{_unknown(report)}{_table(lines)}"
        embed.set_author(name=report.pool.label)
        parts = [count(len(report.lines), "player"), "Incr.: match by match"]
        if len(pages) > 1:
            parts.append(f"page {number_of_page} of {len(pages)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def taken_back_card(taken: TakenBack) -> discord.Embed:
    """Say that a calibration is taken back, and what that changed."""
    text = f"The calibration of **{day_text(taken.day)}** no longer counts."
    if taken.changes:
        text += "\n\n**What changed**\n" + changes_text(taken.changes, taken.people)
    embed = discord.Embed(title="Calibration taken back", description=text, colour=GONE)
    embed.set_author(name=taken.pool.label)
    return embed


def _unknown(report: CalibrationReport) -> str:
    """Return what a director should know of starting ratings; nothing where every game's result is stored."""
    if not report.unknown:
        return ""
    who = "1 player has" if report.unknown == 1 else f"{report.unknown} players have"
    return f"{who} earlier games of which no match is stored: a batch cannot count them.\n"


def _table(lines: tuple[CalibrationLine, ...]) -> str:
    rows = [
        (
            plain(line.player.name),
            number(line.compared.incremental, 1),
            number(line.compared.batch, 1),
            signed(line.compared.difference, 1),
        )
        for line in lines
    ]
    return table(("Player", "Incr.", "Batch", "Diff"), rows, (-13, 5, 5, 5))
