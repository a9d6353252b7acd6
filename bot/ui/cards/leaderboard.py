"""The leaderboard: its page as an embed, and the buttons that turn it."""

import discord

from bot.services.players.leaderboard import BoardPage, RankedLine
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.pages import turning
from bot.ui.framework.text import count, plain, table
from bot.ui.systems import CARDS
from bot.ui.wording.printed import printed_without_games
from bot.ui.wording.unconfirmed import LEGEND, ON_BOARD

COLUMNS = 31
_HEADER = ("#", "Player", "Rating", "Games")


def board_embed(page: BoardPage, viewer: int) -> discord.Embed:
    """Return a page of a leaderboard; an arrow stands at the viewer's own line."""
    what = "most games" if page.query.order == "games" else "ratings"
    embed = discord.Embed(title=f"{page.query.rating_list.label} · {what}", colour=LEVEL)
    if not page.lines:
        embed.description = "Nobody is on this list yet: /rating update puts you on it."
        return embed
    # A rank may be shared with a line of the next page, which this page cannot see; then it is shown plain.
    ranks = [line.rank for line in page.lines]
    first = max(len(str(ranks[-1])) + 2, 4)
    rows = [_row(line, ranks.count(line.rank) > 1, viewer, page) for line in page.lines]
    # No figure is cut: names have what the figures of this page leave.
    figures, games = (max(len(row[column]) for row in (_HEADER, *rows)) for column in (2, 3))
    name = COLUMNS - first - figures - games - 3
    embed.description = table(_HEADER, rows, (first, -name, figures, games))
    legend = ["P provisional"]
    if page.query.everyone:
        legend.append("z inactive for a year")
    if any(line.rests_on_reports for line in page.lines):
        legend.append(LEGEND)
    if any(line.line.title_level is not None for line in page.lines):
        legend.append("* lifetime title and its points")
    players = count(page.players, "player")
    legend += CARDS[page.query.rating_list].official
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {players} · {' · '.join(legend)}")
    return embed


def _row(ranked: RankedLine, tied: bool, viewer: int, page: BoardPage) -> tuple[str, str, str, str]:
    line = ranked.line
    arrow = "▸" if line.player.user_id == viewer else ""
    rank = f"{arrow}{ranked.rank}{'=' if tied else ''}"
    shown = printed_without_games(line, page.query.rating_list, page.house_rules)
    reported = ON_BOARD if ranked.rests_on_reports else ""
    return rank, plain(line.player.name), f"{shown}{'' if line.active else 'z'}{reported}", str(line.games)


def board_buttons(page: BoardPage, owner: int) -> discord.ui.View | None:
    """Return the buttons that turn a leaderboard's pages; "Jump to me" works for everybody."""
    if not page.lines:
        return None
    query = page.query
    source = f"board:{query.rating_list.value}:{query.order.value}:{query.everyone:d}"
    return turning(owner, source, page.page, page.pages, jump=True)
