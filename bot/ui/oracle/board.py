"""A pool's leaderboard, ten players a page."""

from collections import Counter
from collections.abc import Iterable, Sequence

import discord

from bot.services.oracle.board import PoolBoard
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import count, plain, table
from bot.ui.oracle.wording import interval_text, record
from core.oracle.matches import ResultTally
from core.oracle.reports import PoolLine

LINES_ON_A_PAGE, COLUMNS = 10, 31
_SHORTEST_NAME = 8
_HEADER = ("#", "Player", "R", "95 %", "W-L-D")


def board_pages(board: PoolBoard) -> list[discord.Embed]:
    """Return the leaderboard as embeds to page through; an arrow stands at the viewer's own line."""
    sharing = Counter(line.rank for line in board.lines)
    embeds = []
    pages = range(0, max(1, len(board.lines)), LINES_ON_A_PAGE)
    for page, start in enumerate(pages, start=1):
        lines = board.lines[start : start + LINES_ON_A_PAGE]
        embed = discord.Embed(title=f"{board.pool.label} · ratings", colour=LEVEL)
        embed.description = _table([_row(line, sharing[line.rank] > 1, board.me) for line in lines])
        if not board.lines:
            embed.description = "Nobody is in this pool yet: /oracle match reports a match."
        parts = [f"Page {page} of {len(pages)}", count(len(board.lines), "player"), "P provisional · K the Keeper"]
        if board.inactive:
            parts.append(f"{board.inactive} inactive for a year (all: True)")
        if board.sure:
            parts.append("a rank is shared unless somebody is surely stronger (95 %)")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def _row(line: PoolLine, tied: bool, me: int | None) -> tuple[str, ...]:
    player = line.player
    arrow = "▸" if player.player_id == me else ""
    mark = "K" if player.is_keeper else "P" if line.provisional else ""
    between = "" if line.interval is None or player.is_keeper else interval_text(line.interval)
    tally = ResultTally(player.wins, player.losses, player.draws)
    won = record(tally) if any(tally) or not player.games else "–"
    return f"{arrow}{line.rank}{'=' if tied else ''}", plain(player.name), f"{line.displayed}{mark}", between, won


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """Return the lines; no figure is cut: names have what the figures leave, and records give way to names."""
    header: Sequence[str] = _HEADER
    widths = _widths([header, *rows])
    if widths[1] < _SHORTEST_NAME:
        header, rows = header[:-1], [row[:-1] for row in rows]
        widths = _widths([header, *rows])
    return table(header, rows, (widths[0], -widths[1], *widths[2:]))


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    figures = [max(map(len, column)) for column in zip(*rows, strict=True)]
    figures[1] = COLUMNS - sum(figures) + figures[1] - len(figures) + 1
    return figures
