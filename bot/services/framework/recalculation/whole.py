"""Derived rows of whole lists, calculated in memory from all facts.

Unlike `replay.py` it goes through related lists together, in the order of the facts, and stores nothing by itself.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from bot.services.framework.recalculation.replay import ListResult, is_active
from bot.services.framework.recalculation.states import (
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
from core.rating.systems import benchmark_of, pool_system_of, system_of
from core.tournament.best_for_rating import with_compared
from core.words import displayed

FACTS_AT_ONCE = 25

Calculation = dict[str, Rows]
Outcomes = dict[RatingList, dict[tuple[int, int], Outcome]]


def calculate(
    connection: Connection,
    club: Club,
    lists: Iterable[RatingList],
    today: date,
    events: Mapping[int, EventFact] | None = None,
    asked: Collection[int] = (),
    outcomes: Outcomes | None = None,
) -> Calculation:
    """Return the derived rows of lists and related ones; today: for activity.

    events, asked: see `whole_lists`; outcomes: of the asked. Raise RuleError if facts break the club's rules.
    """
    found: Calculation = {name: {} for name in KEYS}
    for group in groups_of(lists):
        walk = _Walk(connection, club, group, found, events or {}, asked, {} if outcomes is None else outcomes)
        for place, some in groupby(walk.facts(), key=lambda one: one[1].place):
            batch = [*some]
            try:
                walk.apply(batch)
            except RatingError as error:
                if any(isinstance(fact, EventFact) and fact.event_id in asked for _, fact in batch):
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
    events: Mapping[int, EventFact]
    asked: Collection[int]
    outcomes: Outcomes
    states: dict[RatingList, dict[int, Any]] = field(init=False)
    last: dict[RatingList, dict[int, FactPosition]] = field(default_factory=lambda: defaultdict(dict))
    dated: dict[tuple[RatingList, int], tuple[dict[str, Any], date]] = field(default_factory=dict)
    peaks: dict[tuple[RatingList, int], tuple[int, date | None]] = field(default_factory=dict)
    ages: dict[int, Background] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states = {moved: defaultdict(system_of(moved).unrated) for moved in self.lists}

    def facts(self) -> Iterator[tuple[RatingList, Fact]]:
        refs: list[tuple[FactRef, RatingList]] = []
        for moved in self.lists:
            on_list = facts.refs_from(self.connection, self.club.id, moved, facts.BEGINNING)
            refs += [(self._now(ref), moved) for ref in on_list]
        refs.sort(key=lambda one: one[0].place)  # of one place in the order of the lists
        for first in range(0, len(refs), FACTS_AT_ONCE):
            yield from self._loaded(refs[first : first + FACTS_AT_ONCE])

    def _now(self, ref: FactRef) -> FactRef:
        now = self.events.get(ref.id) if ref.kind is FactKind.EVENT else None
        return ref if now is None else FactRef(now.place, ref.kind, ref.id, now.players)

    def _loaded(self, refs: Sequence[tuple[FactRef, RatingList]]) -> Iterator[tuple[RatingList, Fact]]:
        new = frozenset[int]().union(*(ref.players for ref, _ in refs)) - self.ages.keys()
        self.ages |= known_ages(self.connection, new)
        loaded = {
            moved: iter(facts.load(self.connection, moved, [ref for ref, on in refs if on is moved]))
            for moved in dict.fromkeys(moved for _, moved in refs)
        }
        for _, moved in refs:
            fact = next(loaded[moved])
            yield moved, self.events.get(fact.event_id, fact) if isinstance(fact, EventFact) else fact

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
        if isinstance(fact, EventFact):
            return self._rate(moved, fact)
        if isinstance(fact, ListFact):
            return self._happen(moved, fact)
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
            if fact.event_id in self.asked:
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
        if not fact.players:
            # A publication is for everybody on the list; other list facts name their players.
            fact = ListFact(fact.place, fact.list_fact_id, fact.kind, fact.through, frozenset(states))
        outcomes = apply_list_fact(self.connection, self.club, moved, fact, states)
        states.update({player_id: outcome.state for player_id, outcome in outcomes.items()})
        dump = system_of(moved).dump
        return [list_entry(fact, one, outcome, dump(outcome.state)) for one, outcome in outcomes.items()]

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


class WholeLists(NamedTuple):
    """What a calculation of whole lists would change: rows by table, and the result for each list."""

    different: Mapping[str, Sequence[RowDifference]]
    folds: dict[RatingList, ListResult]


def whole_lists(
    connection: Connection,
    club: Club,
    lists: Iterable[RatingList],
    today: date,
    events: Mapping[int, EventFact] | None = None,
    asked: Collection[int] = (),
) -> WholeLists:
    """Calculate lists and related ones, and compare them with what is stored.

    events: what events are to be, though other facts are stored for them. asked: events whose outcomes are returned.
    """
    lists = list(lists)
    outcomes: dict[RatingList, dict[tuple[int, int], Outcome]] = defaultdict(dict)
    calculated = calculate(connection, club, lists, today, events or {}, asked, outcomes)
    related = [moved for group in groups_of(lists) for moved in group]
    different = {
        name: list(_differences(connection, club_rows.read(connection, name, club.id, related), rows))
        for name, rows in calculated.items()
    }
    folds = _folds(connection, different["standing"], different["journal"])
    for moved, of_events in outcomes.items():
        folds.setdefault(moved, ListResult(moved)).outcomes = of_events
    return WholeLists(different, folds)


def store_differences(connection: Connection, club_id: int, different: Mapping[str, Sequence[RowDifference]]) -> None:
    for name, rows in different.items():
        club_rows.store(connection, name, club_id, rows)


def _differences(connection: Connection, stored: Rows, calculated: Rows) -> Iterator[RowDifference]:
    for key in taking_turns(connection, stored.keys() | calculated.keys()):
        if stored.get(key) != calculated.get(key):
            yield RowDifference(key, stored.get(key), calculated.get(key))


def _folds(
    connection: Connection, standings: Sequence[RowDifference], entries: Sequence[RowDifference]
) -> dict[RatingList, ListResult]:
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
    return {moved: done for moved, done in folds.items() if done.before or done.old or done.new}


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
