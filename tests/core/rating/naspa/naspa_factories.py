"""Factories for the NASPA tests."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from hypothesis import strategies as st

from core.event.crosstable import Bye, Crosstable, Entrant, Game
from core.rating.naspa import NASPA_2024, Edition, PlayerResult, PlayerState, rate_crosstable
from tests.depth import examples

DAY = date(2026, 11, 20)
NEW = PlayerState()

Played = tuple[int, int, int, float]
"""Round, both players, the first one's score."""


def veteran(rating: float, games: int = 200) -> PlayerState:
    return PlayerState(rating, games)


def crosstable(
    players: Mapping[int, PlayerState | float], games: Sequence[Played], byes: Sequence[Bye] = ()
) -> Crosstable:
    """Return an event; a player given as a number is one whom it does not move."""
    entrants = [
        Entrant(number, player=number, rated=True)
        if isinstance(who, PlayerState)
        else Entrant(number, who, player=number)
        for number, who in players.items()
    ]
    return Crosstable(DAY, tuple(entrants), tuple(Game(*game) for game in games), tuple(byes))


def rated(
    players: Mapping[int, PlayerState | float],
    games: Sequence[Played],
    edition: Edition = NASPA_2024,
    byes: Sequence[Bye] = (),
) -> dict[int, PlayerResult]:
    states = {number: who for number, who in players.items() if isinstance(who, PlayerState)}
    return rate_crosstable(crosstable(players, games, byes), states, edition)


def one_after_another(*results: float, opponent: int = 2) -> list[Played]:
    """Return player 1's games against the same opponent, one a round."""
    return [(number, 1, opponent, result) for number, result in enumerate(results, start=1)]


class Field(NamedTuple):
    """What hypothesis draws: players and their games."""

    players: dict[int, PlayerState | float]
    games: list[Played]

    def ratings(self, edition: Edition = NASPA_2024) -> dict[int, float]:
        return {number: result.rating for number, result in rated(self.players, self.games, edition).items()}


fast = examples()
"""No deadline: a slow machine is not a fault of the formula."""

whole_ratings = st.integers(min_value=1, max_value=2300).map(float)
veterans = st.builds(PlayerState, whole_ratings, st.integers(min_value=0, max_value=300))
results = st.sampled_from([0.0, 0.5, 1.0])


@st.composite
def fields(draw: st.DrawFn, *, newcomers: bool = True, most_rounds: int = 20) -> Field:
    """Draw up to eight players."""
    kinds = [veterans, whole_ratings] + ([st.just(NEW)] if newcomers else [])
    players = dict(enumerate(draw(st.lists(st.one_of(kinds), min_size=2, max_size=8)), start=1))
    games: list[Played] = []
    for round_number in range(1, draw(st.integers(1, most_rounds)) + 1):
        seats = draw(st.permutations(sorted(players)))
        for first, second in zip(seats[::2], seats[1::2], strict=False):
            games.append((round_number, first, second, draw(results)))
    return Field(players, games)
