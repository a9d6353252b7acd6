"""Elo's figures against those printed outside, and what must hold of any event."""

from datetime import date
from math import fsum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.elo import EDITIONS, PlayerResult, PlayerState, expected_score, performance
from core.rating.elo import SYSTEM as system
from tests.core.golden_cases import golden

DAY = date(2026, 11, 20)
ratings = st.floats(100, 3500)


def event_of(opponents: list[float], scores: list[float]) -> Crosstable:
    others = tuple(Entrant(number, rating) for number, rating in enumerate(opponents, start=2))
    games = tuple(Game(number, 1, number + 1, score) for number, score in enumerate(scores, start=1))
    return Crosstable(DAY, (Entrant(1, player="me", rated=True), *others), games)


def rated(event: Crosstable, state: PlayerState, rules: str | None = None) -> PlayerResult:
    outcome = system.rate_event(event, RatingList.ELO, {"me": state}, rules)["me"]
    result: PlayerResult = outcome.detail
    return result


@pytest.mark.parametrize("case", golden("elo/expectancy"))
def test_the_expected_score_of_a_difference(case: dict[str, Any]) -> None:
    assert round(expected_score(1500 + case["difference"], 1500), 2) == case["expected"]
    assert round(expected_score(1500, 1500 + case["difference"]), 2) == pytest.approx(1 - case["expected"])


@pytest.mark.parametrize("case", golden("elo/event"))
def test_a_whole_event(case: dict[str, Any]) -> None:
    result = rated(event_of(case["opponents"], case["scores"]), PlayerState(case["before"]), f"elo-{case['k']}")
    each = [round(game.expected, 2) for game in result.games]
    assert each == case["each"]
    assert round(fsum(each), 2) == case["expected"]  # the source adds what it has rounded
    assert result.after.rating is not None
    assert round(result.after.rating) == case["after"]


@given(ratings, st.lists(st.tuples(ratings, st.sampled_from((0, 0.5, 1))), min_size=1, max_size=9))
def test_the_change_is_k_times_what_was_above_expectation(own: float, played: list[tuple[float, float]]) -> None:
    opponents, scores = [one for one, _ in played], [score for _, score in played]
    for edition in EDITIONS:
        result = rated(event_of(opponents, scores), PlayerState(own, 3), edition.key)
        above = fsum(score - expected_score(own, one) for one, score in played)
        assert result.change == pytest.approx(edition.k * above, abs=1e-9)
        assert result.after.games == 3 + len(played)


@given(ratings, ratings, st.sampled_from((0, 0.5, 1)))
def test_what_one_side_of_a_game_wins_the_other_loses(first: float, second: float, score: float) -> None:
    pair = (Entrant(1, player="a", rated=True), Entrant(2, player="b", rated=True))
    states = {"a": PlayerState(first), "b": PlayerState(second)}
    outcomes = system.rate_event(Crosstable(DAY, pair, (Game(1, 1, 2, score),)), RatingList.ELO, states)
    moved = [outcome.detail.change for outcome in outcomes.values()]
    assert moved[0] == pytest.approx(-moved[1], abs=1e-9)


@given(st.lists(ratings, min_size=2, max_size=9), st.data())
def test_the_performance_is_expected_to_score_what_was_scored(opponents: list[float], data: st.DataObject) -> None:
    score = data.draw(st.integers(1, 2 * len(opponents) - 1)) / 2
    found = performance(opponents, score)
    assert fsum(expected_score(found, one) for one in opponents) == pytest.approx(score, abs=1e-6)


def test_a_clean_score_performs_400_beyond_the_opponents_mean() -> None:
    assert performance([1500, 1700], 2) == 2000
    assert performance([1500, 1700], 0) == 1200


def test_a_newcomer_begins_at_1500_and_counts_so_for_the_others() -> None:
    pair = (Entrant(1, player="a", rated=True), Entrant(2, player="b", rated=True))
    outcomes = system.rate_event(
        Crosstable(DAY, pair, (Game(1, 1, 2, 1),)), RatingList.ELO, {"a": PlayerState(), "b": PlayerState(1500, 9)}
    )
    assert outcomes["a"].before is None
    assert outcomes["a"].state == PlayerState(1516, 1)
    assert outcomes["b"].state == PlayerState(1484, 10)


def test_a_club_chooses_k_and_an_event_may_name_another() -> None:
    event, states = event_of([1500], [1]), {"me": PlayerState(1500)}
    tens = ClubRules(usual_rules={RatingList.ELO: "elo-10"})
    usual, chosen = (
        system.rate_event(event, RatingList.ELO, states, house_rules=rules)["me"] for rules in (ClubRules(), tens)
    )
    named = system.rate_event(event, RatingList.ELO, states, "elo-20", house_rules=tens)["me"]
    assert [one.detail.change for one in (usual, chosen, named)] == [16, 5, 10]


def test_what_elo_does_not_have_is_refused() -> None:
    with pytest.raises(RuleError, match="kind"):
        system.rate_event(
            Crosstable(DAY, (Entrant(1, player="me", rated=True),), (), kind=EventKind.ABROAD), RatingList.ELO, {}
        )
    with pytest.raises(InputError, match="No played games"):
        rated(event_of([], []), PlayerState(1500))
    with pytest.raises(InputError, match="has no rating"):
        rated(Crosstable(DAY, (Entrant(1, player="me", rated=True), Entrant(2)), (Game(1, 1, 2, 1),)), PlayerState())
    with pytest.raises(InputError, match="elo-32"):
        rated(event_of([1500], [1]), PlayerState(1500), "elo-99")
    for entered in (
        EnteredRating(99),
        EnteredRating(3501),
        EnteredRating(1500, -1),
        EnteredRating(1500, peak=1600),
        EnteredRating(1500, floor=1400),
    ):
        with pytest.raises(RuleError):
            system.apply_entered(PlayerState(), entered, RatingList.ELO)
    assert system.apply_entered(PlayerState(1400, 7), EnteredRating(1500), RatingList.ELO) == PlayerState(1500.0, 7)
