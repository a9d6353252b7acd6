"""Strength, log strength and rating."""

from math import log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import log_strengths

from core.errors import InputError
from core.files.oracle_csv import read_oracle_csv
from core.rating.oracle.formula import MAX_LOG_STRENGTH, displayed, log_strength_of, rating_of, tier, win_probability
from tests.core.golden_cases import golden_case


def pairs(case_id: str) -> list[list[Any]]:
    return golden_case("oracle/conversions", case_id)["pairs"]


def shown(strength: float) -> int:
    """Return what is shown of a strength of the seed's CSV, which is kept as a logarithm."""
    header = "player_id,name,type,rating,bt_strength,games,wins"
    table = read_oracle_csv(f"{header}\n0,Keeper,1,50,1.0,0,0\n2,Ann,0,50,{strength!r},0,0\n".encode())
    (ann,) = [line for line in table.players if not line.is_keeper]
    return displayed(rating_of(ann.log_strength))


@pytest.mark.parametrize(("strength", "rating"), pairs("shown-of-strength"))
def test_a_strength_is_shown_from_1_to_99(strength: float, rating: int) -> None:
    # A file's 0 is no strength: the lowest is e^-MAX_LOG_STRENGTH.
    assert (shown(strength) if strength else displayed(rating_of(-MAX_LOG_STRENGTH))) == rating


@pytest.mark.parametrize(("strength", "rating", "to_even"), pairs("shown-rounds-halves-up"))
def test_halves_are_shown_upward(strength: float, rating: int, to_even: int) -> None:
    assert shown(strength) == rating
    assert max(1, min(99, round(100 * strength / (strength + 1)))) == to_even


def test_the_keeper_stands_at_50() -> None:
    assert rating_of(0.0) == 50
    assert log_strength_of(50) == 0


@pytest.mark.parametrize("rating", range(1, 100))
def test_a_rating_is_its_strengths_rating(rating: int) -> None:
    assert rating_of(log_strength_of(rating)) == pytest.approx(rating, rel=1e-14)
    assert log_strength_of(rating) == pytest.approx(log(rating / (100 - rating)), abs=1e-14)


@pytest.mark.parametrize("rating", [0, 100, -3, 1000])
def test_a_rating_outside_the_scale_is_refused(rating: float) -> None:
    with pytest.raises(InputError, match=r"between 0 and 100, not .*\. Write one, for example 50"):
        log_strength_of(rating)


@pytest.mark.parametrize("log_strength", [1e4, -1e4, 800.0, -800.0])
def test_nobody_is_too_far_away_for_a_rating(log_strength: float) -> None:
    assert rating_of(log_strength) == pytest.approx(100 if log_strength > 0 else 0)
    assert displayed(rating_of(log_strength)) == (99 if log_strength > 0 else 1)
    assert abs(log_strength_of(5e-324 if log_strength < 0 else 99.99999999999999)) <= MAX_LOG_STRENGTH


def test_another_scale_is_as_wide_as_it_says() -> None:
    # The seed's first version: the Keeper at 500, and 3 to 1 is 750.
    assert rating_of(log(3), 1000) == pytest.approx(750)
    assert displayed(rating_of(40.0, 1000), 1000) == 999
    assert log_strength_of(750, 1000) == pytest.approx(log(3))


@pytest.mark.parametrize(
    ("rating", "name"), [(0.5, "Learning"), (10, "Beginner"), (50, "Proficient"), (99.9, "Legendary")]
)
def test_tenths_of_the_scale_have_names(rating: float, name: str) -> None:
    assert tier(rating) == name
    assert tier(10 * rating, 1000) == name


@given(log_strengths, log_strengths)
def test_somebody_wins(first: float, second: float) -> None:
    assert win_probability(first - second) + win_probability(second - first) == pytest.approx(1, abs=1e-15)


@given(log_strengths, log_strengths, st.floats(-20, 20))
def test_scaling_all_strengths_changes_no_chance(first: float, second: float, factor: float) -> None:
    moved = win_probability((first + factor) - (second + factor))
    assert moved == pytest.approx(win_probability(first - second), abs=1e-13)
