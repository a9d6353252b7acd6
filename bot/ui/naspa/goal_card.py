"""What a field of opponents demands for a rating by NASPA's formula."""

import discord

from bot.services.forecast.goal import GoalReport
from bot.ui.framework.text import signed, table
from bot.ui.naspa.rating_card import ESTIMATE_NOTE
from bot.ui.wording.goals import goal_embed, goal_lines, scores_shown
from core.naspa.event import PlayerResult


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return the wins that a target rating takes, and what every number of wins near it would bring."""
    best: PlayerResult = goal.best.outcome.detail
    embed = goal_embed(goal)
    lines = [*goal_lines(goal), ESTIMATE_NOTE, "\n**What the wins would bring**", _scores(goal)]
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · stored nowhere")
    return embed


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        before = result.before.rating
        change = "" if before is None else signed(result.rating - before, 0)
        rows.append((score, f"{result.rating:g}", change, str(result.performance)))
    return table(("Wins", "Rating", "Change", "Perf."), rows, (5, 6, 6, 5))
