from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import DUAL, ESTABLISHED, SLOW, established, event, fast, value_of

from core.rating.uschess.formulas import bonus_eligible, bonus_threshold, k_factor, most_meetings
from core.rating.uschess.player import PlayerResult, rate_player
from core.rating.uschess.rules import DATED, Edition, Reason
from core.words import displayed
from tests.core.golden_cases import golden


def edition_with(multiplier: float) -> Edition:
    return next(edition for edition in reversed(DATED) if edition.bonus_multiplier == multiplier)


def rated(case: dict[str, Any], edition: Edition) -> PlayerResult:
    games = ESTABLISHED if case["games_before"] == "established" else case["games_before"]
    control = DUAL if case["dual_rated_regular"] else SLOW
    return rate_player(
        established(case["rating"], games=games),
        event(case["opponents"], case["score"], time_control=control),
        edition,
    )


def k_of(result: PlayerResult) -> float:
    return value_of(result.steps, Reason.K_FACTOR, Reason.K_FACTOR_REDUCED)


@pytest.mark.parametrize("case", golden("uschess/k_factor"))
def test_k_is_800_over_effective_games_plus_games(case: dict[str, Any]) -> None:
    found = k_factor(case["effective_games"], case["games"], case["rating"], reduced=case["dual_rated_regular"])
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


def test_the_cut_k_meets_itself_at_2500() -> None:
    # 800(6.5 - 0.0025*2500) = 800*0.25 = 200, so neither formula may jump there.
    assert k_factor(20, 5, 2500, reduced=True) == pytest.approx(8)
    assert k_factor(20, 5, 2499.9999, reduced=True) == pytest.approx(8, abs=1e-4)


@pytest.mark.parametrize("case", golden("uschess/bonus_eligible"))
def test_who_was_met_decides_whether_a_bonus_is_possible(case: dict[str, Any]) -> None:
    assert bonus_eligible(case["opponents"]) is case["expected"]


def test_no_game_brings_no_bonus() -> None:
    assert bonus_eligible([]) is False
    assert most_meetings([]) == 0


# B*sqrt(max(m, 4)): 4.2 of the document; the roots are whole.
@pytest.mark.parametrize(("games", "threshold"), [(3, 20), (4, 20), (9, 30), (16, 40)])
def test_the_bonus_threshold_grows_with_the_root_of_the_games_from_four(games: int, threshold: float) -> None:
    assert bonus_threshold(10, games) == pytest.approx(threshold)


@pytest.mark.parametrize("case", golden("uschess/standard_rating"))
def test_the_standard_formula_gives_the_figures_of_the_source(case: dict[str, Any]) -> None:
    expected, tolerance = case["expected"], case["tolerance"]
    result = rated(case, edition_with(case["bonus_multiplier"]))
    assert not result.special
    assert k_of(result) == pytest.approx(expected["K"], abs=tolerance["K"])
    assert result.expected == pytest.approx(expected["E"], abs=tolerance["E"])
    assert result.bonus == pytest.approx(expected["bonus"], abs=tolerance["bonus"])
    assert result.rating == pytest.approx(expected["post"], abs=tolerance["post"])


@pytest.mark.parametrize("case", golden("uschess/estimator_2026"))
def test_the_official_estimator_shows_the_same_k_bonus_and_rating(case: dict[str, Any]) -> None:
    expected, tolerance = case["expected"], case["tolerance"]
    result = rated(case, edition_with(10))
    assert k_of(result) == pytest.approx(expected["K"], abs=tolerance["K"])
    assert result.bonus == pytest.approx(expected["bonus"], abs=tolerance["bonus"])
    assert abs(displayed(result.rating) - expected["post_int"]) <= tolerance["post_int"]


# Five wins against equals: K(S - E) = 800/(N'+5) * 2.5 stands far above every threshold.
@pytest.mark.parametrize("edition", DATED, ids=lambda edition: edition.key)
def test_a_bonus_is_what_exceeds_the_threshold_of_the_edition(edition: Edition) -> None:
    result = rate_player(established(1500), event([1500] * 5, 5), edition)
    change = value_of(result.steps, Reason.K_CHANGE)
    assert result.bonus == pytest.approx(change - edition.bonus_multiplier * 5**0.5)
    assert result.rating == pytest.approx(1500 + change + result.bonus)


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ("ab", Reason.NO_BONUS_FEW_GAMES),
        ("aba", Reason.NO_BONUS_REPEATED_OPPONENT),
        ("aaab", Reason.NO_BONUS_REPEATED_OPPONENT),
    ],
)
def test_a_refused_bonus_says_why(who: str, reason: Reason) -> None:
    result = rate_player(established(1500), event([1900] * len(who), len(who), who=who), DATED[-1])
    assert result.bonus == 0
    assert value_of(result.steps, reason) == 0
    assert result.rating == pytest.approx(1500 + value_of(result.steps, Reason.K_CHANGE))


@pytest.mark.parametrize("who", ["abc", "aabc", "aabbcc"])
def test_meeting_some_opponents_twice_still_pays_a_bonus(who: str) -> None:
    result = rate_player(established(1500), event([1900] * len(who), len(who), who=who), DATED[-1])
    assert result.bonus > 0


@fast
@given(
    st.floats(min_value=0, max_value=50),
    st.integers(min_value=1, max_value=20),
    st.floats(min_value=2200, max_value=3000),
)
def test_the_cut_k_is_never_above_the_full_one(effective: float, games: int, rating: float) -> None:
    full = k_factor(effective, games, rating)
    assert full / 4 <= k_factor(effective, games, rating, reduced=True) * (1 + 1e-12)
    assert k_factor(effective, games, rating, reduced=True) <= full * (1 + 1e-12)
