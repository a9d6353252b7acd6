"""Factories for the US Chess tests."""

from collections.abc import Hashable, Iterable
from datetime import date
from typing import Any

from hypothesis import strategies as st

from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.rating.outcome import Step
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.rated import Games, OpponentGame, PlayerEvent
from core.rating.uschess.rules import MatchChange, Reason
from core.rating.uschess.state import PlayerState
from tests.depth import examples

ESTABLISHED = 200
"""Games enough for N* alone to decide at any rating."""

DAY_2026 = date(2026, 11, 20)
SLOW, DUAL, QUICK, BLITZ = TimeControl(90, 30), TimeControl(25, 5), TimeControl(10, 5), TimeControl(3, 2)


def event(
    opponents: Iterable[float],
    score: float,
    *,
    who: Iterable[Hashable] | None = None,
    rating_list: RatingList = RatingList.USCHESS_REGULAR,
    day: date = DAY_2026,
    **more: Any,
) -> PlayerEvent:
    ratings = list(opponents)
    people = range(len(ratings)) if who is None else who
    games = [
        OpponentGame(number, rating, person)
        for number, (rating, person) in enumerate(zip(ratings, people, strict=True), start=1)
    ]
    return PlayerEvent(day, rating_list, Games.of(games), score, **more)


def established(rating: float, **more: Any) -> PlayerState:
    """Return a player with an established rating and an unknown record."""
    return PlayerState(rating=rating, games=more.pop("games", ESTABLISHED), **more)


def value_of(steps: Iterable[Step], *reasons: Reason) -> float:
    """Return the value of the only step taken for one of these reasons."""
    (value,) = [step.value for step in steps if step.reason in reasons]
    return value


def reasons_of(steps: Iterable[Step]) -> set[Reason]:
    return {step.reason for step in steps}


fast = examples()
"""No deadline: a slow machine is not a fault of the formula."""

ratings = st.one_of(
    st.integers(min_value=100, max_value=2900),
    st.floats(min_value=100, max_value=2900, allow_nan=False, width=32),
)
fields = st.lists(ratings, min_size=1, max_size=10)
"""The opponents of one event."""


@st.composite
def scored_fields(draw: st.DrawFn, *, minimum_games: int = 1, clean: bool = True) -> tuple[list[float], float]:
    opponents = draw(st.lists(ratings, min_size=minimum_games, max_size=10))
    edge = 0 if clean else 1
    halves = draw(st.integers(min_value=edge, max_value=2 * len(opponents) - edge))
    return opponents, halves / 2


lifetime_titles = st.builds(
    LifetimeTitle,
    st.integers(min_value=10, max_value=29).map(lambda level: level * 100),
    st.integers(min_value=0, max_value=9),
    st.integers(min_value=0, max_value=9),
)


@st.composite
def states(draw: st.DrawFn) -> PlayerState:
    """Draw any standing, rated or not, with or without a known record, begun by other ratings or not."""
    if draw(st.booleans()):
        return PlayerState()
    games = draw(st.integers(min_value=0, max_value=400))
    credited = draw(st.sampled_from([0, 0, min(5, games)]))
    known = draw(st.sampled_from([0, games - credited]))
    points = draw(st.sampled_from([0.0, float(known), draw(st.integers(min_value=0, max_value=2 * known)) / 2]))
    wins = draw(st.sampled_from([0, int(points)]))  # single results are known, or totals alone
    draws = round(2 * points) % 2 if wins == int(points) else 0
    rating = draw(ratings)
    return PlayerState(
        rating=rating,
        games=games,
        credited_games=credited,
        known_games=known,
        points=points,
        wins=wins,
        draws=draws,
        losses=draw(st.sampled_from([0, known - wins - draws])) if wins == int(points) else 0,
        events_of_three=draw(st.integers(min_value=0, max_value=known // 3)),
        peak=draw(st.none() | st.floats(min_value=rating, max_value=3000)) if games > 25 else None,
        games_above_2200=draw(st.integers(min_value=0, max_value=games)),
        imposed_floor=draw(st.none() | st.integers(min_value=1, max_value=20).map(lambda level: level * 100.0)),
        floor_lowered=draw(st.sampled_from([0, 100, 300])),
        match_changes=tuple(
            MatchChange(day, change)
            for day, change in draw(st.lists(st.tuples(st.dates(), st.floats(-50, 50)), max_size=3))
        ),
        norms=tuple(draw(st.lists(st.integers(0, 9), min_size=7, max_size=7))),
        lifetime=draw(st.none() | lifetime_titles) if games > 25 else None,
    )
