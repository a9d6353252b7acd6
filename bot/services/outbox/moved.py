"""What a fold leaves for whatever follows ratings: live boards, roles, news, notices.

One row a fold, and only in a club where something follows. What it means is worked out after the answer
(`bot.services.alive.follow`).
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from bot.services.fold.replay import Fold
from bot.store.alive import outbox
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import evenings
from bot.store.rows import Club, Standing
from core.lists import RatingList
from core.systems import SYSTEMS

MOVED = "moved"
"""The kind of row."""

CARD, EVERY_ROUND = "evening-card", "all"
"""The kind of an evening's cards, by its id; what stands behind it where the boards of every round are looked at."""

DAYS_OF_NEWS = 31
"""How old an event may be that is news: a day more, for wherever the club is."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What one fold moved on one list.

    players: the displayed rating before, of everybody whose standing is another; None for who had none.
    events: those that went, and of the last days all that were rated. by: the Discord user who caused it, or none.
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
        latest = at.date() - timedelta(days=DAYS_OF_NEWS)
        rated = {entry.event_id for entry in done.new}
        events = {entry.event_id for entry in done.new if entry.place.date >= latest}
        events |= {entry.event_id for entry in done.old} - rated
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
    if not club.followers:
        return
    moved = [Moved.of(done, by, now) for done in folded.values()]
    details = [one.to_json() for one in moved if one.players or one.events]
    if details:
        # Never the same subject: each fold of a transaction has its own row.
        outbox.put(connection, club.id, MOVED, secrets.token_hex(16), now, details)


def put_shown_otherwise(connection: Connection, club: Club, player_id: int, by: int | None, now: datetime) -> None:
    """Let whatever follows ratings look again at a player who is called, hidden or shown otherwise.

    So do the cards of paired evenings that they play in, and the boards of every round.
    """
    for evening_id in evenings.played_by(connection, player_id):
        outbox.put(connection, club.id, CARD, f"{evening_id}:{EVERY_ROUND}", now)
    if not club.followers:
        return
    on_lists = [(one, standings.find(connection, club.id, one, player_id)) for one in SYSTEMS]
    moved = [Moved(one, {player_id: at.displayed}, frozenset(), by, now) for one, at in on_lists if at is not None]
    if moved:
        outbox.put(connection, club.id, MOVED, secrets.token_hex(16), now, [one.to_json() for one in moved])


def _is_other(old: Standing | None, new: Standing | None) -> bool:
    return _seen(old) != _seen(new)


def _seen(standing: Standing | None) -> tuple[Any, ...] | None:
    """Return what a board, a role or a notice can show of a standing."""
    if standing is None:
        return None
    titles = (standing.title_level, standing.title_points)
    return (standing.displayed, standing.games, standing.provisional, standing.active, standing.place.date, *titles)
