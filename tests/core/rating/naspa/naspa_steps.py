"""Events in which every step of NASPA's calculation is taken, for whoever tests what is said of them."""

from collections.abc import Iterator
from datetime import date

from core.event.crosstable import Crosstable, Entrant, Game
from core.rating.naspa import NASPA_2024, NASPA_CLUB, Edition, PlayerState, rate_crosstable
from core.rating.outcome import Step

_NEW = PlayerState()
_PLAYERS = (
    PlayerState(1000.0, 10),  # wins all: accelerated
    PlayerState(1100.0, 200),  # feedback from them
    PlayerState(10.0, 0),  # loses all: lifted to 1
    PlayerState(1795.0, 300),  # across 1800
    _NEW,  # wins all against rated players: capped
    _NEW,  # loses all: lifted to 500
    PlayerState(12.0, 300),
)
_GAMES = (
    (1, 1, 2, 1.0), (2, 1, 2, 1.0), (3, 1, 2, 1.0), (1, 3, 4, 0.0), (2, 3, 4, 0.0), (3, 3, 4, 0.0), (4, 4, 1, 0.5),
    (5, 5, 1, 1.0), (5, 6, 2, 0.0), (6, 5, 2, 1.0), (6, 6, 1, 0.0), (7, 4, 2, 1.0), (8, 4, 2, 1.0), (9, 3, 7, 0.0),
)  # fmt: skip
_NEWCOMERS = ((1, 1, 3, 0.5), (2, 1, 2, 1.0))
"""Three newcomers who met each other alone, and never settle."""


def every_step() -> Iterator[Step]:
    for players, games, edition in (
        (_PLAYERS, _GAMES, NASPA_2024),
        (_PLAYERS, _GAMES, NASPA_CLUB),
        ((_NEW,) * 3, _NEWCOMERS, NASPA_2024),
    ):
        yield from _steps(players, games, edition)


def _steps(
    players: tuple[PlayerState, ...], games: tuple[tuple[int, int, int, float], ...], edition: Edition
) -> Iterator[Step]:
    entrants = tuple(Entrant(number, player=number, rated=True) for number in range(1, len(players) + 1))
    table = Crosstable(date(2026, 11, 20), entrants, tuple(Game(*game) for game in games))
    for result in rate_crosstable(table, dict(enumerate(players, start=1)), edition).values():
        yield from result.steps
