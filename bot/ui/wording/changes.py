"""What an undo or a late report changed, in words."""

from collections.abc import Mapping, Sequence

from bot.services.fold.changes import RatingChange
from bot.store.rows import Player
from bot.ui.framework.text import day_text, rating, safe

MOST_LINES = 12
ROOM = 3000
"""Characters that a text of changes may take where nothing else is said."""


def changes_text(
    changes: Sequence[RatingChange], people: Mapping[int, Player], room: int = ROOM, most: int = MOST_LINES
) -> str:
    """Return a line for every rating that is different now, within some characters and lines.

    Where they are too many, the first are left out: the current ratings, which people look for, come last.
    """
    several = len({change.rating_list for change in changes}) > 1
    lines = [f"- {_line(change, people, several=several)}" for change in changes]
    first_kept = 0 if len(lines) <= most else len(lines) - most + 1
    text = ""
    for left_out in range(first_kept, len(lines) + 1):
        text = "\n".join([f"- … and {left_out} more"] * (left_out > 0) + lines[left_out:])
        if len(text) <= room:
            break
    return text


def _line(change: RatingChange, people: Mapping[int, Player], *, several: bool) -> str:
    known = people.get(change.player_id)
    who = safe(known.name) if known else "a player"
    if several:
        who += f" ({change.rating_list.label})"
    moved = f"{figure(change.before)} → **{figure(change.after)}**"
    if change.day is None:
        return f"{who}, rating now: {moved}"
    event = safe(change.event_name, 60) if change.event_name else "event"
    return f"{who}, after {event} of {day_text(change.day)}: {moved}"


def figure(value: float | None) -> str:
    """Return a rating as lists of changes give it."""
    return "unrated" if value is None else rating(value, 2)
