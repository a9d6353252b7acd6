"""A table of Oracle players: the dry run before it is taken in, and what was."""

from collections.abc import Iterator

import discord

from bot.services.oracle_exchange import ImportedLine, RosterImport
from bot.ui.colours import LEVEL, RISE
from bot.ui.section_card import all_remarks, listed, remarks_line
from bot.ui.text import count, number, plain, safe, table
from core.oracle.scale import rating_of

LINES_ON_A_PAGE = 20


def import_pages(report: RosterImport) -> list[discord.Embed]:
    """Return a table's players with what they were here, as embeds to page through."""
    dry = report.pending_id is not None
    embeds = []
    starts = range(0, len(report.lines), LINES_ON_A_PAGE)
    pages = [_table(report.lines[start : start + LINES_ON_A_PAGE]) for start in starts]
    pages[0] = "\n".join([*_summary(report), pages[0]])
    pages += all_remarks(report.remarks)
    for page, text in enumerate(pages, start=1):
        title = f"Dry run: {count(len(report.lines), 'player')}" if dry else count(len(report.lines), "player")
        embed = discord.Embed(title=title, description=text, colour=LEVEL if dry else RISE)
        embed.set_author(name=report.pool.label)
        parts = ["nothing is stored yet" if dry else "taken in as starting ratings"]
        if len(pages) > 1:
            parts.append(f"page {page} of {len(pages)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def _summary(report: RosterImport) -> Iterator[str]:
    new = report.new
    yield f"Known in this club: {len(report.lines) - len(new)}, new: {len(new)}"
    becomes = " and becomes this pool's" if report.becomes_keeper else ""
    yield f"The Keeper is **{safe(report.keeper.name)}**{becomes}."
    yield from listed("New here", [safe(one.player.name) for one in new])
    taken = [one for one in report.lines if one.line.name.casefold() != one.player.name.casefold() and not one.is_new]
    yield from listed("Taken for", [f"{safe(one.line.name)} → {safe(one.player.name)}" for one in taken])
    yield from remarks_line(report.remarks)


def _table(lines: tuple[ImportedLine, ...]) -> str:
    """Return the ratings until now and in the table: 31 columns."""
    rows = [
        (
            plain(one.player.name),
            "new" if one.is_new else "–" if one.before is None else number(one.before, 1),
            number(rating_of(one.line.log_strength), 1),
            str(one.line.games),
        )
        for one in lines
    ]
    return table(("Player", "Now", "Table", "Games"), rows, (-13, 5, 5, 5))
