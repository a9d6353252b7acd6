"""Glicko-2 cards."""

from collections.abc import Iterable, Iterator, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.services.ratings.rating_card import PlayerCard
from bot.ui.framework.text import number, plain, rating, result_letter, signed, table
from bot.ui.systems.system_cards import Cards
from bot.ui.wording.shared_lines import GameLine, figure, game_line, rank_line, score_line, unmarked_name
from core.rating.glicko2 import TYPED_DEVIATION, PlayerResult, PlayerState
from core.rating.outcome import Outcome
from core.words import counted

_ROWS_SHOWN = 40


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    lines = [_headline(result), deviation_line(result), score_line(result.score, len(result.games), result.expected)]
    lines.append(f"Performance **{rating(result.performance, 0)}** · {counted(result.after.games, 'rated game')}")
    if result.earlier:
        lines.append(f"The month has {counted(result.earlier, 'earlier game')}, which count with these")
    lines += further
    return "\n".join(lines) + "\n" + game_table(report, result, _ROWS_SHOWN)


def game_lines(report: EventReport) -> list[GameLine]:
    result: PlayerResult = report.outcome.detail
    return [
        game_line(report, report.crosstable.entrant(game.opponent), game.rating, game.expected, game.score)
        for game in result.games
    ]


def _headline(result: PlayerResult) -> str:
    before, after = result.before.now, result.after.now
    assert after is not None
    if before is None:
        return (
            f"## unrated → {rating(after.rating, 2)}\nA first rating, calculated from {rating(result.start.rating, 0)}"
        )
    return f"## {figure(before.rating)} → {figure(after.rating)} ({signed(after.rating - before.rating, 2)})"


def deviation_line(result: PlayerResult) -> str:
    after = result.after.now
    assert after is not None
    return (
        f"Deviation {number(result.start.deviation, 1)} → **{number(after.deviation, 1)}** · "
        f"volatility {number(after.volatility, 5)}"
    )


def game_table(report: EventReport, result: PlayerResult, rows: int) -> str:
    """Return the opponents at the start of the month, with expected scores: 31 columns."""
    lines = list(_game_rows(report, result))
    wide = max(len(line[1]) for line in lines)  # a letter, or a share such as 0.574
    text = table(("Rd", "", "Opp.", "RD", "Exp.", "Player"), lines[:rows], (2, wide, 4, 3, 4, wide - 13))
    return text if len(lines) <= rows else f"{text}\n… and {counted(len(lines) - rows, 'more game')}"


def _game_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for game in result.games:
        name = plain(unmarked_name(report, report.crosstable.entrant(game.opponent)))
        figures = rating(game.rating, 0), rating(game.deviation, 0), number(game.expected, 2)
        yield str(game.round), result_letter(game.score), *figures, name


class Glicko2Cards(Cards):
    """Glicko-2's cards."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.games)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return [deviation_line(moved.outcome.detail)]

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        result: PlayerResult = moved.outcome.detail
        heading = f"**Opponents at the start of the month; RD {TYPED_DEVIATION:g} for typed ratings**"
        return [f"{heading}\n{game_table(report, result, len(result.games))}"]

    def player_lines(self, card: PlayerCard) -> list[str]:
        state: PlayerState = card.state
        now = state.now
        assert now is not None
        kind = "provisional" if card.standing.provisional else "established"
        low, high = (rating(now.rating + off * now.deviation, 0) for off in (-2, 2))
        return [
            f"## {card.standing.displayed}",
            f"{rating(now.rating, 2)} exactly · {kind}, {counted(state.games, 'rated game')}",
            f"Deviation **{number(now.deviation, 1)}**: with a chance of 95% between {low} and {high}",
            f"Volatility {number(now.volatility, 5)} · {rank_line(card)}",
        ]


CARDS = Glicko2Cards()
