"""A player's state: what was in force when, entered ratings, and the way to the database and back."""

import json
from datetime import date
from typing import Any

import pytest
from fide_factories import fast, player, states
from hypothesis import given

from core.errors import RuleError
from core.event.entered_rating import EnteredRating
from core.rating.fide.state import LISTS_KEPT, PastRating, PendingEvent, PlayerState, PoolEvent, enter_rating

PENDING = PendingEvent(date(2026, 11, 20), 5, 2.5, 30, "fide-2025-10-01")
POOLED = PoolEvent(date(2026, 11, 20), (1800,), 0.5, "fide-2025-10-01")


def test_the_rating_in_force_is_that_of_the_last_list_until_the_day() -> None:
    state = PlayerState(rating=1820, history=(PastRating(date(2026, 5, 1), None), PastRating(date(2026, 9, 1), 1800)))
    days = (date(2026, 4, 30), date(2026, 5, 1), date(2026, 8, 31), date(2026, 9, 1), date(2030, 1, 1))
    assert [state.in_force(day) for day in days] == [None, 1800, 1800, 1820, 1820]


def test_without_any_list_the_rating_has_always_been_in_force() -> None:
    assert player(1800).in_force(date(1999, 1, 1)) == 1800


def test_only_the_last_changes_are_remembered() -> None:
    state = player(1800)
    for month in range(1, 18):
        state = state.published(date(2025 + month // 12, month % 12 + 1, 1), 1800 + month)
    assert len(state.history) == LISTS_KEPT
    assert state.history[0] == PastRating(date(2025, 6, 1), 1804)
    assert (state.in_force(date(2025, 1, 1)), state.in_force(date(2026, 6, 1))) == (1804, 1817)


def test_a_list_that_changes_nothing_is_not_remembered() -> None:
    assert player(1800).published(date(2026, 5, 1), 1800).history == ()


def test_the_peak_is_the_highest_that_was_published() -> None:
    state = player(1800).published(date(2026, 5, 1), 1850).published(date(2026, 6, 1), 1790)
    assert (state.rating, state.peak) == (1790, 1850)


class TestEnteredRatings:
    def test_a_starting_rating_ends_the_way_to_a_first_one(self) -> None:
        opened = enter_rating(PlayerState(pool=(POOLED,)), EnteredRating(1850, games=40, peak=1900))
        assert opened == PlayerState(rating=1850, games=40, peak=1900)

    def test_a_correction_keeps_games_peak_history_and_what_waits(self) -> None:
        history = (PastRating(date(2026, 5, 1), 1700),)
        state = player(1800, peak=1950, history=history, pending=(PENDING,))
        corrected = enter_rating(state, EnteredRating(1790))
        assert corrected == player(1790, peak=1950, history=history, pending=(PENDING,))
        assert corrected.in_force(date(2026, 4, 30)) == 1700

    def test_a_higher_rating_is_the_new_peak(self) -> None:
        assert enter_rating(player(1800, peak=1950), EnteredRating(1960)).peak == 1960

    def test_with_games_given_the_peak_is_told_anew(self) -> None:
        assert enter_rating(player(1800, peak=1950), EnteredRating(1790, games=50)).peak == 1790

    @pytest.mark.parametrize(
        ("entered", "sentence"),
        [
            (EnteredRating(1800.5), "whole number from 1000 to 3500, not 1800.5"),
            (EnteredRating(999), "whole number from 1000 to 3500, not 999"),
            (EnteredRating(3501), "not 3501"),
            (EnteredRating(1800, games=-1), "-1 is not a number of games"),
            (EnteredRating(1800, peak=1799), "from the rating, 1800, to 3500, not 1799. Remove peak"),
            (EnteredRating(1800, peak=1900.5), "not 1900.5"),
        ],
    )
    def test_what_is_no_fide_rating_is_refused(self, entered: EnteredRating, sentence: str) -> None:
        with pytest.raises(RuleError, match=sentence):
            enter_rating(PlayerState(), entered)

    @pytest.mark.parametrize("rating", [1000, 1400, 3500])
    def test_the_ends_are_ratings(self, rating: int) -> None:
        assert enter_rating(PlayerState(), EnteredRating(rating)).rating == rating


@pytest.mark.parametrize(("games", "provisional"), [(29, True), (30, False)])
def test_a_rating_of_fewer_than_30_games_is_provisional(games: int, provisional: bool) -> None:
    rank = player(1800, games=games).rank
    assert (rank.rating, rank.displayed, rank.games, rank.provisional) == (1800, 1800, games, provisional)
    assert PlayerState(games=games).rank is None


def test_an_unrated_player_is_an_empty_record() -> None:
    assert PlayerState().to_json() == {}
    assert PlayerState.from_json({}) == PlayerState()


def test_a_record_names_its_fields() -> None:
    state = player(1800, pending=(PENDING,), pool=(POOLED,), history=(PastRating(date(2026, 5, 1), None),))
    assert state.to_json() == {
        "rating": 1800,
        "games": 200,
        "peak": 1800,
        "history": [["2026-05-01", None]],
        "pending": [["2026-11-20", 5, 2.5, 30, "fide-2025-10-01", None]],
        "pool": [["2026-11-20", (1800,), 0.5, "fide-2025-10-01"]],
    }


@fast
@given(states)
def test_a_state_survives_the_database(state: Any) -> None:
    assert PlayerState.from_json(json.loads(json.dumps(state.to_json()))) == state
