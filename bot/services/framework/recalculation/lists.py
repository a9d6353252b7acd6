"""Recalculate all lists that facts change, and those that borrow first ratings from them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from bot.services.framework.recalculation.replay import ListResult, dependent, recalculate_list
from bot.services.framework.recalculation.states import lists_that_borrow
from bot.store.club import clubs
from bot.store.database.rows import (
    OF_THE_LIST,
    Club,
    EnteredRatingFact,
    Event,
    EventFact,
    Fact,
    FactKind,
    FactPosition,
    FactRef,
    ListFact,
    ListFactKind,
)
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts, list_facts
from bot.store.ratings import journals
from core.lists import RatingList
from core.rating.outcome import SEASON
from core.rating.systems import PUBLISHED, system_of

# Monthly lists.


def _published(
    connection: Connection, club_id: int, rating_list: RatingList, days: list[date], today: date
) -> list[ListFact]:
    at, made = datetime.combine(today, time(), UTC), list[ListFact]()
    for day, seq in zip(days, clubs.reserve_positions(connection, club_id, len(days)), strict=True):
        # A negative seq: a list applies before the events of its day.
        place, through = FactPosition(day, -seq), PUBLISHED[rating_list].last_day_for(day)
        players = list_facts.players_counted(connection, club_id, rating_list, place, through)
        fact = ListFact(place, 0, ListFactKind.PUBLICATION, through, players)
        made.append(list_facts.add(connection, club_id, rating_list, fact, None, None, at))
    return made


def _void_empty_lists(
    connection: Connection, rating_list: RatingList, empty: list[ListFact], moved: Collection[int]
) -> list[FactRef]:
    for fact in empty:
        list_facts.void(connection, fact.list_fact_id)
    refs = []
    for fact in empty:
        players = journals.players_at(connection, moved, rating_list, fact.place)
        if players:
            refs.append(FactRef(fact.place, FactKind.PUBLICATION, fact.list_fact_id, players))
    return refs


def is_monthly(fact: ListFact) -> bool:
    """Return whether a publication is a monthly list, not a director's."""
    return fact.place.seq < 0


def list_of(rating_list: RatingList, publications: Iterable[ListFact], place: FactPosition) -> date:
    """Return the date of the list that counts an event, perhaps one published early."""
    took = [fact.place for fact in publications if fact.place > place and fact.through >= place.date]
    return min(took).date if took else PUBLISHED[rating_list].list_for(place.date)


@dataclass(frozen=True, slots=True)
class ListChange:
    """What changed among the facts of one list; the fields are those of `fold`."""

    added: Sequence[Fact] = ()
    removed: Sequence[FactRef] = ()
    recompute: Sequence[FactRef] = ()

    @property
    def all(self) -> list[Fact | FactRef]:
        return [*self.added, *self.removed, *self.recompute]


ListChanges = dict[RatingList, ListChange]


def with_due_lists(
    connection: Connection, club_id: int, changed: Mapping[RatingList, ListChange], today: date
) -> ListChanges:
    """Store due monthly lists and void empty ones; return the change with them.

    Needs the club's lock. A month has a list if an event ended for it, so late reports find theirs.
    """
    found = dict(changed)
    for rating_list in PUBLISHED.keys() & changed:
        change, system = changed[rating_list], PUBLISHED[rating_list]
        wanted = set(map(system.list_for, list_facts.event_days(connection, club_id, rating_list)))
        monthly = [fact for fact in list_facts.publications(connection, club_id, rating_list) if is_monthly(fact)]
        empty = [fact for fact in monthly if fact.place.date not in wanted]
        missing = sorted(day for day in wanted - {fact.place.date for fact in monthly} if day <= today)
        moved = frozenset[int]().union(*(fact.players for fact in change.all))
        removed = _void_empty_lists(connection, rating_list, empty, moved) if empty else []
        made = _published(connection, club_id, rating_list, missing, today) if missing else []
        added = sorted((*change.added, *made), key=lambda fact: fact.place)
        found[rating_list] = replace(change, added=added, removed=(*change.removed, *removed))
    return found


def recalculate_lists(
    connection: Connection,
    club: Club,
    today: date,
    changed: Mapping[RatingList, ListChange],
) -> dict[RatingList, ListResult]:
    """Recalculate changed lists, then events of other lists that began with their ratings.

    If a rating changed that gave a first rating elsewhere, the first event there is rated again, with what follows.
    """
    done: dict[RatingList, ListResult] = {}
    asked = {fact.event_id for change in changed.values() for fact in change.added if isinstance(fact, EventFact)}
    waiting = sorted(changed.items(), key=lambda item: item[0].order)
    while waiting:
        rating_list, change = waiting.pop(0)
        change = with_due_lists(connection, club.id, {rating_list: change}, today)[rating_list]
        if not change.all:
            continue
        folded = recalculate_list(
            connection,
            club,
            rating_list,
            today,
            added=change.added,
            removed=change.removed,
            recompute=change.recompute,
            asked=asked,
        )
        done[rating_list] = merge(done[rating_list], folded) if rating_list in done else folded
        start = min(fact.place for fact in change.all)
        others = lists_that_borrow(rating_list)
        first = journals.played_unrated(connection, folded.before.keys(), others, start)
        for other in others:
            refs = [ref for moved, ref in first if moved is other]
            if refs:
                waiting.append((other, ListChange(recompute=refs)))
    return done


LONG = 30
"""Facts behind a change, from which whole lists are calculated, where lists take first ratings from each other."""

