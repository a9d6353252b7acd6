"""The answer to an event that moves Oracle ratings, from one player's side."""

from collections.abc import Iterator, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.colours import FALL, LEVEL, RISE
from bot.ui.framework.text import count, number, plain, points, signed, table
from bot.ui.oracle.wording import interval_text, percent, standing_text
from bot.ui.wording.event_lines import event_embed
from core.oracle.event import PlayerResult
from core.oracle.scale import win_probability

RULES_TITLE = "Oracle (Bradley-Terry)"
ROWS_SHOWN = 40


def rating_card(report: EventReport, further: Sequence[str]) -> discord.Embed:
    """Return the embed of one rated event, stored or estimated.

    further: a line for each other list that it moved.
    """
    result: PlayerResult = report.outcome.detail
    colour = LEVEL if result.change == 0 else RISE if result.change > 0 else FALL
    lines = [
        f"## {_moved(result, bold='')}",
        score_line(result),
        f"Performance **{number(result.performance, 1)}** · with a chance of 95 % between "
        f"**{interval_text(result.interval)}** now",
        *further,
    ]
    text = "\n".join(lines) + "\n" + match_table(report, result)
    parts = [f"Rules: {RULES_TITLE}", "draws count half" if result.config.counts_draws else "draws do not count"]
    if report.event_id is None:
        parts.append("stored nowhere")
    return event_embed(report, text, " · ".join(parts), colour)


def further_line(moved: ListReport) -> str:
    """Return what an event did to the list beside its main one."""
    result: PlayerResult = moved.outcome.detail
    return f"{moved.rating_list.label} too: {_moved(result)}"


def _moved(result: PlayerResult, bold: str = "**") -> str:
    after = standing_text(result.after)
    return f"{standing_text(result.before)} → {bold}{after}{bold} ({signed(result.change, 1)})"


def score_line(result: PlayerResult) -> str:
    """Return the score and what was expected."""
    excess = result.score - result.expected
    side = "below" if excess < 0 else "above"
    line = f"Score **{points(round(2 * result.score) / 2)}** of {result.games}"
    return f"{line}: **{signed(excess, 2)}** {side} expected {number(result.expected, 2)}"


def match_table(report: EventReport, result: PlayerResult) -> str:
    """Return the opponents with the chance of beating each, and what each match brought: 31 columns."""
    rows = list(_match_rows(report, result))
    text = table(("Score", "Chance", "Change", "Player"), rows[:ROWS_SHOWN], (7, 6, 6, -9))
    return text if len(rows) <= ROWS_SHOWN else f"{text}\n… and {count(len(rows) - ROWS_SHOWN, 'more opponent')}"


def _match_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for match in result.matches:
        entrant = report.crosstable.entrant(match.opponent)
        known = report.opponents.get(entrant.player) if isinstance(entrant.player, int) else None
        chance = win_probability(match.log_strength - match.opponents_log_strength)
        name = entrant.name if known is None else known.name
        score = f"{number(match.points, 1).removesuffix('.0')}/{match.games}"
        yield score, percent(chance).removesuffix(" %"), signed(match.moved, 3), "" if name is None else plain(name)
