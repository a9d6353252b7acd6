"""What happens to a whole list: it is published, or calibrated."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.services.fold.states import known_ages
from bot.store.database import Connection
from bot.store.events import facts, list_facts
from bot.store.rows import Club, FactKind, ListFact, ListFactKind
from core.crosstable import Crosstable
from core.lists import RatingList
from core.outcome import ListOutcome
from core.rating_system import SeasonalSystem
from core.systems import CALIBRATED, PUBLISHED, SYSTEMS

CROSSTABLES_AT_ONCE = 50


def apply_list_fact(
    connection: Connection, club: Club, rating_list: RatingList, fact: ListFact, states: Mapping[int, Any]
) -> Mapping[int, ListOutcome]:
    """Return what a fact about a whole list does to each player whom it moves, from their states just before."""
    if fact.kind is ListFactKind.PUBLICATION:
        return _published(connection, club, rating_list, fact, states)
    if fact.kind is ListFactKind.SEASON:
        return _begun(club, rating_list, fact, states)
    return _calibrated(connection, club, rating_list, fact, states)


def _published(
    connection: Connection, club: Club, rating_list: RatingList, fact: ListFact, states: Mapping[int, Any]
) -> dict[int, ListOutcome]:
    # Not everybody whom the fold has reached: who has played nothing for this list was not on it the first time.
    counted = list_facts.players_counted(connection, club.id, rating_list, fact.place, fact.through)
    on_it = fact.players & counted
    system, ages = PUBLISHED[rating_list], known_ages(connection, on_it)
    apply_list_fact = {}
    for player_id in on_it:
        outcome = system.publish(states[player_id], rating_list, fact.place.date, fact.through, ages[player_id])
        if outcome is not None:
            apply_list_fact[player_id] = outcome
    return apply_list_fact


def _begun(club: Club, rating_list: RatingList, fact: ListFact, states: Mapping[int, Any]) -> dict[int, ListOutcome]:
    """Begin a season with other ratings, for whoever has one."""
    system = SYSTEMS[rating_list]
    assert isinstance(system, SeasonalSystem)
    begun = {
        player_id: system.begin_season(states[player_id], fact.factor, player_id, rating_list, club.house_rules)
        for player_id in fact.players
    }
    return {player_id: outcome for player_id, outcome in begun.items() if outcome is not None}


def _calibrated(
    connection: Connection, club: Club, rating_list: RatingList, fact: ListFact, states: Mapping[int, Any]
) -> Mapping[int, ListOutcome]:
    so_far = [
        ref.id
        for ref in facts.refs_from(connection, club.id, rating_list, facts.BEGINNING)
        if ref.kind is FactKind.EVENT and ref.place < fact.place
    ]
    parts = (so_far[first : first + CROSSTABLES_AT_ONCE] for first in range(0, len(so_far), CROSSTABLES_AT_ONCE))
    played = (crosstable for some in parts for crosstable in _in_order(facts.crosstables(connection, some), some))
    known = {player_id: states[player_id] for player_id in fact.players}
    return CALIBRATED[rating_list].calibrate_club(played, rating_list, known, fact.place.date, club.house_rules)


def _in_order(crosstables: Mapping[int, Crosstable], event_ids: Sequence[int]) -> Iterable[Crosstable]:
    return (crosstables[event_id] for event_id in event_ids)