LONG_ALONE = 150
"""The same where no list waits for another again and again."""


def is_long(connection: Connection, club: Club, changed: Mapping[RatingList, ListChange], today: date) -> bool:
    """Return whether many facts depend on a change."""
    behind, most = 0, LONG_ALONE
    for rating_list, change in changed.items():
        places = [fact.place for fact in change.all]
        if not places or min(places).date >= today:
            continue  # the usual report asks nothing
        entered = {player_id: min(places) for fact in change.all for player_id in fact.players}
        behind += len(dependent(connection, club, rating_list, change.all, entered))
        if lists_that_borrow(rating_list):
            most = LONG
    return behind > most


def merge(first: ListResult, second: ListResult) -> ListResult:
    recalculated = {(entry.player_id, entry.place) for entry in second.new}
    written = {(entry.player_id, entry.place) for entry in first.new}
    return ListResult(
        rating_list=first.rating_list,
        outcomes={**first.outcomes, **second.outcomes},
        before={**second.before, **first.before},
        after={**first.after, **second.after},
        # What the first recalculation wrote and the second replaced was never visible.
        old=[*first.old, *(entry for entry in second.old if (entry.player_id, entry.place) not in written)],
        new=[*(entry for entry in first.new if (entry.player_id, entry.place) not in recalculated), *second.new],
    )


# Starting ratings of events, voided or moved with them.


ListRef = tuple[RatingList, FactRef]


class Reinstated(NamedTuple):
    """What counts again after its replacement was voided."""

    events: tuple[Event, ...] = ()
    entered_ratings: tuple[tuple[RatingList, EnteredRatingFact], ...] = ()


def entered_ratings_to_undo(
    connection: Connection, club: Club, event_id: int, movers: Collection[int], back: Reinstated | None = None
) -> list[ListRef]:
    """Return the starting ratings that a voided event leaves unused, by list.

    They came with it or with earlier voided events, and nothing else builds on them. back: what counts again.
    """
    own = corrections.entered_ratings_of_event(connection, club.id, event_id)
    left = [one for one in corrections.entered_ratings_of_voided_events(connection, club.id, movers) if one not in own]
    removed = {entered.place for _, entered in (*own, *left)}
    # Restored facts do not build on the event's ratings, but may on earlier ones.
    back = back or Reinstated()
    before = removed | {event.place for event in back.events}
    given = {(on, entered.players) for on, entered in back.entered_ratings}
    return [
        (moved, entered.ref)
        for entered_ratings, beside in ((own, before), (left, removed))
        for moved, entered in entered_ratings
        if (entered_ratings is own and (moved, entered.players) in given)
        or not _is_built_on(connection, club, moved, entered.ref, beside)
    ]


def move_entered_ratings(
    connection: Connection, club: Club, event: Event, now: FactPosition, changed: ListChanges
) -> None:
    """Move an event's starting ratings to its new day unless something builds on them. They stay just before it."""
    for moved, entered in corrections.entered_ratings_of_event(connection, club.id, event.id):
        was = entered.ref
        if was.place.date == now.date or (was.place < now and _is_played_between(connection, club, moved, was, now)):
            continue
        corrections.move_entered_rating(connection, entered.entered_rating_id, now.date)
        there = FactRef(FactPosition(now.date, was.place.seq), was.kind, was.id, was.players)
        before = changed.get(moved, ListChange())
        changed[moved] = ListChange(removed=(*before.removed, was), recompute=(*before.recompute, there))


def _is_built_on(
    connection: Connection, club: Club, moved: RatingList, entered: FactRef, removed: Collection[FactPosition]
) -> bool:
    return any(
        entered.players & ref.players
        for ref in facts.refs_from(connection, club.id, moved, entered.place)
        if ref.place not in removed and ref.kind not in OF_THE_LIST
    )


def _is_played_between(
    connection: Connection, club: Club, moved: RatingList, entered: FactRef, now: FactPosition
) -> bool:
    return any(
        entered.players & ref.players
        for ref in facts.refs_from(connection, club.id, moved, entered.place)
        if entered.place < ref.place < now and ref.kind not in OF_THE_LIST
    )


def add_age_dependent(connection: Connection, player_id: int, changed: ListChanges) -> None:
    """Add what a player's age may decide: first ratings, and all of FIDE's K."""
    decided = journals.played_unrated(connection, [player_id], list(RatingList), facts.BEGINNING)
    for published in PUBLISHED:
        ref = journals.first_event(connection, player_id, published)
        decided += [] if ref is None else [(published, ref)]
    for rating_list, ref in decided:
        before = changed.get(rating_list, ListChange())
        changed[rating_list] = replace(before, recompute=(*before.recompute, ref))


# Changes of ratings.


_OF_LISTS = {True: "the list", False: "the calibration"}
"""What happens to a whole list, by whether its results wait for it."""


class RatingChange(NamedTuple):
    """A rating change in one event, or in the current rating (event_name and day None).

    A tuple, because the audit stores hundreds.
    """

    player_id: int
    rating_list: RatingList
    event_name: str | None
    day: date | None
    before: float | None
    after: float | None


def changes(done: ListResult) -> list[RatingChange]:
    recalculated = {(entry.player_id, entry.place): entry for entry in done.new}
    moved = []
    for entry in done.old:
        new = recalculated.get((entry.player_id, entry.place))
        if new is not None and new.after != entry.after:
            name = entry.event_name
            if entry.list_fact_id is not None:
                name = "the season" if entry.rules == SEASON else _OF_LISTS[system_of(done.rating_list).waits_for_list]
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
