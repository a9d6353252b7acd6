"""A player's state, and what else is known of them, at some place in the club's facts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.people import players
from bot.store.rows import FactPosition, Standing
from core.background import NOTHING_KNOWN, Background, ExternalRating
from core.crosstable import Crosstable
from core.lists import RatingList
from core.systems import SYSTEMS


def state_before(
    connection: Connection, rating_list: RatingList, player_id: int, standing: Standing | None, place: FactPosition
) -> dict[str, Any] | None:
    """Return what a player's rating system goes on from just before a place; None where nothing has happened to them.

    standing: the player's current one, which is the answer for whatever comes last, as most facts do.
    """
    if standing is None and not SYSTEMS[rating_list].waits_for_list:
        # Whoever has no rating has no facts either, unless they wait for a list.
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
    """Return what `state_before` does for many, of those who have a state; their later entries are removed.

    known: their standings. places: just before which each state is asked for.
    """
    current = {one: at.state for one, place in places.items() if (at := known[one]) is not None and at.place < place}
    waits = SYSTEMS[rating_list].waits_for_list
    others = [one for one in places if one not in current and (waits or known[one] is not None)]
    return current | journals.last_states(connection, rating_list, others)


def known_ages(connection: Connection, player_ids: Collection[int]) -> dict[int, Background]:
    """Return what is known of players' ages."""
    if not player_ids:
        return {}
    found = players.ages(connection, player_ids)
    return {player_id: found.get(player_id, NOTHING_KNOWN) for player_id in player_ids}


Ages = Callable[[Connection, Collection[int]], dict[int, Background]]
"""Returns what is known of players' ages."""

DatedState = Callable[[Connection, int, RatingList, FactPosition], tuple[dict[str, Any], date] | None]
"""Returns a player's state on a list just before a place and the day of its rating; None without earlier facts."""


def backgrounds(
    connection: Connection,
    rating_list: RatingList,
    place: FactPosition,
    crosstable: Crosstable,
    states: Mapping[Any, Any],
    ages: Ages = known_ages,
    before: DatedState = journals.dated_state_before,
) -> dict[Any, Background]:
    """Return what is known of an event's players: age, and for unrated ones ratings given with it and on other lists.

    Those whose system does not ask for it are left out.
    """
    system = SYSTEMS[rating_list]
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
    """Return a player's ratings on the system's other lists just before a place."""
    found = []
    system = SYSTEMS[rating_list]
    for other in system.related_lists(rating_list):
        asked = other is not rating_list and other in system.background_of
        dated = before(connection, player_id, other, place) if asked else None
        if dated is not None:
            state, day = dated
            rank = SYSTEMS[other].rank(SYSTEMS[other].load(state))
            if rank is not None:
                found.append(ExternalRating(system.background_of[other], rank.rating, day, rank.games))
    return found


def lists_that_borrow(rating_list: RatingList) -> list[RatingList]:
    """Return the lists on which somebody unrated may begin with their rating on this one."""
    system = SYSTEMS[rating_list]
    if rating_list not in system.background_of:
        return []
    return [other for other in system.related_lists(rating_list) if other is not rating_list]
