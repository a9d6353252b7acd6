"""Standard errors, intervals, superiority: what is said of them, and whether it is true."""

from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import log_strengths

from core.errors import InputError
from core.rating.oracle.batch import fit
from core.rating.oracle.config import DEFAULT, OracleConfig
from core.rating.oracle.formula import (
    cautious_win_probability,
    incremental_error,
    information_of,
    likelihood_of_superiority,
    rating_interval,
    rating_of,
    wilson_interval,
    win_probability,
    z_of,
)
from core.rating.oracle.match_history import MatchHistory

errors = st.floats(0.01, 3)


def test_intervals_of_ninety_five_percent_hold_nineteen_times_in_twenty() -> None:
    """40 clubs of 25 players with skills drawn from N(0, 1), 12 games each: where the true rating lies."""
    random = Random(20261121)
    inside = total = 0
    for _ in range(40):
        skills = [random.gauss(0, 1) for _ in range(25)]
        history = MatchHistory()
        for _ in range(150):
            first, second = random.sample(range(25), 2)
            won = random.random() < 1 / (1 + exp(skills[second] - skills[first]))
            history.add(first, second, int(won), int(not won))
        found = fit(history, players=25)
        for player in range(1, 25):
            low, high = found.interval(player)
            inside += low <= rating_of(skills[player] - skills[0]) <= high
            total += 1
    assert total == 960
    assert 0.92 <= inside / total <= 0.98


def test_who_is_said_to_be_stronger_is_so_as_often_as_said() -> None:
    """All pairs of 20 such clubs: of those called 60 to 90 % likely, that share is right."""
    random = Random(4)
    said = right = pairs = 0.0
    for _ in range(20):
        skills = [random.gauss(0, 1) for _ in range(12)]
        history = MatchHistory()
        for _ in range(70):
            first, second = random.sample(range(12), 2)
            won = random.random() < 1 / (1 + exp(skills[second] - skills[first]))
            history.add(first, second, int(won), int(not won))
        found = fit(history, players=12)
        for first in range(12):
            for second in range(12):
                chance = found.superiority(first, second)
                if 0.6 <= chance <= 0.9:
                    said, right, pairs = said + chance, right + (skills[first] > skills[second]), pairs + 1
    assert pairs > 400
    assert right / pairs == pytest.approx(said / pairs, abs=0.06)


def test_z_is_that_of_the_tables() -> None:
    assert z_of(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert z_of(0.99) == pytest.approx(2.575829, abs=1e-6)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(InputError, match=r"between 0 and 1, not .*\. Write one, for example 0.95"):
        z_of(level)


@given(log_strengths, errors)
def test_an_interval_lies_on_the_scale_around_the_rating(log_strength: float, error: float) -> None:
    low, high = rating_interval(log_strength, error)
    assert 0 < low < rating_of(log_strength) < high < 100
    mirrored = rating_interval(-log_strength, error)
    assert mirrored == pytest.approx((100 - high, 100 - low), abs=1e-9)
    # The longer side is that of the middle.
    if log_strength > 0.5:
        assert rating_of(log_strength) - low > high - rating_of(log_strength)


@given(log_strengths, errors)
def test_one_of_two_is_the_stronger(difference: float, error: float) -> None:
    chance = likelihood_of_superiority(difference, error**2)
    assert chance + likelihood_of_superiority(-difference, error**2) == pytest.approx(1)
    assert (chance > 0.5) is (difference > 0 and chance != 0.5)


def test_without_doubt_the_stronger_is_the_stronger() -> None:
    assert [likelihood_of_superiority(difference, 0) for difference in (-1, 0, 1)] == [0, 0.5, 1]


@given(log_strengths, errors)
def test_what_is_not_known_draws_a_chance_toward_a_half(difference: float, error: float) -> None:
    plain, cautious = win_probability(difference), cautious_win_probability(difference, error**2)
    assert min(plain, 0.5) - 1e-12 <= cautious <= max(plain, 0.5) + 1e-12
    assert cautious_win_probability(difference, 0) == plain


def test_wilsons_interval_of_ten_of_ten_is_not_a_point() -> None:
    """z = 1.96, n = 10, p = 1: from 1/(1 + z^2/10) = 0.7225 up; the seed says 100 +-0."""
    low, high = wilson_interval(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1)
    assert wilson_interval(0, 0) == (0, 1)


@given(st.integers(1, 200), st.floats(0, 1))
def test_wilsons_interval_holds_the_share(games: int, part: float) -> None:
    points = round(2 * games * part) / 2
    low, high = wilson_interval(points, games)
    assert 0 <= low <= points / games + 1e-12
    assert points / games - 1e-12 <= high <= 1


def test_information_and_standard_error_are_each_others_inverse() -> None:
    assert incremental_error(0, 10**6, DEFAULT) == pytest.approx(1.5)
    assert information_of(1.5, DEFAULT) == pytest.approx(0, abs=1e-12)
    for error in (0.3, 0.5, 1.2):
        assert incremental_error(information_of(error, DEFAULT), 10**6, DEFAULT) == pytest.approx(error)
    assert information_of(2.0, DEFAULT) == 0  # no less is known than the prior knows
    assert information_of(0.0, DEFAULT) == 0


def test_the_multipliers_own_noise_stays() -> None:
    """Spec: sd about 7 points against the Keeper at a_min 1.08, which is sqrt(ln 1.08) * 25 = 6.9."""
    assert 25 * incremental_error(1e9, 10**6, DEFAULT) == pytest.approx(6.9, abs=0.05)
    assert incremental_error(1e9, 10**6, DEFAULT) == pytest.approx(log(1.08) ** 0.5)


def test_without_a_prior_nothing_is_known_before_the_first_game() -> None:
    assert incremental_error(0, 0, OracleConfig(prior_sd=None)) == float("inf")
