"""A table of Oracle players: the dry run before it is taken in, and what was."""

from collections.abc import Iterator

import discord

from bot.services.oracle.exchange import ImportedLine, RosterImport
from bot.services.oracle.import_undo import RosterUndone
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.text import count, number, plain, safe, table
from bot.ui.oracle.wording import record
from bot.ui.wording.changes import changes_text
from bot.ui.wording.remarks import all_remarks, listed, remarks_line
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


def import_undone_card(report: RosterUndone) -> discord.Embed:
    """Say that a table no longer counts, and whose rating that changed."""
    text = f"The table no longer counts: {count(report.openings, 'starting rating')} went."
    if report.keeper_gone:
        text += " The pool has no Keeper again."
    if report.changes:
        text += f"\n\n**What changed**, for {count(report.different, 'player')}\n"
        text += changes_text(report.changes, report.people)
    else:
        text += "\n\nNo rating is different."
    embed = discord.Embed(title="Undone", description=text, colour=GONE)
    embed.set_author(name=report.pool.label)
    embed.set_footer(text="What came with the table stays in the club's records as undone.")
    return embed


def _summary(report: RosterImport) -> Iterator[str]:
    new = report.new
    yield f"👤 {count(len(new), 'new player')}, {len(report.lines) - len(new)} known here"
    becomes = " and becomes this pool's" if report.becomes_keeper else ""
    yield f"The Keeper is **{safe(report.keeper.name)}**{becomes}."
    if report.replaced:
        wins = [sum(one.before.wins for one in report.replaced), sum(one.after.wins for one in report.replaced)]
        yield (
            f"⚠️ **Replaces the records of {count(len(report.replaced), 'player')}**: {count(wins[0], 'win')} so far, "
            f"{wins[1]} by the table. Undo brings them back."
        )
        records = [f"{safe(one.player.name)} {record(one.before)} → {record(one.after)}" for one in report.replaced]
        yield from listed("Won, lost, drawn", records)
    if report.waiting:
        yield (
            "⚠️ **Matches wait** that were reported before the table: once they count, it replaces what they bring. "
            "Confirm or void them first, or leave those players out."
        )
        yield from listed("Whose", [safe(player.name) for player in report.waiting])
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
