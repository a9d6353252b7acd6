"""What a field of opponents demands for a rating on the coming list."""

import discord

from bot.services.forecast.goal import GoalReport
from bot.ui.fide.wording import OFFICIAL
from bot.ui.framework.text import day_text, number, signed, table
from bot.ui.wording.goals import goal_embed, goal_lines, scores_shown
from core.fide.player import PlayerResult


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return the score that a target rating takes, and what every score near it would bring."""
    best: PlayerResult = goal.best.outcome.detail
    lines = goal_lines(goal)
    lines.append(f"On the list of {day_text(best.listed_on)}{_with_others(best)}")
    lines += ["**What a score would bring**", _scores(goal)]
    embed = goal_embed(goal)
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · stored nowhere · {OFFICIAL}")
    return embed


def _with_others(best: PlayerResult) -> str:
    """Say what the list is counted with beside the event."""
    coming = best.estimate
    others = len(coming.events or coming.pool) - 1
    if others <= 0:
        return ""
    what = "waits" if coming.events else "counts"
    return f", with what {what} already ({others} more)"


def _scores(goal: GoalReport) -> str:
    """Return the table of scores, highest first: 31 columns."""
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        after, figure = result.estimate.after, result.figure
        change = "" if figure is None else signed(figure.points, 2)
        rows.append((score, number(result.performance, 0), change, "–" if after is None else str(after.displayed)))
    performance = "Perf." if goal.best.outcome.detail.edition.simplified else "TPR"
    return table(("Score", performance, "Change", "List"), rows, (6, 5, 9, 6))
