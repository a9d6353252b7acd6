"""Elo cards."""

from collections.abc import Iterable, Iterator, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.services.ratings.rating_card import PlayerCard
from bot.ui.framework.text import number, plain, rating, result_letter, signed, table
from bot.ui.systems.system_cards import Cards
from bot.ui.wording.shared_lines import GameLine, figure, game_line, rank_line, score_line, unmarked_name
from core.rating.elo import PlayerResult
from core.rating.outcome import Outcome
from core.words import counted

_ROWS_SHOWN = 40


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    lines = [_headline(result), score_line(result.score, len(result.games), result.expected)]
    lines.append(f"Performance **{rating(result.performance, 0)}** · {counted(result.after.games, 'rated game')}")
    lines += further
    return "\n".join(lines) + "\n" + game_table(report, result, _ROWS_SHOWN)


def game_lines(report: EventReport) -> list[GameLine]:
    result: PlayerResult = report.outcome.detail
    return [
        game_line(report, report.crosstable.entrant(game.opponent), game.rating, game.expected, game.score)
        for game in result.games
    ]


def _headline(result: PlayerResult) -> str:
    text = f"## {figure(result.before.rating)} → {figure(result.after.rating)}"
    if result.before.rating is None:
        return f"{text}\nA first rating, calculated from {rating(result.start, 0)}"
    return f"{text} ({signed(result.change, 2)})"


def game_table(report: EventReport, result: PlayerResult, rows: int) -> str:
    lines = list(_game_rows(report, result))
    wide = max(len(line[1]) for line in lines)  # a letter, or a share such as 0.574
    text = table(("Rd", "", "Opp.", "Exp.", "Player"), lines[:rows], (2, wide, 4, 4, wide - 17))
    return text if len(lines) <= rows else f"{text}\n… and {counted(len(lines) - rows, 'more game')}"


def _game_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for game in result.games:
        name = plain(unmarked_name(report, report.crosstable.entrant(game.opponent)))
        yield str(game.round), result_letter(game.score), rating(game.rating, 0), number(game.expected, 2), name


class EloCards(Cards):
    """Elo's cards."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.games)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        result: PlayerResult = moved.outcome.detail
        return [f"**Opponents, as rated**\n{game_table(report, result, len(result.games))}"]

    def player_lines(self, card: PlayerCard) -> list[str]:
        standing = card.standing
        known = f"{rating(standing.rating, 2)} exactly · {counted(standing.games, 'rated game')}"
        return [f"## {standing.displayed}", known, rank_line(card)]


CARDS = EloCards()
