"""Oracle cards."""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.matches.match import MatchReport
from bot.services.ratings.forecast import GoalReport
from bot.services.ratings.rating_card import PlayerCard, ProfileCard
from bot.store.database.rows import JournalEntry
from bot.ui.framework.text import day_text, number, plain, rating, signed, table
from bot.ui.systems.oracle.match_card import FOOTER, pool_lines
from bot.ui.systems.oracle.wording import KIND_WORDS, interval_text, percent, record, standing_text, tally_of
from bot.ui.systems.system_cards import Cards
from bot.ui.wording.shared_lines import (
    GameLine,
    figure,
    goal_embed,
    goal_lines,
    opponent_name,
    rank_line,
    score_line,
    scores_shown,
)
from core.rating.oracle.config import PlayerKind
from core.rating.oracle.event import PlayerResult, RatedMatch
from core.rating.oracle.formula import LEVEL, displayed, rating_interval, rating_of, tier, win_probability
from core.rating.oracle.state import PlayerState
from core.rating.outcome import SEASON, Outcome
from core.words import counted

RULES_TITLE = "Oracle (Bradley-Terry)"
ROWS_SHOWN = 40


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    lines = [
        f"## {_moved(result, bold='')}",
        score_line(round(2 * result.score) / 2, result.games, result.expected),
        f"Performance **{number(result.performance, 1)}** · with a chance of 95% between "
        f"**{interval_text(result.interval)}** now",
        *further,
    ]
    return "\n".join(lines) + "\n" + match_table(report, result)


def game_lines(report: EventReport) -> list[GameLine]:
    result: PlayerResult = report.outcome.detail
    lines = []
    for match in result.matches:
        chance = win_probability(match.log_strength - match.opponents_log_strength)
        shown = displayed(rating_of(match.opponents_log_strength))
        figures = f"{shown}", number(chance, 2).removeprefix("0"), score_text(match)
        lines.append(GameLine(figures, opponent_name(report, report.crosstable.entrant(match.opponent))))
    return lines


def score_text(match: RatedMatch) -> str:
    return f"{number(match.points, 1).removesuffix('.0')}/{match.games}"


def further_line(moved: ListReport) -> str:
    result: PlayerResult = moved.outcome.detail
    return f"{moved.rating_list.label} too: {_moved(result)}"


def _moved(result: PlayerResult, bold: str = "**") -> str:
    after = standing_text(result.after)
    return f"{standing_text(result.before)} → {bold}{after}{bold} ({signed(result.change, 1)})"


def match_table(report: EventReport, result: PlayerResult) -> str:
    """Return opponents with winning chances and what each match changed: 31 columns."""
    rows = list(_match_rows(report, result))
    text = table(("Score", "Chance", "Change", "Player"), rows[:ROWS_SHOWN], (7, 6, 6, -9))
    return text if len(rows) <= ROWS_SHOWN else f"{text}\n… and {counted(len(rows) - ROWS_SHOWN, 'more opponent')}"


def _match_rows(report: EventReport, result: PlayerResult) -> Iterator[tuple[str, ...]]:
    for match in result.matches:
        entrant = report.crosstable.entrant(match.opponent)
        known = report.opponents.get(entrant.player) if isinstance(entrant.player, int) else None
        chance = win_probability(match.log_strength - match.opponents_log_strength)
        name = entrant.name if known is None else known.name
        yield (
            score_text(match),
            percent(chance).removesuffix("%"),
            signed(match.moved, 3),
            "" if name is None else plain(name),
        )


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    result: PlayerResult = moved.outcome.detail
    heading = "**Matches: chance of winning a game in percent, and the change of ln s**"
    return [f"{heading}\n{match_table(report, result)}"]


def goal_card(goal: GoalReport) -> discord.Embed:
    embed = goal_embed(goal)
    embed.description = "\n".join([*goal_lines(goal), "**What each score would give**", _scores(goal)])
    embed.set_footer(text=f"Rules: {RULES_TITLE} · not stored")
    return embed


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        figures = number(result.after.rating, 2), signed(result.change, 2), number(result.performance, 1)
        rows.append((score, *figures))
    return table(("Score", "Rating", "Change", "Perf."), rows, (7, 7, 7, 7))


class OracleCards(Cards):
    """Oracle's cards."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return full_text(report, further)

    match_foot = FOOTER

    def match_lines(self, report: MatchReport) -> list[str]:
        return pool_lines(report)

    game_heading = ("Opp.", "Win", "Score")

    def game_sums(self, outcome: Outcome) -> None:
        """Return None: each row is a match."""

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return result.games

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def further_line(self, moved: ListReport) -> str:
        return further_line(moved)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        result: PlayerResult = moved.outcome.detail
        return [f"With a chance of 95% between **{interval_text(result.interval)}**"]

    def small_print(self, report: EventReport) -> list[str]:
        result: PlayerResult = report.outcome.detail
        return [RULES_TITLE, "draws count half" if result.config.counts_draws else "draws do not count"]

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation_tables(report, moved)

    def rules_title(self, outcome: Outcome) -> str:
        return RULES_TITLE

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card(goal)

    def certainty(self, card: PlayerCard) -> str:
        state: PlayerState = card.state
        error = state.standard_error(card.house_rules.oracle_for(card.rating_list))
        interval = rating_interval(state.log_strength, error, LEVEL)
        return f"{interval_text(interval)} · {percent(win_probability(state.log_strength))} v. Keeper"

    def player_lines(self, card: PlayerCard) -> list[str]:
        state: PlayerState = card.state
        config = card.house_rules.oracle_for(card.rating_list)
        interval = rating_interval(state.log_strength, state.standard_error(config), LEVEL)
        kind = "provisional" if card.standing.provisional else "established"
        lines = [
            f"## {card.standing.displayed}",
            f"{rating(state.rating, 2)} exactly · {kind}, {counted(state.games, 'game')} · {tier(state.rating)}",
            f"With a chance of 95% between **{interval_text(interval)}**",
            f"Record **{record(tally_of(state))}** · {rank_line(card)}",
        ]
        if state.calibrated is not None:
            lines.append(f"Calibrated on {day_text(state.calibrated)}")
        return lines

    def entry_line(self, card: PlayerCard, entry: JournalEntry) -> str:
        if entry.list_fact_id is None or entry.rules == SEASON:
            return super().entry_line(card, entry)
        text = f"{day_text(entry.place.date)} calibration: {figure(entry.before)} → **{figure(entry.after)}**"
        return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"

    def profile_lines(self, card: ProfileCard) -> list[str]:
        rules = card.house_rules
        pools = [pool for pool in rules.pools if rules.oracle_for(pool).keeper_player == card.profile.id]
        if pools:
            return ["The Keeper of " + ", ".join(pool.label for pool in pools)]
        return [] if card.profile.kind is None else [KIND_WORDS[PlayerKind(card.profile.kind)].capitalize()]


CARDS = OracleCards()
