from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from uschess_factories import fast, fields, scored_fields

from core.rating.uschess.norms import PerformanceMode, performance_rating
from core.words import displayed
from tests.core.golden_cases import golden

LOGISTIC, LINEAR = PerformanceMode.LOGISTIC, PerformanceMode.LINEAR


@pytest.mark.parametrize("case", golden("uschess/performance_rating"))
def test_the_performance_is_the_official_estimators_in_both_modes(case: dict[str, Any]) -> None:
    expected = case["expected"]
    logistic = performance_rating(case["opponents"], case["score"])
    linear = performance_rating(case["opponents"], case["score"], LINEAR)
    assert (logistic.mode, linear.mode) == (LOGISTIC, LINEAR)
    if "logistic" in expected:  # unrounded
        assert logistic.rating == pytest.approx(expected["logistic"], abs=case["tolerance"])
    else:
        assert abs(displayed(logistic.rating) - expected["logistic_int"]) <= case["tolerance"]
        assert abs(displayed(linear.rating) - expected["linear_int"]) <= case["tolerance"]


def test_the_linear_mode_tells_the_whole_flat_stretch() -> None:
    # 3 of 4 against 974, 951, 2471 and 1585: three points are sure from 1585 + 400, the fourth begins at 2471 - 400.
    performance = performance_rating([974, 951, 2471, 1585], 3, LINEAR)
    assert (performance.low, performance.high) == pytest.approx((1985, 2071))


@pytest.mark.parametrize("mode", PerformanceMode)
@pytest.mark.parametrize(
    ("opponents", "score", "rating"),
    [
        ([1500, 1800], 2, 2200),  # the strongest and 400 more
        ([2400, 2300], 2, 2700),  # but 2700 at most
        ([1500, 1800], 0, 1100),  # the weakest and 400 less
        ([450, 900], 0, 100),  # but 100 at least
    ],
)
def test_a_clean_score_performs_400_beyond_the_extreme_opponent(
    opponents: list[float], score: float, rating: float, mode: PerformanceMode
) -> None:
    assert performance_rating(opponents, score, mode).rating == rating


def logistic_score(rating: float, opponents: list[float]) -> float:
    """Sum of We, written apart from the code under test."""
    return sum(1 / (1 + 10 ** (-(rating - opponent) / 400)) for opponent in opponents)


def linear_score(rating: float, opponents: list[float]) -> float:
    """Sum of PWe, written apart from the code under test."""
    return sum(min(1, max(0, 0.5 + (rating - opponent) / 800)) for opponent in opponents)


@fast
@given(scored_fields(minimum_games=2, clean=False))
def test_the_performance_expects_the_score_that_was_made(played: tuple[list[float], float]) -> None:
    opponents, score = played
    assert logistic_score(performance_rating(opponents, score).rating, opponents) == pytest.approx(score, abs=1e-6)


@fast
@given(scored_fields(minimum_games=2, clean=False))
def test_the_linear_performance_expects_the_score_at_both_ends(
    played: tuple[list[float], float],
) -> None:
    opponents, score = played
    performance = performance_rating(opponents, score, LINEAR)
    assert performance.low <= performance.rating <= performance.high
    assert linear_score(performance.low, opponents) == pytest.approx(score, abs=1e-6)
    assert linear_score(performance.high, opponents) == pytest.approx(score, abs=1e-6)
    assert linear_score(performance.low - 1, opponents) < score - 1e-6
    assert linear_score(performance.high + 1, opponents) > score + 1e-6


@fast
@given(fields)
def test_a_higher_score_never_performs_worse(opponents: list[float]) -> None:
    # Between nought and all: the estimator's clean scores, 400 beyond an opponent and within 100 and 2700, can lie
    # on the other side of the score next to them (six wins against 1500 make 1900, five and a half make 1917).
    for mode in PerformanceMode:
        made = [performance_rating(opponents, halves / 2, mode).rating for halves in range(1, 2 * len(opponents))]
        assert all(less < more + 1e-6 for less, more in pairwise(made))


@fast
@given(scored_fields())
def test_the_order_of_the_opponents_does_not_matter(played: tuple[list[float], float]) -> None:
    opponents, score = played
    for mode in PerformanceMode:
        found = performance_rating(sorted(opponents), score, mode).rating
        assert found == pytest.approx(performance_rating(opponents, score, mode).rating, abs=1e-6)
