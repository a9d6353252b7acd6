"""Who did best for their rating: score minus expected score, and the part of luck."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from core.event.crosstable import Crosstable

LEAST_COMPARED = 3
"""Fewer rated players are not compared."""


def luck(expected: float, games: int) -> float:
    """Return the score's standard deviation if the rating is right and no game is drawn.

    Draws and unequal opponents make it smaller.
    """
    chance = min(max(expected / games, 0.0), 1.0) if games else 0.0
    return sqrt(games * chance * (1 - chance))


class ForRating(NamedTuple):
    """A player's score and expected score. number: in the crosstable."""

    number: int
    scored: float
    expected: float
    games: int

    @property
    def above(self) -> float:
        """Return the difference as shown, to two decimals; equals share."""
        return round(self.scored - self.expected, 2)

    @property
    def luck(self) -> float:
        return luck(self.expected, self.games)


def best_for_rating(found: Iterable[ForRating]) -> list[ForRating]:
    return sorted((one for one in found if one.above > 0), key=lambda one: (-one.above, one.number))


def for_rating_in(
    crosstable: Crosstable, ratings: Mapping[int, float], expected_score: Callable[[float, float], float]
) -> list[ForRating]:
    games: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for game in crosstable.games:
        if not game.rated or game.score is None or not {game.first, game.second} <= ratings.keys():
            continue
        first, second = ratings[game.first], ratings[game.second]
        games[game.first].append((game.score, expected_score(first, second)))
        games[game.second].append((1 - game.score, expected_score(second, first)))
    return [
        ForRating(number, sum(score for score, _ in played), sum(expected for _, expected in played), len(played))
        for number, played in games.items()
    ]
