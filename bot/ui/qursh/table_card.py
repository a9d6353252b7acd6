"""The table in use: every cell with its games, mean and deviation, 31 columns."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.qursh.history import HistoryInUse, LoadReport
from bot.services.qursh.quantile import CellReport
from bot.store.kept.histories import OPERATOR
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.text import number, safe, table
from bot.ui.qursh.wording import PICTURE, SKIPPED_WORDS, SOURCE_WORDS, cell_name, table_line
from core.qursh.cells import GROUPS, POOLED
from core.qursh.history import QuantileSource
from core.qursh.tables import CellSummary

_MARKS = {QuantileSource.CELL: "", QuantileSource.THIN: "t", QuantileSource.POOLED: "p", QuantileSource.PARAMETRIC: "c"}
_LEGEND = {
    "t": "t thin: 200 to 999 games",
    "p": "p placed by all ratings together, for fewer than 200 games",
    "c": "c placed by a normal curve",
}


def table_embed(in_use: HistoryInUse) -> discord.Embed:
    """Return the table with where it is from and since when it is used."""
    embed = discord.Embed(title="QURSH · the table in use", colour=LEVEL)
    embed.description = "\n".join([*_facts(in_use), *_blocks(in_use)])
    marks = {_MARKS[cell.source] for cell in (*in_use.cells, *in_use.pooled)} - {""}
    legend = [_LEGEND[mark] for mark in _LEGEND if mark in marks]
    embed.set_footer(text=" · ".join(["points by which the higher rated player wins", *legend]))
    return embed


def cell_embed(report: CellReport) -> discord.Embed:
    """Return a cell's figures; its histogram is `PICTURE`, attached."""
    found, history = report.distribution, report.history
    cell = found.summary
    embed = discord.Embed(title=f"QURSH · {cell_name(history, cell.group, cell.bin_number)}", colour=LEVEL)
    behind = f": **{found.games:,}** games" if found.games else ""
    lines = [
        f"Games in the cell: **{cell.games:,}**",
        f"Mean **{number(cell.mean, 1)}**, standard deviation **{number(cell.deviation, 1)}** points",
        f"Placed by {SOURCE_WORDS[cell.source]}{behind}",
        table_line(history),
    ]
    embed.description = "\n".join(lines)
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="points by which the higher rated player wins")
    return embed


def loaded_embed(report: LoadReport) -> discord.Embed:
    """Return what a file of games was made of, with the table that it is now."""
    embed = table_embed(report.in_use)
    embed.title, embed.colour = "QURSH · history loaded", discord.Colour(RISE)
    # Those that are alike have been counted already: there are no more than fit.
    lines = [f"- {safe(str(remark), 120)}" for remark in report.remarks]
    embed.description = "\n".join([embed.description or "", *lines])
    return embed


def reset_embed(in_use: HistoryInUse) -> discord.Embed:
    """Say that the shipped table is in use again."""
    embed = table_embed(in_use)
    embed.title = "QURSH · back to the shipped table"
    return embed


def _facts(in_use: HistoryInUse) -> list[str]:
    history = in_use.history
    lines = [table_line(history)]
    if in_use.loaded_by == OPERATOR:
        lines.append("Loaded by the operator of this bot")
    elif in_use.loaded_by is not None:
        lines.append(f"Loaded by <@{in_use.loaded_by}>")
    if history.read:
        left_out = "; ".join(f"{amount:,} {SKIPPED_WORDS[reason]}" for reason, amount in history.skipped)
        used = history.used - (history.own.games if history.own else 0)
        lines.append(
            f"{used:,} of {history.read:,} games of the file count" + (f", not: {left_out}" if left_out else "")
        )
    return lines


def _blocks(in_use: HistoryInUse) -> Iterable[str]:
    """Yield a table for each group of ratings, highest first, then that of all together."""
    names = in_use.history.grid.names
    for group in reversed(range(len(GROUPS))):
        cells = [cell for cell in in_use.cells if cell.group == group]
        yield f"**Higher rating {GROUPS[group]}**\n{_block(cells, names)}"
    yield f"**{POOLED.capitalize()} together**\n{_block(in_use.pooled, names)}"


def _block(cells: Sequence[CellSummary], names: Sequence[str]) -> str:
    rows = [
        (
            names[cell.bin_number],
            str(cell.games),
            number(cell.mean, 0),
            number(cell.deviation, 0),
            _MARKS[cell.source],
        )
        for cell in cells
    ]
    return table(("Apart", "Games", "Mean", "Dev.", ""), rows, (-9, 8, 5, 4, 1))
