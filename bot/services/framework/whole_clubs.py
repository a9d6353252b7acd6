"""Work over whole clubs: due matches, recalculation, verification."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import groupby
from math import floor, isclose
from operator import attrgetter
from typing import Any, Self

from bot.services.framework.clock import day_of
from bot.services.framework.context import Services
from bot.services.framework.every_club import in_each_club
from bot.services.framework.recalculation.lists import ListChange
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
from bot.services.framework.transaction import (
    CalculateFirstError,
    ClubWrite,
    Recalculated,
    Write,
    club_job,
    write_for_club,
    write_looked_ahead,
)
from bot.store.club import clubs
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
    FactPosition,
    FactRef,
    JournalEntry,
    ListFact,
    Standing,
)
from bot.store.database.transactions import Connection, taking_turns
from bot.store.events import facts, unconfirmed
from bot.store.ratings import journals
from core.errors import RatingError, RuleError
from core.event.background import Background
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.outcome import Outcome
from core.rating.rating_system import LifetimeTitles
from core.rating.systems import benchmark_of, pool_system_of, system_of

# Due matches count before anybody reads or writes what they move.


def count_due(write: ClubWrite) -> Recalculated:
    """Make due matches count and recalculate their pools. The order does not matter: each has its own place."""
    due = unconfirmed.due_matches(write.connection, write.club.id, write.now)
    return count(write, due) if due else Recalculated({})


async def bring_up_to_date(services: Services, club_id: int) -> None:
    now = services.now()
    if not await services.database.read(
        lambda connection: unconfirmed.due_matches(connection, club_id, now), club=club_id
    ):
        return
    await write_for_club(services, club_id, count_due)


async def pool_up_to_date(services: Services, club_id: int, rating_list: RatingList | None) -> None:
    """Do the same before a list with waiting matches is read; None is the club's default."""
    if rating_list is None or system_of(rating_list).is_calibrated or system_of(rating_list).rates_sides:
        await bring_up_to_date(services, club_id)


async def count_matches(services: Services) -> int:
    now = services.now()
    outdated = await services.database.read(
        lambda connection: unconfirmed.clubs_with_due_matches(connection, now), club=None
    )
    return await in_each_club("counting matches", outdated, lambda club_id: bring_up_to_date(services, club_id))


def count(write: ClubWrite, event_ids: Sequence[int]) -> Recalculated:
    connection = write.connection
    unconfirmed.count_waiting_matches(connection, event_ids)
    tables = facts.crosstables(connection, event_ids)
    added: dict[RatingList, list[EventFact]] = defaultdict(list)
    for event_id in event_ids:
        event = facts.find_event(connection, write.club.id, event_id)
        assert event is not None
        added[event.rating_lists[0]].append(EventFact(event.place, event_id, tables[event_id], event.rules))
    changed = {
        pool: ListChange(added=sorted(matches, key=lambda match: match.place)) for pool, matches in added.items()
    }
    return write.recalculate(changed)


# Derived rows calculated in memory from all facts. Unlike `recalculation/replay.py` it knows no change and stores
# nothing.


FACTS_AT_ONCE = 25

Calculation = dict[str, Rows]


