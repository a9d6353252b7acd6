"""A leaderboard that is kept up to date: its message, and what directors are told of it."""

from datetime import datetime

import discord

from bot.services.alive.live_boards import LiveBoardReport
from bot.services.players.leaderboard import BoardPage
from bot.ui.cards.leaderboard import board_footer, board_lines
from bot.ui.framework.colours import STORED
from bot.ui.framework.layout import answer, heading


def live_board_embed(page: BoardPage, now: datetime) -> discord.Embed:
    """Return the message of a live board; Discord writes the moment behind the footer, in each reader's own time."""
    lines = board_lines(page) if page.lines else [*board_lines(page), "Nobody is on this list yet."]
    embed = answer(lines, footer=board_footer(page))
    embed.timestamp = now
    return embed


def live_board_card(report: LiveBoardReport) -> discord.Embed:
    """Return what a director decided of a live board."""
    title = heading(report.rating_list.label, "live board")
    if report.ended:
        return answer([title, "It is no longer kept up to date, and its message goes."], colour=STORED)
    where = f"The first {report.top} stand in <#{report.channel_id}>"
    lines = [title, f"{where} and follow every change.", "The same command with `top: off` ends it."]
    return answer(lines, colour=STORED)
