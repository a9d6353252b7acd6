from collections.abc import Sequence
from itertools import pairwise
from math import inf, isinf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast, fields, ratings, scored_fields

from core.rating.uschess.formulas import (
    HIGHEST_SPECIAL_RATING,
    effective_games_cap,
    special_prior,
    special_rating,
    zeros,
)
from tests.core.golden_cases import golden

records = st.sampled_from(["wins", "losses", None])
some_games = st.integers(min_value=1, max_value=8) | st.floats(min_value=7.4, max_value=50)
"""N': whole while few, anything up to 50 for a long record of wins or losses."""

priors = st.tuples(ratings, st.just(0) | some_games, records)
"""R0, N' and the record before the event."""


def pwe(rating: float, opponent: float) -> float:
    """PWe by the words of 4.1, written apart from the code under test."""
    return min(1.0, max(0.0, 0.5 + (rating - opponent) / 800))


def excess(rating: float, prior: float, effective: float, opponents: Sequence[float], adjusted: float) -> float:
    """f of 4.1."""
    return effective * pwe(rating, prior) + sum(pwe(rating, opponent) for opponent in opponents) - adjusted


def documents_search(prior: float, effective: float, opponents: Sequence[float], adjusted: float) -> float:
    """Find the special rating by the search that section 4.1 describes, knot by knot from R0'."""
    knots = sorted({centre + side for centre in (prior, *opponents) for side in (-400, 400)})
    small, found = 1e-7, prior

    def f(rating: float) -> float:
        return excess(rating, prior, effective, opponents, adjusted)

    while abs(f(found)) > small:
        down = f(found) > 0
        knot = max(k for k in knots if k < found) if down else min(k for k in knots if k > found)
        if abs(f(found) - f(knot)) < small:
            found = knot
            continue
        crossing = found - f(found) * (found - knot) / (f(found) - f(knot))
        found = max(knot, crossing) if down else min(knot, crossing)
    return min(found, 2700)


@pytest.mark.parametrize("case", golden("uschess/special_rating"))
def test_the_special_formula_gives_the_figure_of_the_source(case: dict[str, Any]) -> None:
    record = None if case["previous_record"] == "none" else case["previous_record"]
    effective = min(case["games_before"], effective_games_cap(case["rating"]))
    found = special_rating(case["rating"], effective, case["opponents"], case["score"], record).rating
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


# 4.1: all wins R0' = R0-400, S' = S+N'; all losses R0' = R0+400, S' = S; otherwise R0' = R0, S' = S+N'/2.
@pytest.mark.parametrize(
    ("record", "prior", "adjusted"), [("wins", 1000, 8.5), ("losses", 1800, 2.5), (None, 1400, 5.5)]
)
def test_the_record_so_far_moves_the_prior_rating_and_the_score(
    record: str | None, prior: float, adjusted: float
) -> None:
    assert special_prior(1400, 6, 2.5, record) == (prior, adjusted)


def test_the_special_rating_ends_at_2700() -> None:
    # Four wins against 2600 from nothing: every rating from 3000 up expects four points.
    assert special_rating(1300, 0, [2600] * 4, 4).rating == 2700


@pytest.mark.parametrize(
    ("adjusted", "low", "high"),
    [
        (0, -inf, 600),  # nothing scored: PWe is 0 for all three up to 1000 - 400
        (3, 1600, inf),  # all scored: PWe is 1 for all three from 1200 + 400
        (1, 900, 900),  # 0.375 + 0.375 + 0.25 = 1
    ],
)
def test_the_zeros_without_earlier_games_are_those_of_the_opponents_alone(
    adjusted: float, low: float, high: float
) -> None:
    found = zeros(500, 0, [1000, 1000, 1100 if adjusted == 1 else 1200], adjusted)
    assert found == pytest.approx((low, high))


def test_between_far_opponents_every_rating_is_a_zero() -> None:
    # One point against 1000 and 2000: from 1400 to 1600 the first is surely beaten, the second surely not.
    assert zeros(500, 0, [1000, 2000], 1) == pytest.approx((1400, 1600))


@fast
@given(priors, scored_fields())
def test_the_documents_search_ends_at_the_same_rating(
    before: tuple[float, float, str | None], played: tuple[list[float], float]
) -> None:
    (rating, effective, record), (opponents, score) = before, played
    prior, adjusted = special_prior(rating, effective, score, record)
    expected = documents_search(prior, effective, opponents, adjusted)
    assert special_rating(rating, effective, opponents, score, record).rating == pytest.approx(expected, abs=1e-3)


@fast
@given(priors, scored_fields())
def test_the_zeros_are_zeros_and_nothing_beyond_them_is(
    before: tuple[float, float, str | None], played: tuple[list[float], float]
) -> None:
    (rating, effective, record), (opponents, score) = before, played
    prior, adjusted = special_prior(rating, effective, score, record)
    low, high = zeros(prior, effective, opponents, adjusted)
    assert low <= high
    for end, outward in ((low, -1), (high, 1)):
        if isinf(end):
            # Unbounded: however far out, f stays zero.
            assert abs(excess(outward * 1e6, prior, effective, opponents, adjusted)) < 1e-6
        else:
            assert abs(excess(end, prior, effective, opponents, adjusted)) < 1e-6
            # Every slope is at least 1/800, so one point further f has left zero.
            assert outward * excess(end + outward, prior, effective, opponents, adjusted) > 1e-6


@fast
@given(priors, scored_fields(), st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(
    before: tuple[float, float, str | None], played: tuple[list[float], float], random: Any
) -> None:
    (rating, effective, record), (opponents, score) = before, played
    shuffled = random.sample(opponents, len(opponents))
    found = special_rating(rating, effective, shuffled, score, record).rating
    assert found == pytest.approx(special_rating(rating, effective, opponents, score, record).rating, abs=1e-9)


@fast
@given(priors, fields)
def test_more_points_never_lower_the_result(before: tuple[float, float, str | None], opponents: list[float]) -> None:
    rating, effective, record = before
    results = [
        special_rating(rating, effective, opponents, halves / 2, record).rating
        for halves in range(2 * len(opponents) + 1)
    ]
    assert all(less <= more + 1e-9 for less, more in pairwise(results))
    assert results[-1] <= HIGHEST_SPECIAL_RATING


@fast
@given(
    st.floats(min_value=100, max_value=2700),
    some_games,
    records,
    fields,
)
def test_winning_all_never_lowers_and_losing_all_never_raises(
    rating: float, effective: float, record: str | None, opponents: list[float]
) -> None:
    # Up to 2700, where the cap lies.
    assert special_rating(rating, effective, opponents, len(opponents), record).rating >= rating - 1e-9
    assert special_rating(rating, effective, opponents, 0, record).rating <= rating + 1e-9


@fast
@given(priors, scored_fields(), ratings)
def test_one_more_win_never_lowers_and_one_more_loss_never_raises(
    before: tuple[float, float, str | None], played: tuple[list[float], float], another: float
) -> None:
    (rating, effective, record), (opponents, score) = before, played
    without = special_rating(rating, effective, opponents, score, record).rating
    assert special_rating(rating, effective, [*opponents, another], score + 1, record).rating >= without - 1e-9
    assert special_rating(rating, effective, [*opponents, another], score, record).rating <= without + 1e-9
