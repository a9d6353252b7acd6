"""The answer to a rated event, made for a phone."""

import discord

from bot.services.events.report import EventReport
from bot.services.forecast.goal import GoalReport
from bot.ui.systems import CARDS
from bot.ui.wording.unconfirmed import marked


def rating_card(report: EventReport) -> discord.Embed:
    """Return the embed of one rated event, stored or estimated."""
    further = [CARDS[moved.rating_list].further_line(moved) for moved in report.lists[1:]]
    embed = CARDS[report.rating_list].rating_card(report, further)
    return marked(embed, report.standing)


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return what a target takes of a field of opponents."""
    return CARDS[goal.best.rating_list].goal_card(goal)
