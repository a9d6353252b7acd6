"""A player's state at some place in the club's facts."""

from typing import Any

from bot.store import journals
from bot.store.database import Connection
from bot.store.rows import Place, Standing
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
