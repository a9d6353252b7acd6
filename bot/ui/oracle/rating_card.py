"""An event that moves Oracle ratings, from one player's side, with all figures."""

from collections.abc import Iterator, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.text import count, number, plain, signed, table
from bot.ui.oracle.wording import interval_text, percent, standing_text
from bot.ui.wording.event_lines import GameLine, opponent_name, score_line
from core.oracle.event import PlayerResult
from core.oracle.rated import RatedMatch
from core.oracle.scale import displayed, rating_of, win_probability

RULES_TITLE = "Oracle (Bradley-Terry)"
ROWS_SHOWN = 40


def full_text(report: EventReport, further: Sequence[str]) -> str:
    """Return all figures of one rated event. further: a line for each other list that it moved."""
    result: PlayerResult = report.outcome.detail
    lines = [
        f"## {_moved(result, bold='')}",
        score_line(round(2 * result.score) / 2, result.games, result.expected),
        f"Performance **{number(result.performance, 1)}** · with a chance of 95 % between "
        f"**{interval_text(result.interval)}** now",
        *further,
    ]
    return "\n".join(lines) + "\n" + match_table(report, result)


def game_lines(report: EventReport) -> list[GameLine]:
    """Return every match with the opponent's rating, the own chance in each game, and the score."""
    result: PlayerResult = report.outcome.detail
    lines = []
    for match in result.matches:
        chance = win_probability(match.log_strength - match.opponents_log_strength)
        shown = displayed(rating_of(match.opponents_log_strength))
        figures = f"{shown}", number(chance, 2).removeprefix("0"), score_text(match)
        lines.append(GameLine(figures, opponent_name(report, report.crosstable.entrant(match.opponent))))
    return lines


def score_text(match: RatedMatch) -> str:
    """Return the points of a match: 12/20."""
    return f"{number(match.points, 1).removesuffix('.0')}/{match.games}"


def further_line(moved: ListReport) -> str:
    """Return what an event did to the list beside its main one."""
    result: PlayerResult = moved.outcome.detail
    return f"{moved.rating_list.label} too: {_moved(result)}"


def _moved(result: PlayerResult, bold: str = "**") -> str:
    after = standing_text(result.after)
    return f"{standing_text(result.before)} → {bold}{after}{bold} ({signed(result.change, 1)})"


def match_table(report: EventReport, result: PlayerResult) -> str:
    """Return the opponents with the chance of beating each, and what each match brought: 31 columns."""
    rows = list(_match_rows(report, result))
    text = table(("Score", "Chance", "Change", "Player"), rows[:ROWS_SHOWN], (7, 6, 6, -9))
    return text if len(rows) <= ROWS_SHOWN else f"{text}\n… and {count(len(rows) - ROWS_SHOWN, 'more opponent')}"


def _match_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for match in result.matches:
        entrant = report.crosstable.entrant(match.opponent)
        known = report.opponents.get(entrant.player) if isinstance(entrant.player, int) else None
        chance = win_probability(match.log_strength - match.opponents_log_strength)
        name = entrant.name if known is None else known.name
        yield (
            score_text(match),
            percent(chance).removesuffix(" %"),
            signed(match.moved, 3),
            "" if name is None else plain(name),
        )
