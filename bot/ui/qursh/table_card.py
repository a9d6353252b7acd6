"""The table in use: every cell with its games, mean and deviation, 31 columns."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.qursh.history import HistoryInUse, LoadReport
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.text import number, safe, table
from bot.ui.qursh.wording import SKIPPED_WORDS, table_line
from core.qursh.cells import BINS, GROUPS, POOLED
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
    if in_use.loaded_by is not None:
        lines.append(f"Loaded by <@{in_use.loaded_by}>")
    if history.read:
        left_out = "; ".join(f"{amount:,} {SKIPPED_WORDS[reason]}" for reason, amount in history.skipped)
        lines.append(
            f"{history.used:,} of {history.read:,} games of the file count" + (f", not: {left_out}" if left_out else "")
        )
    return lines


def _blocks(in_use: HistoryInUse) -> Iterable[str]:
    """Yield a table for each group of ratings, highest first, then that of all together."""
    for group in reversed(range(len(GROUPS))):
        cells = [cell for cell in in_use.cells if cell.group == group]
        yield f"**Higher rating {GROUPS[group]}**\n{_block(cells)}"
    yield f"**{POOLED.capitalize()} together**\n{_block(in_use.pooled)}"


def _block(cells: Sequence[CellSummary]) -> str:
    rows = [
        (
            BINS[cell.bin_number],
            str(cell.games),
            number(cell.mean, 0),
            number(cell.deviation, 0),
            _MARKS[cell.source],
        )
        for cell in cells
    ]
    return table(("Apart", "Games", "Mean", "Dev.", ""), rows, (-9, 8, 5, 4, 1))
