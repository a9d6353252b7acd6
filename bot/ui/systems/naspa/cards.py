"""NASPA cards."""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.ratings.forecast import GoalReport
from bot.services.ratings.rating_card import PlayerCard
from bot.ui.framework.text import number, plain, points, rating, result_letter, signed, table
from bot.ui.systems.system_cards import Cards
from bot.ui.wording.shared_lines import (
    GameLine,
    game_line,
    goal_embed,
    goal_lines,
    rank_line,
    score_line,
    scores_shown,
)
from core.rating.naspa import (
    FEW_CAREER_GAMES,
    Change,
    PlayerResult,
    PlayerState,
    RatedGame,
    SegmentResult,
    expected_wins,
    multiplier,
)
from core.rating.outcome import Outcome
from core.rating.qursh.ranking import WinLossRecord, division_of_crosstable, records_of
from core.words import counted

ESTIMATE_NOTE = "an estimate: NASPA publishes no official text of its formula"
_ROWS_SHOWN = 40


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    lines = [_headline(result), _score_line(result), *record_lines(report)]
    lines.append(f"Performance **{result.performance}** · {counted(result.after.games, 'career game')}")
    lines += _segment_lines(result)
    lines += further
    return "\n".join(lines) + "\n" + game_table(report, result)


def further_line(moved: ListReport) -> str:
    result: PlayerResult = moved.outcome.detail
    return f"{moved.rating_list.label} too: {_moved(result)}"


def _headline(result: PlayerResult) -> str:
    return f"## {_moved(result, bold='')}"


def _moved(result: PlayerResult, bold: str = "**") -> str:
    before = result.before.rating
    text = f"{'unrated' if before is None else f'{before:g}'} → {bold}{result.rating:g}{bold}"
    return text if before is None else f"{text} ({signed(result.rating - before, 0)})"


def _score_line(result: PlayerResult) -> str:
    line = f"Wins **{points(result.score)}** of {result.games}"
    if result.before.rating is None:
        return f"{line}: a first rating, from the performance"
    return score_line(result.score, result.games, result.expected)


def record_lines(report: EventReport) -> list[str]:
    """Return wins, losses and spread with byes and forfeits; empty without game points."""
    if not report.crosstable.has_points:
        return []
    records = records_of(division_of_crosstable(report.crosstable))
    record = records[report.crosstable.number_of(report.player.id)]
    return [f"Record **{won_lost(record)}**, spread **{record.spread:+d}**"]


def won_lost(record: WinLossRecord) -> str:
    """Return wins and losses: 14-7, 10½-6½."""
    return f"{points(record.wins)}-{points(record.losses)}"


def _segment_lines(result: PlayerResult) -> list[str]:
    lines = []
    for segment in result.segments:
        change = segment.change
        parts = [] if len(result.segments) == 1 else [_segment_text(segment)]
        if isinstance(change, Change):
            parts += _points_on_top(change)
        if parts:
            text = ", ".join(parts)
            lines.append(text[0].upper() + text[1:])
    return lines


def _segment_text(segment: SegmentResult) -> str:
    before = "unrated" if segment.before is None else f"{segment.before:g}"
    return f"Rounds {segment.rounds.first} to {segment.rounds.last}: {before} → **{segment.rating:g}**"


def _points_on_top(change: Change) -> Iterator[str]:
    if change.acceleration:
        yield f"acceleration {signed(change.acceleration, 1)}"
    if change.feedback:
        yield f"feedback {signed(change.feedback, 1)}"


def game_table(report: EventReport, result: PlayerResult, rows: int = _ROWS_SHOWN) -> str:
    """Return the opponents as rated with expected wins: 31 columns."""
    lines = list(_game_rows(report, result))
    text = table(("Rd", "", "Opp.", "Exp.", "Player"), lines[:rows], (2, 1, 4, 4, -16))
    return text if len(lines) <= rows else f"{text}\n… and {counted(len(lines) - rows, 'more game')}"


def _game_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for game, expected in _games(result):
        player = report.crosstable.entrant(game.opponent).player
        known = report.opponents.get(player) if isinstance(player, int) else None
        name = "" if known is None else plain(known.name)
        yield str(game.round), result_letter(game.score), rating(game.rating, 0), number(expected, 2), name


def _games(result: PlayerResult) -> Iterator[tuple[RatedGame, float]]:
    for segment in result.segments:
        # a newcomer's expected score is the first rating's
        rating = segment.change.rating if segment.before is None else segment.before
        for game in segment.games:
            yield game, expected_wins(rating, game.rating)


def game_lines(report: EventReport) -> list[GameLine]:
    return [
        game_line(report, report.crosstable.entrant(game.opponent), game.rating, expected, game.score)
        for game, expected in _games(report.outcome.detail)
    ]


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    result: PlayerResult = moved.outcome.detail
    return [f"**Opponents, as rated in each segment**\n{game_table(report, result)}"]


def goal_card(goal: GoalReport) -> discord.Embed:
    best: PlayerResult = goal.best.outcome.detail
    embed = goal_embed(goal)
    lines = [*goal_lines(goal), ESTIMATE_NOTE, "\n**Rating by number of wins**", _scores(goal)]
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · not stored")
    return embed


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        before = result.before.rating
        change = "" if before is None else signed(result.rating - before, 0)
        rows.append((score, f"{result.rating:g}", change, str(result.performance)))
    return table(("Wins", "Rating", "Change", "Perf."), rows, (5, 6, 6, 5))


class NaspaCards(Cards):
    """NASPA's cards."""

    official = (ESTIMATE_NOTE,)

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return result.games

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def further_line(self, moved: ListReport) -> str:
        return further_line(moved)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        after = moved.outcome.after
        missing = 0 if after is None else FEW_CAREER_GAMES - after.games
        return record_lines(report) + [f"provisional: {counted(missing, 'more game')}"] * (missing > 0)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        standing = card.standing
        state: PlayerState = card.state
        known = f"established, {counted(standing.games, 'game')}"
        if standing.provisional:
            missing = FEW_CAREER_GAMES - standing.games
            known = f"{counted(standing.games, 'game')}, {missing} more until the lower multiplier"
        return [
            f"## {standing.displayed}",
            f"An estimate of NASPA's rating · {known}",
            rank_line(card),
            f"Each win above the expected number is worth **{multiplier(standing.rating, state.games)}** points",
        ]


CARDS = NaspaCards()
