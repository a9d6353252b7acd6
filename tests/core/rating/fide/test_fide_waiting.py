"""What waits: the lists to come, what one event brings for them, and the K that the list in force shows."""

from datetime import date, timedelta

import pytest
from fide_factories import DAY, NOW, STANDARD, days, fast, lists, own_event, player, rating_numbers
from hypothesis import given
from hypothesis import strategies as st

from core.event.background import Background
from core.lists import RatingList
from core.rating.fide.periods import k_shown, last_figure, list_for, waiting_lists
from core.rating.fide.rules import DATED, KFactor, Reason
from core.rating.fide.state import PendingEvent, PlayerState
from core.rating.fide.system import SYSTEM as system
from core.rating.fide.system import PlayerResult


def result_of(state: PlayerState, rating: int = 1800, score: float = 1.0) -> PlayerResult:
    event = own_event((rating,), results=(score,))
    result: PlayerResult = system.rate_event(event, STANDARD, {"me": state})["me"].detail
    return result


def test_the_lists_that_events_wait_for_come_one_after_the_other() -> None:
    """An event must end three days before the list: the 28th is in time for December, the 29th is not.

    K 20: 20 × .50 = 10 and 20 × -.30 = -6, from 1810.
    """
    pending = (
        PendingEvent(date(2026, 11, 29), 5, 2.0, -30, NOW.key),
        PendingEvent(date(2026, 11, 28), 1, 1.0, 50, NOW.key),
    )
    first, second = waiting_lists(player(1800, pending=pending), STANDARD)
    assert (first.day, first.base, first.points, first.calculated) == (date(2026, 12, 1), 1800, 10, 1810)
    assert (second.day, second.base, second.points, second.calculated) == (date(2027, 1, 1), 1810, -6, 1804)


def test_where_nothing_waits_there_is_no_list() -> None:
    assert waiting_lists(player(1800), STANDARD) == ()
    assert waiting_lists(PlayerState(), STANDARD) == ()


def test_whoever_falls_below_the_floor_waits_for_nothing_more() -> None:
    pending = tuple(PendingEvent(DAY + timedelta(days=days), 5, 0.0, -250, NOW.key) for days in (0, 40))
    (published,) = waiting_lists(player(1420, pending=pending), STANDARD)
    assert published.after is None


@fast
@given(
    rating_numbers,
    st.lists(st.tuples(days, st.integers(1, 9), st.integers(-100, 100)), max_size=6),
    lists,
)
def test_every_event_waits_for_the_list_of_its_month(
    rating: int, events: list[tuple[date, int, int]], rating_list: RatingList
) -> None:
    pending = tuple(PendingEvent(ended, games, 0.0, above, NOW.key) for ended, games, above in events)
    found = waiting_lists(player(rating, pending=pending), rating_list)
    assert [published.day for published in found] == sorted({published.day for published in found})
    for published in found:
        assert {list_for(figure.event.ended) for figure in published.events} == {published.day}
    counted = sum(len(published.events) for published in found)
    assert counted == len(pending) or found[-1].after is None


def test_an_event_brings_its_own_change_whatever_waits() -> None:
    """.50 × 20."""
    waiting = player(1800, pending=(PendingEvent(DAY, 3, 0.0, -140, NOW.key),))
    result = result_of(waiting)
    assert result.figure is not None
    assert result.figure.points == 10
    assert result.estimate.points == -18
    assert last_figure(result.after, STANDARD) == result.figure


def test_a_newcomers_event_brings_no_change() -> None:
    result = result_of(PlayerState())
    assert result.figure is None
    assert last_figure(result.after, STANDARD) is None


@pytest.mark.parametrize(
    ("state", "day", "k"),
    [
        (player(1800), DAY, KFactor(20, Reason.K_USUAL, (200,))),
        (player(1800, games=29), DAY, KFactor(40, Reason.K_NEW, (29,))),
        (player(1800, peak=2400), DAY, KFactor(10, Reason.K_HIGH, (2400,))),
        # 15 for everybody else until 2014.
        (player(1800), date(2013, 5, 5), KFactor(15, Reason.K_USUAL, (200,))),
        (PlayerState(1800, 200), DAY, KFactor(20, Reason.K_USUAL, (200,))),
    ],
)
def test_the_list_in_force_shows_a_k(state: PlayerState, day: date, k: KFactor) -> None:
    assert k_shown(state, STANDARD, day, Background()) == k


def test_a_junior_is_one_until_the_end_of_the_year() -> None:
    born = Background(born_year=2008)
    assert k_shown(player(1800), STANDARD, date(2026, 12, 31), born) == KFactor(40, Reason.K_JUNIOR, (18,))
    assert k_shown(player(1800), STANDARD, date(2027, 1, 1), born) == KFactor(20, Reason.K_USUAL, (200,))


def test_who_is_unrated_has_none() -> None:
    assert k_shown(PlayerState(), STANDARD, DAY, Background()) is None


def test_beyond_the_last_edition_the_last_one_stands() -> None:
    assert k_shown(player(1800), STANDARD, date.max, Background()) == k_shown(
        player(1800), STANDARD, DATED[-1].since or DAY, Background()
    )
