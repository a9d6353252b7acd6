"""Title norms (US Chess Title System, 2016).

Earned if points exceed the sum of C(Y - Ri) by more than one with four games; with three and a full-point bye or
forfeit win, by two. Ri: post-event displayed rating. C is a multiple of 1/800, so sums are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from math import fsum, log, log10
from typing import NamedTuple

from core.rating.uschess.formulas import winning_expectancy, zeros
from core.rating.uschess.rules import NormTest
from core.words import displayed

LEAST_GAMES = 4
"""Of a norm without a full-point bye."""

UNITS = 800
"""Parts of a point in which official norm expectancies are whole numbers."""


class NormLevel(NamedTuple):
    """A title level: minimum rating, the letter on crosstables, the title's name."""

    rating: int
    code: str
    title: str


LEVELS: tuple[NormLevel, ...] = (
    NormLevel(1200, "4", "4th Category"),
    NormLevel(1400, "3", "3rd Category"),
    NormLevel(1600, "2", "2nd Category"),
    NormLevel(1800, "1", "1st Category"),
    NormLevel(2000, "C", "Candidate Master"),
    NormLevel(2200, "M", "Life Master"),
    NormLevel(2400, "S", "Life Senior Master"),
)


class NormBlock(StrEnum):
    """Why an event gives no norm, whatever the score."""

    NOT_REGULAR = "not-regular"
    MATCH = "match"
    ABROAD = "abroad"
    FEW_GAMES = "few-games"
    REPEATED_OPPONENT = "repeated-opponent"


class NormRow(NamedTuple):
    """A level, in game points. required: smallest score, or None. games: expected per game."""

    level: NormLevel
    expected: float
    required: float | None
    margin: float
    earned: bool
    games: tuple[float, ...]


class NormTable(NamedTuple):
    """An event and every level.

    earned: the highest. opponents: displayed, ratings: unrounded. bye: three games and one.
    """

    test: NormTest
    earned: NormLevel | None
    blocked: NormBlock | None
    opponents: tuple[int, ...]
    ratings: Sequence[float]
    score: float
    bye: bool

    @property
    def rows(self) -> tuple[NormRow, ...]:
        return tuple(self._row(place) for place in range(len(LEVELS)))

    @property
    def lowest_missed(self) -> NormRow | None:
        """Return the level above the highest made, or None."""
        place = 0 if self.earned is None else LEVELS.index(self.earned) + 1
        return self._row(place) if place < len(LEVELS) else None

    def _row(self, place: int) -> NormRow:
        if self.test is NormTest.LOGISTIC:
            return _logistic_row(LEVELS[place], self.ratings, self.score)
        against = [_expected_against(rating) for rating in self.opponents]
        expected, games = sum(units[place] for units, _ in against), tuple(points[place] for _, points in against)
        blocked, made = self.blocked is not None, round(self.score * UNITS)
        return _title_system_row(LEVELS[place], expected, games, made, self.bye, blocked)


def norm_expectancy_units(difference: int) -> int:
    """Return C(d) in 1/800 points for d = level - opponent."""
    if difference <= -400:
        return 0
    if difference <= 0:
        return 400 + difference
    return 400 + 2 * difference if difference < 200 else UNITS


