"""Performances and averages: the exercises of FIDE's Technical Commission, a real rapid, and the definition itself."""

from typing import Any

import pytest
from fide_factories import fast, played
from hypothesis import given

from core.errors import InputError
from core.rating.fide.rules import expected_hundredths
from core.rating.fide.state import (
    average_of_opponents,
    average_performance,
    perfect_performance,
    tournament_performance,
)
from tests.core.golden_cases import cases, golden

EXERCISES = cases("fide/tie_breaks")


@pytest.mark.parametrize("case", golden("fide/tie_breaks"))
def test_the_exercises_of_the_technical_commission(case: dict[str, Any]) -> None:
    ratings, score = case["ratings"], sum(case["scores"])
    assert average_of_opponents(ratings) == case["aro"]
    assert tournament_performance(ratings, score) == case["tpr"]
    assert perfect_performance(ratings, score) == case["ptp"]


def test_the_average_of_the_opponents_performances() -> None:
    """Only player 7's opponents are all among the exercises at hand."""
    by_player = {case["player"]: case for case in EXERCISES}
    whole = [case for case in EXERCISES if set(case["opponents"]) <= by_player.keys()]
    assert [case["player"] for case in whole] == [7]
    for case in whole:
        opponents = [by_player[number] for number in case["opponents"]]
        assert average_performance([opponent["tpr"] for opponent in opponents]) == case["apro"]
        assert average_performance([opponent["ptp"] for opponent in opponents]) == case["appo"]


@pytest.mark.parametrize("case", golden("fide/performance"))
def test_performances_of_whole_tournaments(case: dict[str, Any]) -> None:
    opponents, score = case["opponents"], sum(case["scores"])
    assert tournament_performance(opponents, score) == case["tpr"]
    if "ptp" in case:
        assert perfect_performance(opponents, score) == case["ptp"]
        # The source's figures are off only where it says so, and by no more than its small floats make.
        assert (case["snapshot"] != case["ptp"]) == case["source"].startswith("Exact arithmetic")
        assert abs(case["snapshot"] - case["ptp"]) <= 3


@pytest.mark.parametrize("case", golden("fide/tournaments"))
def test_performances_as_organisers_published_them(case: dict[str, Any]) -> None:
    assert tournament_performance(case["opponents"], sum(case["scores"])) == case["performance"]


def test_a_clean_score_is_800_beyond_the_average_and_736_above_the_best() -> None:
    assert tournament_performance([1500, 1600], 2) == 1550 + 800
    assert tournament_performance([1500, 1600], 0) == 1550 - 800
    assert perfect_performance([1500, 1600], 2) == 1600 + 736
    assert perfect_performance([1500, 1600], 0) == 1500 - 800


@pytest.mark.parametrize(
    ("opponents", "score", "sentence"),
    [
        ([], 0, "a rated opponent"),
        ([1500], 1.5, "between 0 and the 1 game"),
        ([1500], -0.5, "between 0 and the 1 game"),
        ([1500], 0.25, "in half points, not at 0.25"),
    ],
)
def test_a_score_that_is_none_is_refused(opponents: list[int], score: float, sentence: str) -> None:
    for performance in (tournament_performance, perfect_performance):
        with pytest.raises(InputError, match=sentence):
            performance(opponents, score)


@fast
@given(played)
def test_a_perfect_performance_is_the_lowest_rating_that_expects_the_score(games: list[tuple[int, float]]) -> None:
    opponents, points = [rating for rating, _ in games], sum(score for _, score in games)
    found = perfect_performance(opponents, points)
    if points == 0:
        assert found == min(opponents) - 800
        return
    assert sum(expected_hundredths(found - opponent) for opponent in opponents) >= 100 * points
    assert sum(expected_hundredths(found - 1 - opponent) for opponent in opponents) < 100 * points


@fast
@given(played)
def test_half_a_point_more_never_lowers_a_performance(games: list[tuple[int, float]]) -> None:
    opponents, points = [rating for rating, _ in games], sum(score for _, score in games)
    if points < len(games):
        assert tournament_performance(opponents, points + 0.5) >= tournament_performance(opponents, points)
        assert perfect_performance(opponents, points + 0.5) >= perfect_performance(opponents, points)
