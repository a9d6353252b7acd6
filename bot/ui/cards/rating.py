"""The answer to a rated event, made for a phone."""

import discord

from bot.services.events.report import EventReport
from bot.services.forecast.goal import GoalReport
from bot.ui.cards.reports import MARK, mark
from bot.ui.systems import CARDS


def rating_card(report: EventReport) -> discord.Embed:
    """Return the embed of one rated event, stored or estimated."""
    further = [CARDS[moved.rating_list].further_line(moved) for moved in report.lists[1:]]
    embed = CARDS[report.rating_list].rating_card(report, further)
    waits = None if report.event_id is None else mark(report.standing)
    return embed if waits is None else embed.add_field(name=MARK, value=waits, inline=False)


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return what a target takes of a field of opponents."""
    return CARDS[goal.best.rating_list].goal_card(goal)
