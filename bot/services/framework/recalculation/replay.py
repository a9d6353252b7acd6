"""Recalculate one list from a place on. Reporting, undoing and correcting all change facts, then recalculate."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from operator import attrgetter
from typing import Any

from bot.services.framework.recalculation.states import (
    apply_list_fact,
    backgrounds,
    correction_entry,
    event_entry,
    last_states,
    list_entry,
    measure,
    remeasured,
)
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
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.ratings import journals, standings
from core.errors import RatingError, RuleError
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.rating_system import LifetimeTitles, SeasonalSystem
from core.rating.systems import benchmark_of, pool_system_of, system_of
from core.tournament.best_for_rating import with_compared

FACTS_AT_ONCE, ENTRIES_AT_ONCE = 50, 200
"""Small enough for others' turns, large enough for a statement."""

ACTIVE_DAYS = 365


@dataclass(slots=True)
class ListResult:
    """The result for one list.

    outcomes: of requested events, by event and player. before, after: standings, None if unrated. old, new: journal
    entries in order.
    """

    rating_list: RatingList
    outcomes: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    before: dict[int, Standing | None] = field(default_factory=dict)
    after: dict[int, Standing | None] = field(default_factory=dict)
    old: list[BareEntry] = field(default_factory=list)
    new: list[BareEntry] = field(default_factory=list)


def recalculate_list(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    today: date,
    *,
    added: Sequence[Fact] = (),
    removed: Sequence[FactRef] = (),
    recompute: Sequence[FactRef] = (),
    asked: Collection[int] = (),
) -> ListResult:
    """Recalculate what depends on added or removed facts.

    Needs the club's lock. recompute: unchanged facts with possibly other outcomes. asked: events whose outcomes are
    returned.
    """
    done = ListResult(rating_list)
    changed = [*added, *removed, *recompute]
    start = min(fact.place for fact in changed)
    system = system_of(rating_list)
    benchmark = benchmark_of(rating_list, club.house_rules)
    # The place from which each player's rating may change.
    entered: dict[int, FactPosition] = {player_id: start for fact in changed for player_id in fact.players}
    if benchmark is not None:
        entered[benchmark] = start
    _read_standings(connection, club.id, rating_list, entered, done)
    to_rate: Iterable[Fact] = added
    if removed or recompute or benchmark is not None or not _is_last(connection, club.id, rating_list, added, done):
        refs = dependent(connection, club, rating_list, changed, entered)
        _read_standings(connection, club.id, rating_list, entered, done)
        for some in _parts_to_remove([*removed, *refs]):
            done.old += journals.remove(connection, rating_list, some)
        done.old.sort(key=attrgetter("place"))
        journals.remove_titles(connection, rating_list, entered)
        to_rate = (fact for some in _parts(refs) for fact in facts.load(connection, rating_list, some))

    stored = last_states(connection, rating_list, done.before, entered)
    states = {one: system.load(stored[one]) if one in stored else system.unrated() for one in entered}
    dumped = _replay(connection, club, rating_list, to_rate, states, done, new=added, asked=asked)
    if benchmark is not None:
        measure(pool_system_of(rating_list), states, states, benchmark)
        dumped = {}
        others = remeasured(connection, club.id, rating_list, states[benchmark], done.before)
        done.before |= {old.player_id: old for old, _ in others}
        done.after |= {new.player_id: new for _, new in others}
    _move_standings(connection, club.id, rating_list, states, dumped, done, today)
    return done


_OF_THE_LIST = frozenset({FactKind.PUBLICATION, FactKind.CALIBRATION})


