"""A club's derived rows worked out in memory from its facts alone, fact by fact through related lists at once.

The fold that writes (`fold/replay.py`) works out what depends on what changed; this one knows no change, only facts in
their order. It stores nothing: `refold.py` stores what differs, `verify.py` shows it.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from math import floor
from typing import Any

from bot.services.fold.benchmark import measure
from bot.services.fold.journal_entries import correction_entry, event_entry, list_entry
from bot.services.fold.list_events import apply_list_fact
from bot.services.fold.replay import is_active
from bot.services.fold.states import backgrounds, known_ages
from bot.store.database import Connection, taking_turns
from bot.store.derived import journals
from bot.store.derived.club_rows import KEYS, Rows
from bot.store.events import facts
from bot.store.rows import (
    Club,
    DemotionFact,
    EventFact,
    Fact,
    FactPosition,
    FactRef,
    JournalEntry,
    ListFact,
    OpeningFact,
)
from core.background import Background
from core.errors import RatingError, RuleError
from core.lists import RatingList
from core.outcome import Outcome
from core.rating_system import LifetimeTitles
from core.systems import POOLS, SYSTEMS, benchmark_of

FACTS_AT_ONCE = 25
"""Few enough that the event loop turns between two parts, many enough for a statement to be worth it."""

Calculation = dict[str, Rows]
"""The rows of each derived table, as they are read back."""


def calculate(connection: Connection, club: Club, lists: Iterable[RatingList], today: date) -> Calculation:
    """Return the derived rows of lists and of those related to them; today: the day by which players are active.

    Raises RuleError where the facts are against the club's rules.
    """
    found: Calculation = {name: {} for name in KEYS}
    for group in groups_of(lists):
        walk = _Walk(connection, club, group, found)
        for place, some in groupby(walk.facts(), key=lambda one: one[1].place):
            try:
                walk.apply([*some])
            except RatingError as error:
                day = place.date.isoformat()
                raise RuleError(
                    f"What is stored for {day} is against these rules; undo that first. ({error.message})"
                ) from error
        found["standing"] |= walk.standings(today)
    return found


def groups_of(lists: Iterable[RatingList]) -> list[tuple[RatingList, ...]]:
    """Return the lists that are calculated together: a first rating may come from a related list."""
    return list(dict.fromkeys(SYSTEMS[moved].related_lists(moved) for moved in lists))


@dataclass(slots=True)
class _Walk:
    """Related lists on the way through their facts.

    states, last: where each list's players stand, and by which fact. dated: their states on each list before the
    current place, as the journal has them, with the day of the rating. peaks: the highest displayed rating on each
    list, and the day on which it was earned.
    """

    connection: Connection
    club: Club
    lists: Sequence[RatingList]
    found: Calculation
    states: dict[RatingList, dict[int, Any]] = field(init=False)
    last: dict[RatingList, dict[int, FactPosition]] = field(default_factory=lambda: defaultdict(dict))
    dated: dict[tuple[RatingList, int], tuple[dict[str, Any], date]] = field(default_factory=dict)
    peaks: dict[tuple[RatingList, int], tuple[int, date | None]] = field(default_factory=dict)
    ages: dict[int, Background] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states = {moved: defaultdict(SYSTEMS[moved].unrated) for moved in self.lists}

    def facts(self) -> Iterator[tuple[RatingList, Fact]]:
        """Yield the facts of all lists in their order, each with its list, read part by part."""
        refs: list[tuple[FactRef, RatingList]] = []
        for moved in self.lists:
            on_list = facts.refs_from(self.connection, self.club.id, moved, facts.BEGINNING)
            refs += [(ref, moved) for ref in on_list]
        refs.sort(key=lambda one: one[0].place)  # of one place in the order of the lists
        for first in range(0, len(refs), FACTS_AT_ONCE):
            yield from self._loaded(refs[first : first + FACTS_AT_ONCE])

    def _loaded(self, refs: Sequence[tuple[FactRef, RatingList]]) -> Iterator[tuple[RatingList, Fact]]:
        new = frozenset[int]().union(*(ref.players for ref, _ in refs)) - self.ages.keys()
        self.ages |= known_ages(self.connection, new)
        loaded = {
            moved: iter(facts.load(self.connection, moved, [ref for ref, on in refs if on is moved]))
            for moved in dict.fromkeys(moved for _, moved in refs)
        }
        for _, moved in refs:
            yield moved, next(loaded[moved])

    def apply(self, here: Sequence[tuple[RatingList, Fact]]) -> None:
        """Move the states by what is at one place; keep the rows that it gives."""
        entries = [(moved, entry) for moved, fact in here for entry in self._applied(moved, fact)]
        for moved, entry in entries:
            row = journals.columns_of(entry) | {"state": _as_read(entry.state)}
            place = self.last[moved][entry.player_id] = entry.place
            self.found["journal"][moved.value, entry.player_id, place.date, place.seq] = row
            self._note_peak(moved, entry)
            before = self.dated.get((moved, entry.player_id))
            if not entry.is_demotion:
                self.dated[moved, entry.player_id] = (row["state"], place.date)
            elif before is not None:
                # A lowered title leaves the rating as old as it is.
                self.dated[moved, entry.player_id] = (row["state"], before[1])

    def _note_peak(self, moved: RatingList, entry: JournalEntry) -> None:
        """Note a new highest rating; one that was entered, or a player's first, is not earned."""
        if entry.after is None:
            return
        shown, known = floor(entry.after + 0.5), self.peaks.get((moved, entry.player_id))
        if known is None or shown > known[0]:
            is_earned = entry.before is not None and entry.opening_id is None
            self.peaks[moved, entry.player_id] = (shown, entry.place.date if is_earned else None)

    def _applied(self, moved: RatingList, fact: Fact) -> list[JournalEntry]:
        self._measure(moved, fact.players)
        if isinstance(fact, EventFact):
            return self._rate(moved, fact)
        if isinstance(fact, ListFact):
            return self._happen(moved, fact)
        return [self._correct(moved, fact)]

    def _rate(self, moved: RatingList, fact: EventFact) -> list[JournalEntry]:
        system, states = SYSTEMS[moved], self.states[moved]
        known = backgrounds(
            self.connection, moved, fact.place, fact.crosstable, states, self._ages_of, self._dated_state
        )
        rated = system.rate_event(fact.crosstable, moved, states, fact.rules, known, self.club.house_rules)
        if not fact.is_confirmed and isinstance(system, LifetimeTitles):
            rated = {player_id: system.as_reported(states[player_id], outcome) for player_id, outcome in rated.items()}
        for player_id, outcome in rated.items():
            states[player_id] = outcome.state
            self._award(moved, fact, player_id, outcome)
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
            # A title that was lowered can be earned again; what counts is when it was first.
            self.found["title"].setdefault((player_id, moved.value, title.scheme, title.level), earned)

    def _happen(self, moved: RatingList, fact: ListFact) -> list[JournalEntry]:
        states = self.states[moved]
        if not fact.players:
            # A publication is for whoever has anything on its list; the others say themselves for whom they are.
            fact = ListFact(fact.place, fact.list_fact_id, fact.kind, fact.through, frozenset(states))
        outcomes = apply_list_fact(self.connection, self.club, moved, fact, states)
        states.update({player_id: outcome.state for player_id, outcome in outcomes.items()})
        dump = SYSTEMS[moved].dump
        return [list_entry(fact, one, outcome, dump(outcome.state)) for one, outcome in outcomes.items()]

    def _correct(self, moved: RatingList, fact: OpeningFact | DemotionFact) -> JournalEntry:
        system, states = SYSTEMS[moved], self.states[moved]
        before = states[fact.player_id]
        if isinstance(fact, OpeningFact):
            state = system.apply_opening(before, fact.opening, moved, self.club.house_rules)
            if not fact.is_confirmed and isinstance(system, LifetimeTitles):
                state = system.hold_for_life(before, state)
        else:
            state = system.demote(before)
        states[fact.player_id] = state
        return correction_entry(fact, system.rank(before), system.rank(state), system.dump(state))

    def _measure(self, moved: RatingList, player_ids: Iterable[int]) -> None:
        """Measure states by the list's benchmark, where there is one."""
        benchmark = benchmark_of(moved, self.club.house_rules)
        if benchmark is not None:
            measure(POOLS[moved], self.states[moved], player_ids, benchmark)

    def standings(self, today: date) -> Rows:
        """Return the rows of the standings at the end."""
        rows: Rows = {}
        for moved, states in self.states.items():
            self._measure(moved, tuple(states))
            for player_id, state in taking_turns(self.connection, states.items()):
                rank = SYSTEMS[moved].rank(state)
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
                        "state": _as_read(SYSTEMS[moved].dump(state)),
                    }
        return rows


def _as_read(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state as it is read back from JSON."""
    read: dict[str, Any] = json.loads(json.dumps(state))
    return read
