"""When a norm calls for a minimum rating (USCF, "Lifetime Title System", May 1998)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import DAY_2026, established, event, ratings

from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.player import PlayerResult, floor_due, rate_player
from core.rating.uschess.rated import personal_floor
from core.rating.uschess.rules import edition_for, edition_named
from core.rating.uschess.state import PlayerState
from core.words import displayed
from tests.depth import examples

REGULAR = RatingList.USCHESS_REGULAR
RULES = edition_for(DAY_2026)


def played(state: PlayerState, opponents: list[int], score: float, **more: Any) -> PlayerResult:
    return rate_player(state, event(opponents, score, **more), RULES)


def test_a_norm_far_above_the_rating_requires_its_own_title() -> None:
    """A Class B player may achieve an expert performance: 2000, and the title of 1800, 200 below the norm."""
    due = floor_due(played(established(1650, lifetime=LifetimeTitle(1600)), [2060] * 4, 2))
    assert due is not None
    assert (due.norm, due.floor) == (2000, 1800)
    assert 1650 < due.rating <= 1800


# 2 of 4 against 2060 is a norm of 2000 in each of these; 1900 is not 200 below it.
@pytest.mark.parametrize(
    "state",
    [
        established(1900, lifetime=LifetimeTitle(1800)),
        established(1600, lifetime=LifetimeTitle(1600), imposed_floor=1800),
        established(1600, lifetime=LifetimeTitle(1600), peak=2000.0),
        PlayerState(rating=1600, games=12),
    ],
    ids=["not far above", "a floor that was set", "a floor of the peak", "provisional"],
)
def test_it_does_not_where_there_is_nothing_to_assign(state: PlayerState) -> None:
    assert floor_due(played(state, [2060] * 4, 2)) is None


def test_a_norm_that_counts_toward_no_title_calls_for_nothing() -> None:
    state = established(1650, lifetime=LifetimeTitle(1600))
    informal = rate_player(state, event([2060] * 4, 3), edition_named("informal-2020"))
    assert informal.norms.earned is not None
    assert floor_due(informal) is None


@examples()
@given(ratings, st.lists(ratings.map(int), min_size=4, max_size=8), st.integers(0, 16), st.sampled_from([20, 40, 300]))
def test_what_it_calls_for_lies_between_the_rating_and_the_norm(
    rating: float, opponents: list[int], halves: int, games: int
) -> None:
    result = played(PlayerState(rating=rating, games=games), opponents, min(halves / 2, len(opponents)))
    due = floor_due(result)
    if due is not None:
        assert result.after.established
        assert due.rating == displayed(result.rating)
        assert due.norm - due.rating >= 200
        assert personal_floor(result.after, REGULAR) < due.floor <= min(due.norm - 200, 2100)
