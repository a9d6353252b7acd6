"""Fold facts into each of their lists, and into the lists where somebody began with those ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.fold.publications import publish_due
from bot.services.fold.replay import Fold, Progress, fold
from bot.services.fold.states import lists_that_borrow
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.rows import Club, EventFact, Fact, FactRef
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class ListChange:
    """What changed among the facts of one list; the fields are those of `fold`."""

    added: Sequence[Fact] = ()
    removed: Sequence[FactRef] = ()
    recompute: Sequence[FactRef] = ()


ListChanges = dict[RatingList, ListChange]

_ORDER = tuple(RatingList)


def fold_lists(
    connection: Connection,
    club: Club,
    today: date,
    changed: Mapping[RatingList, ListChange],
    progress: Progress | None = None,
) -> dict[RatingList, Fold]:
    """Fold what changed on every list, then whatever on other lists began with those ratings.

    A player's first rating on a list comes from their ratings on the others of the system: when one of these is
    different now, the first event there is rated again, with all that follows.
    """
    done: dict[RatingList, Fold] = {}
    asked = {fact.event_id for change in changed.values() for fact in change.added if isinstance(fact, EventFact)}
    waiting = sorted(changed.items(), key=lambda item: _ORDER.index(item[0]))
    while waiting:
        rating_list, change = waiting.pop(0)
        changed_facts = (*change.added, *change.removed, *change.recompute)
        moved = frozenset[int]().union(*(fact.players for fact in changed_facts))
        due = publish_due(connection, club.id, rating_list, today, moved)
        if due.added or due.removed:
            added = sorted((*change.added, *due.added), key=lambda fact: fact.place)
            change = replace(change, added=added, removed=(*change.removed, *due.removed))
        if not (change.added or change.removed or change.recompute):
            continue
        folded = fold(
            connection,
            club,
            rating_list,
            today,
            added=change.added,
            removed=change.removed,
            recompute=change.recompute,
            asked=asked,
            progress=progress,
        )
        done[rating_list] = merge(done[rating_list], folded) if rating_list in done else folded
        start = min(fact.place for fact in (*change.added, *change.removed, *change.recompute))
        others = lists_that_borrow(rating_list)
        first = journals.played_unrated(connection, folded.before.keys(), others, start)
        for other in others:
            refs = [ref for moved, ref in first if moved is other]
            if refs:
                waiting.append((other, ListChange(recompute=refs)))
    return done


def merge(first: Fold, second: Fold) -> Fold:
    """Return what two folds of one list did together, the second after the first."""
    again = {(entry.player_id, entry.place) for entry in second.new}
    written = {(entry.player_id, entry.place) for entry in first.new}
    return Fold(
        rating_list=first.rating_list,
        outcomes={**first.outcomes, **second.outcomes},
        before={**second.before, **first.before},
        after={**first.after, **second.after},
        # What the first fold wrote and the second replaced was never there for anybody to see.
        old=[*first.old, *(entry for entry in second.old if (entry.player_id, entry.place) not in written)],
        new=[*(entry for entry in first.new if (entry.player_id, entry.place) not in again), *second.new],
    )
