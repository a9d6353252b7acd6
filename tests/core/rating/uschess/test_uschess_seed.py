"""The example of the informal calculator, digit by digit, and what the official rules make of it."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import event

from core.rating.uschess.norms import descend, norm_table, performance_rating
from core.rating.uschess.player import PlayerResult, rate_player
from core.rating.uschess.rules import Reason, edition_for, edition_named
from core.rating.uschess.state import PlayerState
from tests.core.golden_cases import golden, golden_case
from tests.depth import examples

SEED = "uschess/seed_000"
LEVELS = [case for case in golden(SEED) if str(case.id).startswith("level-")]


def rated(case: dict[str, Any], edition: Any) -> PlayerResult:
    state = PlayerState(rating=case["rating"], games=case["games_before"])
    return rate_player(state, event(case["opponents"], case["score"]), edition)


@pytest.fixture
def informal() -> PlayerResult:
    return rated(golden_case(SEED, "rating-update"), edition_named("informal-2020"))


def test_the_rating_is_updated_as_printed(informal: PlayerResult) -> None:
    case = golden_case(SEED, "rating-update")
    assert informal.rating == pytest.approx(case["expected"]["rating"], abs=case["tolerance"])
    assert informal.change == pytest.approx(case["expected"]["change"], abs=case["tolerance"])


def test_the_score_is_above_the_expected_one_as_printed(informal: PlayerResult) -> None:
    case = golden_case(SEED, "above-expected")
    assert informal.expected == pytest.approx(case["expected"]["expected_score"], abs=case["tolerance"])
    above = informal.event.score - informal.expected
    assert above == pytest.approx(case["expected"]["above_expected"], abs=case["tolerance"])


def test_the_performance_is_the_solution_of_the_example(informal: PlayerResult) -> None:
    case = golden_case(SEED, "performance")
    assert informal.performance.rating == pytest.approx(case["expected"], abs=case["tolerance"])
    assert performance_rating(case["opponents"], case["score"]).rating == informal.performance.rating

    def expected_score(rating: float) -> float:
        return sum(1 / (1 + 10 ** ((opponent - rating) / 400)) for opponent in case["opponents"])

    assert expected_score(informal.performance.rating) == pytest.approx(case["score"], abs=1e-9)
    # The printed figure falls short of the score by more than four decimals could hide.
    assert expected_score(case["printed"]) < case["score"] - 5e-5


def test_the_performance_as_printed_is_where_its_own_descent_ends(informal: PlayerResult) -> None:
    """An earlier README prints twelve decimals more than the present one, of which nine are asked for here."""
    case = golden_case(SEED, "performance")
    assert informal.descent is not None
    assert f"{informal.descent.rating:.4f}" == str(case["printed"])
    assert informal.descent.rating == pytest.approx(case["printed_before"], abs=1e-9)
    assert informal.descent.start == informal.rating == pytest.approx(case["start"], abs=5e-5)
    (step,) = [step for step in informal.steps if step.reason == Reason.PERFORMANCE_DESCENT]
    assert step.value == informal.descent.rating


def test_the_official_rules_know_no_descent() -> None:
    assert rated(golden_case(SEED, "rating-update"), edition_for(date(2026, 11, 20))).descent is None


@examples(0.4)
@given(st.lists(st.integers(1000, 2000), min_size=1, max_size=6), st.integers(1000, 2000), st.integers(1, 11))
def test_a_descent_that_ends_has_come_closer(opponents: list[int], start: int, halves: int) -> None:
    score = min(halves / 2, len(opponents) - 0.5)

    def off(rating: float) -> float:
        return abs(score - sum(1 / (1 + 10 ** ((opponent - rating) / 400)) for opponent in opponents))

    found = descend(opponents, score, start)
    assert found is not None
    assert off(found.rating) <= off(start) + 1e-9


def test_a_clean_score_is_400_beyond_the_extreme_opponent_without_bounds() -> None:
    """The README's program adds 400 to the best opponent and takes 400 from the weakest, whatever comes of it."""
    assert descend([2500, 1500], 2, 1500) == (2900, 1500, 0)
    assert descend([300, 1500], 0, 1500) == (-100, 1500, 0)


def test_against_many_opponents_the_descent_has_no_end_and_is_given_up() -> None:
    """A step is up to 100 (S - E) m/4 points, 0.036 m^2 of what is missing: beyond 2, from m = 8 on, it never ends."""
    assert descend([1500] * 12, 7, 1500) is None
    assert descend([1500] * 4, 2.5, 1500) is not None


def test_the_norm_is_the_printed_one(informal: PlayerResult) -> None:
    assert informal.norms.earned is not None
    assert informal.norms.earned.code == golden_case(SEED, "norm")["expected"]


def test_the_table_has_all_its_columns(informal: PlayerResult) -> None:
    assert len(LEVELS) == len(informal.norms.rows) == 7
    assert sum(len(row.games) for row in informal.norms.rows) == 28


@pytest.mark.parametrize("case", LEVELS)
def test_every_cell_of_the_table_is_as_printed(case: dict[str, Any], informal: PlayerResult) -> None:
    (row,) = [row for row in informal.norms.rows if row.level.rating == case["level"]]
    assert row.level.code == case["code"]
    assert list(row.games) == pytest.approx(case["games"], abs=case["tolerance"])
    assert row.expected == pytest.approx(case["expected"], abs=case["tolerance"])
    if case["required"] == "N/A":
        assert row.required is None
    else:
        assert row.required == pytest.approx(case["required"], abs=case["tolerance"])
    assert row.earned is (case["earned"] == "YES")


# Golden cases "std-seed0-sept2020" (B = 14) and "std-seed0-current" (B = 10): the document's N*, no minus one.
@pytest.mark.parametrize(
    ("day", "case_id"),
    [(date(2021, 6, 1), "std-seed0-sept2020"), (date(2026, 11, 20), "std-seed0-current")],
)
def test_the_official_rules_of_the_day_give_another_rating(day: date, case_id: str) -> None:
    case = golden_case("uschess/standard_rating", case_id)
    result = rated(case, edition_for(day))
    assert result.rating == pytest.approx(case["expected"]["post"], abs=case["tolerance"]["post"])


def test_officially_the_example_makes_no_norm() -> None:
    case = golden_case("uschess/modern_norm", "seed0-readme")
    result = rated(golden_case(SEED, "rating-update"), edition_for(date(2026, 11, 20)))
    assert result.norms.earned is None
    assert result.norms.rows[0].margin == case["margins"]["1200"] == 0.98125
    assert norm_table(case["opponents"], case["score"]).rows == result.norms.rows
