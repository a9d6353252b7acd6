"""What every goal card has, whatever its rating system."""

from collections.abc import Sequence

import discord

from bot.services.events.report import EventReport
from bot.services.forecast.goal import GoalReport
from bot.ui.framework.colours import FALL, LEVEL, RISE
from bot.ui.framework.text import count, plain, points, rating
from core.systems import SYSTEMS

SCORES_SHOWN = 15
"""How many scores the table has, around the one that is needed."""


def goal_embed(goal: GoalReport) -> discord.Embed:
    """Return a goal card without its text and footer."""
    colour = FALL if goal.needed is None else LEVEL if goal.needed == goal.fixed else RISE
    embed = discord.Embed(title=f"Goal: {rating(goal.target, 2)}", colour=colour)
    embed.set_author(name=f"{plain(goal.best.player.name)} · {goal.best.rating_list.label}")
    return embed


def goal_lines(goal: GoalReport) -> list[str]:
    """Return the score that the target takes, and what is scored already."""
    lines = [_headline(goal)]
    if goal.played:
        to_play = len(goal.best.crosstable.games) - goal.played
        rest = f"{count(to_play, 'game')} to play" if to_play else "no game to play"
        lines.append(f"{points(goal.fixed)} of {goal.played} scored already, {rest}")
    return lines


def _headline(goal: GoalReport) -> str:
    games = len(goal.best.crosstable.games)
    if goal.needed is None:
        most, best = goal.outcomes[-1]
        only = "only " if SYSTEMS[best.rating_list].rating_after(best.outcome) is not None else ""
        return f"## Out of reach\nEven {points(most)} of {games} makes {only}**{_made(best)}**."
    made = next(_made(report) for score, report in goal.outcomes if score == goal.needed)
    if len(goal.outcomes) == 1:
        return f"## Reached\n{points(goal.needed)} of {games} makes **{made}**."
    if goal.needed == goal.fixed:
        return f"## Any score\nEven {points(goal.needed)} of {games} makes **{made}**."
    return f"## {points(goal.needed)} of {games}\nThat makes **{made}**; less does not reach it."


def _made(report: EventReport) -> str:
    after = SYSTEMS[report.rating_list].rating_after(report.outcome)
    return "no rating" if after is None else rating(after.rating, 2)


def scores_shown(goal: GoalReport) -> Sequence[tuple[str, EventReport]]:
    """Return the scores around the one that is needed with their outcomes, highest first; that one is marked."""
    scores = [score for score, _ in goal.outcomes]
    at = scores.index(goal.needed) if goal.needed is not None else len(scores) - 1
    first = max(0, min(at - SCORES_SHOWN // 2, len(scores) - SCORES_SHOWN))
    return [
        (f"{'▸' if score == goal.needed else ''}{points(score)}", report)
        for score, report in reversed(goal.outcomes[first : first + SCORES_SHOWN])
    ]
