"""US Chess in Discord."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.events.section import SectionReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.rating_card import PlayerCard
from bot.ui.system_cards import Cards
from bot.ui.uschess import answer_lines, calculation, goal_card, player_lines, rating_card
from bot.ui.uschess.games_table import games_heading, games_table
from bot.ui.uschess.title_lines import award_name
from bot.ui.wording.event_lines import GameLine
from core.club_rules import ClubRules
from core.outcome import Award, Outcome
from core.uschess.player import PlayerResult


class UsChessCards(Cards):
    """What is said of ratings with norms and titles."""

    waits = "norms wait"

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return rating_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return result.event.games_played

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return answer_lines.game_lines(report)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return answer_lines.notes(report, moved)

    def has_norms(self, report: EventReport) -> bool:
        return answer_lines.has_norms(report)

    def own_games(self, section: SectionReport, player_id: int) -> str:
        people = {player.id: player for player in section.players.values()}
        result: PlayerResult = section.outcomes[section.lists[0]][player_id].detail
        return f"{games_heading(section.crosstable)}\n" + games_table(section.crosstable, player_id, people, result)

    def further_line(self, moved: ListReport) -> str:
        return rating_card.further_line(moved)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation.calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card.goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        return player_lines.player_lines(card)

    def norm_letter(self, outcome: Outcome) -> str | None:
        result: PlayerResult = outcome.detail
        return None if result.norms.earned is None else result.norms.earned.code

    def award_name(self, award: Award, house_rules: ClubRules) -> str:
        return award_name(award, house_rules.lifetime)


CARDS = UsChessCards()
