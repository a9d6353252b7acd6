"""What a field of opponents demands for a rating and for norms."""

import discord

from bot.services.events.report import EventReport
from bot.services.forecast.goal import GoalReport
from bot.ui.framework.text import number, points, signed, table
from bot.ui.uschess.norm_codes import code_text, title_name
from bot.ui.uschess.title_lines import norm_name
from bot.ui.uschess.wording import LIFETIME_BLOCKS, NORM_BLOCKS
from bot.ui.wording.goals import goal_embed, goal_lines, scores_shown
from core.uschess.editions import NormTest
from core.uschess.lifetime import write_code
from core.uschess.norms import LEVELS
from core.uschess.player import PlayerResult


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return the score that a target rating and each norm take, and what every score near it would bring."""
    best: PlayerResult = goal.best.outcome.detail
    embed = goal_embed(goal)
    lines = goal_lines(goal)
    lines += ["\n**Score for a norm**", _norms(goal)]
    if best.lifetime is not None:
        lines += ["\n**Score for a lifetime norm of the 1990s**", _lifetime_norms(goal)]
    lines += ["\n**What a score would bring**", _scores(goal)]
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · stored nowhere")
    return embed


def _norms(goal: GoalReport) -> str:
    best: PlayerResult = goal.best.outcome.detail
    if best.norms.blocked is not None and best.norms.earned is None:
        return f"None: {NORM_BLOCKS[best.norms.blocked]}"
    parts = []
    for index, level in enumerate(LEVELS):
        needed = next((score for score, report in goal.outcomes if _detail(report).norms.rows[index].earned), None)
        if needed is None:
            break  # a higher level never takes less
        parts.append(f"- {norm_name(level)}: **{points(needed)}**")
    if len(parts) < len(LEVELS):
        above = " and above" if len(parts) < len(LEVELS) - 1 else ""
        parts.append(f"- {LEVELS[len(parts)].title}{above}: out of reach")
    if best.norms.test is not NormTest.TITLE_SYSTEM:
        parts.append("\nNorms by these rules do not count toward titles.")
    return "\n".join(parts)


def _lifetime_norms(goal: GoalReport) -> str:
    """Return the least score for each level that can be made, with the code that it would bring."""
    tables = goal.best.house_rules.lifetime
    best = _detail(goal.best).lifetime
    assert best is not None
    if best.blocked is not None:
        return f"None: {LIFETIME_BLOCKS[best.blocked]}"
    parts, reached = [], 0
    for score, report in goal.outcomes:
        event = _detail(report).lifetime
        if event is not None and event.highest is not None and event.highest > reached:
            reached = event.highest
            code = f"{code_text(event.before, tables)} → {code_text(event.after, tables)}"
            parts.append(f"- {title_name(reached, tables)}: **{points(score)}**, {code}")
    return "\n".join(parts) or "None is in reach."


def _scores(goal: GoalReport) -> str:
    """Return the table of scores, highest first: 31 columns."""
    tables = goal.best.house_rules.lifetime
    rows = []
    for score, report in scores_shown(goal):
        result = _detail(report)
        change = "" if result.change is None else signed(result.change, 1)
        norm = "" if result.norms.earned is None else result.norms.earned.code
        code = "" if result.lifetime is None else write_code(result.lifetime.after, tables)
        rows.append((score, number(result.rating, 1), change, norm, code))
    return table(("Score", "Rating", "Change", "Norm", "Code"), rows, (5, 7, 7, 4, 4))


def _detail(report: EventReport) -> PlayerResult:
    result: PlayerResult = report.outcome.detail
    return result
