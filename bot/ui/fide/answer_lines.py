"""What an answer to an event that FIDE rates says on one screen: the coming list, K, the games that count."""

from bot.services.events.report import EventReport
from bot.ui.fide.rating_card import left_out_lines
from bot.ui.framework.layout import change_text
from bot.ui.framework.text import count, points
from bot.ui.wording.event_lines import GameLine, game_line
from bot.ui.wording.printed import long_day
from core.fide.first_rating import FEWEST_GAMES
from core.fide.player import PlayerResult


def moved_text(result: PlayerResult) -> str:
    """Return the rating on the coming list, or how far an unrated player's games have come."""
    coming, figure, first = result.estimate, result.figure, result.estimate.first
    before = "unrated" if coming.before is None else str(coming.before.displayed)
    if figure is not None:
        after = "unrated" if coming.after is None else str(coming.after.displayed)
        # Of several events that wait only this one is told.
        change = coming.rounded if len(coming.events) == 1 else figure.points
        return f"{before} → {after}  {change_text(change)}"
    if first is None:
        return "Still unrated"
    if first.games < FEWEST_GAMES:
        return f"{first.games} of {FEWEST_GAMES} games"
    return f"new → {first.rating}" if first.is_published else f"{first.rating} is not published"


def notes(result: PlayerResult) -> list[str]:
    """Say what the event by itself brings and for which list, and what does not count."""
    coming, figure, first = result.estimate, result.figure, result.estimate.first
    lines = []
    if figure is not None:
        line = f"K {figure.used} · {change_text(figure.points, 2)}"
        if len(coming.events) > 1:
            line += f", {change_text(coming.points, 2)} by {count(len(coming.events), 'event')}"
        lines.append(f"{line} · list of {long_day(coming.day)}")
        if coming.after is None and coming.calculated is not None:
            lines.append(f"{coming.calculated} is below {coming.edition.floor}: unrated from that list on")
    elif first is not None and first.is_published:
        lines.append(f"first rating, on the list of {long_day(coming.day)}")
    elif first is not None and first.games >= FEWEST_GAMES:
        lines.append(f"a first rating takes {first.floor}; the games go on counting")
    elif first is not None:
        lines.append(f"toward a first rating, with {points(first.score)} so far")
    return lines + left_out_lines(result)


def game_lines(report: EventReport) -> list[GameLine]:
    """Return every game that counts, with its expected score by the table of differences."""
    result: PlayerResult = report.outcome.detail
    games = report.crosstable.games_of(report.crosstable.number_of(report.player.id))
    lines = []
    for played, game in zip(games, result.games, strict=True):
        if game.left_out is None and game.rating is not None:
            line = game_line(report, played.opponent, game.rating, (game.expected or 0) / 100, game.score)
            # Nothing is expected of an unrated player.
            rated = result.change is not None
            lines.append(line if rated else line._replace(figures=(line.figures[0], "", line.figures[2])))
    return lines
