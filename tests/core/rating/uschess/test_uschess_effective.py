from typing import Any

import pytest
from hypothesis import given
from uschess_factories import fast, ratings

from core.rating.uschess.formulas import effective_games_cap
from core.rating.uschess.rules import EffectiveGamesRule
from tests.core.golden_cases import golden


@pytest.mark.parametrize("case", golden("uschess/effective_games_cap"))
def test_the_cap_on_effective_games_is_the_documents(case: dict[str, Any]) -> None:
    assert effective_games_cap(case["rating"]) == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/effective_games_cap_until_2013"))
def test_before_may_2013_the_cap_had_another_formula(case: dict[str, Any]) -> None:
    cap = effective_games_cap(case["rating"], EffectiveGamesRule.UNTIL_2013)
    assert cap == pytest.approx(case["expected"], abs=case["tolerance"])


def test_the_informal_rules_take_one_off_the_cap() -> None:
    # 20.01178674737454 is the document's N* at 1700, the golden case "nstar-1700-third_party".
    assert effective_games_cap(1700, EffectiveGamesRule.MINUS_ONE) == pytest.approx(19.01178674737454, abs=1e-9)


@fast
@given(ratings, ratings)
def test_a_higher_rating_never_has_a_lower_cap(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert effective_games_cap(low) <= effective_games_cap(high) <= 50
