"""The distribution of a score, worked by hand, and as enumeration of all results gives it."""

from itertools import product
from math import fsum, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tournament.rarity import chance_of, rarity_of, score_chances

EXPECTED = st.lists(st.floats(0, 1), max_size=5)


def test_two_even_games_without_draws() -> None:
    assert score_chances([0.5, 0.5], 0) == [0.25, 0, 0.5, 0, 0.25]


def test_two_even_games_of_which_half_are_drawn() -> None:
    """Each game is two throws of a coin: 1, 4, 6, 4, 1 of 16."""
    assert score_chances([0.5, 0.5], 0.5) == [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]


def test_a_stronger_opponent_draws_less() -> None:
    """0.25 is expected: drawn 0.4 × 2 × 0.25 = 0.2, won 0.25 - 0.1 = 0.15, lost 0.65."""
    assert score_chances([0.25], 0.4) == pytest.approx([0.65, 0.2, 0.15])


def test_no_game_has_one_score() -> None:
    assert score_chances([], 0.3) == [1.0]


@pytest.mark.parametrize(
    ("score", "chance", "is_above"),
    [
        # (0.5 + 0.5)^4 by wins: 1, 4, 6, 4, 1 of 16.
        (4, 1 / 16, True),
        (3, 5 / 16, True),
        (2, 11 / 16, True),
        (1, 5 / 16, False),
        (0, 1 / 16, False),
    ],
)
def test_rarity_counts_the_side_of_the_score(score: float, chance: float, is_above: bool) -> None:
    rarity = rarity_of(score, [0.5] * 4, 0)
    assert rarity == pytest.approx((chance, chance, is_above))


def test_unknown_draws_give_a_range() -> None:
    """Both of two even games: 1 of 4 without draws, 0.2² where three of five are drawn."""
    assert rarity_of(2, [0.5, 0.5], None) == pytest.approx((0.04, 0.25, True))


def test_a_half_point_more_than_possible_has_no_chance() -> None:
    assert chance_of(2.5, [0.5, 0.5], 0.2) == 0
    assert chance_of(0, [0.5, 0.5], 0.2) == 1


@given(EXPECTED, st.floats(0, 1))
def test_chances_sum_to_one_and_have_the_expected_mean(expected: list[float], draws: float) -> None:
    chances = score_chances(expected, draws)
    assert fsum(chances) == pytest.approx(1)
    assert all(chance >= -1e-12 for chance in chances)
    assert fsum(place / 2 * chance for place, chance in enumerate(chances)) == pytest.approx(fsum(expected))


@given(EXPECTED, st.floats(0, 1))
def test_chances_are_those_of_all_results(expected: list[float], draws: float) -> None:
    """Win, draw and loss of every game written out: 3^n results."""
    counted = [0.0] * (2 * len(expected) + 1)
    for results in product((2, 1, 0), repeat=len(expected)):
        each = []
        for score, result in zip(expected, results, strict=True):
            drawn = draws * min(1.0, 2 * score, 2 * (1 - score))
            each.append({2: score - drawn / 2, 1: drawn, 0: 1 - score - drawn / 2}[result])
        counted[sum(results)] += prod(each)
    assert score_chances(expected, draws) == pytest.approx(counted)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=5), st.floats(0, 1), st.integers(0, 10))
def test_at_least_and_at_most_overlap_in_one_score(expected: list[float], draws: float, half_points: int) -> None:
    score = min(half_points, 2 * len(expected)) / 2
    chances = score_chances(expected, draws)
    below = chance_of(len(expected) - score, [1 - one for one in expected], draws)
    assert chance_of(score, expected, draws) + below - chances[int(2 * score)] == pytest.approx(1)
