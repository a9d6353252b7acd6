"""One match, game by game."""

from itertools import permutations
from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import counts, log_strengths
from seeds_pool import check_results, half_wins_first

from core.errors import InputError
from core.rating.oracle.config import DEFAULT, OracleConfig
from core.rating.oracle.formula import check_counts, half_by_mean, half_by_results, match_multiplier, multiplier
from tests.core.golden_cases import golden_case

multipliers = st.floats(1.02, 1.4)
results = st.lists(st.sampled_from([0, 0.5, 1]), max_size=20)


@pytest.mark.parametrize("case_id", ["multiplier-default", "multiplier-other"])
def test_the_multiplier_falls_with_the_games(case_id: str) -> None:
    case = golden_case("oracle/conversions", case_id)
    names = ("a_max", "a_min", "a_decay_rate")
    config = OracleConfig(**{name: case.get(name, getattr(DEFAULT, name)) for name in names})
    for games, expected in case["pairs"]:
        assert multiplier(games, config) == pytest.approx(expected, rel=1e-12)


def test_a_match_takes_the_mean_of_both_multipliers() -> None:
    assert match_multiplier(0, 0, DEFAULT) == 1.30
    assert match_multiplier(0, 100_000, DEFAULT) == pytest.approx((1.30 + 1.08) / 2)
    assert match_multiplier(10**6, 10**6, OracleConfig(a_min=1.02)) == 1.02


def test_one_win_between_equals_multiplies_and_divides_by_the_root_of_a() -> None:
    """A^(1 - 1/2) for the winner and A^-(1 - 1/2) for the loser: half of ln A each way."""
    assert half_by_results(0.0, 1.3, [1]) == pytest.approx(log(1.3) / 2)


def test_games_in_order_are_the_seeds_formula_in_strengths() -> None:
    """s *= A^(r - s/(s + t)) and t /= the same, written out for win, loss, draw and win."""
    first, second = 2.0, 0.5
    for result in (1, 0, 0.5, 1):
        delta = result - first / (first + second)
        first, second = first * 1.2**delta, second * 1.2**-delta
    half = half_by_results(log(4.0), 1.2, [1, 0, 0.5, 1])
    assert exp(log(2.0) + half) == pytest.approx(first, rel=1e-14)
    assert exp(log(0.5) - half) == pytest.approx(second, rel=1e-14)


def test_wins_first_punishes_whoever_stands_first() -> None:
    """10 of 20 between equals: the mean changes nothing, wins first sinks the first player."""
    assert half_by_mean(0.0, 1.3, 20, 0) == 0
    assert half_wins_first(0.0, 1.3, 10, 10, 0) < -0.3


@given(log_strengths, multipliers, counts, counts, counts)
def test_swapping_the_players_swaps_the_result_to_the_last_bit(
    difference: float, a: float, wins: int, losses: int, draws: int
) -> None:
    games = wins + losses + draws
    assert half_by_mean(difference, a, games, wins - losses) == -half_by_mean(-difference, a, games, losses - wins)


@given(log_strengths, multipliers, results)
def test_swapping_the_players_swaps_results_in_order(difference: float, a: float, played: list[float]) -> None:
    other = [1 - result for result in played]
    assert half_by_results(difference, a, played) == -half_by_results(-difference, a, other)


@given(log_strengths, multipliers, st.integers(0, 3), st.integers(0, 3), st.integers(0, 2))
def test_wins_first_is_one_of_the_orders(difference: float, a: float, wins: int, losses: int, draws: int) -> None:
    played = [1] * wins + [0] * losses + [0.5] * draws
    found = half_wins_first(difference, a, wins, losses, draws)
    assert found == pytest.approx(half_by_results(difference, a, played), abs=1e-13)
    least, most = (
        extreme(half_by_results(difference, a, order) for order in set(permutations(played))) for extreme in (min, max)
    )
    assert least - 1e-12 <= found <= most + 1e-12


@given(log_strengths, multipliers, counts, counts)
def test_the_mean_score_never_overshoots_what_it_stands_for(
    difference: float, a: float, wins: int, losses: int
) -> None:
    games = wins + losses
    after = difference + 2 * half_by_mean(difference, a, games, wins - losses)
    if wins and losses:
        target = log(wins / losses)
        assert min(difference, target) - 1e-9 <= after <= max(difference, target) + 1e-9


@given(log_strengths, multipliers, st.integers(1, 30))
def test_a_clean_sweep_is_the_same_in_every_order(difference: float, a: float, games: int) -> None:
    in_order = half_by_results(difference, a, [1] * games)
    assert half_by_mean(difference, a, games, games) == pytest.approx(in_order, abs=1e-13)
    assert half_wins_first(difference, a, games, 0, 0) == pytest.approx(in_order, abs=1e-13)


@given(log_strengths, multipliers, counts, counts)
def test_one_win_more_never_costs(difference: float, a: float, wins: int, losses: int) -> None:
    games = wins + losses + 1
    better, worse = (half_by_mean(difference, a, games, 2 * won - games) for won in (wins + 1, wins))
    assert better > worse


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ((-1, 0, 0), "number of wins is -1"),
        ((0, 1.5, 0), "number of losses is 1.5"),
        ((0, 0, "2"), "number of draws is 2. Write a whole number from 0 up"),
        ((True, 0, 0), "number of wins is True"),
    ],
)
def test_counts_that_are_no_counts_are_refused(score: tuple[Any, Any, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        check_counts(*score)


def test_a_result_is_a_win_a_draw_or_a_loss() -> None:
    check_results([1, 0.5, 0])
    with pytest.raises(InputError, match=r"scores 0, 0.5 or 1, not 0.75"):
        check_results([1, 0.75])
