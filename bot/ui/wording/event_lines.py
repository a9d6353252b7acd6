"""What every answer about a rated event has, whatever its rating system."""

from typing import NamedTuple

from bot.services.events.report import EventReport
from bot.ui.framework.layout import whole
from bot.ui.framework.text import number, points, safe, signed
from core.crosstable import Entrant


def score_line(score: float, games: int, expected: float, decimals: int = 2) -> str:
    """Return a score beside what was expected, and the difference."""
    excess = signed(score - expected, decimals)
    return f"{number(expected, decimals)} expected, {points(score)} of {games} scored: **{excess}**"


class GameLine(NamedTuple):
    """A game as an answer shows it: its figures, in columns of all games, and whoever was met; empty for a rating."""

    figures: tuple[str, ...]
    name: str


def game_line(report: EventReport, opponent: Entrant, rating: float, expected: float, score: float | None) -> GameLine:
    """Return the rating that counted, the own expected score, the result where it is told, and the name in full."""
    figures = f"{round(rating)}", number(expected, 2).removeprefix("0"), "" if score is None else points(score)
    return GameLine(figures, opponent_name(report, opponent))


def opponent_name(report: EventReport, opponent: Entrant) -> str:
    """Return whom a game was against, in full; nothing for a rating."""
    known = report.opponents.get(opponent.player) if isinstance(opponent.player, int) else None
    name = opponent.name if known is None else known.name
    return "" if name is None else whole(name)


def opponents_note(report: EventReport) -> str:
    """Say which ratings the opponents had."""
    rated = sum(entrant.rated for entrant in report.crosstable.entrants)
    return "opponents' ratings as given" if rated == 1 else "the whole section rated at once"


def event_label(name: str | None, day: object) -> str:
    """Return how a message names an event."""
    return f"**{safe(name, 60)}**" if name else f"the event of **{day}**"


def result_letter(score: float | None) -> str:
    return "" if score is None else {1.0: "W", 0.5: "D", 0.0: "L"}[score]
