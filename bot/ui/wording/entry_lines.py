"""Lines of a player's card that are the same in every system."""

from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.framework.text import day_text, safe, signed
from bot.ui.wording.changes import figure
from core.likeness.event_names import event_name
from core.outcome import SEASON


def rank_line(card: PlayerCard) -> str:
    """Return the place among the active players, or since when there is none."""
    if card.rank is None:
        return f"Inactive: the last event was on {day_text(card.standing.place.date)}"
    return f"Rank **{card.rank}** of {card.ranked}"


def default_entry_line(entry: JournalEntry) -> str:
    """Return what moved a rating, before and after."""
    if entry.is_demotion:
        return f"{day_text(entry.place.date)} lifetime title lowered by 100, as requested"
    if entry.opening_id is not None:
        return f"{day_text(entry.place.date)} rating set: **{figure(entry.after)}**"
    what = "season begins" if entry.rules == SEASON else safe(event_name(entry.event_name, entry.place.date), 40)
    text = f"{day_text(entry.place.date)} {what}: {figure(entry.before)} → **{figure(entry.after)}**"
    return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"
