"""Starting ratings that came with an event: they go with it, and move with it to another day."""

from collections.abc import Collection
from typing import NamedTuple

from bot.services.fold.lists import ListChange, ListChanges
from bot.store.database import Connection
from bot.store.events import corrections, facts
from bot.store.rows import OF_THE_LIST, Club, Event, FactKind, FactPosition, FactRef, OpeningFact
from core.lists import RatingList

ListRef = tuple[RatingList, FactRef]


class Reinstated(NamedTuple):
    """What counts again since the event does not that had taken its place."""

    events: tuple[Event, ...] = ()
    openings: tuple[tuple[RatingList, OpeningFact], ...] = ()


def openings_to_undo(
    connection: Connection, club: Club, event_id: int, movers: Collection[int], back: Reinstated | None = None
) -> list[ListRef]:
    """Return the starting ratings that a voided event leaves without a reason, each on its own list.

    Those that came with it, and those of its players that came with events voided before and stayed because this one
    built on them; but for those that something else still builds on.

    back: what counts again in its place: that does not build on it, and whom it gives a rating needs no other.
    """
    own = corrections.came_with(connection, club.id, event_id)
    left = [one for one in corrections.left_behind(connection, club.id, movers) if one not in own]
    gone = {opening.place for _, opening in (*own, *left)}
    # Those that count again do not build on what came with the event, though they may on what was there before.
    back = back or Reinstated()
    before = gone | {event.place for event in back.events}
    given = {(on, opening.players) for on, opening in back.openings}
    return [
        (moved, _ref(opening))
        for openings, beside in ((own, before), (left, gone))
        for moved, opening in openings
        if (openings is own and (moved, opening.players) in given)
        or not _is_built_on(connection, club, moved, _ref(opening), beside)
    ]


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
