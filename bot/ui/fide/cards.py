"""FIDE in Discord."""

from collections.abc import Iterable, Sequence
from datetime import date

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.events.section import SectionReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.fide import calculation, goal_card, player_lines, rating_card
from bot.ui.fide.norm_lines import section_norm_texts
from bot.ui.fide.wording import OFFICIAL, title_name
from bot.ui.system_cards import Cards
from core.club_rules import ClubRules
from core.outcome import Award


class FideCards(Cards):
    """What is said of ratings that wait for their list. A norm takes more than a rating, and is asked for by itself."""

    official = (OFFICIAL,)

    def rating_card(self, report: EventReport, further: Sequence[str]) -> discord.Embed:
        return rating_card.rating_card(report, further)

    def further_line(self, moved: ListReport) -> str:
        return rating_card.further_line(moved)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation.calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card.goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        return player_lines.player_lines(card)

    def entry_line(self, entry: JournalEntry, listed_on: date | None = None) -> str:
        return player_lines.entry_line(entry, listed_on)

    def award_name(self, award: Award, house_rules: ClubRules) -> str:
        return title_name(award)

    def section_norms(self, section: SectionReport) -> list[str]:
        return section_norm_texts(section)


CARDS = FideCards()
