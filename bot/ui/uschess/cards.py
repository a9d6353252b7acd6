"""US Chess in Discord."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.events.section import SectionReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.rating_card import PlayerCard
from bot.ui.system_cards import Cards
from bot.ui.uschess import calculation, goal_card, player_lines, rating_card, settings_fields
from bot.ui.uschess.games_table import games_heading, games_table
from bot.ui.uschess.norm_codes import reconstruction_note
from bot.ui.wording.printed import Printable
from core.club_rules import ClubRules
from core.outcome import Award, Outcome
from core.uschess.lifetime import public_title
from core.uschess.player import PlayerResult


class UsChessCards(Cards):
    """What is said of ratings with norms and titles."""

    def rating_card(self, report: EventReport, further: Sequence[str]) -> discord.Embed:
        return rating_card.rating_card(report, further)

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
        return rating_card.award_name(award, house_rules.lifetime)

    def codes_note(self, ratings: Iterable[Printable], rules: ClubRules) -> str | None:
        if not rules.codes:
            return None
        titles = (public_title(rating.title_level, rating.title_points) for rating in ratings if not rating.provisional)
        return reconstruction_note(titles, rules.lifetime)

    def settings_fields(self, rules: ClubRules) -> Iterable[tuple[str, str]]:
        return settings_fields.settings_fields(rules.lifetime)

    def own_tables(self, rules: ClubRules) -> Iterable[tuple[str, str]]:
        return settings_fields.own_tables(rules.lifetime)


CARDS = UsChessCards()
