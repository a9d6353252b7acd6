from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast

from core.rating.uschess.rules import absolute_floor, peak_floor
from tests.core.golden_cases import golden


@pytest.mark.parametrize("case", golden("uschess/absolute_floor"))
def test_the_absolute_floor_grows_with_points_and_events(case: dict[str, Any]) -> None:
    # 4W + 2D is four times the game points W + D/2.
    points = case["wins"] + case["draws"] / 2
    assert absolute_floor(points, case["events_with_3_games"]) == case["expected"]


@pytest.mark.parametrize("case", golden("uschess/peak_floor"))
def test_the_peak_earns_a_floor_two_hundred_points_below(case: dict[str, Any]) -> None:
    expected = None if case["expected"] == "none" else case["expected"]
    assert peak_floor(case["peak_established"]) == expected


# A match lowers the floor by 100 at a time; 1200 is the lowest such floor there is.
@pytest.mark.parametrize(("peak", "lowered", "floor"), [(1941, 100, 1600), (2600, 100, 2000), (1400, 100, None)])
def test_a_lowered_floor_is_counted_down_from_the_peaks(peak: float, lowered: int, floor: float | None) -> None:
    assert peak_floor(peak, lowered) == floor


@fast
@given(st.floats(min_value=100, max_value=3000))
def test_the_peaks_floor_is_a_hundred_at_least_two_hundred_below(peak: float) -> None:
    floor = peak_floor(peak)
    if floor is None:
        assert peak < 1399.5  # 1399.5 is shown as 1400, the first to earn one
    else:
        assert floor % 100 == 0
        assert 1200 <= floor <= 2100
        assert floor <= peak - 199.5


@fast
@given(st.integers(0, 2000), st.integers(0, 500))
def test_the_absolute_floor_lies_between_100_and_150(halves: int, events: int) -> None:
    assert 100 <= absolute_floor(halves / 2, events) <= 150
