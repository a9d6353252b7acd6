"""A player's state and background at a place in the club's facts."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from bot.store.database.rows import (
    Club,
    DemotionFact,
    EnteredRatingFact,
    EventFact,
    FactKind,
    FactPosition,
    JournalEntry,
    ListFact,
    ListFactKind,
    Standing,
)
from bot.store.database.transactions import Connection
from bot.store.events import facts, list_facts
from bot.store.people import players
from bot.store.ratings import journals, standings
from core.event.background import NOTHING_KNOWN, Background, ExternalRating
from core.event.crosstable import Crosstable
from core.lists import RatingList
from core.rating.outcome import DisplayedRating, ListOutcome, Outcome
from core.rating.rating_system import ClubPool, SeasonalSystem
from core.rating.systems import PUBLISHED, benchmark_of, calibrated_system_of, pool_system_of, system_of


def state_before(
    connection: Connection, rating_list: RatingList, player_id: int, standing: Standing | None, place: FactPosition
) -> dict[str, Any] | None:
    """Return a player's state just before a place, or None.

    standing: the current one, used if the place is the last.
    """
    if standing is None and not system_of(rating_list).waits_for_list:
        # Without a rating there are no facts, unless they wait for a list.
        return None
    if standing is not None and standing.place < place:
        return standing.state
    return journals.state_before(connection, player_id, rating_list, place)


def last_states(
    connection: Connection,
    rating_list: RatingList,
    known: Mapping[int, Standing | None],
    places: Mapping[int, FactPosition],
) -> dict[int, dict[str, Any]]:
    """Return states like `state_before` for many players, whose later entries are removed.

    known: standings. places: by player.
    """
    current = {one: at.state for one, place in places.items() if (at := known[one]) is not None and at.place < place}
    waits = system_of(rating_list).waits_for_list
    others = [one for one in places if one not in current and (waits or known[one] is not None)]
    return current | journals.last_states(connection, rating_list, others)


def known_ages(connection: Connection, player_ids: Collection[int]) -> dict[int, Background]:
    if not player_ids:
        return {}
    found = players.ages(connection, player_ids)
    return {player_id: found.get(player_id, NOTHING_KNOWN) for player_id in player_ids}


Ages = Callable[[Connection, Collection[int]], dict[int, Background]]

DatedState = Callable[[Connection, int, RatingList, FactPosition], tuple[dict[str, Any], date] | None]


def backgrounds(
    connection: Connection,
    rating_list: RatingList,
    place: FactPosition,
    crosstable: Crosstable,
    states: Mapping[Any, Any],
    ages: Ages = known_ages,
    before: DatedState = journals.dated_state_before,
) -> dict[Any, Background]:
    """Return players' ages, and for unrated ones their other ratings, where the system uses them."""
    system = system_of(rating_list)
    asked = [
        entrant
        for entrant in crosstable.entrants
        if entrant.rated and system.needs_player_background(states[entrant.player])
    ]
    ids: list[Any] = [entrant.player for entrant in asked]  # in the club they are its ids
    known: dict[Any, Background] = {**ages(connection, ids)}
    for entrant in asked:
        if system.rank(states[entrant.player]) is None:
            ratings = {other.system: other for other in entrant.external_ratings}
            for other in _on_other_lists(connection, entrant.player, rating_list, place, before):
                ratings[other.system] = other
            known[entrant.player] = replace(known[entrant.player], ratings=tuple(ratings.values()))
    return known


def _on_other_lists(
    connection: Connection, player_id: Any, rating_list: RatingList, place: FactPosition, before: DatedState
) -> list[ExternalRating]:
    found = []
    system = system_of(rating_list)
    for other in system.related_lists(rating_list):
        asked = other is not rating_list and other in system.background_of
        dated = before(connection, player_id, other, place) if asked else None
        if dated is not None:
            state, day = dated
            rank = system_of(other).rank(system_of(other).load(state))
            if rank is not None:
                found.append(ExternalRating(system.background_of[other], rank.rating, day, rank.games))
    return found


def lists_that_borrow(rating_list: RatingList) -> list[RatingList]:
    system = system_of(rating_list)
    if rating_list not in system.background_of:
        return []
    return [other for other in system.related_lists(rating_list) if other is not rating_list]


# Journal entries. The calculation is repeated when somebody asks.


def correction_entry(
    fact: EnteredRatingFact | DemotionFact,
    before: DisplayedRating | None,
    after: DisplayedRating | None,
    state: dict[str, Any],
) -> JournalEntry:
    return JournalEntry(
        player_id=fact.player_id,
        place=fact.place,
        event_id=None,
        entered_rating_id=fact.entered_rating_id if isinstance(fact, EnteredRatingFact) else None,
        **_moved(before, after),
        expected=None,
        score=None,
        performance=None,
        rules=None,
        state=state,
    )


def list_entry(fact: ListFact, player_id: int, published: ListOutcome, state: dict[str, Any]) -> JournalEntry:
    return JournalEntry(
        player_id=player_id,
        place=fact.place,
        event_id=None,
        entered_rating_id=None,
        list_fact_id=fact.list_fact_id,
        **_moved(published.before, published.after),
        expected=None,
        score=None,
        performance=None,
        rules=published.rules,
        state=state,
    )


