"""Games between two sides of several players, such as doubles: each side's strength is its players' mean rating.

Every player is rated as against one opponent who is as far from them as the sides' means are apart, with the score of
their side. So all of a side gain the same in Elo, and a side of one is a normal game. Sources: the mean and the shared
expected score are what Elo ratings of doubles use (docs.epegboard.com, "How a rating change is calculated";
W3Champions, issue 1: a player's rating + mean of the opponents - mean of their side). The composite opponent is from
G. J. Williams, Abstracting Glicko-2 for Team Games (thesis, University of Cincinnati 2013); its deviation is the
root mean square of the opponents', as variances are averaged.
"""

from collections.abc import Callable
from math import fsum, sqrt
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Crosstable, Entrant, EventKind

LEAST, MOST = 2, 5
"""Players of a side that is reported."""


class Strengths(NamedTuple):
    """The strengths of a player's side and the other, in rating points. deviation: of the other, 0 without one."""

    own: float
    other: float
    deviation: float = 0.0

    def opponent_of(self, rating: float) -> float:
        """Return the rating of the opponent against whom a player is rated."""
        return self.other + (rating - self.own)


def sides_of(crosstable: Crosstable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the pairing numbers of both sides; raise InputError where games are not of the same two."""
    first = tuple(sorted({game.first for game in crosstable.games}))
    second = tuple(sorted({game.second for game in crosstable.games}))
    for round_number in range(1, crosstable.rounds + 1):
        games = [game for game in crosstable.games if game.round == round_number]
        is_whole = sorted(game.first for game in games) == list(first)
        is_whole &= sorted(game.second for game in games) == list(second)
        if crosstable.byes or not is_whole or len({game.score for game in games}) != 1:
            raise InputError(
                f"Round {round_number}: in a match of two sides all of a side have the same result. "
                "Void the match and report it again."
            )
    return first, second


def strengths_of(crosstable: Crosstable, figures: Callable[[Entrant], tuple[float, float]]) -> dict[int, Strengths]:
    """Return both sides' strengths as each entrant sees them; nothing for an event without sides.

    figures: an entrant's rating and deviation before the match, in rating points.
    """
    if crosstable.kind is not EventKind.SIDES:
        return {}
    known = {entrant.number: figures(entrant) for entrant in crosstable.entrants}
    found: dict[int, Strengths] = {}
    first, second = sides_of(crosstable)
    for side, other in ((first, second), (second, first)):
        own, theirs = (fsum(known[one][0] for one in some) / len(some) for some in (side, other))
        deviation = sqrt(fsum(known[one][1] ** 2 for one in other) / len(other))
        found |= dict.fromkeys(side, Strengths(own, theirs, deviation))
    return found
