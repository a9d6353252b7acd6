from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast, ratings

from core.rating.uschess.norms import LEVELS, UNITS, NormBlock, NormTable, norm_expectancy_units, norm_table
from core.rating.uschess.rules import NormTest
from tests.core.golden_cases import golden


def code_of(table: NormTable) -> str:
    return "none" if table.earned is None else table.earned.code


@pytest.mark.parametrize("case", golden("uschess/norm_expectancy"))
def test_the_norm_expectancy_is_piecewise_linear(case: dict[str, Any]) -> None:
    found = norm_expectancy_units(case["difference"]) / UNITS
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/modern_norm"))
def test_an_event_makes_the_norm_of_the_source(case: dict[str, Any]) -> None:
    table = norm_table(case["opponents"], case["score"], full_point_bye=case["extra_round"] != "none")
    assert code_of(table) == case["expected_norm"]
    margins = {str(row.level.rating): row.margin for row in table.rows}
    assert margins == pytest.approx(case["margins"], abs=case["tolerance"])


def test_the_levels_carry_the_letters_of_a_crosstable() -> None:
    # The Title System's seven levels, 200 points apart.
    assert [(level.rating, level.code) for level in LEVELS] == [
        (1200, "4"),
        (1400, "3"),
        (1600, "2"),
        (1800, "1"),
        (2000, "C"),
        (2200, "M"),
        (2400, "S"),
    ]


def test_opponents_count_with_the_rating_as_displayed() -> None:
    # 1399.5 shows as 1400: at level 1600 four of them are d = 200, C = 1 each; at 1399 shown, d = 201, also 1.
    # One level lower, d = 0 makes C exactly 0.5 each, so three points stand exactly one above: no norm.
    table = norm_table([1399.5] * 4, 3)
    assert table.rows[1].expected == 2
    assert code_of(table) == "4"


@pytest.mark.parametrize(("opponents", "bye"), [(1, False), (2, True), (3, False)])
def test_too_few_games_make_no_norm_but_the_figures_are_there(opponents: int, bye: bool) -> None:
    table = norm_table([2500] * opponents, opponents, full_point_bye=bye)
    assert table.blocked is NormBlock.FEW_GAMES
    assert table.earned is None
    assert not any(row.earned for row in table.rows)
    assert table.rows[0].margin == opponents  # against 2500, level 1200 expects nothing


def test_a_bye_does_not_help_somebody_who_played_four_games() -> None:
    # Exactly one point above level 1600 (golden case "exact-one-point"), with a bye too.
    assert code_of(norm_table([1600] * 4, 3, full_point_bye=True)) == "3"


# Three games against 1600: level 1200 expects 0, so two points are exactly the two that are asked for;
# level 1400 expects 3*(400-200)/800 = 0.75, so 2.75, which half points reach with three.
@pytest.mark.parametrize(("score", "code"), [(1.5, "none"), (2, "4"), (2.5, "4"), (3, "3")])
def test_three_games_and_a_bye_need_two_points_above(score: float, code: str) -> None:
    table = norm_table([1600] * 3, score, full_point_bye=True)
    assert code_of(table) == code
    assert [row.required for row in table.rows[:3]] == [2, 3, None]


def test_a_blocked_event_makes_no_norm_and_keeps_its_reason() -> None:
    table = norm_table([2000] * 4, 4, blocked=NormBlock.MATCH)
    assert (table.blocked, table.earned) == (NormBlock.MATCH, None)
    assert norm_table([2000] * 4, 4).earned is not None
    assert norm_table([2000] * 2, 2, blocked=NormBlock.NOT_REGULAR).blocked is NormBlock.NOT_REGULAR


def test_the_informal_test_earns_at_exactly_one_point_above() -> None:
    # Logistic expectancy of 1200 against four of 1200 is 2, so 3 of 4 stands exactly one above.
    table = norm_table([1200] * 4, 3, test=NormTest.LOGISTIC)
    assert table.rows[0].required == pytest.approx(3)
    assert code_of(table) == "4"
    assert code_of(norm_table([1200] * 4, 3)) == "none"  # the official test asks for more than one


@fast
@given(st.integers(-3000, 3000))
def test_the_norm_expectancy_rises_without_a_jump(difference: int) -> None:
    # Slopes 1/800 and 1/400: one rating point is never worth more than two units.
    here, above = norm_expectancy_units(difference), norm_expectancy_units(difference + 1)
    assert 0 <= here <= above <= UNITS
    assert above - here <= 2


@fast
@given(st.lists(ratings, min_size=3, max_size=10), st.integers(0, 20), st.booleans())
def test_the_required_score_is_the_smallest_that_earns(opponents: list[float], halves: int, bye: bool) -> None:
    bye = bye or len(opponents) == 3
    made = min(halves / 2, len(opponents))
    for index, row in enumerate(norm_table(opponents, made, full_point_bye=bye).rows):

        def earned(score: float, index: int = index) -> bool:
            return norm_table(opponents, score, full_point_bye=bye).rows[index].earned

        if row.required is None:
            assert not earned(len(opponents))
        else:
            assert earned(row.required)
            assert not earned(row.required - 0.5)
        assert row.earned == (row.required is not None and made >= row.required)


@fast
@given(st.lists(ratings, min_size=4, max_size=10), st.integers(0, 20), st.sampled_from(NormTest))
def test_a_higher_level_never_expects_less(opponents: list[float], halves: int, test: NormTest) -> None:
    table = norm_table(opponents, min(halves / 2, len(opponents)), test=test)
    assert all(low.expected <= high.expected for low, high in pairwise(table.rows))
    made = [row.level for row in table.rows if row.earned]
    assert table.earned == (made[-1] if made else None)
    # A level that is made is made together with all below it.
    assert made == list(LEVELS[: len(made)])


@fast
@given(st.lists(ratings, min_size=4, max_size=10), st.integers(0, 20), st.randoms(use_true_random=False))
def test_the_order_of_the_opponents_does_not_matter(opponents: list[float], halves: int, random: Any) -> None:
    score = min(halves / 2, len(opponents))
    table, shuffled = norm_table(opponents, score), norm_table(random.sample(opponents, len(opponents)), score)
    assert table.earned == shuffled.earned
    assert [row.margin for row in table.rows] == [row.margin for row in shuffled.rows]
