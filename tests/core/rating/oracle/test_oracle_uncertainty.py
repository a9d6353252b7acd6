"""Standard errors, intervals, superiority: what is said of them, and whether it is true."""

from math import exp, inf, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import log_strengths

from core.errors import InputError
from core.rating.oracle import batch, posterior
from core.rating.oracle.batch import fit
from core.rating.oracle.config import DEFAULT, Draws, OracleConfig
from core.rating.oracle.formula import (
    cautious_win_probability,
    incremental_error,
    information_from,
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


def test_games_tell_less_of_a_player_whose_opponent_is_unsure() -> None:
    """20 even games are worth 5 against the Keeper; against a newcomer, whose variance is 1.5², 1 / (1/5 + 2.25)."""
    assert information_from(20, 0.5, 0.0) == pytest.approx(5)
    assert information_from(20, 0.5, 2.25) == pytest.approx(0.4081632653)
    assert information_from(20, 0.5, inf) == information_from(0, 0.5, 2.25) == 0


def test_a_calibration_leaves_the_error_of_the_same_games() -> None:
    """Two who never met the Keeper, 12-8. Match by match by hand: 1 / (1/2.25 + 1 / (1/5 + 2.25)) = 1.1729.

    Calibrated, P is 0.596: 4.816 instead of 5, so 1.1746. Against the Keeper: 1 / (1/2.25 + 4.816) = 0.1901.
    """
    history = MatchHistory()
    history.add(1, 2, 12, 8)
    found = fit(history, DEFAULT, keeper=0)
    one, other = found.errors_given_keeper()[1:]
    assert one == pytest.approx(1.1746**0.5, abs=2e-4)
    assert other == pytest.approx(one)
    against_keeper = MatchHistory()
    against_keeper.add(1, 0, 12, 8)
    assert fit(against_keeper, DEFAULT, keeper=0).errors_given_keeper() == pytest.approx([0, 0.1901**0.5], abs=1e-4)


@pytest.mark.parametrize("draws", [Draws.HALF, Draws.DAVIDSON])
def test_errors_from_the_whole_matrix_and_from_single_solutions_are_the_same(draws: Draws) -> None:
    history = MatchHistory()
    for first, second, wins, losses, drawn in ((1, 0, 5, 3, 2), (2, 1, 4, 4, 1), (3, 4, 7, 2, 3)):
        history.add(first, second, wins, losses, drawn)
    whole = fit(history, OracleConfig(draws=draws), keeper=0)
    single = fit(history, OracleConfig(draws=draws), keeper=0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batch, "MOST_AT_ONCE", 0)
        patched.setattr(posterior, "MOST_FOR_DENSE", 0)
        errors = single.errors_given_keeper()
    assert errors == pytest.approx(whole.errors_given_keeper(), abs=1e-9)