def _is_last(
    connection: Connection, club_id: int, rating_list: RatingList, added: Sequence[Fact], done: ListResult
) -> bool:
    start = min(fact.place for fact in added)
    if not all(standing is None or standing.place < start for standing in done.before.values()):
        return False
    system = system_of(rating_list)
    if not system.waits_for_list and not system.is_calibrated and not isinstance(system, SeasonalSystem):
        # Without a rating there are no facts.
        return True
    # An unmoved player has no journal line, but their rating may have moved others.
    is_new, ours = {fact.place for fact in added}, done.before.keys()
    return all(
        ref.place in is_new or not (ref.players & ours or ref.kind in _OF_THE_LIST)
        for ref in facts.refs_from(connection, club_id, rating_list, start)
    )


def _parts(refs: Sequence[FactRef]) -> Iterable[Sequence[FactRef]]:
    return (refs[first : first + FACTS_AT_ONCE] for first in range(0, len(refs), FACTS_AT_ONCE))


def _parts_to_remove(refs: Sequence[FactRef]) -> Iterable[Sequence[FactRef]]:
    yield from _parts([ref for ref in refs if not ref.applies_to_everyone])
    yield from ([ref] for ref in refs if ref.applies_to_everyone)


def _read_standings(
    connection: Connection, club_id: int, rating_list: RatingList, players: Collection[int], done: ListResult
) -> None:
    new = set(players) - done.before.keys()
    done.before |= dict.fromkeys(new) | standings.of_players(connection, club_id, rating_list, new)


def dependent(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    changed: Sequence[Fact | FactRef],
    entered: dict[int, FactPosition],
) -> list[FactRef]:
    """Return the facts to rate again after a change. entered: from where ratings may change; others are added."""
    everybody = benchmark_of(rating_list, club.house_rules) is not None
    refs = facts.refs_from(connection, club.id, rating_list, min(fact.place for fact in changed))
    found = []
    ours = {fact.place: fact.players for fact in changed}

    def reached(ref: FactRef) -> frozenset[int]:
        return frozenset(player for player, place in entered.items() if place <= ref.place)

    for ref in refs:
        if ref.kind is FactKind.CALIBRATION:
            # The only match was voided: the player is off the list.
            ref = replace(ref, players=ref.players | reached(ref))
        if ref.applies_to_everyone:
            players = reached(ref) | ours.get(ref.place, frozenset())
            if everybody:
                players |= ref.players
                entered.update(dict.fromkeys(ref.players - entered.keys(), ref.place))
            found.append(replace(ref, players=players))
        elif everybody or ref.players & entered.keys():
            for player_id in ref.players:
                entered.setdefault(player_id, ref.place)
            found.append(ref)
    return found


def _replay(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    to_rate: Iterable[Fact],
    states: dict[int, Any],
    done: ListResult,
    new: Sequence[Fact],
    asked: Collection[int],
) -> dict[int, dict[str, Any]]:
    waiting = _Waiting(connection, club.id, rating_list, done.new)
    benchmark = benchmark_of(rating_list, club.house_rules)
    for fact in to_rate:
        waiting.write(ENTRIES_AT_ONCE)
        if benchmark is not None:
            measure(pool_system_of(rating_list), states, fact.players, benchmark)
        try:
            if isinstance(fact, EventFact):
                _rate(connection, club, rating_list, fact, states, done, waiting, is_asked=fact.event_id in asked)
            elif isinstance(fact, ListFact):
                _happen(connection, club, rating_list, fact, states, waiting)
            else:
                _correct(club, rating_list, fact, states, waiting)
        except RatingError as error:
            if fact in new:
                raise
            raise RuleError(
                f"Events stored for {fact.place.date.isoformat()} would break the rules. Undo them first. "
                f"({error.message})"
            ) from error
    dumped = {entry.player_id: entry.state for entry in waiting.entries}
    waiting.write()
    return dumped


