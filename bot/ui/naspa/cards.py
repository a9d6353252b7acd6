"""NASPA in Discord, as bot/ui/systems.py asks for it."""

from bot.services.players.rating_card import PlayerCard
from bot.ui.framework.text import count
from bot.ui.naspa.calculation import calculation_tables
from bot.ui.naspa.goal_card import goal_card
from bot.ui.naspa.rating_card import further_line, rating_card
from bot.ui.wording.entry_lines import rank_line, usual_entry_line
from core.house_rules import HouseRules
from core.naspa.event import PlayerResult
from core.naspa.formula import FEW_CAREER_GAMES, multiplier
from core.naspa.state import PlayerState
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
    """Return nothing: Scrabble has no norms."""
    return None


def award_name(award: Award, house_rules: HouseRules) -> str:
    """Return the code of an award, of which there is none here."""
    return award.code


def player_lines(card: PlayerCard) -> list[str]:
    """Return the rating, its games, what a win counts, and the rank."""
    standing = card.standing
    state: PlayerState = card.state
    known = f"established, {count(standing.games, 'game')}"
    if standing.provisional:
        known = f"{count(standing.games, 'game')}, {FEW_CAREER_GAMES - standing.games} more to the lower multiplier"
    return [
        f"## {standing.shown}",
        f"An estimate of NASPA's rating · {known}",
        rank_line(card),
        f"A win counts **{multiplier(standing.rating, state.games)}** points × what it was above expectation",
    ]


entry_line = usual_entry_line
