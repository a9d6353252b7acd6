"""Upsets: the largest differences of rating that the lower rated player overcame."""

from collections.abc import Collection
from typing import NamedTuple

from core.crosstable import Crosstable


class Upset(NamedTuple):
    """A game that the lower rated player won."""

    round: int
    number: int
    opponent: int
    difference: int


def upsets_in(crosstable: Crosstable, established: Collection[int] | None = None) -> tuple[Upset, ...]:
    """Return everybody's largest upset, the largest first; both players must be established.

    established: pairing numbers; None for everybody who has a rating.
    """
    ratings = {entrant.number: entrant.rating for entrant in crosstable.entrants}
    best: dict[int, Upset] = {}
    for game in crosstable.games:
        sides = ((game.first, game.second, game.score), (game.second, game.first, _other(game.score)))
        for number, opponent, score in sides:
            mine, theirs = ratings[number], ratings[opponent]
            if mine is None or theirs is None or score is None or score < 1:
                continue
            if established is not None and not {number, opponent} <= set(established):
                continue
            found = Upset(game.round, number, opponent, round(theirs) - round(mine))
            if found.difference > 0 and (number not in best or _precedence(found) < _precedence(best[number])):
                best[number] = found
    return tuple(sorted(best.values(), key=_precedence))


def _other(score: float | None) -> float | None:
    return None if score is None else 1 - score


def _precedence(upset: Upset) -> tuple[int, int, int]:
    return -upset.difference, upset.round, upset.number
