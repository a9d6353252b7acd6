"""Whether a report tells an event again that is stored with the same player in it."""

from collections.abc import Iterable, Sequence

from bot.store.database import Connection
from bot.store.events import facts, unconfirmed
from bot.store.events.unconfirmed import Moving
from bot.store.rows import Club, Event, Player
from core.crosstable import Crosstable
from core.likeness.same_event import is_told_again
from core.lists import RatingList


def told_before(
    connection: Connection,
    club: Club,
    own: Player,
    told: Crosstable,
    name: str | None,
    lists: Sequence[RatingList],
    moving: Iterable[Moving],
    but: int | None = None,
) -> Event | None:
    """Return an event that is stored and that a player's report is likely to tell again.

    moving: what moves the player from its day on.
    """
    ids = [event_id for event_id in unconfirmed.on_days(moving, lists, told.date) if event_id != but]
    tables = facts.crosstables(connection, ids) if ids else {}
    stored = facts.by_ids(connection, ids) if ids else []
    return next((one for one in stored if is_told_again(tables[one.id], one.name, told, name, own.id)), None)
