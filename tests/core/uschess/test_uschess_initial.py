from typing import Any

import pytest
from golden_cases import golden

from core.uschess.initial import initial_rating


@pytest.mark.parametrize("case", golden("uschess/initial_age"))
def test_an_unrated_player_starts_from_fifty_points_a_year(case: dict[str, Any]) -> None:
    age = None if case["age"] == "unknown" else case["age"]
    found = initial_rating(age, inferred_adult=case["inferred_adult"])
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])
