"""The table behind an Oracle calculation."""

from collections.abc import Iterable

from bot.services.events.report import EventReport, ListReport
from bot.ui.oracle.rating_card import match_table
from core.oracle.event import PlayerResult


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    """Return the matches as they were rated, one after the other."""
    result: PlayerResult = moved.outcome.detail
    heading = "**Matches: chance of winning a game in percent, and the change of ln s**"
    return [f"{heading}\n{match_table(report, result)}"]
