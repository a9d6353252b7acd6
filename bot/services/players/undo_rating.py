"""A starting rating or a correction taken back: it stays stored, no longer counts, and what follows is folded again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.oracle.due import count_due
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import corrections
from bot.store.events.corrections import SetRating
from bot.store.kept import audits
from bot.store.people import players
from bot.store.rows import Club, FactKind, FactRef, Player
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


async def undo_rating(services: Services, actor: Actor, opening_id: int) -> OpeningUndone:
    """Take back a rating that was set; directors only."""

    def work(connection: Connection) -> OpeningUndone:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "take a rating back that was set")
        seen = rating_undone(connection, club, actor)
        if seen is not None:
            return seen
        count_due(connection, services, club)
        found = corrections.find_opening(connection, club.id, opening_id)
        if found is None:
            raise NotFoundError("That rating has been taken back already: set it again with /rating set.")
        return take_back(connection, services, actor, club, found)

    return await services.database.write(work, club=actor.club_id)


def take_back(connection: Connection, services: Services, actor: Actor, club: Club, found: SetRating) -> OpeningUndone:
    """Void an opening and fold what follows it. Needs the club's lock."""
    fact, rating_list = found.fact, found.rating_list
    corrections.void_opening(connection, fact.opening_id)
    taken = FactRef(fact.place, FactKind.OPENING, fact.opening_id, fact.players)
    done = fold_lists(connection, club, services.today(), {rating_list: ListChange(removed=(taken,))})
    details = {
        "player": fact.player_id,
        "list": rating_list.value,
        "day": fact.place.date.isoformat(),
        "rating": fact.rating,
        "changes": changes_to_json(change for folded in done.values() for change in changes(folded)),
    }
    note(connection, services, actor, UNDONE, fact.opening_id, details)
    return _from_json(connection, club, details)


def rating_undone(connection: Connection, club: Club, actor: Actor) -> OpeningUndone | None:
    """Return what this interaction has taken back before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.action != UNDONE:
        return None
    return _from_json(connection, club, seen.details)


def _from_json(connection: Connection, club: Club, data: Mapping[str, Any]) -> OpeningUndone:
    moved = changes_from_json(data["changes"])
    people = players.by_ids(connection, club.id, {data["player"], *(change.player_id for change in moved)})
    day = date.fromisoformat(data["day"])
    return OpeningUndone(people[data["player"]], RatingList(data["list"]), day, data["rating"], moved, people)