def _moved(before: DisplayedRating | None, after: DisplayedRating | None) -> dict[str, Any]:
    return {
        "before": None if before is None else before.rating,
        "after": None if after is None else after.rating,
        "games_before": 0 if before is None else before.games,
        "games_after": 0 if after is None else after.games,
    }


def event_entry(fact: EventFact, player_id: int, outcome: Outcome, state: dict[str, Any]) -> JournalEntry:
    return JournalEntry(
        player_id=player_id,
        place=fact.place,
        event_id=fact.event_id,
        entered_rating_id=None,
        **_moved(outcome.before, outcome.after),
        expected=outcome.expected,
        score=outcome.score,
        performance=outcome.performance,
        rules=outcome.rules,
        state=state,
        compared=None if outcome.compared is None else outcome.compared._replace(expectancies=()),
    )


# Lists measured by a benchmark player who moves.


def measure(system: ClubPool, states: dict[int, Any], player_ids: Iterable[int], benchmark: int) -> None:
    by = states[benchmark]
    for player_id in player_ids:
        states[player_id] = system.measured(states[player_id], by)


def states_at(
    connection: Connection, club: Club, rating_list: RatingList, player_ids: Iterable[int], place: FactPosition
) -> dict[int, Any]:
    system, states = system_of(rating_list), {}
    benchmark = benchmark_of(rating_list, club.house_rules)
    asked = dict.fromkeys(player_ids)
    for player_id in asked if benchmark is None else {**asked, benchmark: None}:
        data = journals.state_before(connection, player_id, rating_list, place)
        states[player_id] = system.unrated() if data is None else system.load(data)
    if benchmark is not None:
        measure(pool_system_of(rating_list), states, states, benchmark)
    return {player_id: states[player_id] for player_id in asked}


def remeasured(
    connection: Connection, club_id: int, rating_list: RatingList, benchmark: Any, reached: Collection[int]
) -> list[tuple[Standing, Standing]]:
    """Return standings changed by a moved benchmark, before and after, of players no fact has reached."""
    system = pool_system_of(rating_list)
    others = standings.on_list(connection, club_id, rating_list, apart_from=reached)
    moved = []
    for old in others:
        state = system.measured(system.load(old.state), benchmark)
        rank = system.rank(state)
        if rank is None or rank.rating == old.rating:
            continue
        new = replace(old, rating=rank.rating, displayed=rank.displayed, state=system.dump(state))
        moved.append((old, new))
    standings.put_many(connection, club_id, rating_list, moved)
    return moved


# List facts: publications and calibrations.


CROSSTABLES_AT_ONCE = 50


class Before(NamedTuple):
    """What a list fact reads, if it is known already. counted: by a publication. played: before a calibration."""

    counted: Collection[int]
    played: Sequence[Crosstable]
    ages: Mapping[int, Background]


def apply_list_fact(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    fact: ListFact,
    states: Mapping[int, Any],
    before: Before | None = None,
) -> Mapping[int, ListOutcome]:
    if fact.kind is ListFactKind.PUBLICATION:
        return _published_on(connection, club, rating_list, fact, states, before)
    if fact.kind is ListFactKind.SEASON:
        return _begun(club, rating_list, fact, states)
    played = _played_before(connection, club, rating_list, fact) if before is None else before.played
    known = {player_id: states[player_id] for player_id in fact.players}
    system = calibrated_system_of(rating_list)
    names = {key: player.name for key, player in players.by_ids(connection, club.id, known).items()}
    return system.calibrate_club(played, rating_list, known, fact.place.date, club.house_rules, names)


def _published_on(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    fact: ListFact,
    states: Mapping[int, Any],
    before: Before | None,
) -> dict[int, ListOutcome]:
    # Players without games for this list were not on it the first time.
    if before is None:
        counted = list_facts.players_counted(connection, club.id, rating_list, fact.place, fact.through)
        before = Before(counted, (), known_ages(connection, fact.players & counted))
    system, published = PUBLISHED[rating_list], {}
    for player_id in fact.players.intersection(before.counted):
        age = before.ages[player_id]
        outcome = system.publish(states[player_id], rating_list, fact.place.date, fact.through, age)
        if outcome is not None:
            published[player_id] = outcome
    return published


def _begun(club: Club, rating_list: RatingList, fact: ListFact, states: Mapping[int, Any]) -> dict[int, ListOutcome]:
    system = system_of(rating_list)
    assert isinstance(system, SeasonalSystem)
    begun = {
        player_id: system.begin_season(states[player_id], fact.factor, player_id, rating_list, club.house_rules)
        for player_id in fact.players
    }
    return {player_id: outcome for player_id, outcome in begun.items() if outcome is not None}


def _played_before(connection: Connection, club: Club, rating_list: RatingList, fact: ListFact) -> Iterable[Crosstable]:
    so_far = [
        ref.id
        for ref in facts.refs_from(connection, club.id, rating_list, facts.BEGINNING)
        if ref.kind is FactKind.EVENT and ref.place < fact.place
    ]
    parts = (so_far[first : first + CROSSTABLES_AT_ONCE] for first in range(0, len(so_far), CROSSTABLES_AT_ONCE))
    return (crosstable for some in parts for crosstable in _in_order(facts.crosstables(connection, some), some))


def _in_order(crosstables: Mapping[int, Crosstable], event_ids: Sequence[int]) -> Iterable[Crosstable]:
    return (crosstables[event_id] for event_id in event_ids)
