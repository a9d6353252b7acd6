"""What an undo or a late report changed, in words."""

from collections.abc import Mapping, Sequence

from bot.services.folding import RatingChange
from bot.store.rows import Player
from bot.ui.text import day_text, rating, safe

MOST_LINES = 12


def changes_text(changes: Sequence[RatingChange], people: Mapping[int, Player]) -> str:
    """Return a line for every rating that is different now; the current ratings come last."""
    lines = [_line(change, people) for change in changes]
    if len(lines) > MOST_LINES:
        left_out = len(lines) - MOST_LINES
        lines = [*lines[: MOST_LINES - 1], f"… and {left_out + 1} more"]
    return "\n".join(f"- {line}" for line in lines)


def _line(change: RatingChange, people: Mapping[int, Player]) -> str:
    known = people.get(change.player_id)
    who = safe(known.name) if known else "a player"
    moved = f"{_figure(change.before)} → **{_figure(change.after)}**"
    if change.day is None:
        return f"{who}, rating now: {moved}"
    event = safe(change.event_name, 60) if change.event_name else "event"
    return f"{who}, after {event} of {day_text(change.day)}: {moved}"


def _figure(value: float | None) -> str:
    return "unrated" if value is None else rating(value, 2)
