"""Lists on which everybody is measured by a player who moves as well: states and standings, measured anew.

Whom a list is measured by, and what that does to a state, its system says (`ClubPool.benchmark`, `measured`).
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.rows import Club, FactPosition, Standing
from core.lists import RatingList
from core.rating_system import ClubPool
from core.systems import POOLS, SYSTEMS, benchmark_of


def measure(system: ClubPool, states: dict[int, Any], player_ids: Iterable[int], benchmark: int) -> None:
    """Measure states by that of the benchmark, which is among them."""
    by = states[benchmark]
    for player_id in player_ids:
        states[player_id] = system.measured(states[player_id], by)


def states_at(
    connection: Connection, club: Club, rating_list: RatingList, player_ids: Iterable[int], place: FactPosition
) -> dict[int, Any]:
    """Return players' states just before a place, from the journal."""
    system, states = SYSTEMS[rating_list], {}
    benchmark = benchmark_of(rating_list, club.house_rules)
    asked = dict.fromkeys(player_ids)
    for player_id in asked if benchmark is None else {**asked, benchmark: None}:
        data = journals.state_before(connection, player_id, rating_list, place)
        states[player_id] = system.unrated() if data is None else system.load(data)
    if benchmark is not None:
        measure(POOLS[rating_list], states, states, benchmark)
    return {player_id: states[player_id] for player_id in asked}


def remeasured(
    connection: Connection, club_id: int, rating_list: RatingList, benchmark: Any, reached: Collection[int]
) -> list[tuple[Standing, Standing]]:
    """Measure the standings that no fact has reached by a benchmark that has moved; return those that are others.

    Each as it was and as it is now.
    """
    system = POOLS[rating_list]
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
