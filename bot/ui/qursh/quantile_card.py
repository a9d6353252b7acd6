"""One game with its place among those of the table, as an embed."""

import discord

from bot.services.qursh.quantile import QuantileReport, QuantileSide
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import number, rating, safe
from bot.ui.qursh.wording import PICTURE, SOURCE_WORDS, cell_name, percent, table_line
from core.qursh.history import QuantileSource


def quantile_embed(report: QuantileReport) -> discord.Embed:
    """Return both sides' percent with the cell that placed the game; the picture is `PICTURE`, attached."""
    first, second, placed = report.first, report.second, report.placed
    title = f"QURSH · {safe(first.name)} {first.points} – {second.points} {safe(second.name)}"
    embed = discord.Embed(title=title, colour=LEVEL)
    lines = [
        f"## {percent(placed.first_tenths)} – {percent(placed.second_tenths)}",
        _side_line(first, placed.first_tenths, placed.first),
        _side_line(second, placed.second_tenths, placed.second),
        f"Cell: {cell_name(report.history, placed.group, placed.bin_number)}",
        _source_line(report),
        f"Even, 50 %, is {_margin_text(report)}.",
        table_line(report.history),
    ]
    embed.description = "\n".join(lines)
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="One game is mostly luck: over a tournament the mean says more.")
    return embed


def _side_line(side: QuantileSide, tenths: int, exact: float) -> str:
    return f"{safe(side.name)} ({rating(side.rating, 1)}): **{percent(tenths)}**, exactly {number(exact, 2)}"


def _source_line(report: QuantileReport) -> str:
    placed = report.placed
    if placed.source is QuantileSource.PARAMETRIC:
        return f"Placed by {SOURCE_WORDS[placed.source]} of that cell"
    return f"Placed by {SOURCE_WORDS[placed.source]}: **{placed.games:,}** games"


def _margin_text(report: QuantileReport) -> str:
    """Say what an even game is: equals tie, otherwise the higher rated player wins by some points."""
    if report.first.rating == report.second.rating:
        return "a tie"
    higher = max(report.first, report.second, key=lambda side: side.rating)
    does = "win" if report.even_margin >= 0 else "loss"
    return f"a {does} of {safe(higher.name)} by {number(abs(report.even_margin), 0)}"
