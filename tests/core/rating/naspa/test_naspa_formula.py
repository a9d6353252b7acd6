"""The formula's figures: golden ones from outside, and what holds for all of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naspa_factories import DAY, fast

from core.errors import InputError
from core.rating.naspa import (
    EDITIONS,
    NASPA_2008,
    NASPA_2024,
    acceleration,
    edition_for,
    edition_named,
    expected_total,
    expected_wins,
    multiplier,
    performance_rating,
    segments_of,
    stretches,
)
from core.words import displayed
from tests.core.golden_cases import cases, golden_case

ratings = st.floats(min_value=1, max_value=2500)


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases("naspa/formula") if case["kind"] == kind]


@pytest.mark.parametrize("case", of_kind("multiplier"))
def test_the_multiplier_is_that_of_the_table(case: dict[str, Any]) -> None:
    assert multiplier(case["rating"], case["career_games"]) == case["multiplier"]


@pytest.mark.parametrize("case", of_kind("segments"))
def test_long_events_are_rated_in_segments(case: dict[str, Any]) -> None:
    found = segments_of(case["rounds"])
    assert [rounds.last - rounds.first + 1 for rounds in found] == case["lengths"]


@fast
@given(st.integers(min_value=1, max_value=99))
def test_segments_cover_every_round_once_and_are_as_equal_as_can_be(rounds: int) -> None:
    found = segments_of(rounds)
    covered = [number for part in found for number in range(part.first, part.last + 1)]
    assert covered == list(range(1, rounds + 1))
    lengths = [part.last - part.first + 1 for part in found]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] - lengths[-1] <= 1


def test_what_is_gained_beyond_five_a_game_is_gained_again() -> None:
    case = golden_case("naspa/formula", "worked-check")
    (part,) = stretches(500, 10, case["wins"] - case["expected"])
    assert part.multiplier == case["multiplier"]
    assert part.after - 500 == pytest.approx(case["gain"])
    gain = part.after - part.before
    assert gain + acceleration(gain, case["games"]) == pytest.approx(case["total"])


def test_nobody_is_accelerated_for_five_points_a_game() -> None:
    assert acceleration(35.0, 7) == 0
    assert acceleration(-80.0, 7) == 0


@pytest.mark.parametrize(
    ("rating", "excess", "after", "multipliers"),
    [
        # Half a game at 20 reaches 1800 from 1790, the rest counts 16 a game.
        (1790, 1.5, 1800 + 16, [20, 16]),
        # 31 points down to 1799 are 31/16 games; what is left of 2.9375 counts 20 a game.
        (1830, -2.9375, 1799 - 20, [16, 20]),
        # Two boundaries: 201/10... from 2005, 6 points at 10 down to 1999, 200 at 16 down to 1799, then 20.
        (2005, -(0.6 + 12.5 + 1), 1799 - 20, [10, 16, 20]),
        (1799, 0.0, 1799, [20]),
        # Within the last point of its band it stays.
        (1800, -0.03125, 1799.5, [16]),
    ],
)
def test_a_change_across_a_boundary_is_made_in_parts(
    rating: float, excess: float, after: float, multipliers: list[int]
) -> None:
    found = stretches(rating, 50, excess)
    assert [part.multiplier for part in found] == multipliers
    assert found[-1].after == pytest.approx(after)
    assert sum(part.excess for part in found) == pytest.approx(excess)


@fast
@given(st.integers(min_value=1, max_value=2400), st.integers(0, 99), st.floats(-20, 20), st.floats(0, 5))
def test_more_wins_never_bring_fewer_points(rating: int, games: int, excess: float, more: float) -> None:
    assert stretches(rating, games, excess)[-1].after <= stretches(rating, games, excess + more)[-1].after + 1e-9


@fast
@given(ratings, ratings)
def test_the_two_sides_expect_one_win_together(first: float, second: float) -> None:
    assert expected_wins(first, second) + expected_wins(second, first) == pytest.approx(1)


@fast
@given(st.lists(st.floats(min_value=800, max_value=1800), min_size=1, max_size=20), st.data())
def test_a_performance_is_within_a_point_of_where_the_wins_are_expected(opponents: list[float], data: Any) -> None:
    wins = data.draw(st.integers(1, 2 * len(opponents) - 1)) / 2
    found = performance_rating(opponents, wins)
    # Half a win among twenty against 1800 is some 1150 points below them.
    if 1 < found < 2998:
        assert expected_total(found - 1, opponents) <= wins <= expected_total(found + 1, opponents)


def test_a_performance_of_all_or_nothing_is_one_of_95_or_5_percent() -> None:
    # 1 / (1 + e^-x) is 0.95 at x = ln 19 = 2.944439, which is 923.63 points.
    assert performance_rating([1200] * 4, 4) in (2123, 2124)
    assert performance_rating([1200] * 4, 0) in (276, 277)


@pytest.mark.parametrize(("rating", "whole"), [(1499.5, 1500), (1499.49, 1499), (0.6, 1)])
def test_halves_go_up(rating: float, whole: int) -> None:
    assert displayed(rating) == whole


def test_the_rules_are_those_of_the_day_or_of_a_name() -> None:
    assert edition_for(DAY) is NASPA_2024
    assert edition_for(DAY.replace(year=2023)) is NASPA_2008
    assert [edition_named(edition.key) for edition in EDITIONS] == list(EDITIONS)
    with pytest.raises(InputError, match="Choose one of naspa-2008, naspa-2024, naspa-club"):
        edition_named("uschess-2025-01-01")
