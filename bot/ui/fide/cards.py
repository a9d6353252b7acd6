"""FIDE in Discord."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.events.section import SectionReport
from bot.services.fide.title_prospects import title_prospects
from bot.services.forecast.goal import GoalReport
from bot.services.forecast.live_section import LiveSection
from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.fide import answer_lines, calculation, goal_card, player_lines, rating_card
from bot.ui.fide.norm_lines import section_norm_texts
from bot.ui.fide.wording import OFFICIAL, title_name
from bot.ui.system_cards import Cards
from bot.ui.wording.event_lines import GameLine
from core.club_rules import ClubRules
from core.fide.player import PlayerResult
from core.outcome import Award, Outcome
from core.prospects import Prospect


class FideCards(Cards):
    """What is said of ratings that wait for their list. A norm takes more than a rating, and is asked for by itself."""

    official = (OFFICIAL,)

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return rating_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.opponents)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return answer_lines.game_lines(report)

    def moved_text(self, report: EventReport, moved: ListReport) -> str:
        return answer_lines.moved_text(moved.outcome.detail)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return answer_lines.notes(moved.outcome.detail)

    def further_line(self, moved: ListReport) -> str:
        return rating_card.further_line(moved)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation.calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card.goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        return player_lines.player_lines(card)

    def entry_line(self, card: PlayerCard, entry: JournalEntry) -> str:
        return player_lines.entry_line(card, entry)

    def further_prospects(self, section: LiveSection, number: int) -> Sequence[Prospect]:
        return title_prospects(section, number)

    def award_name(self, award: Award, house_rules: ClubRules) -> str:
        return title_name(award)

    def section_norms(self, section: SectionReport) -> list[str]:
        return section_norm_texts(section)


CARDS = FideCards()
