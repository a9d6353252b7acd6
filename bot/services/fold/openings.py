"""Starting ratings that came with an event: they go with it, and move with it to another day."""

from collections.abc import Collection

from bot.services.fold.lists import ListChange, ListChanges
from bot.store.database import Connection
from bot.store.events import corrections, facts
from bot.store.rows import OF_THE_LIST, Club, Event, FactKind, FactPosition, FactRef, OpeningFact
from core.lists import RatingList

ListRef = tuple[RatingList, FactRef]


def openings_to_undo(connection: Connection, club: Club, event_id: int, movers: Collection[int]) -> list[ListRef]:
    """Return the starting ratings that a voided event leaves without a reason, each on its own list.

    Those that came with it, and those of its players that came with events voided before and stayed because this one
    built on them; but for those that something else still builds on.
    """
    found = dict.fromkeys(corrections.came_with(connection, club.id, event_id))
    found |= dict.fromkeys(corrections.left_behind(connection, club.id, movers))
    orphans = [(moved, _ref(opening)) for moved, opening in found]
    gone = {ref.place for _, ref in orphans}
    return [(moved, ref) for moved, ref in orphans if not _is_built_on(connection, club, moved, ref, gone)]


def move_openings(connection: Connection, club: Club, event: Event, now: FactPosition, changed: ListChanges) -> None:
    """Take an event's starting ratings along to another day, where nothing between has built on them.

    They stand just before it: behind it, it would rate players who are not rated yet.
    """
    for moved, opening in corrections.came_with(connection, club.id, event.id):
        was = _ref(opening)
        if was.place.date == now.date or (was.place < now and _is_played_between(connection, club, moved, was, now)):
            continue
        corrections.move_opening(connection, opening.opening_id, now.date)
        there = FactRef(FactPosition(now.date, was.place.seq), was.kind, was.id, was.players)
        before = changed.get(moved, ListChange())
        changed[moved] = ListChange(removed=(*before.removed, was), recompute=(*before.recompute, there))


def _ref(opening: OpeningFact) -> FactRef:
    return FactRef(opening.place, FactKind.OPENING, opening.opening_id, opening.players)


def _is_built_on(
    connection: Connection, club: Club, moved: RatingList, opening: FactRef, gone: Collection[FactPosition]
) -> bool:
    """Tell whether a player has something behind an opening; what happens to whole lists rests on everybody's own."""
    return any(
        opening.players & ref.players
        for ref in facts.refs_from(connection, club.id, moved, opening.place)
        if ref.place not in gone and ref.kind not in OF_THE_LIST
    )


def _is_played_between(
    connection: Connection, club: Club, moved: RatingList, opening: FactRef, now: FactPosition
) -> bool:
    return any(
        opening.players & ref.players
        for ref in facts.refs_from(connection, club.id, moved, opening.place)
        if opening.place < ref.place < now and ref.kind not in OF_THE_LIST
    )