@dataclass(slots=True)
class _Waiting:
    connection: Connection
    club_id: int
    rating_list: RatingList
    written: list[BareEntry]
    entries: list[JournalEntry] = field(default_factory=list)
    norms: list[journals.Awarded] = field(default_factory=list)
    titles: list[journals.Awarded] = field(default_factory=list)

    def write(self, least: int = 0) -> None:
        """Write entries once enough wait, and keep only changed ones."""
        if len(self.entries) < least:
            return
        journals.add(self.connection, self.club_id, self.rating_list, self.entries)
        self.written += [entry.bare for entry in self.entries]
        self.entries = []
        journals.add_norms(self.connection, self.rating_list, self.norms)
        journals.add_titles(self.connection, self.rating_list, self.titles)
        self.norms, self.titles = [], []


def _correct(
    club: Club,
    rating_list: RatingList,
    fact: EnteredRatingFact | DemotionFact,
    states: dict[int, Any],
    waiting: _Waiting,
) -> None:
    system = system_of(rating_list)
    state = states[fact.player_id]
    before = system.rank(state)
    if isinstance(fact, EnteredRatingFact):
        opened = system.apply_entered(state, fact.entered, rating_list, club.house_rules)
        if not fact.is_confirmed and isinstance(system, LifetimeTitles):
            opened = system.hold_for_life(state, opened)
        state = opened
    else:
        state = system.demote(state)
    states[fact.player_id] = state
    waiting.entries.append(correction_entry(fact, before, system.rank(state), system.dump(state)))


def _happen(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    fact: ListFact,
    states: dict[int, Any],
    waiting: _Waiting,
) -> None:
    for player_id, outcome in sorted(apply_list_fact(connection, club, rating_list, fact, states).items()):
        states[player_id] = outcome.state
        waiting.entries.append(list_entry(fact, player_id, outcome, system_of(rating_list).dump(outcome.state)))


def _rate(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    fact: EventFact,
    states: dict[int, Any],
    done: ListResult,
    waiting: _Waiting,
    *,
    is_asked: bool,
) -> None:
    system = system_of(rating_list)
    known = backgrounds(connection, rating_list, fact.place, fact.crosstable, states)
    rate = system.rate_event if fact.is_confirmed else system.rate_reported
    rated = rate(fact.crosstable, rating_list, states, fact.rules, known, club.house_rules)
    outcomes = with_compared(rated, fact.crosstable, rating_list, states, club.house_rules)
    # Players with only byes are not moved.
    for player_id in sorted(outcomes):
        outcome = outcomes[player_id]
        states[player_id] = outcome.state
        if is_asked:
            done.outcomes[fact.event_id, player_id] = outcome
        waiting.entries.append(event_entry(fact, player_id, outcome, system.dump(outcome.state)))
        waiting.norms += [(fact, player_id, award) for award in outcome.norms]
        waiting.titles += [(fact, player_id, award) for award in outcome.titles]


def _move_standings(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    states: dict[int, Any],
    dumped: Mapping[int, dict[str, Any]],
    done: ListResult,
    today: date,
) -> None:
    system = system_of(rating_list)
    last = {entry.player_id: entry.place for entry in done.new}
    moved: list[tuple[Standing | None, Standing]] = []
    removed: list[Standing] = []
    for player_id, state in states.items():
        old, rank = done.before[player_id], system.rank(state)
        if rank is None:
            done.after[player_id] = None
            if old is not None:
                removed.append(old)
            continue
        place = last.get(player_id) or journals.last_place(connection, player_id, rating_list)
        new = done.after[player_id] = Standing(
            player_id=player_id,
            rating=rank.rating,
            displayed=rank.displayed,
            games=rank.games,
            provisional=rank.provisional,
            title_level=rank.title_level,
            title_points=rank.title_points,
            active=is_active(place.date, today),
            place=place,
            state=dumped.get(player_id) or system.dump(state),
        )
        moved.append((old, new))
    standings.remove_many(connection, club_id, rating_list, removed)
    standings.put_many(connection, club_id, rating_list, moved)


def is_active(last: date, today: date) -> bool:
    return last >= activity_cutoff(today)


def activity_cutoff(today: date) -> date:
    return today - timedelta(days=ACTIVE_DAYS)
