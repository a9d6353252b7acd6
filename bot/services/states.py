"""A player's state, and what else is known of them, at some place in the club's facts."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from bot.services.systems import SYSTEMS, related_lists
from bot.store import journals, players
from bot.store.database import Connection
from bot.store.rows import Place, Standing
from core.background import Background, OtherRating, OtherSystem
from core.crosstable import Crosstable
from core.lists import RatingList


def state_before(
    connection: Connection, rating_list: RatingList, standing: Standing | None, place: Place
) -> dict[str, Any] | None:
    """Return what a player's rating system goes on from just before a place; None where they were unrated.

    standing: the player's current one, which is the answer for whatever comes last, as most facts do.
    """
    if standing is None:
        return None
    if standing.place < place:
        return standing.state
    return journals.state_before(connection, standing.player_id, rating_list, place)


def backgrounds(
    connection: Connection, rating_list: RatingList, place: Place, crosstable: Crosstable, states: Mapping[Any, Any]
) -> dict[Any, Background]:
    """Return what is known of an event's unrated players: age, ratings given with the event and on other lists."""
    system = SYSTEMS[rating_list]
    unrated = [
        entrant for entrant in crosstable.entrants if entrant.rated and system.rank(states[entrant.player]) is None
    ]
    if not unrated:
        return {}
    ages: dict[Any, tuple[date | None, bool]] = {}
    ages |= players.ages(connection, [entrant.player for entrant in unrated])  # type: ignore[misc]  # ids of the club
    known = {}
    for entrant in unrated:
        born, adult = ages.get(entrant.player, (None, True))
        ratings = {other.system: other for other in entrant.elsewhere}
        for other in _on_other_lists(connection, entrant.player, rating_list, place):
            ratings[other.system] = other
        known[entrant.player] = Background(born, adult, tuple(ratings.values()))
    return known


def _on_other_lists(connection: Connection, player_id: Any, rating_list: RatingList, place: Place) -> list[OtherRating]:
    """Return a player's ratings on the system's other lists just before a place."""
    found = []
    for other in related_lists(rating_list):
        dated = None if other is rating_list else journals.dated_state_before(connection, player_id, other, place)
        if dated is not None:
            state, day = dated
            rank = SYSTEMS[other].rank(SYSTEMS[other].load(state))
            assert rank is not None
            found.append(OtherRating(OtherSystem(other.value), rank.rating, day, rank.games))
    return found
