"""The floors that hold for one player (US Chess 2025, rating floors)."""

from typing import NamedTuple

from core.lists import RatingList
from core.uschess.floors import LIFE_MASTER_FLOOR, LIFE_MASTER_GAMES, absolute_floor, peak_floor
from core.uschess.reasons import Reason
from core.uschess.state import PlayerState


class FloorFound(NamedTuple):
    """A floor that holds for a player: why, at which rating, and the figures it comes from."""

    reason: Reason
    rating: float
    figures: tuple[float, ...]


def floors_of(state: PlayerState, rating_list: RatingList, points: float, events_of_three: int) -> list[FloorFound]:
    """Return every floor that holds for a player.

    points, events_of_three: those that the absolute floor counts.
    """
    floors: list[FloorFound] = []
    earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
    if earned is not None and state.peak is not None:
        floors.append(FloorFound(Reason.FLOOR_PEAK, earned, (state.peak,)))
    else:
        floor = absolute_floor(points, events_of_three)
        floors.append(FloorFound(Reason.FLOOR_ABSOLUTE, floor, (points, events_of_three)))
    if state.imposed_floor is not None:
        floors.append(FloorFound(Reason.FLOOR_IMPOSED, state.imposed_floor, ()))
    if rating_list is RatingList.USCHESS_REGULAR and state.games_above_2200 >= LIFE_MASTER_GAMES:
        floors.append(FloorFound(Reason.FLOOR_LIFE_MASTER, LIFE_MASTER_FLOOR, (state.games_above_2200,)))
    return floors


def personal_floor(state: PlayerState, rating_list: RatingList) -> float:
    """Return the rating below which a player cannot fall, matches apart."""
    floors = floors_of(state, rating_list, state.points, state.events_of_three)
    return max(floor.rating for floor in floors)


def falls_below_floor(state: PlayerState, rating: float) -> float | None:
    """Return the peak's floor that a rating after a match lies below, or None.

    In a match the floor does not hold: falling below it asks for a floor 100 points lower.
    """
    earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
    return earned if earned is not None and rating < earned else None
