"""What an undo or a late report changed, in words."""

import math
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
    """Return a line for every rating that is different now, the largest change first, within some characters and lines.

    Whose current rating is different has that line alone; the others have one for each later event.
    """
    several = len({change.rating_list for change in changes}) > 1
    shown = sorted(_once(changes), key=lambda change: -_size(change))
    lines = [f"- {_line(change, people, several=several)}" for change in shown]
    kept = len(lines) if len(lines) <= most else most - 1
    while True:
        left_out = len(lines) - kept
        text = "\n".join(lines[:kept] + [f"- … and {left_out} more"] * (left_out > 0))
        if len(text) <= room or kept == 0:
            return text
        kept -= 1


def _once(changes: Sequence[RatingChange]) -> list[RatingChange]:
    now = {(change.player_id, change.rating_list) for change in changes if change.day is None}
    return [change for change in changes if change.day is None or (change.player_id, change.rating_list) not in now]


def _size(change: RatingChange) -> float:
    """Return how much a rating moved; a first rating, and one that is gone, moved most."""
    if change.before is None or change.after is None:
        return math.inf
    return abs(change.after - change.before)


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
