"""Editions of the US Chess rules by date.

B by date: section 8 (July 26 2025); effective games: since May 2013.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.words import displayed


class EffectiveGamesRule(Enum):
    """Which formula caps the effective number of games."""

    UNTIL_2013 = "50/sqrt(1 + (2200-R)^2/100000)"
    SINCE_2013 = "50/sqrt(0.662 + 0.00000739(2569-R)^2)"
    MINUS_ONE = "50/sqrt(0.662 + 0.00000739(2569-R)^2) - 1"


class NormTest(Enum):
    """How an event's score is compared with a norm level."""

    TITLE_SYSTEM = "US Chess Title System, 2016"
    LOGISTIC = "logistic expectancy, score at least one point above"


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of rules.

    since: None if chosen by name only. bonus_multiplier: B. performance_by_descent: also a search that stops early.
    decimals: of the rules' tables.
    """

    key: str
    title: str
    since: date | None
    bonus_multiplier: float
    effective_games: EffectiveGamesRule
    norm_test: NormTest = NormTest.TITLE_SYSTEM
    k_always_reduced_above_2200: bool = False
    performance_by_descent: bool = False
    decimals: int = 2
    document: str = "US Chess 2025"


_BEFORE, _NOW = EffectiveGamesRule.UNTIL_2013, EffectiveGamesRule.SINCE_2013


def _dated(since: date, multiplier: float, rule: EffectiveGamesRule) -> Edition:
    day = since.isoformat()
    return Edition(f"uschess-{day}", f"US Chess from {day} (B = {multiplier:g})", since, multiplier, rule)


DATED: tuple[Edition, ...] = (
    Edition("uschess-before-2008", "US Chess before 2008-06-06 (B = 10)", date.min, 10, _BEFORE),
    _dated(date(2008, 6, 6), 6, _BEFORE),
    _dated(date(2012, 8, 3), 8, _BEFORE),
    _dated(date(2013, 5, 1), 8, _NOW),
    _dated(date(2014, 3, 20), 10, _NOW),
    _dated(date(2015, 6, 1), 12, _NOW),
    _dated(date(2017, 6, 1), 14, _NOW),
    _dated(date(2023, 2, 1), 12, _NOW),
    _dated(date(2025, 1, 1), 10, _NOW),
)
"""The official editions, oldest first."""

INFORMAL_2020 = Edition(
    key="informal-2020",
    title="informal calculator (2020)",
    since=None,
    bonus_multiplier=14,
    effective_games=EffectiveGamesRule.MINUS_ONE,
    norm_test=NormTest.LOGISTIC,
    k_always_reduced_above_2200=True,
    performance_by_descent=True,
    decimals=4,
    document="Informal calculator, after US Chess 2020",
)
"""The informal "USCF Norm and Rating Calculator", as its README prints it."""

EDITIONS: tuple[Edition, ...] = (*DATED, INFORMAL_2020)
_STARTS = tuple(edition.since or date.min for edition in DATED)
_BY_KEY = {edition.key: edition for edition in EDITIONS}


def edition_for(event_date: date) -> Edition:
    return DATED[bisect_right(_STARTS, event_date) - 1]


def edition_named(key: str) -> Edition:
    """Raise InputError for an unknown key."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise InputError(f'"{key}" is not an edition. Pick one from the list.') from None


ESTABLISHED_ABOVE = 25
"""Games above which a rating is established (US Chess 2025, section 1)."""


def is_established(games: int) -> bool:
    """Return whether a rating of this many games is established."""
    return games > ESTABLISHED_ABOVE


DUAL_RATED_FROM, DUAL_RATED_TO = 30, 65


