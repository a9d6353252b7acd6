"""Free pairing as everybody sees it: who waits, who plays, and one game with its result."""

import discord

from bot.services.live_events.rounds.queue import waiting
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import Pairing, ReportState
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.layout import cell_lines
from bot.ui.framework.text import count, points, safe
from bot.ui.live_events.round_card import board_lines
from bot.ui.live_events.wording import DISPUTED, WAITS, mention, white

PLAYING_SHOWN = 10


def queue_lines(tournament: Tournament) -> list[str]:
    """Return what stands above the standings: how to be paired, who waits since when, who plays whom."""
    lines = ["**Pair me now** to play: two who may meet are paired within a minute.", ""]
    wait = waiting(tournament)
    if wait:
        named = ", ".join(
            f"{safe(one.player.name, 100)} <t:{int(one.ready_at.timestamp())}:R>"
            for one in wait
            if one.ready_at is not None
        )
        lines.append(f"**{count(len(wait), 'player')} waiting**: {named}")
    playing = [one for one in tournament.games if tournament.report_of(one) is None]
    if playing:
        lines.append(f"**{count(len(playing), 'game')} being played**")
        lines += cell_lines([((str(one.board),), _names(tournament, one)) for one in playing[:PLAYING_SHOWN]], ">")
        if len(playing) > PLAYING_SHOWN:
            lines.append(f"… and {count(len(playing) - PLAYING_SHOWN, 'more game')}")
    return [*lines, ""] if len(lines) > len(("press", "")) else lines


def _names(tournament: Tournament, game: Pairing) -> str:
    return " – ".join(safe(tournament.name_of(number), 100) for number in game.numbers)


def score_of(tournament: Tournament, number: int) -> str:
    """Return somebody's points and of how many games."""
    decided = [one for one in tournament.games if number in one.numbers and tournament.result_of(one) is not None]
    return f"{points(tournament.points[number])}/{len(decided)}"


def game_text(tournament: Tournament, game: Pairing) -> str:
    """Return what tells two that they are paired."""
    both = " – ".join(mention(tournament, number) for number in game.numbers)
    begins = "begins" if white(tournament) == "begins" else "has White"
    return f"**Game {game.board}**: {both}. {safe(tournament.name_of(game.first), 100)} {begins}."


def game_embed(tournament: Tournament, game: Pairing) -> discord.Embed:
    """Return one game with what is known of it."""
    state = tournament.state_of(game)
    is_over = state in (ReportState.CONFIRMED, ReportState.DECIDED)
    embed = discord.Embed(description="\n".join(board_lines(tournament, [game])), colour=RISE if is_over else LEVEL)
    small = {
        ReportState.REPORTED: f"{WAITS} not confirmed yet",
        ReportState.DISPUTED: f"{DISPUTED} disputed: a TD decides",
    }
    if state in small:
        embed.set_footer(text=small[state])
    return embed
