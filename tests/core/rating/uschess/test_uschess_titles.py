from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast

from core.rating.uschess.norms import LEVELS, title_progress, titles
from tests.core.golden_cases import golden

PLACE = {level.rating: place for place, level in enumerate(LEVELS)}


def counted(levels: list[int]) -> list[int]:
    return [levels.count(level.rating) for level in LEVELS]


@pytest.mark.parametrize("case", golden("uschess/modern_title"))
def test_five_norms_at_a_level_or_higher_make_the_title(case: dict[str, Any]) -> None:
    peak = None if case["peak_established"] == "none" else case["peak_established"]
    held = titles(counted(case["event_norm_levels"]), peak)
    assert [level.rating for level in held] == case["expected"]


def test_the_peak_counts_as_it_is_displayed() -> None:
    # 1999.5 is shown as 2000 and 1999.49 as 1999; the title from 2000 up needs a rating of its level once.
    five = counted([2000] * 5)
    assert titles(five, 1999.5)[-1].rating == 2000
    assert titles(five, 1999.49)[-1].rating == 1800


def test_below_2000_no_rating_is_asked_for() -> None:
    assert [level.rating for level in titles(counted([1800] * 5), 900)] == [1200, 1400, 1600, 1800]


def test_the_progress_says_what_is_missing() -> None:
    progress = title_progress(counted([1200, 2200, 2200]), None)
    assert [step.norms for step in progress] == [3, 2, 2, 2, 2, 2, 0]
    assert all(step.needs_established for step in progress)
    assert [step.needs_rating for step in progress] == [False, False, False, False, True, True, True]
    assert not any(step.earned for step in progress)

    progress = title_progress(counted([2200] * 5), 2150)
    assert not any(step.needs_established for step in progress)
    assert [step.level.rating for step in progress if step.needs_rating] == [2200, 2400]
    assert [step.level.rating for step in progress if step.earned] == [1200, 1400, 1600, 1800, 2000]


@fast
@given(st.lists(st.integers(0, 6), min_size=7, max_size=7), st.none() | st.floats(100, 2900), st.integers(0, 6))
def test_another_norm_never_takes_a_title_away(norms: list[int], peak: float | None, place: int) -> None:
    more = [count + (index == place) for index, count in enumerate(norms)]
    assert set(titles(norms, peak)) <= set(titles(more, peak))
    gained = set(titles(more, peak)) - set(titles(norms, peak))
    assert all(PLACE[level.rating] <= place for level in gained)
