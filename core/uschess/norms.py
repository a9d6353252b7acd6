"""Title norms: one event held against every level (US Chess Title System, 2016).

A norm at level Y is earned when the points from played games exceed the sum of C(Y - Ri) by more than one,
with at least four played games; with three and a full-point bye or a forfeit win, by two or more. Ri is the
opponent's post-event rating as displayed. C is a multiple of 1/800, so sums are kept in whole 1/800 points
and the comparison is exact.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.uschess.editions import NormTest
from core.uschess.expectancy import winning_expectancy
from core.uschess.rounding import displayed

LEAST_GAMES = 4
"""Of a norm, but for one with a full-point bye."""

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
    """One level of the norm table, in game points.

    required: the smallest score that earns the norm, or None when the games do not suffice.
    margin: score minus expected.
    games: expected score in each game, in the order of the opponents.
    """

    level: NormLevel
    expected: float
    required: float | None
    margin: float
    earned: bool
    games: tuple[float, ...]


class NormTable(NamedTuple):
    """An event held against every level; `earned` is its single norm, the highest level made.

    opponents: the ratings that were counted, post-event and as displayed, in the order of the games.
    ratings: the same unrounded. score: from played games. bye: three games and a full point without one.
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
        """Return all levels, lowest first: made when they are looked at, for thousands are rated at once."""
        return tuple(self._row(place) for place in range(len(LEVELS)))

    @property
    def lowest_missed(self) -> NormRow | None:
        """Return the level above the highest made; None where there is none."""
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
    """Return C against an opponent for every level, in 1/800 points and in points; ratings come again and again."""
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
    """Hold a score from played games against every level.

    opponents: post-event ratings, one for each played game, of which there is at least one.
    full_point_bye: the player also had a full-point bye or a forfeit win.
    blocked: a condition of the event that rules norms out; the figures are still worked out.
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
    """Return the smallest score that makes a norm, in half points: above expected + 1, or not below expected + 2.

    expected: in 1/800 points.
    """
    half = UNITS // 2
    return -(-(expected + 2 * UNITS) // half) if three_and_bye else (expected + UNITS) // half + 1


def _title_system_row(
    level: NormLevel, expected: int, games: tuple[float, ...], made: int, three_and_bye: bool, blocked: bool
) -> NormRow:
    """Hold a score against one level; `expected` and `made` are in 1/800 points."""
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
    """Work out a level as the informal calculator does: a point above the logistic expectancy or more."""
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
