"""The fold: from a place in a club's facts on, every rating that depends on them is derived again.

Recording, undoing and correcting are this one operation: the facts change, then the list is folded from there.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from bot.services.states import state_before
from bot.services.systems import SYSTEMS
from bot.store import facts, journals, standings
from bot.store.database import Connection
from bot.store.rows import EventFact, Fact, FactRef, JournalEntry, OpeningFact, Standing
from core.errors import RatingError, RuleError
from core.lists import RatingList
from core.outcome import Outcome, Rank
from core.uschess.state import Opening

ACTIVE_DAYS = 365
"""A player without a fact for longer is marked inactive on leaderboards."""


@dataclass(slots=True)
class Fold:
    """What a fold did.

    outcomes: the rated events, by event and player.
    before, after: the players' standings before and after the fold; None for no rating.
    old, new: journal entries that went and that took their place, in the order of the fold.
    """

    outcomes: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    before: dict[int, Standing | None] = field(default_factory=dict)
    after: dict[int, Standing | None] = field(default_factory=dict)
    old: list[JournalEntry] = field(default_factory=list)
    new: list[JournalEntry] = field(default_factory=list)


def fold(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    today: date,
    *,
    added: Sequence[Fact] = (),
    removed: Sequence[FactRef] = (),
    known: Mapping[int, Standing | None] | None = None,
) -> Fold:
    """Derive again whatever depends on facts that were added or voided. Needs the club's lock.

    known: standings that the caller has read within this transaction already.
    """
    done = Fold(before=dict(known or {}))
    changed = [*added, *removed]
    start = min(fact.place for fact in changed)
    affected: set[int] = set().union(*(fact.players for fact in changed))
    _read_standings(connection, club_id, rating_list, affected, done)

    to_rate: Sequence[Fact] = added
    if removed or any(standing is not None and standing.place > start for standing in done.before.values()):
        refs, affected = _dependent(facts.refs_from(connection, club_id, rating_list, start), affected)
        _read_standings(connection, club_id, rating_list, affected, done)
        done.old = journals.remove(connection, rating_list, [*removed, *refs], affected, start)
        to_rate = facts.load(connection, rating_list, refs)

    system = SYSTEMS[rating_list]
    states = {}
    for player_id in affected:
        data = state_before(connection, rating_list, done.before[player_id], start)
        states[player_id] = system.unrated() if data is None else system.load(data)
    _replay(connection, club_id, rating_list, to_rate, states, done, new=added)
    _move_standings(connection, club_id, rating_list, states, done, today)
    return done


def _read_standings(
    connection: Connection, club_id: int, rating_list: RatingList, players: Collection[int], done: Fold
) -> None:
    for player_id in set(players) - done.before.keys():
        done.before[player_id] = standings.find(connection, club_id, rating_list, player_id)


def _dependent(refs: Sequence[FactRef], players: Iterable[int]) -> tuple[list[FactRef], set[int]]:
    """Return the facts that depend on the players' ratings, and everybody whose rating may move."""
    affected = set(players)
    dependent = []
    for ref in refs:
        if ref.players & affected:
            affected |= ref.players
            dependent.append(ref)
    return dependent, affected


def _replay(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    to_rate: Iterable[Fact],
    states: dict[int, Any],
    done: Fold,
    new: Sequence[Fact],
) -> None:
    """Rate the facts in order, moving the states; write the journal, norms and titles."""
    for fact in to_rate:
        try:
            if isinstance(fact, OpeningFact):
                _open(rating_list, fact, states, done)
            else:
                _rate(connection, rating_list, fact, states, done)
        except RatingError as error:
            if fact in new:
                raise
            raise RuleError(
                f"That would leave what is stored for {fact.place.date.isoformat()} against the rules; "
                f"undo that first. ({error.message})"
            ) from error
    journals.add(connection, club_id, rating_list, done.new)


def _open(rating_list: RatingList, fact: OpeningFact, states: dict[int, Any], done: Fold) -> None:
    system = SYSTEMS[rating_list]
    before = system.rank(states[fact.player_id])
    opening = Opening(fact.rating, fact.games, fact.peak, fact.floor)
    state = states[fact.player_id] = system.apply_opening(states[fact.player_id], opening)
    done.new.append(_opening_entry(fact, before, system.rank(state), system.dump(state)))


