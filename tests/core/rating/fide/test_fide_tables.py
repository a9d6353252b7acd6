"""The two tables, against FIDE's print and against each other."""

from math import erf, sqrt

from core.rating.fide.rules import BAND_ENDS, P_TO_DP, expected_hundredths
from tests.core.golden_cases import golden_case

NOT_NORMAL = {54, 343, 344, 358, 392, 620}
"""Differences at which FIDE's table is not the rounded normal distribution."""


def test_the_differences_by_percentage_are_those_that_fide_prints() -> None:
    assert list(P_TO_DP) == golden_case("fide/tables", "p_to_dp")["dp"]


def test_the_bands_are_those_that_fide_prints() -> None:
    printed = golden_case("fide/tables", "d_to_pd")
    assert list(BAND_ENDS) == printed["high"]
    assert [0, *(end + 1 for end in BAND_ENDS)] == printed["low"]


def test_expected_scores_at_both_ends_of_every_band_are_fides() -> None:
    printed = golden_case("fide/tables", "d_to_pd")
    for low, high, higher, lower in zip(
        printed["low"], [*printed["high"], 3000], printed["higher"], printed["lower"], strict=True
    ):
        assert [expected_hundredths(low), expected_hundredths(high)] == [higher, higher]
        if low > 0:
            assert [expected_hundredths(-low), expected_hundredths(-high)] == [lower, lower]


def test_equals_expect_a_half_up_to_the_end_of_the_first_band() -> None:
    assert [expected_hundredths(difference) for difference in (-4, -3, 0, 3, 4)] == [49, 50, 50, 50, 51]


def test_the_differences_are_the_same_upward_and_downward() -> None:
    assert all(P_TO_DP[100 - p] == -P_TO_DP[p] for p in range(101))


def test_both_sides_of_a_game_expect_one_point() -> None:
    assert all(expected_hundredths(d) + expected_hundredths(-d) == 100 for d in range(1500))


def test_a_difference_by_percentage_is_the_middle_of_its_band_rounded_down() -> None:
    for band in range(1, 50):
        low, high = BAND_ENDS[band - 1] + 1, BAND_ENDS[band]
        assert P_TO_DP[50 + band] == (low + high) // 2


def test_the_table_is_a_normal_distribution_but_for_six_differences() -> None:
    """Sigma is 2000/7, so the standard variable is D * 7/2000."""
    others = set()
    for difference in range(1001):
        normal = (1 + erf(difference * 7 / 2000 / sqrt(2))) / 2
        if int(100 * normal + 0.5) != expected_hundredths(difference):
            others.add(difference)
    assert others == NOT_NORMAL
