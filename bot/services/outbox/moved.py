"""What a fold leaves for whatever follows ratings: live boards, roles, news, notices.

One row a fold, and only in a club where something follows. What it means is worked out after the answer
(`bot.services.alive.follow`).
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from bot.services.fold.replay import Fold
from bot.store.alive import outbox
from bot.store.database import Connection
from bot.store.rows import Club, JournalEntry, Standing
from core.lists import RatingList

MOVED = "moved"
"""The kind of row."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What one fold moved on one list.

    players: the displayed rating before, of everybody whose standing is another; None for who had none.
    events: those that came, went, or did something else than before. by: the Discord user who caused it, or none.
    """

    rating_list: RatingList
    players: Mapping[int, int | None]
    events: frozenset[int]
    by: int | None
    at: datetime

    @classmethod
    def of(cls, done: Fold, by: int | None, at: datetime) -> Self:
        """Return what a fold moved."""
        players = {
            player_id: None if old is None else old.displayed
            for player_id, old in done.before.items()
            if _is_other(old, done.after.get(player_id))
        }
        before = {(entry.player_id, entry.place): entry for entry in done.old}
        changed = [
            entry for entry in done.new if _is_other_entry(entry, before.pop((entry.player_id, entry.place), None))
        ]
        events = {entry.event_id for entry in (*changed, *before.values())} - {None}
        return cls(done.rating_list, players, frozenset(event for event in events if event is not None), by, at)

    def to_json(self) -> dict[str, Any]:
        return {
            "list": self.rating_list.value,
            "players": [[player_id, shown] for player_id, shown in self.players.items()],
            "events": sorted(self.events),
            "by": self.by,
            "at": self.at.isoformat(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            RatingList(data["list"]),
            dict(data["players"]),
            frozenset(data["events"]),
            data["by"],
            datetime.fromisoformat(data["at"]),
        )


def put_moved(
    connection: Connection, club: Club, folded: Mapping[RatingList, Fold], by: int | None, now: datetime
) -> None:
    """Keep what folds moved for whatever follows them: one statement, and none where nothing does."""
    if not club.followed:
        return
    moved = [Moved.of(done, by, now) for done in folded.values()]
    details = [one.to_json() for one in moved if one.players or one.events]
    if details:
        # Never the same subject: each fold of a transaction has its own row.
        outbox.put(connection, club.id, MOVED, secrets.token_hex(16), now, details)


def _is_other(old: Standing | None, new: Standing | None) -> bool:
    return _seen(old) != _seen(new)


def _seen(standing: Standing | None) -> tuple[Any, ...] | None:
    """Return what a board, a role or a notice can show of a standing."""
    if standing is None:
        return None
    titles = (standing.title_level, standing.title_points)
    return (standing.displayed, standing.games, standing.provisional, standing.active, standing.place.date, *titles)


def _is_other_entry(new: JournalEntry, old: JournalEntry | None) -> bool:
    return old is None or (new.before, new.after, new.games_after) != (old.before, old.after, old.games_after)
