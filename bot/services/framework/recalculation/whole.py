"""Derived rows of whole lists, calculated in memory from all facts.

Unlike `replay.py` it goes through related lists together, in the order of the facts, and stores nothing by itself.
Facts that are to change can be laid over the stored ones.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.services.framework.recalculation.replay import ListResult, is_active
from bot.services.framework.recalculation.states import (
    Before,
    apply_list_fact,
    backgrounds,
    correction_entry,
    event_entry,
    known_ages,
    list_entry,
    measure,
)
from bot.store.database import club_rows
from bot.store.database.club_rows import KEYS, Row, Rows
from bot.store.database.club_rows import Difference as RowDifference
from bot.store.database.rows import (
    BareEntry,
    Club,
    DemotionFact,
    EnteredRatingFact,
    EventFact,
    Fact,
    FactKind,
    FactPosition,
    FactRef,
    JournalEntry,
    ListFact,
    ListFactKind,
    Standing,
)
from bot.store.database.transactions import Connection, taking_turns
from bot.store.events import facts
from bot.store.ratings import journals
from core.errors import RatingError, RuleError
from core.event.background import Background
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.rating_system import LifetimeTitles
from core.rating.systems import PUBLISHED, benchmark_of, pool_system_of, system_of
from core.tournament.best_for_rating import with_compared
from core.words import displayed

FACTS_AT_ONCE = 25

Progress = Callable[[int, int], None]
Calculation = dict[str, Rows]
Outcomes = dict[RatingList, dict[tuple[int, int], Outcome]]
Changed = Mapping[RatingList, Mapping[tuple[FactKind, int], Fact | None]]
"""Facts to be laid over the stored ones; None for removed ones."""


class Step(NamedTuple):
    """A recalculation of whole lists.

    asked: events whose outcomes are returned. progress: called with facts done and total. ages: those that changed too.
    """

    club: Club
    lists: tuple[RatingList, ...]
    changed: Changed
    asked: frozenset[int] = frozenset()
    progress: Progress | None = None
    ages: Mapping[int, Background] = MappingProxyType({})


class Calculated(NamedTuple):
    """What a step would change, by table, and the outcomes of the events that it asked for."""

    different: Mapping[str, list[RowDifference]]
    outcomes: Outcomes


def in_turn(connection: Connection, steps: Sequence[Step], today: date) -> list[Calculated]:
    """Return what each step changes after those before it; nothing is stored."""
    last: dict[tuple[RatingList, ...], Calculation] = {}
    done = []
    for step in steps:
        result = Calculated({name: [] for name in KEYS}, defaultdict(dict))
        for group in groups_of(step.lists):
            before = last.get(group) or {name: club_rows.read(connection, name, step.club.id, group) for name in KEYS}
            last[group] = calculate(connection, step.club, group, today, step, result.outcomes)
            for name, rows in last[group].items():
                result.different[name].extend(_differences(connection, before[name], rows))
        done.append(result)
    return done


def calculate(
    connection: Connection,
    club: Club,
    lists: Iterable[RatingList],
    today: date,
    step: Step | None = None,
    outcomes: Outcomes | None = None,
) -> Calculation:
    """Return the derived rows of lists and related ones; today: for activity.

    outcomes: filled with those that the step asks for. Raise RuleError if facts break the club's rules.
    """
    found: Calculation = {name: {} for name in KEYS}
    step = step or Step(club, (), {})
    for group in groups_of(lists):
        walk = _Walk(connection, club, group, found, step, {} if outcomes is None else outcomes, ages=dict(step.ages))
        for place, some in groupby(walk.facts(), key=lambda one: one[1].place):
            batch = [*some]
            try:
                walk.apply(batch)
            except RatingError as error:
                if any(isinstance(fact, EventFact) and fact.event_id in step.asked for _, fact in batch):
                    raise
                day = place.date.isoformat()
                raise RuleError(
                    f"Events stored for {day} would break the rules. Undo them first. ({error.message})"
                ) from error
        found["standing"] |= walk.standings(today)
    return found


def groups_of(lists: Iterable[RatingList]) -> list[tuple[RatingList, ...]]:
    """Return the lists to calculate together, because first ratings come from related lists."""
    return list(dict.fromkeys(system_of(moved).related_lists(moved) for moved in lists))


@dataclass(slots=True)
class _Walk:
    connection: Connection
    club: Club
    lists: Sequence[RatingList]
    found: Calculation
    step: Step
    outcomes: Outcomes
    states: dict[RatingList, dict[int, Any]] = field(init=False)
    last: dict[RatingList, dict[int, FactPosition]] = field(default_factory=lambda: defaultdict(dict))
    dated: dict[tuple[RatingList, int], tuple[dict[str, Any], date]] = field(default_factory=dict)
    peaks: dict[tuple[RatingList, int], tuple[int, date | None]] = field(default_factory=dict)
    ages: dict[int, Background] = field(default_factory=dict)
    seen: dict[RatingList, set[int]] = field(default_factory=lambda: defaultdict(set))
    played: dict[RatingList, list[EventFact]] = field(default_factory=lambda: defaultdict(list))
    published: dict[RatingList, ListFact] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states = {moved: defaultdict(system_of(moved).unrated) for moved in self.lists}

    def facts(self) -> Iterator[tuple[RatingList, Fact]]:
        refs: list[tuple[FactRef, RatingList]] = []
        for moved in self.lists:
            changed = self.step.changed.get(moved, {})
            stored = facts.refs_from(self.connection, self.club.id, moved, facts.BEGINNING)
            refs += [(ref, moved) for ref in stored if (ref.kind, ref.id) not in changed]
            refs += [(fact.ref, moved) for fact in changed.values() if fact is not None]
        refs.sort(key=lambda one: one[0].place)  # of one place in the order of the lists
        for first in range(0, len(refs), FACTS_AT_ONCE):
            if self.step.progress is not None:
                self.step.progress(first, len(refs))
            yield from self._loaded(refs[first : first + FACTS_AT_ONCE])

    def _loaded(self, refs: Sequence[tuple[FactRef, RatingList]]) -> Iterator[tuple[RatingList, Fact]]:
        new = frozenset[int]().union(*(ref.players for ref, _ in refs)) - self.ages.keys()
        self.ages |= known_ages(self.connection, new)
        known = {
            (moved, ref.kind, ref.id): fact
            for ref, moved in refs
            if (fact := self.step.changed.get(moved, {}).get((ref.kind, ref.id))) is not None
        }
        for moved in dict.fromkeys(moved for _, moved in refs):
            asked = [ref for ref, on in refs if on is moved and (moved, ref.kind, ref.id) not in known]
            loaded = facts.load(self.connection, moved, asked)
            known |= {(moved, ref.kind, ref.id): fact for ref, fact in zip(asked, loaded, strict=True)}
        return ((moved, known[moved, ref.kind, ref.id]) for ref, moved in refs)

    def apply(self, batch: Sequence[tuple[RatingList, Fact]]) -> None:
        """Apply the facts of one place to the states; collect the rows."""
        entries = [(moved, entry) for moved, fact in batch for entry in self._applied(moved, fact)]
        for moved, entry in entries:
            row = journals.columns_of(entry) | {"state": _as_read(entry.state)}
            place = self.last[moved][entry.player_id] = entry.place
            self.found["journal"][moved.value, entry.player_id, place.date, place.seq] = row
            self._note_peak(moved, entry)
            before = self.dated.get((moved, entry.player_id))
            if not entry.is_demotion:
                self.dated[moved, entry.player_id] = (row["state"], place.date)
            elif before is not None:
                # A lowered title leaves the rating's date.
                self.dated[moved, entry.player_id] = (row["state"], before[1])

    def _note_peak(self, moved: RatingList, entry: JournalEntry) -> None:
        if entry.after is None:
            return
        shown, known = displayed(entry.after), self.peaks.get((moved, entry.player_id))
        if known is None or shown > known[0]:
            is_earned = entry.before is not None and entry.entered_rating_id is None
            self.peaks[moved, entry.player_id] = (shown, entry.place.date if is_earned else None)

    def _applied(self, moved: RatingList, fact: Fact) -> list[JournalEntry]:
        self._measure(moved, fact.players)
        if isinstance(fact, ListFact):
            return self._happen(moved, fact)
        self.seen[moved] |= fact.players
        if isinstance(fact, EventFact):
            if moved in PUBLISHED or system_of(moved).is_calibrated:
                self.played[moved].append(fact)
            return self._rate(moved, fact)
        return [self._correct(moved, fact)]

    def _rate(self, moved: RatingList, fact: EventFact) -> list[JournalEntry]:
        system, states = system_of(moved), self.states[moved]
        known = backgrounds(
            self.connection, moved, fact.place, fact.crosstable, states, self._ages_of, self._dated_state
        )
        rated = system.rate_event(fact.crosstable, moved, states, fact.rules, known, self.club.house_rules)
        if not fact.is_confirmed and isinstance(system, LifetimeTitles):
            rated = {player_id: system.as_reported(states[player_id], outcome) for player_id, outcome in rated.items()}
        rated = with_compared(rated, fact.crosstable, moved, states, self.club.house_rules)
        for player_id, outcome in rated.items():
            states[player_id] = outcome.state
            self._award(moved, fact, player_id, outcome)
            if fact.event_id in self.step.asked:
                self.outcomes.setdefault(moved, {})[fact.event_id, player_id] = outcome
        return [event_entry(fact, one, outcome, system.dump(outcome.state)) for one, outcome in rated.items()]

    def _ages_of(self, _: Connection, player_ids: Collection[int]) -> dict[int, Background]:
        return {player_id: self.ages[player_id] for player_id in player_ids}

    def _dated_state(
        self, _: Connection, player_id: int, moved: RatingList, _place: FactPosition
    ) -> tuple[dict[str, Any], date] | None:
        return self.dated.get((moved, player_id))

    def _award(self, moved: RatingList, fact: EventFact, player_id: int, outcome: Outcome) -> None:
        for norm in outcome.norms:
            key = (fact.event_id, moved.value, player_id, norm.scheme)
            self.found["norm"][key] = {"level": norm.level, "code": norm.code}
        for title in outcome.titles:
            earned = {"event_id": fact.event_id, "date": fact.place.date, "seq": fact.place.seq}
            # A lowered title can be earned again; the first time counts.
            self.found["title"].setdefault((player_id, moved.value, title.scheme, title.level), earned)

    def _happen(self, moved: RatingList, fact: ListFact) -> list[JournalEntry]:
        states = self.states[moved]
        fact = replace(fact, players=frozenset(self.seen[moved]))
        played = self.played[moved]
        before = Before(self._counted(moved, fact), [one.crosstable for one in played], self.ages)
        outcomes = apply_list_fact(self.connection, self.club, moved, fact, states, before)
        states.update({player_id: outcome.state for player_id, outcome in outcomes.items()})
        dump = system_of(moved).dump
        return [list_entry(fact, one, outcome, dump(outcome.state)) for one, outcome in outcomes.items()]

    def _counted(self, moved: RatingList, fact: ListFact) -> frozenset[int]:
        """Return who played in the events that a publication counts, as `list_facts.events_counted` does."""
        if fact.kind is not ListFactKind.PUBLICATION:
            return frozenset()
        last = self.published.get(moved)
        counted = [one for one in self.played[moved] if one.place.date <= fact.through]
        if last is not None:
            counted = [
                one
                for one in counted
                if one.place.date > last.through or (one.place.date == last.through and one.place >= last.place)
            ]
        if last is None or (fact.through, fact.place) > (last.through, last.place):
            self.published[moved] = fact
        return frozenset[int]().union(*(one.players for one in counted))

    def _correct(self, moved: RatingList, fact: EnteredRatingFact | DemotionFact) -> JournalEntry:
        system, states = system_of(moved), self.states[moved]
        before = states[fact.player_id]
        if isinstance(fact, EnteredRatingFact):
            state = system.apply_entered(before, fact.entered, moved, self.club.house_rules)
            if not fact.is_confirmed and isinstance(system, LifetimeTitles):
                state = system.hold_for_life(before, state)
        else:
            state = system.demote(before)
        states[fact.player_id] = state
        return correction_entry(fact, system.rank(before), system.rank(state), system.dump(state))

    def _measure(self, moved: RatingList, player_ids: Iterable[int]) -> None:
        benchmark = benchmark_of(moved, self.club.house_rules)
        if benchmark is not None:
            measure(pool_system_of(moved), self.states[moved], player_ids, benchmark)

    def standings(self, today: date) -> Rows:
        rows: Rows = {}
        for moved, states in self.states.items():
            self._measure(moved, tuple(states))
            for player_id, state in taking_turns(self.connection, states.items()):
                rank = system_of(moved).rank(state)
                if rank is not None:
                    place, figures = self.last[moved][player_id], rank._asdict()
                    peak, peak_on = self.peaks.get((moved, player_id), (None, None))
                    rows[moved.value, player_id] = {
                        "shown": figures.pop("displayed"),  # as the column is called
                        **figures,
                        "active": is_active(place.date, today),
                        "peak": peak,
                        "peak_on": peak_on,
                        "date": place.date,
                        "seq": place.seq,
                        "state": _as_read(system_of(moved).dump(state)),
                    }
        return rows


def _as_read(state: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(state))
    return read


def _differences(connection: Connection, stored: Rows, calculated: Rows) -> Iterator[RowDifference]:
    for key in taking_turns(connection, stored.keys() | calculated.keys()):
        if stored.get(key) != calculated.get(key):
            yield RowDifference(key, stored.get(key), calculated.get(key))


def results_of(connection: Connection, calculated: Calculated) -> dict[RatingList, ListResult]:
    """Return what a calculation changes, as a recalculation in short steps returns it."""
    standings, entries = calculated.different["standing"], calculated.different["journal"]
    lists = {RatingList(one.key[0]) for one in (*standings, *entries)}
    folds = {moved: ListResult(moved) for moved in sorted(lists, key=attrgetter("order"))}
    for one in taking_turns(connection, standings):
        on, player_id = one.key
        folds[RatingList(on)].before[player_id] = _standing(player_id, one.stored)
        folds[RatingList(on)].after[player_id] = _standing(player_id, one.calculated)
    rows = [row for one in entries for row in (one.stored, one.calculated) if row is not None]
    names = facts.names(connection, {row["event_id"] for row in rows} - {None})
    for one in taking_turns(connection, sorted(entries, key=lambda one: one.key[2:])):
        on, player_id, day, seq = one.key
        place = FactPosition(day, seq)
        folds[RatingList(on)].old += _entries(player_id, place, one.stored, names)
        folds[RatingList(on)].new += _entries(player_id, place, one.calculated, names)
    for moved, outcomes in calculated.outcomes.items():
        folds.setdefault(moved, ListResult(moved)).outcomes = outcomes
    return folds


def _standing(player_id: int, row: Row | None) -> Standing | None:
    if row is None:
        return None
    others = {name: value for name, value in row.items() if name not in ("shown", "date", "seq", "peak", "peak_on")}
    return Standing(player_id, displayed=row["shown"], place=FactPosition(row["date"], row["seq"]), **others)


def _entries(player_id: int, place: FactPosition, row: Row | None, names: Mapping[int, str | None]) -> list[BareEntry]:
    if row is None:
        return []
    kept = {name: row[name] for name in BareEntry._fields if name in row}
    return [BareEntry(player_id, place, event_name=names.get(row["event_id"]), **kept)]
