"""A starting rating or a correction taken back: it stays stored, no longer counts, and what follows is folded again."""

from dataclasses import dataclass
from datetime import date

from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import corrections
from bot.store.events.corrections import SetRating
from bot.store.people import players
from bot.store.rows import FactKind, FactRef, Player
from core.errors import NotFoundError
from core.lists import RatingList

UNDONE = "undo-rating"
"""The audit's name for it."""


@dataclass(frozen=True, slots=True)
class OpeningUndone:
    """A starting rating or correction that no longer counts.

    day: from which on it counted. rating: what was set.
    changes: later events and current ratings that are different now; people: those named in them.
    """

    player: Player
    rating_list: RatingList
    day: date
    rating: float
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case(UNDONE, director_to="take a rating back that was set")
def undo_rating(write: Write, opening_id: int) -> OpeningUndone:
    """Take back a rating that was set; directors only."""
    count_due(write)
    found = corrections.find_opening(write.connection, write.club.id, opening_id)
    if found is None:
        raise NotFoundError("That rating has been taken back already: set it again with /rating set.")
    report = take_back(write, found)
    write.note(opening_id)
    return report


def take_back(write: Write, found: SetRating) -> OpeningUndone:
    """Void an opening and fold what follows it."""
    fact, rating_list = found.fact, found.rating_list
    corrections.void_opening(write.connection, fact.opening_id)
    taken = FactRef(fact.place, FactKind.OPENING, fact.opening_id, fact.players)
    moved = write.fold({rating_list: ListChange(removed=(taken,))}).changes
    people = players.by_ids(write.connection, write.club.id, {fact.player_id, *(change.player_id for change in moved)})
    return OpeningUndone(people[fact.player_id], rating_list, fact.place.date, fact.rating, moved, people)
