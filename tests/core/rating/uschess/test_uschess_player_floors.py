"""Floors under a tournament's result (US Chess 2025, rating floors)."""

from typing import Any

import pytest
from uschess_factories import ESTABLISHED, established, event, reasons_of, value_of

from core.lists import RatingList
from core.rating.uschess.player import rate_player
from core.rating.uschess.rated import floors_of, personal_floor
from core.rating.uschess.rules import DATED, Reason
from core.rating.uschess.state import PlayerState
from tests.core.golden_cases import golden

NOW = DATED[-1]
REGULAR, QUICK, BLITZ = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ


@pytest.mark.parametrize("case", golden("uschess/floor_cases"))
def test_the_absolute_floor_held_these_players(case: dict[str, Any]) -> None:
    state = PlayerState()
    if case["before"] != "unrated":
        state = PlayerState(
            rating=case["before"],
            games=case["games_before"],
            known_games=case["games_before"],
            points=case["points_before"],
            events_of_three=case["events_of_three_before"],
        )
    assert rate_player(state, event(case["opponents"], case["score"]), NOW).rating == case["expected"]


def test_the_peak_holds_its_floor() -> None:
    # 1941 earns 1700, the document's own example; six losses to 1500 would cost 1710 well over a hundred points.
    lost = event([1500] * 6, 0)
    assert rate_player(established(1710), lost, NOW).rating < 1600
    result = rate_player(established(1710, peak=1941), lost, NOW)
    assert result.rating == 1700
    assert value_of(result.steps, Reason.FLOOR_PEAK) == 1700
    assert value_of(result.steps, Reason.FLOOR_APPLIED) == 1700


def test_a_floor_does_nothing_above_it() -> None:
    result = rate_player(established(1800, peak=1941), event([1800], 0), NOW)
    assert result.rating == rate_player(established(1800), event([1800], 0), NOW).rating
    assert Reason.FLOOR_APPLIED not in reasons_of(result.steps)


def test_a_peak_below_1400_leaves_the_absolute_floor() -> None:
    # 40 games, 20 points, 10 events: 100 + 80 + 10 is cut to 150.
    state = established(160, games=40, known_games=40, points=20, events_of_three=10, peak=1399)
    assert rate_player(state, event([200] * 10, 0), NOW).rating == 150


def test_a_provisional_player_has_the_absolute_floor() -> None:
    # Twelve known games: 4*2 points and the second event of three make 110, counted after the event.
    state = PlayerState(rating=115, games=12, known_games=12, points=2, events_of_three=1)
    result = rate_player(state, event([150] * 5, 0), NOW)
    assert result.rating == value_of(result.steps, Reason.FLOOR_ABSOLUTE) == 110


# The higher of the two holds, whichever it is.
@pytest.mark.parametrize(("imposed", "floor"), [(1800.0, 1800), (1500.0, 1700)])
def test_an_imposed_floor_holds_where_it_is_the_higher_one(imposed: float, floor: float) -> None:
    state = established(1810, peak=1941, imposed_floor=imposed)
    assert rate_player(state, event([1300] * 10, 0), NOW).rating == floor


# A peak of 2300 earns 2100, the highest floor by peak; ten losses to 1900 take 2205 below even that.
@pytest.mark.parametrize(
    ("rating_list", "above", "rating"),
    [(REGULAR, 300, 2200), (REGULAR, 299, 2100), (QUICK, 300, 2100), (BLITZ, 300, 2100)],
)
def test_three_hundred_games_above_2200_make_a_floor_of_2200_in_regular(
    rating_list: RatingList, above: int, rating: float
) -> None:
    state = established(2205, games=400, peak=2300, games_above_2200=above)
    assert rate_player(state, event([1900] * 10, 0, rating_list=rating_list), NOW).rating == rating


@pytest.mark.parametrize(
    ("rating", "games", "counted"),
    [(2201, ESTABLISHED, 7), (2200, ESTABLISHED, 3), (2301, 25, 3)],
)
def test_games_count_toward_it_while_established_above_2200(rating: float, games: int, counted: int) -> None:
    state = established(rating, games=games, games_above_2200=3)
    assert rate_player(state, event([2200] * 4, 2), NOW).after.games_above_2200 == counted


def test_all_floors_are_told_and_the_highest_is_the_personal_one() -> None:
    state = established(2205, peak=2300, imposed_floor=1800.0, games_above_2200=300)
    told = {why: value for why, value, _ in floors_of(state, REGULAR, points=0, events_of_three=0)}
    assert told == {Reason.FLOOR_PEAK: 2100, Reason.FLOOR_IMPOSED: 1800, Reason.FLOOR_LIFE_MASTER: 2200}
    assert personal_floor(state, REGULAR) == 2200
    assert personal_floor(state, QUICK) == 2100
    assert personal_floor(PlayerState(), REGULAR) == 100


def test_nobody_falls_below_one_hundred() -> None:
    result = rate_player(PlayerState(rating=101, games=1), event([100, 100], 0), NOW)
    assert result.rating == 100
    assert Reason.CLAMP_100 in reasons_of(result.steps)
