"""Oracle in Discord."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.profile import ProfileCard
from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.framework.text import count, day_text, rating, signed
from bot.ui.oracle import calculation, goal_card, rating_card
from bot.ui.oracle.wording import KIND_WORDS, interval_text, percent, record, tally_of
from bot.ui.system_cards import Cards
from bot.ui.wording.changes import figure
from bot.ui.wording.entry_lines import rank_line
from bot.ui.wording.event_lines import GameLine
from core.oracle.event import PlayerResult
from core.oracle.kinds import PlayerKind
from core.oracle.scale import tier, win_probability
from core.oracle.state import PlayerState
from core.oracle.system import LISTS
from core.oracle.uncertainty import LEVEL, rating_interval
from core.outcome import SEASON, Outcome


class OracleCards(Cards):
    """What is said of players of a pool."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return rating_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return result.games

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return rating_card.game_lines(report)

    def further_line(self, moved: ListReport) -> str:
        return rating_card.further_line(moved)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        result: PlayerResult = moved.outcome.detail
        return [f"With a chance of 95 % between **{interval_text(result.interval)}**"]

    def small_print(self, report: EventReport) -> list[str]:
        result: PlayerResult = report.outcome.detail
        return [rating_card.RULES_TITLE, "draws count half" if result.config.counts_draws else "draws do not count"]

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation.calculation_tables(report, moved)

    def rules_title(self, outcome: Outcome) -> str:
        """Return the name of the rules, of which there is one edition."""
        return rating_card.RULES_TITLE

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card.goal_card(goal)

    def how_sure(self, card: PlayerCard) -> str:
        """Return the interval and the chance against the Keeper."""
        state: PlayerState = card.state
        error = state.standard_error(card.house_rules.oracle_for(card.rating_list))
        interval = rating_interval(state.log_strength, error, LEVEL)
        return f"{interval_text(interval)} · {percent(win_probability(state.log_strength))} v. Keeper"

    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return rating, interval, record and rank."""
        state: PlayerState = card.state
        config = card.house_rules.oracle_for(card.rating_list)
        interval = rating_interval(state.log_strength, state.standard_error(config), LEVEL)
        kind = "provisional" if card.standing.provisional else "established"
        lines = [
            f"## {card.standing.displayed}",
            f"{rating(state.rating, 2)} exactly · {kind}, {count(state.games, 'game')} · {tier(state.rating)}",
            f"With a chance of 95 % between **{interval_text(interval)}**",
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
        """Return which engine it is that plays, or whose pools' Keeper."""
        pools = [pool for pool in LISTS if card.house_rules.oracle_for(pool).keeper_player == card.profile.id]
        if pools:
            return ["The Keeper of " + ", ".join(pool.label for pool in pools)]
        return [] if card.profile.kind is None else [KIND_WORDS[PlayerKind(card.profile.kind)].capitalize()]


CARDS = OracleCards()