def _rate(connection: Connection, rating_list: RatingList, fact: EventFact, states: dict[int, Any], done: Fold) -> None:
    system = SYSTEMS[rating_list]
    outcomes = system.rate_event(fact.crosstable, rating_list, states, fact.rules)
    norms, titles = {}, {}
    for player_id in sorted(fact.players):
        outcome = outcomes[player_id]
        states[player_id] = outcome.state
        done.outcomes[fact.event_id, player_id] = outcome
        done.new.append(_event_entry(fact, player_id, outcome, system.dump(outcome.state)))
        norms[player_id], titles[player_id] = outcome.norms, outcome.titles
    journals.add_norms(connection, fact.event_id, rating_list, norms)
    journals.add_titles(connection, fact, rating_list, titles)


def _move_standings(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    states: dict[int, Any],
    done: Fold,
    today: date,
) -> None:
    """Write the standings that the states give; a player without any fact left has none."""
    system = SYSTEMS[rating_list]
    last = {entry.player_id: entry.place for entry in done.new}
    for player_id, state in states.items():
        old, rank = done.before[player_id], system.rank(state)
        if rank is None:
            done.after[player_id] = None
            if old is not None:
                standings.remove(connection, club_id, rating_list, old)
            continue
        place = last.get(player_id) or journals.last_place(connection, player_id, rating_list)
        new = done.after[player_id] = Standing(
            player_id=player_id,
            rating=rank.rating,
            shown=rank.shown,
            games=rank.games,
            provisional=rank.provisional,
            active=is_active(place.date, today),
            place=place,
            state=system.dump(state),
        )
        standings.put(connection, club_id, rating_list, old, new)


def is_active(last: date, today: date) -> bool:
    """Tell whether a player whose last fact is of a day counts as active."""
    return last >= activity_cutoff(today)


def activity_cutoff(today: date) -> date:
    return today - timedelta(days=ACTIVE_DAYS)


def _opening_entry(fact: OpeningFact, before: Rank | None, after: Rank | None, state: dict[str, Any]) -> JournalEntry:
    assert after is not None
    return JournalEntry(
        player_id=fact.player_id,
        place=fact.place,
        event_id=None,
        opening_id=fact.opening_id,
        before=None if before is None else before.rating,
        after=after.rating,
        games_before=0 if before is None else before.games,
        games_after=after.games,
        expected=None,
        score=None,
        performance=None,
        rules=None,
        steps=None,
        state=state,
    )


def _event_entry(fact: EventFact, player_id: int, outcome: Outcome, state: dict[str, Any]) -> JournalEntry:
    return JournalEntry(
        player_id=player_id,
        place=fact.place,
        event_id=fact.event_id,
        opening_id=None,
        before=None if outcome.before is None else outcome.before.rating,
        after=outcome.after.rating,
        games_before=0 if outcome.before is None else outcome.before.games,
        games_after=outcome.after.games,
        expected=outcome.expected,
        score=outcome.score,
        performance=outcome.performance,
        rules=outcome.rules,
        steps=json.dumps([step.to_json() for step in outcome.steps], separators=(",", ":")),
        state=state,
    )


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a fold changed for one player: in one event, or (event_name and day None) in the current rating."""

    player_id: int
    event_name: str | None
    day: date | None
    before: float | None
    after: float | None


def changes(done: Fold, except_events: Collection[int] = ()) -> list[RatingChange]:
    """Return what a fold changed of what stood before: later events first, then the current ratings."""
    again = {(entry.player_id, entry.place): entry for entry in done.new}
    moved = []
    for entry in done.old:
        new = again.get((entry.player_id, entry.place))
        if new is not None and entry.event_id not in except_events and new.after != entry.after:
            moved.append(RatingChange(entry.player_id, entry.event_name, entry.place.date, entry.after, new.after))
    for player_id, old in done.before.items():
        new_standing = done.after.get(player_id)
        before = None if old is None else old.rating
        after = None if new_standing is None else new_standing.rating
        if before != after:
            moved.append(RatingChange(player_id, None, None, before, after))
    return moved
