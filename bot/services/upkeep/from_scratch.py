"""A club folded from its facts alone, fact by fact through all lists at once, with nothing that was derived before.

The fold that writes (`folding.py`) works out what depends on what changed; this one knows no change, only facts in
their order, and so tells whether that was worked out well.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import floor
from typing import Any

from bot.services.fold.benchmark import measure
from bot.services.fold.journal_entries import correction_entry, event_entry, list_entry
from bot.services.fold.list_events import apply_list_fact
from bot.services.fold.replay import is_active
from bot.services.fold.states import backgrounds
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.derived.club_rows import Rows
from bot.store.events import facts
from bot.store.rows import Club, DemotionFact, EventFact, Fact, FactPosition, JournalEntry, ListFact, OpeningFact
from core.club_rules import DEFAULT_RULES, ClubRules
from core.lists import RatingList
from core.outcome import Outcome
from core.rating_system import LifetimeTitles
from core.systems import POOLS, SYSTEMS, benchmark_of


@dataclass(slots=True)
class Scratch:
    """What the facts give, beside the journal, which is written: what somebody has elsewhere is read from it.

    states, last: where each list's players end, and with which fact. norms, titles: the rows.
    peaks: the highest displayed rating of each list's players, and the day on which it was earned.
    """

    states: dict[RatingList, dict[int, Any]] = field(default_factory=dict)
    house_rules: ClubRules = DEFAULT_RULES
    last: dict[RatingList, dict[int, FactPosition]] = field(default_factory=lambda: defaultdict(dict))
    peaks: dict[RatingList, dict[int, tuple[int, date | None]]] = field(default_factory=lambda: defaultdict(dict))
    norms: Rows = field(default_factory=dict)
    titles: Rows = field(default_factory=dict)

    def standings(self, today: date) -> Rows:
        """Return the rows of the standings, active by a day."""
        rows: Rows = {}
        for moved, states in self.states.items():
            _measured(moved, self.house_rules, states, tuple(states))
            for player_id, state in states.items():
                rank = SYSTEMS[moved].rank(state)
                if rank is not None:
                    place = self.last[moved][player_id]
                    figures = rank._asdict()
                    peak, peak_on = self.peaks[moved].get(player_id, (None, None))
                    rows[moved.value, player_id] = {
                        "shown": figures.pop("displayed"),  # as the column is called
                        **figures,
                        "active": is_active(place.date, today),
                        "peak": peak,
                        "peak_on": peak_on,
                        "date": place.date,
                        "seq": place.seq,
                        "state": json.loads(json.dumps(SYSTEMS[moved].dump(state))),  # as it is read back
                    }
        return rows


def fold_from_scratch(connection: Connection, club: Club, lists: Sequence[RatingList]) -> Scratch:
    """Fold all facts of lists in order. Needs a club whose derived rows are cleared."""
    made = Scratch(states={moved: defaultdict(SYSTEMS[moved].unrated) for moved in lists}, house_rules=club.house_rules)
    refs = [(ref, moved) for moved in lists for ref in facts.refs_from(connection, club.id, moved, facts.BEGINNING)]
    order = list(RatingList)
    for ref, moved in sorted(refs, key=lambda one: (one[0].place, order.index(one[1]))):
        (fact,) = facts.load(connection, moved, [ref])
        entries = _applied(connection, club, moved, fact, made)
        journals.add(connection, club.id, moved, entries)
        for entry in entries:
            made.last[moved][entry.player_id] = entry.place
            _note_peak(made.peaks[moved], entry)
    return made


def _note_peak(peaks: dict[int, tuple[int, date | None]], entry: JournalEntry) -> None:
    """Note a new highest rating; one that was entered, or a player's first, is not earned."""
    if entry.after is None:
        return
    shown, known = floor(entry.after + 0.5), peaks.get(entry.player_id)
    if known is None or shown > known[0]:
        is_earned = entry.before is not None and entry.opening_id is None
        peaks[entry.player_id] = (shown, entry.place.date if is_earned else None)


def _applied(connection: Connection, club: Club, moved: RatingList, fact: Fact, made: Scratch) -> list[JournalEntry]:
    """Move the states by one fact; return the entries that it gives."""
    system, states = SYSTEMS[moved], made.states[moved]
    _measured(moved, club.house_rules, states, fact.players)
    if isinstance(fact, OpeningFact | DemotionFact):
        before = states[fact.player_id]
        if isinstance(fact, OpeningFact):
            state = system.apply_opening(before, fact.opening, moved, club.house_rules)
            if not fact.is_confirmed and isinstance(system, LifetimeTitles):
                state = system.hold_for_life(before, state)
        else:
            state = system.demote(before)
        states[fact.player_id] = state
        return [correction_entry(fact, system.rank(before), system.rank(state), system.dump(state))]
    if isinstance(fact, ListFact):
        outcomes = apply_list_fact(connection, club, moved, _for_everybody(fact, states), states)
        states.update({player_id: outcome.state for player_id, outcome in outcomes.items()})
        return [list_entry(fact, one, outcome, system.dump(outcome.state)) for one, outcome in outcomes.items()]
    known = backgrounds(connection, moved, fact.place, fact.crosstable, states)
    rated = system.rate_event(fact.crosstable, moved, states, fact.rules, known, club.house_rules)
    if not fact.is_confirmed and isinstance(system, LifetimeTitles):
        rated = {player_id: system.as_reported(states[player_id], outcome) for player_id, outcome in rated.items()}
    for player_id, outcome in rated.items():
        states[player_id] = outcome.state
        _award(moved, fact, player_id, outcome, made)
    return [event_entry(fact, one, outcome, system.dump(outcome.state)) for one, outcome in rated.items()]


def _measured(moved: RatingList, rules: ClubRules, states: dict[int, Any], players: Iterable[int]) -> None:
    """Measure states by the list's benchmark, where there is one."""
    benchmark = benchmark_of(moved, rules)
    if benchmark is not None:
        measure(POOLS[moved], states, players, benchmark)


def _for_everybody(fact: ListFact, states: dict[int, Any]) -> ListFact:
    """Return a publication for whoever has anything on its list; a calibration says itself for whom it is."""
    if fact.players:
        return fact
    return ListFact(fact.place, fact.list_fact_id, fact.kind, fact.through, frozenset(states))


def _award(moved: RatingList, fact: EventFact, player_id: int, outcome: Outcome, made: Scratch) -> None:
    for norm in outcome.norms:
        key = (fact.event_id, moved.value, player_id, norm.scheme)
        made.norms[key] = {"level": norm.level, "code": norm.code}
    for title in outcome.titles:
        earned = {"event_id": fact.event_id, "date": fact.place.date, "seq": fact.place.seq}
        made.titles[player_id, moved.value, title.scheme, title.level] = earned
