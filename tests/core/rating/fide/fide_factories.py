"""Factories for the FIDE tests."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.fide.periods import OpponentGame
from core.rating.fide.rules import DATED, Reason, edition_named
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent
from core.rating.outcome import Step
from tests.depth import examples

STANDARD, RAPID, BLITZ = RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ
NOW = edition_named("fide-2025-10-01")
EXPERIENCED = 200
"""Games enough not to be new."""

DAY = date(2026, 11, 20)


def games_against(opponents: Sequence[int | None], scores: Sequence[float | None]) -> list[OpponentGame]:
    rounds = enumerate(zip(opponents, scores, strict=True), start=1)
    return [OpponentGame(number, rating, score) for number, (rating, score) in rounds]


def hundredths(text: str) -> int:
    """Return a decimal such as "-2.50" in hundredths."""
    exact = Decimal(text) * 100
    assert exact == int(exact)
    return int(exact)


def player(rating: int, **more: Any) -> PlayerState:
    """Return a rated player whose games no longer decide K."""
    peak = more.pop("peak", rating)
    return PlayerState(rating=rating, games=more.pop("games", EXPERIENCED), peak=peak, **more)


def own_event(
    opponents: Sequence[float | None], results: Sequence[float] | None = None, score: float | None = None, **more: Any
) -> Crosstable:
    entrants = [Entrant(1, player="me", rated=True, score=score)]
    entrants += [Entrant(number, rating) for number, rating in enumerate(opponents, start=2)]
    games = [
        Game(number, 1, number + 1, None if results is None else results[number - 1])
        for number in range(1, len(opponents) + 1)
    ]
    return Crosstable(more.pop("date", DAY), tuple(entrants), tuple(games), **more)


def reasons_of(steps: Iterable[Step]) -> list[Reason]:
    return [step.reason for step in steps]


def step_of(steps: Iterable[Step], reason: Reason) -> Step:
    (found,) = [step for step in steps if step.reason is reason]
    return found


fast = examples()
"""No deadline: a slow machine is not a fault of the formula."""

rating_numbers = st.integers(min_value=1400, max_value=2900)
results = st.sampled_from((0.0, 0.5, 1.0))
played = st.lists(st.tuples(rating_numbers, results), min_size=1, max_size=12)
editions = st.sampled_from(DATED)
lists = st.sampled_from((STANDARD, RAPID, BLITZ))
days = st.dates(date(2020, 1, 1), date(2030, 1, 1))

pending_events = st.builds(
    PendingEvent,
    days,
    st.integers(1, 13),
    st.integers(0, 26).map(lambda half: half / 2),
    st.one_of(st.integers(-1300, 1300), st.floats(-1300, 1300)),
    st.sampled_from([edition.key for edition in DATED]),
    st.none() | rating_numbers,
)
pool_events = st.builds(
    lambda ended, games, rules: PoolEvent(
        ended, tuple(rating for rating, _ in games), sum(score for _, score in games), rules
    ),
    days,
    played,
    st.sampled_from([edition.key for edition in DATED]),
)
states = st.builds(
    PlayerState,
    st.none() | rating_numbers,
    st.integers(0, 3000),
    st.none() | rating_numbers,
    st.lists(st.builds(PastRating, days, st.none() | rating_numbers), max_size=8).map(tuple),
    st.lists(pending_events, max_size=4).map(tuple),
    st.lists(pool_events, max_size=4).map(tuple),
)
