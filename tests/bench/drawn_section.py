"""Sections for the benches: players of every standing, who all meet different opponents and score as one expects."""

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.event.crosstable import Crosstable, Entrant, Game, TimeControl
from core.lists import RatingList
from core.rating.uschess.formulas import winning_expectancy
from core.rating.uschess.state import PlayerState, with_initial_title
from tests.bench.databases import TODAY

UNRATED, PROVISIONAL = 0.05, 0.15
"""Shares of the players; a third of the provisional ones are rated by the special formula."""

LIST = RatingList.USCHESS_REGULAR

DRAWN = 0.25
"""How many games are drawn between equals; fewer between others."""


@dataclass(frozen=True, slots=True)
class Section:
    """An event and its players' states before it, by `Entrant.player`, which is the pairing number here."""

    players: int
    rounds: int
    crosstable: Crosstable
    states: Mapping[Any, PlayerState]


def draw_section(players: int, rounds: int) -> Section:
    """Draw a section of an even number of players."""
    chance = random.Random(players)
    states = {number: _state(chance) for number in range(1, players + 1)}
    strength = {number: state.rating or 1300.0 for number, state in states.items()}
    entrants = tuple(Entrant(number, player=number, rated=True) for number in states)
    games = []
    # A circle around its first player, who stays: whoever sits opposite differs in every round.
    first, *others = chance.sample(sorted(states), players)
    circle = deque(others)
    for round_number in range(1, rounds + 1):
        seats = [first, *circle]
        for white, black in zip(seats[: players // 2], reversed(seats[players // 2 :]), strict=True):
            games.append(Game(round_number, white, black, _result(chance, strength[white], strength[black])))
        circle.rotate()
    return Section(players, rounds, Crosstable(TODAY, entrants, tuple(games), time_control=TimeControl(90, 30)), states)


def _state(chance: random.Random) -> PlayerState:
    kind = chance.random()
    if kind < UNRATED:
        return PlayerState()
    rating = min(max(chance.gauss(1500, 350), 150), 2800)
    if kind < UNRATED + PROVISIONAL:
        return PlayerState(rating=rating, games=chance.randint(1, 25))
    games = chance.randint(26, 800)
    return with_initial_title(PlayerState(rating=rating, games=games, peak=rating + chance.uniform(0, 150)), LIST)


def _result(chance: random.Random, white: float, black: float) -> float:
    expected = winning_expectancy(white, black)
    drawn = 4 * expected * (1 - expected) * DRAWN
    point = chance.random()
    return 1.0 if point < expected - drawn / 2 else 0.5 if point < expected + drawn / 2 else 0.0
