"""A player's FIDE state, one per list."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import inf, log10
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.entered_rating import EnteredRating
from core.rating.fide.rules import (
    BAND_ENDS,
    ENOUGH_GAMES,
    P_TO_DP,
    FirstRatingRule,
    average_rating,
    expected_hundredths,
    first_of_month,
    nearest_half_up,
    percentage,
)
from core.rating.outcome import DisplayedRating
from core.words import counted

LOWEST_RATING, HIGHEST_RATING = 1000, 3500
"""Limits of typed ratings; no FIDE list had a lower one."""

LISTS_KEPT = 13
"""Remembered changes, of a year and a month: events are rated by the ratings of their first day, or of each game's."""


class PastRating(NamedTuple):
    """A list that changed the rating: its date, and the rating before (None: unrated)."""

    day: date
    before: int | None


class PendingEvent(NamedTuple):
    """An event that waits for its list.

    games, score: counted. above: score minus expected, hundredths. borrowed: a rating of another organisation.
    """

    ended: date
    games: int
    score: float
    above: int | float
    rules: str
    borrowed: int | None = None


class PoolEvent(NamedTuple):
    """An unrated player's event: rated opponents, one per game, and the score against them."""

    ended: date
    opponents: tuple[int, ...]
    score: float
    rules: str


class PlayerState(NamedTuple):
    """A player's state on one list; by default unrated.

    rating: published. games: rated. history: recent changes, oldest first.
    pending: events that wait for a list. pool: events toward a first rating.
    """

    rating: int | None = None
    games: int = 0
    peak: int | None = None
    history: tuple[PastRating, ...] = ()
    pending: tuple[PendingEvent, ...] = ()
    pool: tuple[PoolEvent, ...] = ()

    def in_force(self, day: date) -> int | None:
        """Return the rating of the list in force on a day, as far as remembered."""
        for change in self.history:
            if day < change.day:
                return change.before
        return self.rating

    @property
    def rank(self) -> DisplayedRating | None:
        if self.rating is None:
            return None
        return DisplayedRating(float(self.rating), self.rating, self.games, self.games < ENOUGH_GAMES)

    def published(self, day: date, rating: int | None, **more: Any) -> "PlayerState":
        peak, history = self.peak, self.history
        if rating is not None:
            peak = rating if peak is None else max(peak, rating)
        if rating != self.rating:
            history = (*history, PastRating(day, self.rating))[-LISTS_KEPT:]
        return self._replace(rating=rating, peak=peak, history=history, **more)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for name in ("rating", "games", "peak"):
            value = getattr(self, name)
            if value != getattr(UNRATED, name):
                data[name] = value
        for name in ("history", "pending", "pool"):
            rows = getattr(self, name)
            if rows:
                data[name] = [[day.isoformat(), *rest] for day, *rest in rows]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(
            rating=data.get("rating"),
            games=data.get("games", 0),
            peak=data.get("peak"),
            history=tuple(PastRating(date.fromisoformat(day), before) for day, before in data.get("history", ())),
            pending=tuple(PendingEvent(date.fromisoformat(day), *rest) for day, *rest in data.get("pending", ())),
            pool=tuple(
                PoolEvent(date.fromisoformat(day), tuple(opponents), score, rules)
                for day, opponents, score, rules in data.get("pool", ())
            ),
        )


UNRATED = PlayerState()


def enter_rating(state: PlayerState, entered: EnteredRating) -> PlayerState:
    """Return the state after an entered rating; raise RuleError for an invalid rating.

    Pending events stay and count from the new rating.
    """
    rating, games = entered.rating, state.games if entered.games is None else entered.games
    if rating != int(rating) or not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise RuleError(f"A FIDE rating is a whole number from {LOWEST_RATING} to {HIGHEST_RATING}, not {rating:g}.")
    if games < 0:
        raise RuleError(f"{games} is not a number of games. Write 0 or more.")
    peak = entered.peak
    if peak is not None and (peak != int(peak) or not rating <= peak <= HIGHEST_RATING):
        raise RuleError(
            f"The highest rating is a whole number from the rating, {rating:g}, to {HIGHEST_RATING}, not {peak:g}. "
            "Remove peak."
        )
    if peak is None:
        # Given games replace the history.
        peak = rating if entered.games is not None or state.peak is None else max(state.peak, rating)
    return state._replace(rating=int(rating), games=games, peak=int(peak), pool=())


# Performances and averages (C.07 10; B.01 1.4.7-1.4.9): rated opponents over the board.


CLEAN_SCORE_BELOW = 800
"""A zero score performs this far below the lowest opponent (C.07 10.3)."""

SURE = BAND_ENDS[-1] + 1
"""The smallest difference with an expected score of 1.00."""


def tournament_performance(opponents: Sequence[int], score: float) -> int:
    """Return TPR: the opponents' average plus the table's dp (C.07 10.2).

    Raise InputError without opponents or for an impossible score.
    """
    added = P_TO_DP[score_percentage(opponents, score)]
    return average_rating(opponents) + added


def score_percentage(opponents: Sequence[int], score: float) -> int:
    """Return p, the score in whole percent, .5 up. Errors: see `tournament_performance`."""
    return percentage(_half_points(opponents, score), len(opponents))


