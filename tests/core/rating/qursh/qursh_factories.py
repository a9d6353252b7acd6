"""Factories for the QURSH tests."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from hypothesis import strategies as st

from core.event.crosstable import Game
from core.rating.qursh.cells import BIN_EDGES, CELLS, GROUP_EDGES
from core.rating.qursh.history import SHIPPED, CellCounter, History, Margins, Skipped, build
from core.rating.qursh.ranking import Contestant, Division
from tests.depth import examples

LOADED = date(2026, 11, 20)

fast = examples()
"""No deadline: a slow machine is not a fault of the formula."""

ratings = st.one_of(
    st.integers(min_value=100, max_value=2200),
    st.floats(min_value=100, max_value=2200, width=32),
    st.sampled_from([edge + more for edge in GROUP_EDGES for more in (0, 0.5, *BIN_EDGES)]),
)
points = st.integers(min_value=1, max_value=700)


def margins_of(values: Iterable[int]) -> Margins:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 2
    return Margins.of(counts)


def history_of(cells: Mapping[int, Iterable[int]]) -> History:
    return build([margins_of(cells.get(cell, ())) for cell in range(CELLS)], "games made up for a test", LOADED)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw a history in which every source occurs: full cells, thin ones, sparse ones and empty ones."""
    if draw(st.booleans()):
        return SHIPPED
    tally = CellCounter()
    for rating, difference, games in draw(
        st.lists(
            st.tuples(
                st.sampled_from([900, 1300, 1900]),
                st.sampled_from([0, 30, 80, 120, 180, 250, 380]),
                st.sampled_from([1, 70, 200, 450, 1000]),
            ),
            max_size=8,
        )
    ):
        shift, step = draw(st.integers(-50, 90)), draw(st.integers(1, 40))
        for number in range(games):
            tally.add(rating, rating - difference, shift + number * step % 301 - 150)
    skipped = {reason: draw(st.integers(0, 9)) for reason in Skipped}
    return build(tally.cells(), draw(st.text(max_size=40)), LOADED, draw(st.integers(0, 10**7)), skipped)


def division(
    players: Sequence[float | None], games: Iterable[tuple[int, int, int, int, int]], name: str | None = "A"
) -> Division:
    """Return a division; a game is its round, both numbers and both scores."""
    made = [
        Game(number, first, second, 0.5 if own == theirs else float(own > theirs), None, own, theirs)
        for number, first, second, own, theirs in games
    ]
    contestants = tuple(
        Contestant(number, f"Player {number}", rating) for number, rating in enumerate(players, start=1)
    )
    return Division(name, contestants, tuple(made), rounds=max((game.round for game in made), default=0))


@st.composite
def divisions(draw: st.DrawFn, name: str | None = "A") -> Division:
    """Draw up to ten players, mostly rated."""
    players = draw(st.lists(st.one_of(ratings, ratings, ratings, st.none()), min_size=2, max_size=10))
    games = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        seats = draw(st.permutations(range(1, len(players) + 1)))
        games += [
            (number, first, second, draw(points), draw(points))
            for first, second in zip(seats[::2], seats[1::2], strict=False)
        ]
    return division(players, games, name)
