""" "I am expected to win, but by how much?": what margins are worth between two ratings, as an embed."""

import discord

from bot.services.qursh.quantile import PairReport
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import number, rating, safe, signed, table
from bot.ui.qursh.wording import PICTURE, SOURCE_WORDS, cell_name, percent, table_line
from core.qursh.history import QuantileSource


def pair_embed(report: PairReport) -> discord.Embed:
    """Return both tables, of margins and of quantiles; the picture is `PICTURE`, attached."""
    higher, lower, games = report.higher, report.lower, report.table.games
    title = f"QURSH · {safe(higher.name)} {rating(higher.rating, 1)} and {safe(lower.name)} {rating(lower.rating, 1)}"
    embed = discord.Embed(title=title, colour=LEVEL)
    placed = games[0]
    where = SOURCE_WORDS[placed.source] + (" of that cell" if placed.source is QuantileSource.PARAMETRIC else "")
    behind = f": **{placed.games:,}** games" if placed.games else ""
    rows = [(signed(game.margin, 0), percent(game.first_tenths), percent(game.second_tenths)) for game in games]
    quantiles = [(f"{wanted} %", signed(margin, 0)) for wanted, margin in report.table.margins]
    embed.description = "\n".join(
        [
            _headline(report),
            f"Difference {rating(higher.rating - lower.rating, 1)}: {cell_name(report.history, *_cell(report))}",
            f"Placed by {where}{behind}",
            "**A win by so many points is worth**",
            table(("Win by", "Higher", "Lower"), rows, (7, 8, 8)),
            "**A quantile takes a win by**",
            table(("Quantile", "Win by"), quantiles, (8, 8)),
            table_line(report.history),
        ]
    )
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="a win by less than 0 is a loss · one game is mostly luck")
    return embed


def _cell(report: PairReport) -> tuple[int | None, int]:
    placed = report.table.games[0]
    return placed.group, placed.bin_number


def _headline(report: PairReport) -> str:
    """Say what is expected: the margin that is worth 50 percent."""
    if report.higher.rating == report.lower.rating:
        return "## A tie is expected"
    even = number(report.table.even, 0)
    does = f"win by {even}" if report.table.even >= 0 else f"lose by {even.removeprefix('-')}"
    return f"## {safe(report.higher.name)} is expected to {does}"
