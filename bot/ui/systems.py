"""Which words and tables go with which list: the one place that a new system's cards are entered in."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Protocol

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.forecast.goal import GoalReport
from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.fide import cards as fide
from bot.ui.naspa import cards as naspa
from bot.ui.oracle import cards as oracle
from bot.ui.uschess import cards as uschess
from core.house_rules import HouseRules
from core.lists import RatingList
from core.outcome import Award, Outcome
from core.systems import SYSTEMS


class SystemCards(Protocol):
    """What one rating system's answers look like; a module bot/ui/<system>/cards.py."""

    def rating_card(self, report: EventReport, further: Sequence[str]) -> discord.Embed:
        """Return one player's event, with a line for each list beside its main one."""
        ...

    def further_line(self, moved: ListReport) -> str:
        """Return what an event did to a list of this system beside its main one."""
        ...

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        """Return the tables behind the steps."""
        ...

    def rules_title(self, outcome: Outcome) -> str:
        """Return the name of the rules that were applied."""
        ...

    def goal_card(self, goal: GoalReport) -> discord.Embed: ...

    def player_lines(self, card: PlayerCard) -> list[str]: ...

    def entry_line(self, entry: JournalEntry, listed_on: date | None = None) -> str: ...

    def norm_letter(self, outcome: Outcome) -> str | None:
        """Return the letter of the norm that an event brought."""
        ...

    def award_name(self, award: Award, house_rules: HouseRules) -> str: ...


_BY_KEY: dict[str, SystemCards] = {"uschess": uschess, "fide": fide, "naspa": naspa, "oracle": oracle}

CARDS: dict[RatingList, SystemCards] = {moved: _BY_KEY[system.key] for moved, system in SYSTEMS.items()}
