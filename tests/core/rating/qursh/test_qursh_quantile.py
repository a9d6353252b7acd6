"""One game: the seed's own example, places worked out by hand, and what holds for every game."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import fast, histories, history_of, points, ratings

from core.errors import InputError
from core.rating.qursh.cells import BINS, GROUPS, bin_of, cell_of, group_of
from core.rating.qursh.history import SHIPPED, History, QuantileSource
from core.rating.qursh.ranking import (
    margin_for,
    mean_hundredths,
    nearest_tenths,
    quantile,
    shown_hundredths,
    tenths_between_equals,
    whole_percent,
)
from tests.core.golden_cases import cases


def of_kind(name: str, kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases(name) if case["kind"] == kind]


def whole(found: Any) -> list[float]:
    return [found.first_tenths / 10, found.second_tenths / 10]


@pytest.mark.parametrize("case", of_kind("qursh/seed", "example"))
def test_the_shipped_curves_give_the_announcement_s_own_example(case: dict[str, Any]) -> None:
    found = quantile(SHIPPED, *case["ratings"], *case["points"])
    assert whole(found) == case["percents"]
    assert found.source is QuantileSource.PARAMETRIC


@pytest.mark.parametrize("case", of_kind("qursh/quantiles", "curve"))
def test_the_curves_give_the_exact_percents(case: dict[str, Any]) -> None:
    found = quantile(SHIPPED, *case["ratings"], *case["points"])
    assert found.first == pytest.approx(case["exact"], abs=0.05)
    assert whole(found) == case["whole"]


@pytest.mark.parametrize("case", of_kind("qursh/quantiles", "hand"))
def test_a_margin_among_equal_ones_has_the_middle_of_their_places(case: dict[str, Any]) -> None:
    # The same seven margins a hundred times, so that the cell counts.
    history = history_of({cell_of(2, 2): case["margins"] * 100})
    found = quantile(history, 1800, 1675, 400 + case["margin"], 400)
    assert found.first == pytest.approx(case["exact"], abs=1e-6)
    assert whole(found) == case["whole"]
    assert (found.source, found.games) == (QuantileSource.THIN, 700)


@pytest.mark.parametrize("case", of_kind("qursh/seed", "published"))
def test_the_published_scores_are_means_of_whole_percents(case: dict[str, Any]) -> None:
    found = [mean_hundredths(10 * total, case["games"]) for total in case["sums"]]
    assert [f"{score / 100:.2f}" for score in found] == case["scores"]


@pytest.mark.parametrize(
    ("higher", "lower", "group", "bin_name"),
    [
        (1000, 950, 0, "0-50"),
        (1000.5, 950, 1, "51-100"),
        (1500, 1400, 1, "51-100"),
        (1501, 1351, 2, "101-150"),
        (1700, 1500, 2, "151-200"),
        (1700, 1400, 2, "201-300"),
        (1700, 1399.9, 2, "above 300"),
    ],
)
def test_an_edge_belongs_to_the_lower_side(higher: float, lower: float, group: int, bin_name: str) -> None:
    assert group_of(higher) == group
    assert BINS[bin_of(higher - lower)] == bin_name


@pytest.mark.parametrize(
    ("own", "pool", "source", "games"),
    [
        (1000, 0, QuantileSource.CELL, 1000),
        (999, 0, QuantileSource.THIN, 999),
        (200, 0, QuantileSource.THIN, 200),
        (199, 1, QuantileSource.POOLED, 200),
        (199, 0, QuantileSource.PARAMETRIC, 0),
        (0, 300, QuantileSource.POOLED, 300),
    ],
)
def test_few_games_make_way_for_the_pooled_bin_and_then_for_the_curve(
    own: int, pool: int, source: QuantileSource, games: int
) -> None:
    history = history_of({cell_of(2, 2): range(own), cell_of(0, 2): range(pool)})
    found = quantile(history, 1800, 1675, 420, 400)
    assert (found.source, found.games) == (source, games)
    single = quantile(history, 1800, 1675, 420, 400, grouped=False)
    assert single.source is (QuantileSource.POOLED if own + pool >= 200 else QuantileSource.PARAMETRIC)
    assert single.group is None


@pytest.mark.parametrize("below", [0, 1, 2])
def test_whole_percents_round_halves_up(below: int) -> None:
    # 1/2 of 100, 3/2 of 100, 5/2 of 100: half a percent more than a whole number.
    assert whole_percent(2 * below + 1, 100) == below + 1


def test_tenths_of_two_equals_add_up_to_a_hundred_percent() -> None:
    # Mid-ranks 11 apart among 1000 half games are 2.75 tenths from the middle, 2 apart among 1000 are half a tenth.
    assert (tenths_between_equals(31, 20, 1000), tenths_between_equals(20, 31, 1000)) == (503, 497)
    assert (tenths_between_equals(22, 20, 1000), tenths_between_equals(20, 22, 1000)) == (500, 500)
    assert (tenths_between_equals(26, 20, 1000), tenths_between_equals(20, 26, 1000)) == (502, 498)
    assert nearest_tenths(47.25) + nearest_tenths(52.75) == 1000
    assert shown_hundredths(49.995) in (4999, 5000)
    assert mean_hundredths(1001, 2) == 5005


@pytest.mark.parametrize("rating", [0, -5])
def test_a_game_without_a_rating_is_refused(rating: int) -> None:
    with pytest.raises(InputError, match="Both players need a rating"):
        quantile(SHIPPED, 1500, rating, 400, 380)


@fast
@given(histories(), ratings, ratings, points, points, st.booleans())
def test_the_two_sides_share_a_hundred_whoever_is_asked_first(
    history: History, first: float, second: float, own: int, theirs: int, grouped: bool
) -> None:
    found = quantile(history, first, second, own, theirs, grouped=grouped)
    again = quantile(history, second, first, theirs, own, grouped=grouped)
    assert found.first_tenths + found.second_tenths == 1000
    assert found.first + found.second == pytest.approx(100)
    assert 0 <= found.first_tenths <= 1000
    assert (again.first_tenths, again.second_tenths) == (found.second_tenths, found.first_tenths)
    assert again.first == pytest.approx(found.second)
    assert (again.source, again.games, again.group, again.bin_number) == (
        found.source,
        found.games,
        found.group,
        found.bin_number,
    )


@fast
@given(histories(), ratings, ratings, points, points, st.integers(0, 100))
def test_more_points_never_score_less(
    history: History, first: float, second: float, own: int, theirs: int, more: int
) -> None:
    found, better = (quantile(history, first, second, own + extra, theirs) for extra in (0, more))
    assert found.first_tenths <= better.first_tenths
    assert found.first <= better.first + 1e-9


@fast
@given(histories(), ratings, points, points)
def test_a_tie_of_equals_is_exactly_half(history: History, rating: float, own: int, theirs: int) -> None:
    assert quantile(history, rating, rating, own, own).first_tenths == 500
    found = quantile(history, rating, rating, own, theirs)
    assert (found.first_tenths - 500) * (own - theirs) >= 0


@fast
@given(histories(), ratings, ratings, points, points)
def test_a_scored_percent_is_the_nearest_whole_one(
    history: History, first: float, second: float, own: int, theirs: int
) -> None:
    found = quantile(history, first, second, own, theirs)
    limit = 0.05 if first == second else 0.5
    assert abs(found.first - found.first_tenths / 10) <= limit + 1e-9


@fast
@given(st.lists(st.integers(-200, 200), min_size=200, max_size=400), st.integers(-250, 250))
def test_a_place_is_what_counting_says(values: list[int], margin: int) -> None:
    found = quantile(history_of({cell_of(2, 2): values}), 1800, 1675, 300 + margin, 300)
    below = sum(value < margin for value in values) + sum(value == margin for value in values) / 2
    assert found.first == pytest.approx(100 * below / len(values))


def test_margin_for_names_the_points_that_it_takes() -> None:
    # 20.5 is the mean of the curve at 125 points of difference; one deviation, 102.9, above it is 84.13 %.
    assert margin_for(SHIPPED, 1800, 1675) == pytest.approx(20.5)
    assert margin_for(SHIPPED, 1800, 1675, 84.1345) == pytest.approx(20.5 + 102.9, abs=0.01)
    assert margin_for(history_of({cell_of(2, 2): [7] * 300}), 1800, 1675) == 7
    with pytest.raises(InputError, match="above 0 and below 100"):
        margin_for(SHIPPED, 1800, 1675, 100)


def test_every_group_and_bin_has_a_name() -> None:
    assert {group_of(rating) for rating in (0.5, 1200, 5000)} == set(range(len(GROUPS)))
    assert {bin_of(difference) for difference in (0, 60, 110, 160, 220, 3000)} == set(range(len(BINS)))
