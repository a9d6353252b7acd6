"""The steps of the paper, against the figures that it prints."""

from math import exp, floor, fsum, log, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rating.glicko2 import (
    MIDDLE,
    SCALE,
    START_DEVIATION,
    GlickoRating,
    Result,
    expected_score,
    idle,
    update,
    volatility,
    weight,
)
from tests.core.golden_cases import golden

EXAMPLE = golden("glicko2/example")
players = st.builds(GlickoRating, st.floats(100, 4000), st.floats(20, START_DEVIATION), st.floats(0.03, 0.09))
results = st.builds(Result, st.floats(100, 4000), st.floats(20, START_DEVIATION), st.sampled_from((0.0, 0.5, 1.0)))


def example(case: dict[str, Any]) -> tuple[GlickoRating, list[Result]]:
    games = [Result(one["rating"], one["deviation"], one["score"]) for one in case["opponents"]]
    return GlickoRating(case["rating"], case["deviation"], case["volatility"]), games


@pytest.mark.parametrize("case", EXAMPLE)
def test_the_scale_and_the_games_of_the_example(case: dict[str, Any]) -> None:
    player, games = example(case)
    assert round(player.phi, 4) == case["phi"]
    for game, printed in zip(games, case["opponents"], strict=True):
        other = GlickoRating(game.rating, game.deviation, 0.06)
        assert (round(other.mu, 4), round(other.phi, 4)) == (printed["mu"], printed["phi"])
        assert round(weight(game.deviation), 4) == printed["g"]
        assert round(expected_score(player.rating, game.rating, game.deviation), 3) == printed["expected"]


@pytest.mark.parametrize("case", EXAMPLE)
def test_v_and_delta_from_the_figures_that_the_paper_rounds(case: dict[str, Any]) -> None:
    games = case["opponents"]
    v = 1 / fsum(one["g"] ** 2 * one["expected"] * (1 - one["expected"]) for one in games)
    assert v == pytest.approx(case["v"], abs=0.0002)
    surplus = fsum(one["g"] * (one["score"] - one["expected"]) for one in games)
    assert case["v"] * surplus == pytest.approx(case["delta"], abs=0.0005)
    moved = update(*example(case), case["tau"])
    # Unrounded, the same steps are within what the rounding of their figures can do.
    assert moved.v == pytest.approx(case["v"], abs=0.001)
    assert moved.delta == pytest.approx(case["delta"], abs=0.001)


@pytest.mark.parametrize("case", EXAMPLE)
def test_the_rest_of_the_example_to_the_printed_digits(case: dict[str, Any]) -> None:
    """From the v and delta that the paper prints, by the functions that rate every event."""
    sigma = volatility(case["volatility"], case["phi"], case["v"], case["delta"], case["tau"])
    assert floor(sigma * 1e5) / 1e5 == case["volatility_after"]
    phi_star = sqrt(case["phi"] ** 2 + case["volatility_after"] ** 2)
    assert round(phi_star, 6) == case["phi_star"]
    phi = 1 / sqrt(1 / phi_star**2 + 1 / case["v"])
    assert round(phi, 4) == case["phi_after"]
    surplus = fsum(one["g"] * (one["score"] - one["expected"]) for one in case["opponents"])
    assert round(surplus, 3) == case["surplus"]
    mu = case["phi_after"] ** 2 * case["surplus"]
    assert round(mu, 4) == case["mu_after"]
    assert round(SCALE * case["mu_after"] + MIDDLE, 2) == case["rating_after"]
    assert round(SCALE * case["phi_after"], 2) == case["deviation_after"]


@pytest.mark.parametrize("case", EXAMPLE)
def test_the_whole_update_ends_where_the_paper_does(case: dict[str, Any]) -> None:
    moved = update(*example(case), case["tau"])
    after = moved.player
    # 173.7178 x 0.00005, what a mu' of four decimals leaves open.
    assert after.rating == pytest.approx(case["rating_after"], abs=0.00869 + 0.005)
    assert round(after.deviation, 2) == case["deviation_after"]
    assert floor(after.volatility * 1e5) / 1e5 == case["volatility_after"]
    assert (round(moved.phi, 4), round(moved.mu, 4)) == (case["phi_after"], case["mu_after"])


@given(players, st.lists(results, min_size=1, max_size=12), st.randoms())
def test_the_order_of_a_periods_games_does_not_matter(player: GlickoRating, games: list[Result], random: Any) -> None:
    shuffled = random.sample(games, len(games))
    assert update(player, games, 0.5) == update(player, shuffled, 0.5)


@given(players, st.lists(results, min_size=1, max_size=12))
def test_games_lower_the_deviation_and_move_toward_the_surplus(player: GlickoRating, games: list[Result]) -> None:
    moved = update(player, games, 0.5)
    assert moved.phi < moved.phi_star
    assert moved.phi_star > player.phi
    assert (moved.mu > player.mu) == (moved.surplus > 0) or moved.mu == player.mu
    assert moved.volatility > 0


@given(players, st.floats(0.1, 30), st.floats(-5, 5), st.floats(0.2, 1.2))
def test_the_new_volatility_is_a_zero_of_the_papers_f(player: GlickoRating, v: float, delta: float, tau: float) -> None:
    found = volatility(player.volatility, player.phi, v, delta, tau)
    a = log(player.volatility**2)

    def f(x: float) -> float:
        spread = player.phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    x = 2 * log(found)
    assert f(x - 2e-6) >= 0 >= f(x + 2e-6)


@given(players)
def test_a_period_without_a_game_only_widens(player: GlickoRating) -> None:
    after = idle(player)
    assert after.deviation > player.deviation
    assert (after.rating, after.volatility) == (player.rating, player.volatility)
