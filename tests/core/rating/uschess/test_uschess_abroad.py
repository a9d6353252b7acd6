"""FIDE-rated events abroad (section 1.9 of our specification): opponents with FIDE ratings, and what follows."""

from datetime import date
from typing import Any

import pytest
from uschess_factories import DAY_2026, DUAL, SLOW, established, reasons_of

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game, TimeControl
from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.norms import NormBlock
from core.rating.uschess.rules import Reason
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import SYSTEM as system
from tests.core.golden_cases import golden

ABROAD, YOUTH = EventKind.ABROAD, EventKind.YOUTH_ABROAD
REGULAR = RatingList.USCHESS_REGULAR


def played(
    opponents: list[float | None],
    score: float,
    kind: EventKind = ABROAD,
    day: date = DAY_2026,
    control: TimeControl | None = None,
) -> Crosstable:
    entrants = [Entrant(1, player="me", rated=True, score=score)]
    entrants += [Entrant(number, rating) for number, rating in enumerate(opponents, start=2)]
    games = [Game(number, 1, number + 1) for number in range(1, len(opponents) + 1)]
    return Crosstable(day, tuple(entrants), tuple(games), kind=kind, time_control=control)


def rated(crosstable: Crosstable, state: PlayerState, rating_list: RatingList = REGULAR) -> Any:
    return system.rate_event(crosstable, rating_list, {"me": state})["me"]


@pytest.mark.parametrize("case", golden("uschess/fide_to_us"))
def test_opponents_count_with_their_fide_rating_converted(case: dict[str, Any]) -> None:
    (game,) = rated(played([case["fide"]], 1), established(1500)).detail.event.games
    assert game.rating == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/fide_to_us_youth_foreign_event"))
def test_in_a_youth_event_opponents_are_converted_by_a_formula_of_its_own(case: dict[str, Any]) -> None:
    (game,) = rated(played([case["fide"]], 1, YOUTH), established(1500)).detail.event.games
    assert game.rating == pytest.approx(case["expected"], abs=case["tolerance"])


# FIDE 2200 is 2264, in a youth event 2280. Against equals three of four is one above, K = 800/(30+4) = 23.53, and
# the bonus is what that has above 10*sqrt(4) = 20.
@pytest.mark.parametrize(("kind", "rating"), [(ABROAD, 2264), (YOUTH, 2280)])
def test_the_standard_formula_rates_the_event_with_a_bonus(kind: EventKind, rating: float) -> None:
    outcome = rated(played([2200] * 4, 3, kind), PlayerState(rating=rating, games=30))
    gain = 800 / 34
    assert outcome.after.rating == pytest.approx(rating + gain + (gain - 20), abs=1e-9)
    assert outcome.detail.bonus == pytest.approx(gain - 20, abs=1e-9)
    assert outcome.expected == pytest.approx(2, abs=1e-9)


@pytest.mark.parametrize("points", [30.0, 0.0])
def test_even_a_spotless_record_leaves_the_standard_formula(points: float) -> None:
    state = PlayerState(rating=2264, games=30, known_games=30, points=points)
    assert rated(played([2200] * 4, 2, EventKind.TOURNAMENT), state).detail.special
    outcome = rated(played([2200] * 4, 2), state)
    assert not outcome.detail.special
    assert outcome.after.rating == pytest.approx(2264, abs=1e-9)


def test_the_same_opponent_three_times_brings_no_bonus_abroad_either() -> None:
    entrants = (Entrant(1, player="me", rated=True, score=4), Entrant(2, 2200), Entrant(3, 2200))
    games = (Game(1, 1, 2), Game(2, 1, 2), Game(3, 1, 2), Game(4, 1, 3))
    outcome = rated(Crosstable(DAY_2026, entrants, games, kind=ABROAD), PlayerState(rating=2264, games=30))
    assert outcome.after.rating == pytest.approx(2264 + 1600 / 34, abs=1e-9)
    assert Reason.NO_BONUS_REPEATED_OPPONENT in reasons_of(outcome.steps)


@pytest.mark.parametrize("kind", [ABROAD, YOUTH])
@pytest.mark.parametrize("state", [PlayerState(), PlayerState(rating=2264, games=25)])
def test_it_counts_for_established_ratings_only(kind: EventKind, state: PlayerState) -> None:
    with pytest.raises(RuleError, match="only for an established rating"):
        rated(played([2200] * 4, 2, kind), state)
    assert rated(played([2200] * 4, 2, kind), PlayerState(rating=2264, games=26)).after.games == 30


@pytest.mark.parametrize("kind", [ABROAD, YOUTH])
@pytest.mark.parametrize("rating_list", [RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ])
def test_it_counts_for_regular_ratings_only(kind: EventKind, rating_list: RatingList) -> None:
    with pytest.raises(RuleError, match="only changes US Chess Regular ratings"):
        rated(played([2200] * 4, 2, kind), established(2264), rating_list)


def test_before_the_conversion_is_known_no_such_event_is_rated() -> None:
    with pytest.raises(RuleError, match="before 2024-03-01"):
        rated(played([2200], 1, day=date(2024, 2, 29)), established(2264))
    assert rated(played([2200], 1, day=date(2024, 3, 1)), established(2264)).after.rating > 2264


@pytest.mark.parametrize("kind", [ABROAD, YOUTH])
def test_it_brings_no_norm_of_any_kind(kind: EventKind) -> None:
    # Four of four against 2264 and more would be a Life Master's norm, and one for a lifetime title at home.
    title = LifetimeTitle(2000)
    state = established(2264, peak=2264, lifetime=title, norms=(0, 0, 0, 0, 4, 0, 0))
    assert len(rated(played([2264] * 4, 4, EventKind.TOURNAMENT), state).norms) == 2
    outcome = rated(played([2200] * 4, 4, kind), state)
    assert (outcome.norms, outcome.titles) == ((), ())
    assert outcome.detail.norms.blocked is NormBlock.ABROAD
    assert outcome.detail.lifetime is None
    assert (outcome.state.norms, outcome.state.lifetime) == (state.norms, title)


def test_the_games_are_counted_and_the_floor_holds() -> None:
    # A peak of 2300 earns 2100.
    outcome = rated(played([1500] * 10, 0), established(2110, peak=2300))
    assert outcome.after.rating == 2100
    assert (outcome.state.games, outcome.state.losses) == (210, 10)


def test_an_opponent_out_of_range_is_refused_as_written() -> None:
    with pytest.raises(InputError, match="a rating must be between 100 and 3000, not 3100"):
        rated(played([3100], 0), established(2264))


def test_a_slow_time_control_leaves_k_alone_above_2200() -> None:
    # 2280 against an equal: K = 800/(30+1), half of it for the win.
    outcome = rated(played([2200], 1, YOUTH, control=SLOW), PlayerState(rating=2280, games=30))
    assert outcome.after.rating == pytest.approx(2280 + 400 / 31, abs=1e-9)


def test_a_tournament_at_home_takes_the_ratings_as_given() -> None:
    (game,) = rated(played([2200], 1, EventKind.TOURNAMENT, control=DUAL), established(1500)).detail.event.games
    assert game.rating == 2200
