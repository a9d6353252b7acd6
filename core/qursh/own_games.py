"""A club's own games as part of its history: those that a ranking scores, event by event."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from core.crosstable import is_forfeited
from core.qursh.cells import FINEST_GRID
from core.qursh.history import CellCounter


class StoredGame(NamedTuple):
    """A stored game with points on the board; a rating of None or 0 is none."""

    event_id: int
    first_rating: float | None
    second_rating: float | None
    first_points: int
    second_points: int


def tally_of(games: Iterable[StoredGame]) -> CellCounter:
    """Return the games that count: both rated, none forfeited, and of no event that has spreads instead of scores."""
    by_event: dict[int, list[StoredGame]] = defaultdict(list)
    for game in games:
        by_event[game.event_id].append(game)
    tally = CellCounter(FINEST_GRID)
    for played in by_event.values():
        if 2 * sum(game.first_points == -game.second_points != 0 for game in played) > len(played):
            continue
        for game in played:
            if not is_forfeited(game.first_points, game.second_points) and game.first_rating and game.second_rating:
                tally.add(game.first_rating, game.second_rating, game.first_points - game.second_points)
    return tally
