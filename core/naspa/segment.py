"""One segment of an event, everybody at once: first ratings, changes, acceleration, feedback, floor, rounding."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.naspa.editions import Edition
from core.naspa.formula import Stretch, expected_total, rounded, stretches
from core.naspa.newcomers import FirstRating, first_ratings
from core.naspa.seats import Seat
from core.naspa.segments import Rounds
from core.naspa.state import LOWEST_RATING

ACCELERATED_ABOVE = 5.0
"""Points for each game; what a player gains beyond them is added once more (NASPA, acceleration)."""

FEEDBACK = 1 / 20
"""Of an opponent's acceleration, for each game against them (NASPA, feedback)."""

CLUB_DIVISOR, CLUB_LIMIT = 3, 50.0


class RatedGame(NamedTuple):
    """A game as it was counted: the opponent's number and rating in the segment."""

    round: int
    opponent: int
    rating: float
    score: float | None


class Change(NamedTuple):
    """How the rating of somebody who had one came about.

    stretches: the base change by multiplier. gain: that change, or a third of it in a club.
    acceleration, feedback: points on top. floored: the rating without them was below the floor.
    unrounded: the sum. rating: rounded, and within 50 points in a club.
    """

    stretches: tuple[Stretch, ...]
    gain: float
    acceleration: float
    feedback: float
    floored: bool
    unrounded: float
    rating: float


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """A player's segment; `change` is a FirstRating for a newcomer.

    before: None for a newcomer. rating: after it, whole. wins, expected: in games.
    """

    rounds: Rounds
    before: float | None
    career_games: int
    games: tuple[RatedGame, ...]
    wins: float
    expected: float
    change: Change | FirstRating
    rating: float


def rate_segment(seats: Sequence[Seat], rounds: Rounds, edition: Edition) -> dict[int, SegmentResult]:
    """Return the results of everybody who played in the segment and whose rating the event moves, by place."""
    first = first_ratings(seats)
    known = [first[place].rating if place in first else seat.rating for place, seat in enumerate(seats)]
    moved = {place: seat for place, seat in enumerate(seats) if seat.moved and seat.meetings}
    games = {place: _games(seat, seats, known) for place, seat in moved.items()}
    expected = {place: expected_total(_rating(known[place]), [game.rating for game in games[place]]) for place in moved}
    changes = _changes(moved, expected, edition)
    return {
        place: SegmentResult(
            rounds,
            seat.rating,
            seat.career_games,
            games[place],
            seat.wins,
            expected[place],
            first[place] if place in first else changes[place],
            float(rounded(first[place].rating)) if place in first else changes[place].rating,
        )
        for place, seat in moved.items()
    }


def acceleration(gain: float, games: int) -> float:
    """Return the points that are added to a gain because it is more than 5 in each game."""
    return max(gain - ACCELERATED_ABOVE * games, 0.0)


def _rating(rating: float | None) -> float:
    assert rating is not None  # everybody with a game has one, newcomers their first
    return rating


def _games(seat: Seat, seats: Sequence[Seat], known: Sequence[float | None]) -> tuple[RatedGame, ...]:
    return tuple(
        RatedGame(meeting.round, seats[meeting.place].number, _rating(known[meeting.place]), meeting.score)
        for meeting in seat.meetings
    )


def _changes(moved: dict[int, Seat], expected: dict[int, float], edition: Edition) -> dict[int, Change]:
    """Return the changes of those who had a rating."""
    parts, gains, accelerations = {}, {}, {}
    for place, seat in moved.items():
        if seat.rating is None:
            continue
        parts[place] = stretches(seat.rating, seat.career_games, seat.wins - expected[place])
        gain = parts[place][-1].after - seat.rating
        gains[place] = gain / CLUB_DIVISOR if edition.club else gain
        accelerations[place] = 0.0 if edition.club else acceleration(gain, len(seat.meetings))
    changes = {}
    for place, gain in gains.items():
        before = _rating(moved[place].rating)
        feedback = FEEDBACK * sum(sorted(accelerations.get(meeting.place, 0.0) for meeting in moved[place].meetings))
        without = before + gain + accelerations[place]
        unrounded = max(without, LOWEST_RATING) + feedback
        rating = float(rounded(unrounded))
        if edition.club:
            rating = min(max(rating, before - CLUB_LIMIT), before + CLUB_LIMIT)
        changes[place] = Change(
            parts[place], gain, accelerations[place], feedback, without < LOWEST_RATING, unrounded, rating
        )
    return changes
