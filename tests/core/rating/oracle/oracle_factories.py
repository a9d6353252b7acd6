"""Histories, pools and crosstables for the tests of the Oracle ratings."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from hypothesis import strategies as st
from seeds_pool import DEFAULT, Pool, SeedConfig

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.rating.oracle.match_history import MatchHistory

DAY = date(2026, 11, 21)

log_strengths = st.floats(-6, 6)
counts = st.integers(0, 30)


def history_of(matches: Iterable[Sequence[int]]) -> MatchHistory:
    history = MatchHistory()
    for match in matches:
        history.add(*match)
    return history


def pool_of(players: int, matches: Iterable[Sequence[int]] = (), config: SeedConfig = DEFAULT) -> Pool:
    pool = Pool(config)
    for number in range(1, players):
        pool.register(f"Player {number}")
    for match in matches:
        pool.record(*match)
    return pool


@st.composite
def played(draw: st.DrawFn, most_players: int = 6) -> tuple[int, list[tuple[int, int, int, int, int]]]:
    """Return how many players there are, the Keeper included, and some bare scores between them."""
    players = draw(st.integers(2, most_players))
    numbers = st.lists(st.integers(0, players - 1), min_size=2, max_size=2, unique=True)
    few = st.integers(0, 4)
    matches = draw(st.lists(st.tuples(numbers, few, few, few), min_size=1, max_size=12))
    return players, [(*pair, wins, losses, draws) for pair, wins, losses, draws in matches]


def two_players(
    results: Sequence[float | None],
    *,
    scores: tuple[float | None, float | None] = (None, None),
    rated: tuple[bool, bool] = (True, True),
    second: Any = "b",
    **entrant: Any,
) -> Crosstable:
    """Return a match of "a" against somebody, one game a round."""
    entrants = (
        Entrant(1, player="a", rated=rated[0], score=scores[0]),
        Entrant(2, player=second, rated=rated[1], score=scores[1], **entrant),
    )
    games = tuple(Game(number, 1, 2, result) for number, result in enumerate(results, start=1))
    return Crosstable(DAY, entrants, games, kind=EventKind.MATCH)