def perfect_performance(opponents: Sequence[int], score: float) -> int:
    """Return PTP: the lowest rating expected to score at least this (C.07 10.3).

    Errors: see `tournament_performance`.
    """
    wanted = 50 * _half_points(opponents, score)
    if wanted == 0:
        return min(opponents) - CLEAN_SCORE_BELOW
    # At `low` nothing is expected, at `high` everything, never falling between.
    low, high = min(opponents) - SURE, max(opponents) + SURE
    if wanted == 100 * len(opponents):
        return high
    wanted -= 50 * len(opponents)
    while high - low > 1:
        rating = (low + high) // 2
        above = 0
        for opponent in opponents:
            if rating < opponent:
                above -= bisect_left(BAND_ENDS, opponent - rating)
            else:
                above += bisect_left(BAND_ENDS, rating - opponent)
        if above >= wanted:
            high = rating
        else:
            low = rating
    return high


def average_of_opponents(opponents: Sequence[int]) -> int:
    """Return ARO, the opponents' average, .5 up; raise InputError without opponents."""
    _half_points(opponents, 0)
    return average_rating(opponents)


def average_performance(performances: Sequence[int]) -> int:
    """Return APRO (of TPRs) or APPO (of PTPs): the average, .5 up."""
    return average_of_opponents(performances)


def _half_points(opponents: Sequence[int], score: float) -> int:
    if not opponents:
        raise InputError("A performance rating requires a rated opponent. Give at least one.")
    half_points = int(2 * score) if 0 <= score <= len(opponents) else None
    if half_points is None or half_points != 2 * score:
        raise InputError(
            f"A score must be between 0 and the {counted(len(opponents), 'game')} played, in half points, "
            f"not at {score:g}."
        )
    return half_points


def simplified_hundredths(difference: int) -> float:
    """Return 1 / (1 + 10^(-D/400)) in hundredths; D: above the opponent."""
    return 100 / (1 + 10 ** (-difference / 400))


def simplified_performance(opponents: Sequence[int], score: float) -> float:
    """Return the average + 400 log10(S / (N - S)); infinite for a clean score."""
    average = sum(opponents) / len(opponents)
    if score <= 0:
        return -inf
    if score >= len(opponents):
        return inf
    return average + 400 * log10(score / (len(opponents) - score))


def expected_beyond_table(difference: int) -> float:
    """Return the formula's minus the table's expected score, in hundredths."""
    return simplified_hundredths(difference) - expected_hundredths(difference)


def change_beyond_table(own: int, opponents: Sequence[int], k: int) -> float:
    """Return the simplified minus the table's change of an event; without limits."""
    return -k * sum(expected_beyond_table(own - opponent) for opponent in opponents) / 100


def performance_beyond_table(opponents: Sequence[int], score: float) -> float:
    """Return the formula's minus the table's performance; infinite for a clean score."""
    return simplified_performance(opponents, score) - tournament_performance(opponents, score)


# The first rating of an unrated player (B.02 8.2)


FEWEST_GAMES = 5
POOL_MONTHS = 26
HYPOTHETICAL_OPPONENTS, HYPOTHETICAL_RATING, HYPOTHETICAL_HALF_POINTS = 2, 1800, 2
HIGHEST_FIRST_RATING = 2200
POINTS_FOR_HALF_A_POINT = 20


@dataclass(frozen=True, slots=True)
class FirstRating:
    """A first rating.

    average: Ra. percentage: p. added: dp, or by half points above 50%. uncapped, rating: Ru before and after the cap.
    """

    rule: FirstRatingRule
    games: int
    score: float
    average: Fraction
    percentage: int
    added: int
    uncapped: int
    rating: int
    floor: int

    @property
    def is_published(self) -> bool:
        """Return whether it is published: five games and the floor."""
        return self.games >= FEWEST_GAMES and self.rating >= self.floor


def first_rating(rule: FirstRatingRule, opponents: Sequence[int], score: float, floor: int) -> FirstRating:
    """Return the first rating; raise InputError if none.

    opponents: ratings, one per game. floor: lowest published rating.
    """
    games, half_points = len(opponents), int(2 * score)
    if not games:
        raise InputError("A first rating requires games against rated opponents. Give at least one.")
    if not 0 <= score <= games:
        raise InputError(
            f"A score must be between 0 and the {counted(games, 'game')} against rated opponents, not {score:g}."
        )
    if rule is FirstRatingRule.SINCE_2024:
        total = games + HYPOTHETICAL_OPPONENTS
        average = Fraction(sum(opponents) + HYPOTHETICAL_OPPONENTS * HYPOTHETICAL_RATING, total)
        percent = percentage(half_points + HYPOTHETICAL_HALF_POINTS, total)
        added = P_TO_DP[percent]
    else:
        average = Fraction(sum(opponents), games)
        percent = percentage(half_points, games)
        above = half_points - games
        added = POINTS_FOR_HALF_A_POINT * above if above >= 0 else P_TO_DP[percent]
    exact = average + added
    uncapped = nearest_half_up(exact.numerator, exact.denominator)
    rating = min(uncapped, HIGHEST_FIRST_RATING) if rule is FirstRatingRule.SINCE_2024 else uncapped
    return FirstRating(rule, games, score, average, percent, added, uncapped, rating, floor)


def counted_events(pool: Sequence[PoolEvent], rating_list_date: date, through: date) -> tuple[PoolEvent, ...]:
    """Return a pool's events that count: of 26 months, without a pointless first event."""
    if pool and pool[0].score == 0:
        pool = pool[1:]
    oldest = first_of_month(rating_list_date, -POOL_MONTHS)
    return tuple(event for event in pool if oldest <= event.ended <= through)
