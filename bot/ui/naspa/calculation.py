"""The table behind a calculation by NASPA's formula."""

from collections.abc import Iterable

from bot.services.events.report import EventReport, ListReport
from bot.ui.naspa.rating_card import game_table
from core.naspa.event import PlayerResult


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    """Return the opponents as they were counted, segment by segment."""
    result: PlayerResult = moved.outcome.detail
    return [f"**Opponents, as the segments counted them**\n{game_table(report, result)}"]
