from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast

from core.rating.uschess.rules import MatchChange, limit_match_change
from tests.core.golden_cases import golden

DAY = date(2026, 11, 20)


def earlier(*changes: tuple[int, float]) -> list[MatchChange]:
    """Return changes through matches, each so many days before DAY."""
    return [MatchChange(DAY - timedelta(days=days), change) for days, change in changes]


@pytest.mark.parametrize("case", golden("uschess/match_limit"))
def test_one_match_changes_a_rating_by_fifty_at_most(case: dict[str, Any]) -> None:
    limited = limit_match_change(case["raw_after"] - case["before"], DAY, ())
    assert case["before"] + limited.change == pytest.approx(case["expected"], abs=case["tolerance"])


# US Chess 2025, matches: net 100 in 180 days, net 200 in three years, beside 50 in one match.
@pytest.mark.parametrize(
    ("past", "change", "limited"),
    [
        (((10, 50), (5, 20)), 40, 30),  # 70 gained, 30 left in 180 days
        (((10, 50), (5, 50)), 40, 0),
        (((10, 50), (5, 50)), -40, -40),  # downward there is room
        (((10, -50), (5, -30)), -40, -20),
        (((10, 50), (5, -50)), 40, 40),  # net, not gross
        (((179, 50), (5, 50)), 40, 0),  # still within 180 days
        (((181, 50), (5, 50)), 40, 40),  # no longer
        (((900, 50), (700, 50), (500, 50), (300, 30)), 40, 20),  # 180 gained, 20 left in three years
        (((900, -50), (700, -50), (500, -50), (300, -50)), -40, 0),
        (((1097, 50), (700, 50), (500, 50), (300, 50)), 40, 40),  # the first is more than three years ago
    ],
)
def test_earlier_matches_leave_less_room(past: tuple[tuple[int, float], ...], change: float, limited: float) -> None:
    assert limit_match_change(change, DAY, earlier(*past)).change == pytest.approx(limited)


def test_the_limit_tells_the_net_changes_it_was_held_against() -> None:
    limit = limit_match_change(10, DAY, earlier((900, 50), (400, -20), (100, 30)))
    assert (limit.net_180_days, limit.net_3_years) == (30, 60)


def test_a_later_match_does_not_limit_an_earlier_one() -> None:
    assert limit_match_change(40, DAY, [MatchChange(DAY + timedelta(days=1), 100)]).change == 40


def test_three_years_before_the_29th_of_february_is_the_28th() -> None:
    leap = date(2028, 2, 29)
    assert limit_match_change(40, leap, [MatchChange(date(2025, 3, 1), 200)]).change == 0
    assert limit_match_change(40, leap, [MatchChange(date(2025, 2, 27), 200)]).change == 40


def test_losses_older_than_180_days_do_not_turn_a_gain_into_a_loss() -> None:
    # Within the first 180 days -50, -50, then four times +50: every match kept to net 100. When the two losses are
    # more than 180 days old, 200 gained are left. The next match may gain nothing more; a gain cannot become a loss.
    past = earlier((185, -50), (184, -50), (170, 50), (150, 50), (130, 50), (110, 50))
    assert limit_match_change(30, DAY, past).change == 0
    assert limit_match_change(-30, DAY, past).change == -30


histories = st.lists(st.tuples(st.integers(0, 1200), st.floats(min_value=-50, max_value=50)), max_size=12)


@fast
@given(histories, st.floats(min_value=-300, max_value=300))
def test_a_limit_only_ever_shortens_a_change(past: list[tuple[int, float]], change: float) -> None:
    limited = limit_match_change(change, DAY, earlier(*past)).change
    assert abs(limited) <= min(50, abs(change))
    assert limited * change >= 0


@fast
@given(histories, st.floats(min_value=-300, max_value=300))
def test_a_match_never_takes_the_net_change_further_beyond_a_limit(
    past: list[tuple[int, float]], change: float
) -> None:
    limit = limit_match_change(change, DAY, earlier(*past))
    for net, most in ((limit.net_180_days, 100), (limit.net_3_years, 200)):
        assert abs(net + limit.change) <= max(most, abs(net)) + 1e-9
