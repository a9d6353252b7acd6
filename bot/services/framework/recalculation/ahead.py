"""Recalculations on which much rests, calculated before the write that needs them.

A write that comes to one ends and is rolled back. Whole lists are calculated with its changed facts laid over the
stored ones, while others write. Then it runs again and stores what differs, unless the club has changed.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.recalculation.states import known_ages
from bot.services.framework.recalculation.whole import Calculated, Progress, Step, in_turn
from bot.store.club import clubs
from bot.store.database.club_rows import KEYS, Difference, Row
from bot.store.database.rows import OF_THE_LIST, Club, EventFact, Fact, FactKind
from bot.store.database.transactions import Connection
from bot.store.events import facts
from core.lists import RatingList


class CalculateFirstError(Exception):
    """Ends a write with a long recalculation: `look` is read first, then it runs again with the result."""

    def __init__(self, look: Callable[[Connection], "Ahead"]) -> None:
        super().__init__()
        self.look = look


class Ahead(NamedTuple):
    """What a write's recalculations will change. facts: the club's fact counter at that time."""

    facts: int
    today: date
    steps: Sequence[Step]
    results: Sequence[Calculated]


def _looked(connection: Connection, steps: Sequence[Step], today: date) -> Ahead:
    return Ahead(clubs.facts_of(connection, steps[0].club.id), today, steps, in_turn(connection, steps, today))


@dataclass(slots=True)
class Recalculations:
    """The recalculations of one write so far. may_look_first: whether CalculateFirstError is allowed."""

    ahead: Ahead | None = None
    may_look_first: bool = True
    steps: list[Step] = field(default_factory=list)

    def add(
        self,
        connection: Connection,
        club: Club,
        lists: Sequence[RatingList],
        changed: Mapping[RatingList, ListChange],
        progress: Progress | None = None,
    ) -> None:
        """Add a recalculation; its facts are laid over those of the ones before it."""
        now = {moved: dict(known) for moved, known in self.steps[-1].changed.items()} if self.steps else {}
        for moved, change in changed.items():
            again = facts.load(connection, moved, change.recompute) if change.recompute else []
            new = [*change.added, *again]
            gone: dict[tuple[FactKind, int], Fact | None] = {(ref.kind, ref.id): None for ref in change.removed}
            now[moved] = now.get(moved, {}) | gone | {(fact.ref.kind, fact.ref.id): fact for fact in new}
        asked = (fact.event_id for change in changed.values() for fact in change.added if isinstance(fact, EventFact))
        self.steps.append(Step(club, tuple(lists), now, frozenset(asked), progress))

    def result(self, facts_before: int, today: date) -> Calculated | None:
        """Return what was calculated ahead for the last recalculation, if that still holds."""
        number, ahead = len(self.steps) - 1, self.ahead
        if ahead is None or number >= len(ahead.steps) or (ahead.facts, ahead.today) != (facts_before, today):
            return None
        ids = _ids_now(ahead.steps[number], self.steps[number])
        if ids is None:
            self.may_look_first = False  # it would differ again
            return None
        self.steps[number] = self.steps[number]._replace(ages=ahead.steps[number].ages)
        return _with_ids(ahead.results[number], ids)

    def look_first(self, connection: Connection, today: date) -> None:
        """Raise CalculateFirstError with the recalculations so far, if that is allowed."""
        if self.may_look_first:
            everybody = {
                player_id
                for known in self.steps[-1].changed.values()
                for fact in known.values()
                if fact is not None
                for player_id in fact.players
            }
            self.steps[-1] = self.steps[-1]._replace(ages=known_ages(connection, everybody))
            raise CalculateFirstError(partial(_looked, steps=self.steps, today=today))


# A row that is stored again may have another id: PostgreSQL gives none twice.

Ids = dict[str, dict[int, int]]


def _ids_now(then: Step, now: Step) -> Ids | None:
    """Return ids now by ids then, by column; None if the steps differ in anything else."""
    if (then.club, then.lists, _outline(then)) != (now.club, now.lists, _outline(now)):
        return None
    ids: Ids = defaultdict(dict)
    for moved, known in then.changed.items():
        for ((kind, was), fact), ((_, here), other) in zip(known.items(), now.changed[moved].items(), strict=True):
            if fact is not None and other is not None:
                ids["list_fact_id" if kind in OF_THE_LIST else f"{kind.value}_id"][was] = here
                ids["player_id"].update(zip(_people(fact), _people(other), strict=True))
    return ids


def _outline(step: Step) -> list[Any]:
    """Return what newly stored rows have in common whatever their ids are."""
    return [
        (moved, kind, key if fact is None else (fact.place, len(_people(fact))))
        for moved, known in step.changed.items()
        for (kind, key), fact in known.items()
    ]


def _people(fact: Fact) -> list[Any]:
    return [one.player for one in fact.crosstable.entrants] if isinstance(fact, EventFact) else sorted(fact.players)


def _with_ids(result: Calculated, ids: Ids) -> Calculated:
    if all(was == now for known in ids.values() for was, now in known.items()):
        return result

    def row_now(row: Row) -> Row:
        return {column: ids[column].get(value, value) if column in ids else value for column, value in row.items()}

    different = {
        name: [
            Difference(
                tuple(row_now(dict(zip(KEYS[name], one.key, strict=True))).values()),
                one.stored,
                None if one.calculated is None else row_now(one.calculated),
            )
            for one in rows
        ]
        for name, rows in result.different.items()
    }
    events, people = ids["event_id"], ids["player_id"]
    outcomes = {
        moved: {(events.get(key[0], key[0]), people.get(key[1], key[1])): outcome for key, outcome in of.items()}
        for moved, of in result.outcomes.items()
    }
    return Calculated(different, outcomes)
