"""Seed 001 by its own formulas, bullets and worked figures: the edition "as in the calculator of 2017"."""

from typing import Any

import pytest
from fide_factories import STANDARD, own_event, player

from core.event.background import NOTHING_KNOWN
from core.rating.fide.rules import SIMPLIFIED_2017, k_factor
from core.rating.fide.state import PlayerState
from core.rating.fide.system import rate_event
from tests.core.golden_cases import cases


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases("fide/seed") if case["kind"] == kind]


def rated(event: Any, state: PlayerState) -> Any:
    return rate_event(event, STANDARD, {"me": state}, SIMPLIFIED_2017.key)["me"]


def test_its_name_says_what_it_is() -> None:
    assert SIMPLIFIED_2017.title == "FIDE as in the calculator of 2017 (logistic formula)"


@pytest.mark.parametrize("case", of_kind("expected"))
def test_the_expected_score_is_that_of_its_formula(case: dict[str, Any]) -> None:
    outcome = rated(own_event((case["opponent"],), results=(1,)), player(case["own"]))
    assert f"{outcome.expected:.2f}" == case["expected"]


@pytest.mark.parametrize("case", of_kind("k"))
def test_k_is_that_of_its_bullets_in_their_order(case: dict[str, Any]) -> None:
    peak = case.get("peak", case["rating"])
    found = k_factor(
        SIMPLIFIED_2017.k, case["rating"], peak, case["games"], NOTHING_KNOWN, own_event((1500,), results=(1,)).date
    )
    assert found.value == case["k"]


@pytest.mark.parametrize("case", of_kind("performance"))
def test_the_performance_is_that_of_its_logarithm(case: dict[str, Any]) -> None:
    results = [1] * case["score"] + [0] * (len(case["opponents"]) - case["score"])
    outcome = rated(own_event(tuple(case["opponents"]), results=tuple(results)), player(1600))
    assert f"{outcome.performance:.2f}" == case["performance"]


def test_its_new_rating_is_the_old_one_and_k_times_score_minus_expected() -> None:
    """'New Rating = Old Rating + K x (Actual Score - Expected Score)': 1800 + 20 (1 - 0.7502)."""
    outcome = rated(own_event((1609,), results=(1,)), player(1800))
    assert outcome.detail.figure.points == pytest.approx(20 * (1 - 1 / (1 + 10 ** (-191 / 400))), abs=1e-9)
