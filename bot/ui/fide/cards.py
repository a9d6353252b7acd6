"""FIDE in Discord, as bot/ui/systems.py asks for it."""

from bot.ui.fide.calculation import calculation_tables
from bot.ui.fide.goal_card import goal_card
from bot.ui.fide.player_lines import entry_line, player_lines
from bot.ui.fide.rating_card import further_line, rating_card
from bot.ui.fide.wording import title_name
from core.fide.player import PlayerResult
from core.house_rules import HouseRules
from core.outcome import Award, Outcome

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
    """Return None: a FIDE norm takes more than a rating, and is asked for by itself."""
    return None


def award_name(award: Award, house_rules: HouseRules) -> str:
    """Return the name of a title."""
    return title_name(award)
