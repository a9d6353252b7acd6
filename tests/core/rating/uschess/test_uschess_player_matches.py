"""Matches: who may play one, what it may change, and floors that give way (US Chess 2025, matches)."""

from datetime import timedelta
from typing import Any

import pytest
from uschess_factories import DAY_2026, established, event, reasons_of, value_of

from core.errors import InputError, RuleError
from core.event.crosstable import EventKind
from core.rating.uschess.player import rate_player
from core.rating.uschess.rated import PlayerEvent
from core.rating.uschess.rules import DATED, MatchChange, Reason
from core.rating.uschess.state import PlayerState

NOW = DATED[-1]


def match(opponent: float, games: int, score: float) -> PlayerEvent:
    return event([opponent] * games, score, who=["rival"] * games, kind=EventKind.MATCH)


def earlier(*changes: tuple[int, float]) -> tuple[MatchChange, ...]:
    return tuple(MatchChange(DAY_2026 - timedelta(days=days), change) for days, change in changes)


def test_a_match_pays_no_bonus() -> None:
    # K = 800/(20.01+4) (the document's N* at 1700), S-E = 1: a tournament would add what stands above 20.
    result = rate_player(established(1700), match(1700, 4, 3), NOW)
    assert result.bonus == 0
    assert Reason.NO_BONUS_MATCH in reasons_of(result.steps)
    assert result.rating == pytest.approx(1700 + 800 / 24.01178674737454)


@pytest.mark.parametrize(("opponent", "score", "rating"), [(2000, 4, 1750), (1400, 0, 1650)])
def test_one_match_changes_fifty_points_at_most(opponent: float, score: float, rating: float) -> None:
    result = rate_player(established(1700), match(opponent, 4, score), NOW)
    assert result.rating == rating
    assert abs(value_of(result.steps, Reason.MATCH_LIMIT_SINGLE)) == 50
    assert result.after.match_changes == (MatchChange(DAY_2026, rating - 1700),)


@pytest.mark.parametrize(
    ("past", "rating", "reason"),
    [
        (((10, 50), (5, 20)), 1730, Reason.MATCH_LIMIT_180_DAYS),
        (((900, 50), (700, 50), (500, 50), (300, 30)), 1720, Reason.MATCH_LIMIT_3_YEARS),
    ],
)
def test_earlier_matches_leave_less_room(past: Any, rating: float, reason: Reason) -> None:
    result = rate_player(established(1700, match_changes=earlier(*past)), match(2000, 4, 4), NOW)
    assert result.rating == pytest.approx(rating)
    assert reason in reasons_of(result.steps)
    assert result.after.match_changes[-1] == MatchChange(DAY_2026, pytest.approx(rating - 1700))


def test_a_change_within_the_limits_is_left_alone() -> None:
    result = rate_player(established(1700), match(1700, 4, 2), NOW)
    assert result.rating == 1700
    limits = {Reason.MATCH_LIMIT_SINGLE, Reason.MATCH_LIMIT_180_DAYS, Reason.MATCH_LIMIT_3_YEARS}
    assert not limits & reasons_of(result.steps)


def test_a_tournament_is_not_limited() -> None:
    past = earlier((10, 50), (5, 50))
    result = rate_player(established(1700, match_changes=past), event([2000] * 4, 4), NOW)
    assert result.rating > 1800
    assert result.after.match_changes == past


def test_a_result_below_the_floor_lowers_the_floor_by_a_hundred() -> None:
    # 1941 earns 1700; 0-4 against an equal costs 66 points, of which a match takes 50.
    result = rate_player(established(1705, peak=1941), match(1705, 4, 0), NOW)
    assert result.rating == 1655
    assert result.after.floor_lowered == 100
    assert value_of(result.steps, Reason.FLOOR_LOWERED_BY_MATCH) == 1600
    # From now on tournaments stop at 1600.
    assert rate_player(result.after, event([1300] * 10, 0), NOW).rating == 1600


def test_a_result_above_the_floor_leaves_it() -> None:
    result = rate_player(established(1760, peak=1941), match(1760, 4, 0), NOW)
    assert result.rating == 1710
    assert result.after.floor_lowered == 0


def test_falling_through_an_imposed_floor_keeps_the_peaks_floor() -> None:
    # 1941 earns 1700; the result, 1755, is below the imposed 1800 only, so only that one can be asked to come down.
    result = rate_player(established(1805, peak=1941, imposed_floor=1800.0), match(1805, 4, 0), NOW)
    assert result.rating == 1755
    assert result.after.floor_lowered == 0


def test_falling_through_the_absolute_floor_keeps_a_later_peaks_floor() -> None:
    # 40 known games with 20 points: the absolute floor is 150. Nothing but 100 can be below it.
    state = established(160, games=40, known_games=40, points=20.0, peak=200.0)
    result = rate_player(state, match(160, 4, 0), NOW)
    assert result.rating < 150
    assert result.after.floor_lowered == 0


def test_a_match_leaves_nobody_below_one_hundred() -> None:
    state = established(110, games=40, known_games=40, points=1.0)
    assert rate_player(state, match(110, 8, 0), NOW).rating == 100


@pytest.mark.parametrize("state", [PlayerState(), PlayerState(rating=1700, games=25)])
def test_a_match_needs_an_established_rating(state: PlayerState) -> None:
    with pytest.raises(RuleError, match="established"):
        rate_player(state, match(1700, 4, 2), NOW)


@pytest.mark.parametrize("opponent", [1299, 2101])
def test_more_than_400_points_apart_no_match_is_rated(opponent: float) -> None:
    with pytest.raises(RuleError, match="at most 400"):
        rate_player(established(1700), match(opponent, 4, 2), NOW)


# "Published difference": published ratings are whole numbers, halves up; 1699.5 is published as 1700.
@pytest.mark.parametrize(("rating", "opponent"), [(1700, 2100), (1700, 1300), (1699.5, 2100.4)])
def test_up_to_400_points_between_the_published_ratings_a_match_is_rated(rating: float, opponent: float) -> None:
    assert rate_player(established(rating), match(opponent, 4, 2), NOW).rating != rating


def test_a_match_has_one_opponent() -> None:
    with pytest.raises(InputError, match="one opponent"):
        rate_player(established(1700), event([1700] * 4, 2, who="aabb", kind=EventKind.MATCH), NOW)