def calculate(connection: Connection, club: Club, lists: Iterable[RatingList], today: date) -> Calculation:
    """Return the derived rows of lists and related ones; today: for activity.

    Raise RuleError if facts break the club's rules.
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
        shown, known = floor(entry.after + 0.5), self.peaks.get((moved, entry.player_id))
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


# Recalculate a club in memory, then store the differences in one short transaction.


MANY = 1000


@dataclass(frozen=True, slots=True)
class Recalculation:
    """Differences between calculated and stored rows, by table.

    facts: the club's fact counter then. folds: as results per list.
    """

    lists: frozenset[RatingList]
    rules: ClubRules
    facts: int
    today: date
    different: Mapping[str, Sequence[RowDifference]]
    folds: Mapping[RatingList, ListResult]

    @classmethod
    def of(cls, connection: Connection, club: Club, lists: Iterable[RatingList], facts: int, today: date) -> Self:
        calculated = calculate(connection, club, lists, today)
        related = [moved for group in groups_of(lists) for moved in group]
        different = {
            name: list(_differences(connection, club_rows.read(connection, name, club.id, related), rows))
            for name, rows in calculated.items()
        }
        folds = _folds(connection, different["standing"], different["journal"])
        return cls(frozenset(lists), club.house_rules, facts, today, different, folds)

    def holds(self, write: ClubWrite, lists: Iterable[RatingList]) -> bool:
        now = (frozenset(lists), write.club.house_rules, write.entered_seq - 1, write.today)
        return now == (self.lists, self.rules, self.facts, self.today)

    def store(self, write: ClubWrite) -> Recalculated:
        for name, different in self.different.items():
            club_rows.store(write.connection, name, write.club.id, different)
        return write.follow(self.folds)


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
    for one in taking_turns(connection, sorted(entries, key=lambda one: one.key[2:])):
        on, player_id, day, seq = one.key
        place = FactPosition(day, seq)
        folds[RatingList(on)].old += _entries(player_id, place, one.stored)
        folds[RatingList(on)].new += _entries(player_id, place, one.calculated)
    return {moved: done for moved, done in folds.items() if done.before or done.old or done.new}


def _standing(player_id: int, row: Row | None) -> Standing | None:
    if row is None:
        return None
    others = {name: value for name, value in row.items() if name not in ("shown", "date", "seq", "peak", "peak_on")}
    return Standing(player_id, displayed=row["shown"], place=FactPosition(row["date"], row["seq"]), **others)


def _entries(player_id: int, place: FactPosition, row: Row | None) -> list[BareEntry]:
    if row is None:
        return []
    kept = {name: row[name] for name in BareEntry._fields if name in row}
    return [BareEntry(player_id, place, event_name=None, **kept)]


async def look_ahead(services: Services, club_id: int) -> Recalculation:
    return await services.database.read(partial(_looked, services, club_id), club=club_id)


def _looked(services: Services, club_id: int, connection: Connection) -> Recalculation:
    club = clubs.find(connection, club_id)
    return _of_now(club, club.house_rules.all_lists, day_of(club, services.now()), connection)


def _of_now(club: Club, lists: Iterable[RatingList], today: date, connection: Connection) -> Recalculation:
    return Recalculation.of(connection, club, lists, clubs.facts_of(connection, club.id), today)


def recalculate_fully(
    write: ClubWrite, lists: Iterable[RatingList] | None = None, found: Recalculation | None = None
) -> Recalculated:
    """Store the recalculated rows of lists (default: all); found: an earlier calculation, reused if it holds."""
    lists = write.club.house_rules.all_lists if lists is None else lists
    if found is None or not found.holds(write, lists):
        found = Recalculation.of(write.connection, write.club, lists, write.entered_seq - 1, write.today)
    return found.store(write)


def recalculate_by_new_rules(write: Write, lists: Iterable[RatingList]) -> Recalculated:
    """Recalculate after a change of rules; a large club is calculated first."""
    if write.may_look_first and write.seq > MANY:
        raise CalculateFirstError(partial(_of_now, write.club, lists, write.today))
    return recalculate_fully(write, lists, write.found)


async def recalculate_club(services: Services, club_id: int) -> None:
    """Recalculate a club while others write; if it changes, again under its lock."""
    found = await look_ahead(services, club_id)
    if not await _stored(services, club_id, found):
        await write_looked_ahead(services, club_id, partial(_looked, services, club_id), _store)


@club_job
def _stored(write: ClubWrite, found: Recalculation) -> bool:
    holds = found.holds(write, write.club.house_rules.all_lists)
    if holds:
        _store(write, found)
    return holds


def _store(write: ClubWrite, found: Recalculation) -> None:
    recalculate_fully(write, found=found)
    clubs.change(write.connection, write.club.id, {"fold_version": clubs.FOLD_VERSION})


async def recalculate_outdated(services: Services) -> int:
    outdated = await services.database.read(clubs.folded_before, club=None)
    return await in_each_club("recalculating ratings", outdated, lambda club_id: recalculate_club(services, club_id))


# Verify stored rows by a recalculation.


MISSING = "no such row"


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that differs from the calculated one. key: of the row. column: None for a missing row."""

    table: str
    key: tuple[tuple[str, Any], ...]
    column: str | None
    stored: Any
    folded: Any

    def __str__(self) -> str:
        row = ", ".join(f"{name} {value}" for name, value in self.key)
        if self.column is None:
            return f"{self.table}: {row}: stored {_short(self.stored)}, recalculated {_short(self.folded)}"
        return f"{self.table}: {row}: {self.column}: stored {_short(self.stored)}, recalculated {_short(self.folded)}"


