"""First ratings (NASPA, initial rating): performances that are iterated where newcomers met each other.

A newcomer starts from the mean of the rated opponents, or from 1500; then everybody's rating is replaced by the
performance against the others' until nothing changes. Where 50 rounds of it do not settle, the mean of 50 more is
taken.

NASPA caps a rating by the strongest rated opponent. For somebody without one tsh takes the strongest newcomer met, and
a club in which everybody is new would reach 3000: here 1500 is taken, as by tsh for its German list.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from core.naspa.formula import clipped_wins, performance_rating
from core.naspa.seats import Seat

START, LOWEST, POINTS_FOR_ALL = 1500.0, 500.0, 400.0
ITERATIONS = 50


class FirstRating(NamedTuple):
    """A newcomer's rating, unrounded, with the figures of the last iteration.

    start: mean of the rated opponents, or 1500. rated_opponents: games against such.
    clipped: the wins that the performance counts. strongest: the rated opponent by whom the rating is capped, or 1500.
    cap: strongest + 400 x share of wins. mean: whether the rating is a mean of iterations that never settled.
    """

    start: float
    rated_opponents: int
    clipped: float
    performance: int
    strongest: float
    cap: float
    rating: float
    mean: bool = False


def first_ratings(seats: Sequence[Seat]) -> dict[int, FirstRating]:
    """Return the ratings of those who are unrated and played, by place."""
    newcomers = {place: seat for place, seat in enumerate(seats) if seat.rating is None and seat.meetings}
    starts = {place: _start(seat, seats) for place, seat in newcomers.items()}
    current = starts
    for _ in range(ITERATIONS):
        found = _iterate(newcomers, seats, starts, current)
        settled = all(first.rating == current[place] for place, first in found.items())
        current = {place: first.rating for place, first in found.items()}
        if settled:
            return found
    sums: dict[int, list[float]] = {place: [] for place in newcomers}
    for _ in range(ITERATIONS):
        found = _iterate(newcomers, seats, starts, current)
        current = {place: first.rating for place, first in found.items()}
        for place, rating in current.items():
            sums[place].append(rating)
    return {place: first._replace(rating=fsum(sums[place]) / ITERATIONS, mean=True) for place, first in found.items()}


def _start(seat: Seat, seats: Sequence[Seat]) -> float:
    rated = _rated_opponents(seat, seats)
    return fsum(rated) / len(rated) if rated else START


def _rated_opponents(seat: Seat, seats: Sequence[Seat]) -> list[float]:
    ratings = [seats[meeting.place].rating for meeting in seat.meetings]
    return [rating for rating in ratings if rating is not None]


def _iterate(
    newcomers: Mapping[int, Seat], seats: Sequence[Seat], starts: Mapping[int, float], current: Mapping[int, float]
) -> dict[int, FirstRating]:
    """Return everybody's performance against the others' current ratings, within its limits."""
    found = {}
    for place, seat in newcomers.items():
        rated = _rated_opponents(seat, seats)
        others = [current[meeting.place] for meeting in seat.meetings if seats[meeting.place].rating is None]
        games = len(seat.meetings)
        performance = performance_rating([*rated, *others], seat.wins)
        strongest = max(rated) if rated else START
        # The share of wins is not clipped here.
        cap = strongest + POINTS_FOR_ALL * seat.wins / games
        rating = min(max(performance, LOWEST), cap)
        clipped = clipped_wins(seat.wins, games)
        found[place] = FirstRating(starts[place], len(rated), clipped, performance, strongest, cap, rating)
    return found