def lists_for(control: TimeControl) -> tuple[RatingList, ...]:
    """Return the over-the-board lists that an event moves; raise RuleError if invalid."""
    total = control.minutes + control.seconds
    if total < 5:
        raise RuleError(f"{control} is too fast to be rated. Minutes plus seconds must add up to at least 5.")
    if total <= 10:
        return (RatingList.USCHESS_BLITZ,)
    if total < DUAL_RATED_FROM:
        return (RatingList.USCHESS_QUICK,)
    if total <= DUAL_RATED_TO:
        return (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
    return (RatingList.USCHESS_REGULAR,)


def is_dual_rated(control: TimeControl | None) -> bool:
    """Return whether an event is rated as Regular and as Quick."""
    return control is not None and DUAL_RATED_FROM <= control.minutes + control.seconds <= DUAL_RATED_TO


CLASSES: tuple[tuple[int, str], ...] = (
    (2400, "Senior Master"),
    (2200, "Master"),
    (2000, "Expert"),
    *((1800 - 200 * step, f"Class {letter}") for step, letter in enumerate("ABCDEFGHI")),
    (0, "Class J"),
)
"""The least rating of each, highest first."""


def class_of(rating: float) -> str:
    return next(name for least, name in CLASSES if displayed(rating) >= least)


LOWEST_RATING = 100.0
LIFE_MASTER_FLOOR = 2200.0
LIFE_MASTER_GAMES = 300


def absolute_floor(points: float, events_of_three: int) -> float:
    """Return AF = min(150, 100 + 4W + 2D + N_R), counted after the event.

    points: W + D/2. events_of_three: N_R.
    """
    return min(150.0, 100.0 + 4 * points + events_of_three)


def peak_floor(peak_established: float, lowered: int = 0) -> float | None:
    """Return the floor of the highest established rating; None below 1200. lowered: by matches."""
    level = min((displayed(peak_established) - 200) // 100 * 100, 2100) - lowered
    return float(level) if level >= 1200 else None


# Limits on what a match may change (US Chess 2025, matches)


SINGLE_MATCH = 50.0
IN_180_DAYS = 100.0
IN_3_YEARS = 200.0
WIDEST_DIFFERENCE = 400.0


class MatchChange(NamedTuple):
    """A rating change through a match on a day."""

    day: date
    change: float


class MatchLimit(NamedTuple):
    """The permitted change, and the net changes that stand against the limits."""

    change: float
    net_180_days: float
    net_3_years: float


def _three_years_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 3)
    except ValueError:  # 29 February
        return day.replace(year=day.year - 3, day=28)


def limit_match_change(change: float, day: date, earlier: Iterable[MatchChange]) -> MatchLimit:
    """Return the change that a match may make: 50 in one match, net 100 in 180 days, net 200 in three years."""
    past = [match for match in earlier if match.day <= day]
    net_180 = sum(match.change for match in past if (day - match.day).days < 180)
    start = _three_years_before(day)
    net_3_years = sum(match.change for match in past if match.day > start)
    limited = max(-SINGLE_MATCH, min(SINGLE_MATCH, change))
    for net, most in ((net_180, IN_180_DAYS), (net_3_years, IN_3_YEARS)):
        # Already beyond a limit by aged changes, nothing may be added.
        limited = max(min(0.0, -most - net), min(max(0.0, most - net), limited))
    return MatchLimit(limited, net_180, net_3_years)


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/uschess/wording.py."""

    INITIAL_RATING = "initial-rating"
    INITIAL_AGE = "initial-age"  # age in years
    INITIAL_SOURCE = "initial-source"  # X, games factor G, days D, P, Z, S
    INITIAL_BLEND = "initial-blend"  # sum of weights
    INITIAL_GAMES = "initial-games"  # sum of weights
    EFFECTIVE_GAMES_CAP = "effective-games-cap"  # R0
    EFFECTIVE_GAMES = "effective-games"  # N, N*
    GAME_EXPECTANCY = "game-expectancy"  # round, Ri
    GAME_PROVISIONAL_EXPECTANCY = "game-provisional-expectancy"  # round, Ri
    K_FACTOR = "k-factor"  # N', m
    K_FACTOR_REDUCED = "k-factor-reduced"  # N', m, R0
    K_CHANGE = "k-change"  # K, S - E
    BONUS_THRESHOLD = "bonus-threshold"  # B, m
    BONUS = "bonus"  # K(S - E), threshold
    NO_BONUS_FEW_GAMES = "no-bonus-few-games"  # m
    NO_BONUS_REPEATED_OPPONENT = "no-bonus-repeated-opponent"
    NO_BONUS_MATCH = "no-bonus-match"
    STANDARD_RATING = "standard-rating"  # R0, K(S - E), bonus
    SPECIAL_FEW_GAMES = "special-few-games"  # N
    SPECIAL_ALL_WINS = "special-all-wins"  # N
    SPECIAL_ALL_LOSSES = "special-all-losses"  # N
    SPECIAL_PRIOR_RATING = "special-prior-rating"  # R0
    SPECIAL_ADJUSTED_SCORE = "special-adjusted-score"  # S, N'
    SPECIAL_ZERO_LOW = "special-zero-low"
    SPECIAL_ZERO_HIGH = "special-zero-high"
    SPECIAL_CAP = "special-cap"  # uncapped
    SPECIAL_RATING = "special-rating"  # R0'
    CLAMP_100 = "clamp-100"  # before
    FLOOR_ABSOLUTE = "floor-absolute"  # points, events of three
    FLOOR_PEAK = "floor-peak"  # peak
    FLOOR_IMPOSED = "floor-imposed"
    FLOOR_LIFE_MASTER = "floor-life-master"  # games above 2200
    FLOOR_APPLIED = "floor-applied"  # before
    FLOOR_LOWERED_BY_MATCH = "floor-lowered-by-match"  # floor before
    MATCH_LIMIT_SINGLE = "match-limit-single"  # unlimited change
    MATCH_LIMIT_180_DAYS = "match-limit-180-days"  # unlimited change, net before
    MATCH_LIMIT_3_YEARS = "match-limit-3-years"  # unlimited change, net before
    PERFORMANCE_LOGISTIC = "performance-logistic"  # S, m
    PERFORMANCE_LINEAR = "performance-linear"  # S, m
    PERFORMANCE_FLAT = "performance-flat"  # low, high
    PERFORMANCE_DESCENT = "performance-descent"  # rating it began at, steps
    PERFORMANCE_ALL = "performance-all"  # highest opponent
    PERFORMANCE_NONE = "performance-none"  # lowest opponent
