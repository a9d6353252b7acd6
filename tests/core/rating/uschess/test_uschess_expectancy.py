from typing import Any

import pytest
from hypothesis import given
from uschess_factories import fast, ratings

from core.rating.uschess.formulas import provisional_expectancy, winning_expectancy
from tests.core.golden_cases import golden


@pytest.mark.parametrize("case", golden("uschess/winning_expectancy"))
def test_the_winning_expectancy_is_logistic(case: dict[str, Any]) -> None:
    found = winning_expectancy(case["rating"], case["opponent"])
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/provisional_expectancy"))
def test_the_provisional_expectancy_is_linear_within_400_points(case: dict[str, Any]) -> None:
    found = provisional_expectancy(case["rating"], case["opponent"])
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("expectancy", [winning_expectancy, provisional_expectancy])
@fast
@given(one=ratings, other=ratings)
def test_what_one_side_expects_the_other_does_not(expectancy: Any, one: float, other: float) -> None:
    assert expectancy(one, other) + expectancy(other, one) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("expectancy", [winning_expectancy, provisional_expectancy])
@fast
@given(one=ratings, other=ratings, opponent=ratings)
def test_a_higher_rating_never_expects_less(expectancy: Any, one: float, other: float, opponent: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= expectancy(low, opponent) <= expectancy(high, opponent) <= 1