@lru_cache(maxsize=4096)
def _expected_against(rating: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return C against an opponent for every level, in 1/800 points and in points."""
    units = tuple(norm_expectancy_units(level.rating - rating) for level in LEVELS)
    return units, tuple(unit / UNITS for unit in units)


def norm_table(
    opponents: Sequence[float],
    score: float,
    *,
    full_point_bye: bool = False,
    blocked: NormBlock | None = None,
    test: NormTest = NormTest.TITLE_SYSTEM,
) -> NormTable:
    """Compare a score with every level.

    opponents: post-event ratings per game. blocked: why norms are ruled out.
    """
    shown = tuple([displayed(rating) for rating in opponents])
    earned, three_and_bye = None, False
    if test is NormTest.LOGISTIC:
        for level in LEVELS:
            if _logistic_row(level, opponents, score).earned:
                earned = level
        return NormTable(test, earned, blocked, shown, opponents, score, three_and_bye)
    three_and_bye = len(opponents) == LEAST_GAMES - 1 and full_point_bye
    if len(opponents) < LEAST_GAMES and not three_and_bye and blocked is None:
        blocked = NormBlock.FEW_GAMES
    if blocked is None:
        halves = round(score * 2)
        by_level = zip(*[_expected_against(rating)[0] for rating in shown], strict=True)
        for level, units in zip(LEVELS, by_level, strict=True):
            if halves < _required_halves(sum(units), three_and_bye):
                break  # a higher level expects no less
            earned = level
    return NormTable(test, earned, blocked, shown, opponents, score, three_and_bye)


def _required_halves(expected: int, three_and_bye: bool) -> int:
    """Return the smallest score for a norm in half points.

    expected: in 1/800 points.
    """
    half = UNITS // 2
    return -(-(expected + 2 * UNITS) // half) if three_and_bye else (expected + UNITS) // half + 1


def _title_system_row(
    level: NormLevel, expected: int, games: tuple[float, ...], made: int, three_and_bye: bool, blocked: bool
) -> NormRow:
    """Compare a score with one level; `expected` and `made` are in 1/800 points."""
    required_halves = _required_halves(expected, three_and_bye)
    return NormRow(
        level,
        expected / UNITS,
        required_halves / 2 if required_halves <= 2 * len(games) else None,
        (made - expected) / UNITS,
        not blocked and made >= required_halves * (UNITS // 2),
        games,
    )


def _logistic_row(level: NormLevel, opponents: Sequence[float], score: float) -> NormRow:
    games = tuple([winning_expectancy(level.rating, rating) for rating in opponents])
    expected = sum(games)
    required = expected + 1
    return NormRow(
        level,
        expected,
        required if required <= len(opponents) else None,
        score - expected,
        required <= score,
        games,
    )


# Titles from norms (US Chess Title System, 2016)


NORMS_FOR_A_TITLE = 5
RATING_NEEDED_FROM = 2000


@dataclass(frozen=True, slots=True)
class TitleProgress:
    """Progress toward a title. norms: of this level or higher, of five. needs_rating: this level once, from 2000."""

    level: NormLevel
    norms: int
    needs_established: bool
    needs_rating: bool

    @property
    def earned(self) -> bool:
        return self.norms >= NORMS_FOR_A_TITLE and not self.needs_established and not self.needs_rating


def title_progress(norms: Sequence[int], peak_established: float | None) -> tuple[TitleProgress, ...]:
    """Return the progress toward each title, lowest first.

    norms: by level, one per `LEVELS`. peak_established: or None.
    """
    progress = []
    for index, level in enumerate(LEVELS):
        reached = peak_established is not None and displayed(peak_established) >= level.rating
        progress.append(
            TitleProgress(
                level=level,
                norms=sum(norms[index:]),
                needs_established=peak_established is None,
                needs_rating=level.rating >= RATING_NEEDED_FROM and not reached,
            )
        )
    return tuple(progress)


def norms_with(norms: tuple[int, ...], event: NormTable) -> tuple[int, ...]:
    if event.earned is None or event.test is not NormTest.TITLE_SYSTEM:
        return norms
    index = LEVELS.index(event.earned)
    return (*norms[:index], norms[index] + 1, *norms[index + 1 :])


def titles(norms: Sequence[int], peak_established: float | None) -> tuple[NormLevel, ...]:
    if sum(norms) < NORMS_FOR_A_TITLE:  # nearly always
        return ()
    if peak_established is None:
        return ()
    # a third of the time of `title_progress`
    reached, at_or_above, earned = displayed(peak_established), 0, []
    for level, made in zip(reversed(LEVELS), reversed(norms), strict=True):
        at_or_above += made
        if at_or_above >= NORMS_FOR_A_TITLE and (level.rating < RATING_NEEDED_FROM or reached >= level.rating):
            earned.append(level)
    return tuple(reversed(earned))


# The official web estimator's two modes: logistic (We) and linear (PWe); a clean score is 400 beyond the extreme
# opponent.


HIGHEST_PERFORMANCE = 2700.0
LOWEST_PERFORMANCE = 100.0
_LN10_BY_400 = log(10) / 400


class PerformanceMode(Enum):
    """The formula of a performance rating."""

    LOGISTIC = "logistic"
    LINEAR = "linear"


class Performance(NamedTuple):
    """A performance rating; every rating from `low` to `high` fits (linear mode)."""

    rating: float
    low: float
    high: float
    mode: PerformanceMode


def performance_rating(
    opponents: Sequence[float], score: float, mode: PerformanceMode = PerformanceMode.LOGISTIC
) -> Performance:
    """Return the performance against at least one opponent for a score between 0 and the games played."""
    return _performance(tuple(opponents), score, mode)


@lru_cache(maxsize=64)
def _performance(opponents: tuple[float, ...], score: float, mode: PerformanceMode) -> Performance:
    if score >= len(opponents):
        rating = min(HIGHEST_PERFORMANCE, max(opponents) + 400)
    elif score <= 0:
        rating = max(LOWEST_PERFORMANCE, min(opponents) - 400)
    elif mode is PerformanceMode.LINEAR:
        # The special formula without earlier games; the estimator prints the top of a flat stretch.
        low, high = zeros(0.0, 0.0, opponents, score)
        return Performance(high, low, high, mode)
    else:
        rating = _logistic(opponents, score)
    return Performance(rating, rating, rating, mode)


def _logistic(opponents: Sequence[float], score: float) -> float:
    """Solve sum We(R, Ri) = S by Newton steps within the bracket.

    x = 10^(R/400), ai = 10^(Ri/400): We = x/(x + ai). Ratings are centred.
    """
    games = len(opponents)
    mean = sum(opponents) / games
    powers = [10 ** ((opponent - mean) / 400) for opponent in opponents]
    # Against the strongest or weakest alone there is a closed form.
    offset = 400 * log10(score / (games - score))
    low, high = min(opponents) - mean + offset, max(opponents) - mean + offset
    rating = offset
    for _ in range(100):
        x = 10 ** (rating / 400)
        expected = slope = 0.0
        for power in powers:
            expectancy = x / (x + power)
            expected += expectancy
            slope += expectancy * (1 - expectancy)
        excess = expected - score
        if excess > 0:
            high = rating
        else:
            low = rating
        step = excess / (_LN10_BY_400 * slope)
        if abs(step) < 1e-9:
            return mean + rating - step
        rating -= step
        if not low <= rating <= high:
            rating = (low + high) / 2
    return mean + rating


SLOPES_IN_A_STEP = 100.0
LAST_STEP = 1e-3
MOST_EXPECTANCIES = 200_000
"""Against many opponents its steps alternate for ever."""


class Descent(NamedTuple):
    """Where a descent ended and began, and its steps."""

    rating: float
    start: float
    steps: int


def descend(opponents: Sequence[float], score: float, start: float) -> Descent | None:
    """Return the informal calculator's performance; None if it would search for ever."""
    if score <= 0:
        return Descent(min(opponents) - 400, start, 0)
    if score >= len(opponents):
        return Descent(max(opponents) + 400, start, 0)
    rating = start
    for step in range(1, MOST_EXPECTANCIES // len(opponents) + 1):
        expectancies = [winning_expectancy(rating, opponent) for opponent in opponents]
        steepness = fsum(expectancy * (1 - expectancy) for expectancy in expectancies)
        change = SLOPES_IN_A_STEP * (score - fsum(expectancies)) * steepness
        rating += change
        if abs(change) <= LAST_STEP:
            return Descent(rating, start, step)
    return None
