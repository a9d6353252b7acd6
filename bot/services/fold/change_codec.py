"""Rating changes as the audit keeps them, so that an interaction that is delivered again is answered alike."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from bot.services.fold.changes import RatingChange
from core.lists import RatingList


def changes_to_json(changes: Iterable[RatingChange]) -> list[list[Any]]:
    """Return a JSON form; `changes_from_json` reads it back unchanged."""
    return [
        [
            change.player_id,
            change.rating_list.value,
            change.event_name,
            None if change.day is None else change.day.isoformat(),
            change.before,
            change.after,
        ]
        for change in changes
    ]


def changes_from_json(data: Sequence[Sequence[Any]]) -> tuple[RatingChange, ...]:
    return tuple(
        RatingChange(
            player_id, RatingList(moved), name, None if day is None else date.fromisoformat(day), before, after
        )
        for player_id, moved, name, day, before, after in data
    )
