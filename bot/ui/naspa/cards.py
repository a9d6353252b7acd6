"""NASPA in Discord."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.rating_card import PlayerCard
from bot.ui.framework.text import count
from bot.ui.naspa import calculation, goal_card, rating_card
from bot.ui.system_cards import Cards
from bot.ui.wording.entry_lines import rank_line
from bot.ui.wording.event_lines import GameLine
from core.naspa.event import PlayerResult
from core.naspa.formula import FEW_CAREER_GAMES, multiplier
from core.naspa.state import PlayerState
from core.outcome import Outcome


class NaspaCards(Cards):
    """What is said of an estimate."""

    official = (rating_card.ESTIMATE_NOTE,)

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
        after = moved.outcome.after
        missing = 0 if after is None else FEW_CAREER_GAMES - after.games
        return rating_card.record_lines(report) + [f"provisional: {count(missing, 'more game')}"] * (missing > 0)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation.calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card.goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return the rating, its games, what a win counts, and the rank."""
        standing = card.standing
        state: PlayerState = card.state
        known = f"established, {count(standing.games, 'game')}"
        if standing.provisional:
            known = f"{count(standing.games, 'game')}, {FEW_CAREER_GAMES - standing.games} more to the lower multiplier"
        return [
            f"## {standing.displayed}",
            f"An estimate of NASPA's rating · {known}",
            rank_line(card),
            f"A win counts **{multiplier(standing.rating, state.games)}** points × what it was above expectation",
        ]


CARDS = NaspaCards()
