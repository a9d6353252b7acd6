"""A pool's leaderboard, ten players a page."""

import discord

from bot.services.oracle.board import PoolBoard
from bot.ui.framework.layout import answer, cell_lines, heading
from bot.ui.framework.pages import EmbedBook
from bot.ui.framework.text import NAME_CHARACTERS, count, safe
from bot.ui.oracle.wording import interval_text, record
from bot.ui.wording.marks import YOU
from core.oracle.matches import ResultTally
from core.oracle.reports import PoolLine

LINES_ON_A_PAGE = 10


def board_book(board: PoolBoard) -> EmbedBook:
    """Return the leaderboard's pages, of which one has whoever asks."""
    places = [index for index, line in enumerate(board.lines) if line.player.player_id == board.me]
    return EmbedBook(board_pages(board), jumps=True, me=places[0] // LINES_ON_A_PAGE if places else None)


def board_pages(board: PoolBoard) -> list[discord.Embed]:
    """Return the leaderboard as embeds to page through; the viewer's own line is marked."""
    if not board.lines:
        return [answer([heading(board.pool.label), "Nobody is in this pool yet: /oracle match reports a match."])]
    small = [count(len(board.lines), "player"), "P provisional, K the Keeper, then 95 % of the chance"]
    if board.inactive:
        small.append(f"{board.inactive} inactive (all: True)")
    if board.sure:
        small.append("a rank is shared unless somebody is surely stronger")
    embeds = []
    for start in range(0, len(board.lines), LINES_ON_A_PAGE):
        rows = [(_figures(line), _name(line, board.me)) for line in board.lines[start : start + LINES_ON_A_PAGE]]
        embeds.append(answer([heading(board.pool.label), *cell_lines(rows, ">>|>")], footer=small))
    return embeds


def _figures(line: PoolLine) -> tuple[str, ...]:
    """Return rank, rating, mark and interval."""
    mark = "K" if line.player.is_keeper else "P" if line.provisional else ""
    between = "" if line.interval is None or line.player.is_keeper else interval_text(line.interval)
    return str(line.rank), str(line.displayed), mark, between


def _name(line: PoolLine, me: int | None) -> str:
    player = line.player
    name = safe(player.name, NAME_CHARACTERS)
    if player.player_id == me:
        name = f"**{name}**{YOU}"
    tally = ResultTally(player.wins, player.losses, player.draws)
    return f"{name} · {record(tally)}" if any(tally) else name
