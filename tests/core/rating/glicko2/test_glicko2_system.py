"""Glicko-2 by rating periods: a calendar month counts all at once, however many events it has."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.glicko2 import (
    NEWCOMER,
    SCALE,
    START_VOLATILITY,
    TYPED_DEVIATION,
    GlickoRating,
    PlayerResult,
    PlayerState,
    Result,
    deviation_after,
    idle,
    update,
)
from core.rating.glicko2 import SYSTEM as system
from tests.core.golden_cases import golden

LIST = RatingList.GLICKO_2
DAY = date(2026, 11, 20)
MONTH = date(2026, 11, 1)
Games = list[tuple[float, float]]
"""Opponents' ratings with the scores against them."""

GAMES = st.lists(st.tuples(st.floats(800, 2400), st.sampled_from((0.0, 0.5, 1.0))), min_size=1, max_size=5)


def event_of(games: Games, day: date = DAY, **more: Any) -> Crosstable:
    others = tuple(Entrant(number, rating) for number, (rating, _) in enumerate(games, start=2))
    played = tuple(Game(number, 1, number + 1, score) for number, (_, score) in enumerate(games, start=1))
    return Crosstable(day, (Entrant(1, player="me", rated=True), *others), played, **more)


def after(state: PlayerState, *events: Crosstable) -> PlayerState:
    for event in events:
        state = system.rate_event(event, LIST, {"me": state})["me"].state
    return state


def settled(rating: float, deviation: float = 60.0, month: date | None = None) -> PlayerState:
    return PlayerState(GlickoRating(rating, deviation, 0.06), month, (), 100)


@pytest.mark.parametrize("case", golden("glicko2/example"))
def test_the_papers_example_is_rated_as_in_the_paper(case: dict[str, Any]) -> None:
    states = {"me": PlayerState(GlickoRating(case["rating"], case["deviation"], case["volatility"]))}
    entrants = [Entrant(1, player="me", rated=True)]
    games = []
    for number, one in enumerate(case["opponents"], start=2):
        states[number] = PlayerState(GlickoRating(one["rating"], one["deviation"], 0.06))
        entrants.append(Entrant(number, player=number, rated=True))
        games.append(Game(number - 1, 1, number, one["score"]))
    result: PlayerResult = system.rate_event(Crosstable(DAY, tuple(entrants), tuple(games)), LIST, states)["me"].detail
    now = result.after.now
    assert now is not None
    assert now.rating == pytest.approx(case["rating_after"], abs=0.0137)
    assert round(now.deviation, 2) == case["deviation_after"]


@given(GAMES, GAMES, st.integers(1, 19))
def test_two_events_of_a_month_are_one_period(first: Games, second: Games, days: int) -> None:
    state = settled(1650)
    together = after(state, event_of([*first, *second]))
    apart = after(state, event_of(first, DAY - timedelta(days)), event_of(second))
    assert apart.now == together.now
    assert apart.games == together.games


@given(GAMES, GAMES)
def test_the_next_month_begins_where_the_last_one_ended(first: Games, second: Games) -> None:
    begun = after(settled(1650), event_of(first, date(2026, 10, 31))).now
    assert begun is not None
    moved = after(settled(1650), event_of(first, date(2026, 10, 31)), event_of(second, MONTH)).now
    counted = [Result(rating, TYPED_DEVIATION, score) for rating, score in second]
    assert moved == update(begun, counted, 0.5).player


def test_each_month_without_a_game_widens_the_deviation_once() -> None:
    played = after(settled(1650), event_of([(1600, 1)], date(2026, 8, 3)))
    now = played.now
    assert now is not None
    result: PlayerResult = system.rate_event(event_of([(1600, 1)]), LIST, {"me": played})["me"].detail
    # September and October; August had a game, November has one.
    assert result.start == idle(idle(now))


def test_opponents_count_as_they_were_at_the_beginning_of_the_month() -> None:
    pair = (Entrant(1, player="me", rated=True), Entrant(2, player="you", rated=True))
    states = {"me": settled(1500), "you": after(settled(1700, month=MONTH), event_of([(1500, 0)], MONTH))}
    result: PlayerResult = system.rate_event(Crosstable(DAY, pair, (Game(1, 1, 2, 1),)), LIST, states)["me"].detail
    (game,) = result.games
    assert (game.rating, game.deviation) == (1700, 60)


def test_a_newcomer_begins_as_the_paper_says() -> None:
    result: PlayerResult = system.rate_event(event_of([(1500, 1)]), LIST, {"me": PlayerState()})["me"].detail
    assert result.start == NEWCOMER == GlickoRating(1500, 350, 0.06)
    assert result.before.now is None


def test_of_a_bare_total_every_game_counts_the_mean() -> None:
    others = tuple(Entrant(number, 1500.0) for number in (2, 3))
    me = Entrant(1, player="me", rated=True, score=1.5)
    event = Crosstable(DAY, (me, *others), (Game(1, 1, 2), Game(2, 1, 3)))
    assert after(settled(1500), event).results == (Result(1500, TYPED_DEVIATION, 0.75),) * 2


def test_an_entered_rating_keeps_the_deviation_or_takes_the_games() -> None:
    played = after(settled(1650), event_of([(1600, 1)]))
    now = played.now
    assert now is not None
    corrected = system.apply_entered(played, EnteredRating(1700), LIST)
    assert (corrected.now, corrected.games) == (GlickoRating(1700, now.deviation, now.volatility), 101)
    set_anew = system.apply_entered(played, EnteredRating(1700, 12), LIST)
    assert (set_anew.now, set_anew.games) == (GlickoRating(1700, deviation_after(12), START_VOLATILITY), 12)
    # By the paper's steps 3 and 7 with g = 1, E = 1/2 and no volatility: 1/phi'^2 = 1/phi^2 + n/4.
    assert deviation_after(0) == pytest.approx(350)
    assert (SCALE / deviation_after(12)) ** 2 == pytest.approx((SCALE / 350) ** 2 + 3)


def test_what_glicko_2_does_not_have_is_refused() -> None:
    with pytest.raises(RuleError, match="kind"):
        after(settled(1500), event_of([(1500, 1)], kind=EventKind.ABROAD))
    with pytest.raises(InputError, match="No played games"):
        after(settled(1500), event_of([]))
    with pytest.raises(InputError, match="glicko-2"):
        system.rate_event(event_of([(1500, 1)]), LIST, {"me": settled(1500)}, "elo-32")
    for entered in (
        EnteredRating(99),
        EnteredRating(4001),
        EnteredRating(1500, -1),
        EnteredRating(1500, peak=1600),
        EnteredRating(1500, floor=1),
    ):
        with pytest.raises(RuleError):
            system.apply_entered(PlayerState(), entered, LIST)


def test_a_large_deviation_is_provisional() -> None:
    ranks = [system.rank(settled(1499.5, deviation)) for deviation in (110, 111)]
    assert [(rank.displayed, rank.provisional) for rank in ranks if rank is not None] == [(1500, False), (1500, True)]
