"""What a field of opponents demands for an Oracle rating."""

import discord

from bot.services.forecast.goal import GoalReport
from bot.ui.framework.text import number, signed, table
from bot.ui.oracle.rating_card import RULES_TITLE
from bot.ui.wording.goals import goal_embed, goal_lines, scores_shown
from core.oracle.event import PlayerResult


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return the score that a target rating takes, and what every score near it would bring."""
    embed = goal_embed(goal)
    embed.description = "\n".join([*goal_lines(goal), "**What a score would bring**", _scores(goal)])
    embed.set_footer(text=f"Rules: {RULES_TITLE} · stored nowhere")
    return embed


def _scores(goal: GoalReport) -> str:
    """Return the table of scores, highest first: 31 columns."""
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        figures = number(result.after.rating, 2), signed(result.change, 2), number(result.performance, 1)
        rows.append((score, *figures))
    return table(("Score", "Rating", "Change", "Perf."), rows, (7, 7, 7, 7))
