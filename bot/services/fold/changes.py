"""What a fold changed of ratings that stood before."""

from datetime import date
from typing import NamedTuple

from bot.services.fold.replay import Fold
from core.lists import RatingList
from core.outcome import SEASON
from core.systems import SYSTEMS

_OF_LISTS = {True: "the list", False: "the calibration"}
"""What happens to a whole list, by whether its results wait for it."""


class RatingChange(NamedTuple):
    """What a fold changed for one player: in one event, or (event_name and day None) in the current rating.

    A tuple, for the audit keeps hundreds of them.
    """

    player_id: int
    rating_list: RatingList
    event_name: str | None
    day: date | None
    before: float | None
    after: float | None


def changes(done: Fold) -> list[RatingChange]:
    """Return what a fold changed of what stood before: later events first, then the current ratings."""
    again = {(entry.player_id, entry.place): entry for entry in done.new}
    moved = []
    for entry in done.old:
        new = again.get((entry.player_id, entry.place))
        if new is not None and new.after != entry.after:
            name = entry.event_name
            if entry.list_fact_id is not None:
                name = "the season" if entry.rules == SEASON else _OF_LISTS[SYSTEMS[done.rating_list].waits_for_list]
            moved.append(
                RatingChange(entry.player_id, done.rating_list, name, entry.place.date, entry.after, new.after)
            )
    for player_id, old in done.before.items():
        new_standing = done.after.get(player_id)
        before = None if old is None else old.rating
        after = None if new_standing is None else new_standing.rating
        if before != after:
            moved.append(RatingChange(player_id, done.rating_list, None, None, before, after))
    return moved
