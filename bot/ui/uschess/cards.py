"""US Chess in Discord, as bot/ui/systems.py asks for it."""

from bot.ui.uschess import rating_card as cards
from bot.ui.uschess.calculation import calculation_tables
from bot.ui.uschess.goal_card import goal_card
from bot.ui.uschess.player_lines import entry_line, player_lines
from bot.ui.uschess.rating_card import further_line, rating_card
from core.house_rules import HouseRules
from core.outcome import Award, Outcome
from core.uschess.player import PlayerResult

__all__ = [
    "award_name",
    "calculation_tables",
    "entry_line",
    "further_line",
    "goal_card",
    "norm_letter",
    "player_lines",
    "rating_card",
    "rules_title",
]


def rules_title(outcome: Outcome) -> str:
    """Return the name of the edition that was applied."""
    result: PlayerResult = outcome.detail
    return result.edition.title


def norm_letter(outcome: Outcome) -> str | None:
    """Return the letter of the norm that an event brought."""
    result: PlayerResult = outcome.detail
    return None if result.norms.earned is None else result.norms.earned.code


def award_name(award: Award, house_rules: HouseRules) -> str:
    """Return the name of a title."""
    return cards.award_name(award, house_rules.lifetime)