@dataclass(frozen=True, slots=True)
class Verified:
    """A verified club; problem: why it could not be verified."""

    club_id: int
    differences: Sequence[Difference] = ()
    problem: str | None = None

    @property
    def is_good(self) -> bool:
        return not self.differences and self.problem is None


async def verify_everywhere(
    services: Services, only: int | None = None, check: Callable[[Club], object] | None = None
) -> AsyncIterator[Verified]:
    """Verify all clubs (or only one), one transaction each. check: raises for wrong settings."""
    there = await services.database.read(club_rows.all_clubs, club=None)
    for club_id in there if only is None else {only}.intersection(there):
        try:
            if check is not None:
                check(await services.database.read(partial(clubs.find, club_id=club_id), club=club_id))
            yield Verified(club_id, await verify_club(services, club_id))
        except Exception as error:  # errors by a club's facts concern only that club
            reason = (str(error).splitlines() or [""])[0]
            yield Verified(club_id, problem=f"verification failed: {type(error).__name__}: {reason}")


async def verify_club(services: Services, club_id: int) -> Sequence[Difference]:
    return await services.database.read(partial(_verify, services, club_id), club=club_id)


def _verify(services: Services, club_id: int, connection: Connection) -> list[Difference]:
    club = clubs.find(connection, club_id)
    today = day_of(club, services.now())
    calculated = calculate(connection, club, club.house_rules.all_lists, today)
    stored = {name: club_rows.read(connection, name, club_id) for name in calculated}
    _forgive_not_swept(stored["standing"], calculated["standing"], club_rows.swept_on(connection, club_id), today)
    return [
        difference
        for name, rows in calculated.items()
        for difference in _verify_differences(name, club_rows.KEYS[name], stored[name], rows)
    ]


def _forgive_not_swept(stored: Rows, folded: Rows, swept: dict[str, date], today: date) -> None:
    for key, row in folded.items():
        was, on = stored.get(key), swept.get(key[0], date.min)
        if was is not None and (on > today or (on < today and was["active"])):  # after today: the clock was ahead
            row["active"] = was["active"]


def _verify_differences(table: str, names: tuple[str, ...], stored: Rows, folded: Rows) -> Iterator[Difference]:
    for key in sorted(stored.keys() | folded.keys(), key=repr):
        named = tuple(zip(names, key, strict=True))
        one, other = stored.get(key), folded.get(key)
        if one is None or other is None:
            yield Difference(table, named, None, _row_text(one), _row_text(other))
            continue
        about = tuple((name, one[name]) for name in ("event_id",) if one.get(name) is not None)
        for column in one:
            if not is_same(one[column], other[column]):
                yield Difference(table, named + about, column, one[column], other[column])


def is_same(one: Any, other: Any) -> bool:
    """Return whether values are equal up to the last bits, which processors may round differently."""
    if one == other:
        return True
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=_LAST_BITS, abs_tol=_LAST_BITS)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return False


_LAST_BITS = 1e-12


def _row_text(row: Row | None) -> Any:
    if row is None:
        return MISSING
    return " ".join(f"{name}={row[name]}" for name in _TELLING if row.get(name) is not None) or "a row"


_TELLING = ("event_id", "entered_rating_id", "list_fact_id", "before", "after", "rating", "players", "code")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"


_MOST_CHARACTERS = 120
