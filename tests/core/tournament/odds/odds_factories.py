"""Events that are not over, for the tests of odds."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import combinations
from typing import Any

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.systems import system_of
from core.tournament.odds.open_event import Method, OpenEvent, Schedule, Strength

ELO = system_of(RatingList.USCHESS_REGULAR).expected_score
NASPA = system_of(RatingList.NASPA).expected_score


def field_of(
    ratings: Sequence[float],
    games: Iterable[Game] = (),
    byes: Iterable[Bye] = (),
    *,
    deviation: float = 0.0,
    **others: Any,
) -> OpenEvent:
    """Return an event of players with these ratings, numbered from 1; a round robin where nothing else is said."""
    crosstable = Crosstable(
        date(2026, 11, 22),
        tuple(Entrant(number) for number in range(1, len(ratings) + 1)),
        tuple(games),
        tuple(byes),
    )
    strengths = {number: Strength(rating, deviation) for number, rating in enumerate(ratings, start=1)}
    planned = {"method": Method.ROUND_ROBIN, "rounds": len(ratings) - 1}
    planned |= {key: others.pop(key) for key in ("method", "rounds", "paired", "boards", "absent") if key in others}
    return OpenEvent(Schedule(crosstable, **planned), strengths, **{"expected": ELO, **others})


def with_half_points(ratings: Sequence[float], half_points: Sequence[int], to_play: Any, **others: Any) -> OpenEvent:
    """Return a round robin of which only these pairs are left, and everybody has so many half points."""
    left = [frozenset(pair) for pair in to_play]
    pairs = [pair for pair in combinations(range(1, len(ratings) + 1), 2) if frozenset(pair) not in left]
    games = [Game(round_number, *pair) for round_number, pair in enumerate(pairs, start=1)]
    byes = []
    for number, halves in enumerate(half_points, start=1):
        kinds = [ByeKind.FULL_POINT] * (halves // 2) + [ByeKind.HALF_POINT] * (halves % 2)
        byes += [Bye(100 + index, number, kind) for index, kind in enumerate(kinds)]
    return field_of(ratings, games, byes, **others)
