"""Oracle in Discord, as bot/ui/systems.py asks for it."""

from datetime import date

from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.framework.text import count, day_text, rating, signed
from bot.ui.oracle.calculation import calculation_tables
from bot.ui.oracle.goal_card import goal_card
from bot.ui.oracle.rating_card import RULES_TITLE, further_line, rating_card
from bot.ui.oracle.wording import interval_text, record, tally_of
from bot.ui.wording.changes import figure
from bot.ui.wording.entry_lines import rank_line, usual_entry_line
from core.house_rules import HouseRules
from core.oracle.scale import tier
from core.oracle.state import PlayerState
from core.oracle.uncertainty import LEVEL, rating_interval
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
    """Return the name of the rules, of which there is one edition."""
    return RULES_TITLE


def norm_letter(outcome: Outcome) -> str | None:
    """Return None: Oracle ratings have no norms."""
    return None


def award_name(award: Award, house_rules: HouseRules) -> str:
    """Return the code of an award, of which there is none here."""
    return award.code


def player_lines(card: PlayerCard) -> list[str]:
    """Return rating, interval, record and rank."""
    state: PlayerState = card.state
    config = card.house_rules.oracle_for(card.rating_list)
    interval = rating_interval(state.log_strength, state.standard_error(config), LEVEL)
    kind = "provisional" if card.standing.provisional else "established"
    lines = [
        f"## {card.standing.shown}",
        f"{rating(state.rating, 2)} exactly · {kind}, {count(state.games, 'game')} · {tier(state.rating)}",
        f"With a chance of 95 % between **{interval_text(interval)}**",
        f"Record **{record(tally_of(state))}** · {rank_line(card)}",
    ]
    if state.calibrated is not None:
        lines.append(f"Calibrated on {day_text(state.calibrated)}")
    return lines


def entry_line(entry: JournalEntry, listed_on: date | None = None) -> str:
    """Return what moved a rating, before and after."""
    if entry.list_fact_id is None:
        return usual_entry_line(entry)
    text = f"{day_text(entry.place.date)} calibration: {figure(entry.before)} → **{figure(entry.after)}**"
    return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"
