"""Round robins and quads against the printed tables."""

from collections import Counter
from typing import Any

import pytest

from core.event.crosstable import ByeKind
from core.tournament.pairing.methods import quads_of
from core.tournament.pairing.scrabble import berger_round, pair_round_robin, rounds_of_all
from core.tournament.pairing.snapshot import Pairing
from tests.core.golden_cases import golden
from tests.core.tournament.pairing.pairing_factories import snapshot

FIELDS = range(3, 25)


@pytest.mark.parametrize("case", golden("pairing/berger"))
def test_the_tables_are_those_that_are_printed(case: dict[str, Any]) -> None:
    tables = [[list(pair) for pair in berger_round(case["players"], number)] for number in range(1, case["players"])]

    assert tables == case["rounds"]


@pytest.mark.parametrize("players", FIELDS)
def test_everybody_meets_everybody_once_and_sits_out_once_in_an_odd_field(players: int) -> None:
    rounds = [pair_round_robin(snapshot(players, round=number + 1)) for number in range(rounds_of_all(players))]

    met = Counter(frozenset(pair) for pairings in rounds for pair in pairings if pair.second)
    byes = Counter(pair.first for pairings in rounds for pair in pairings if pair.second is None)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    assert byes == Counter(dict.fromkeys(range(1, players + 1), players % 2))


@pytest.mark.parametrize("players", FIELDS)
def test_a_double_round_robin_swaps_colours_without_three_in_a_row(players: int) -> None:
    last = rounds_of_all(players, double=True)
    rounds = [pair_round_robin(snapshot(players, round=number + 1), double=True) for number in range(last)]

    colours: dict[int, list[bool]] = {number: [] for number in range(1, players + 1)}
    for pairings in rounds:
        for first, second in pairings:
            if second is not None:
                colours[first].append(True)
                colours[second].append(False)
    ways = Counter(pair for pairings in rounds for pair in pairings if pair.second)
    assert set(ways.values()) == {1}
    assert len(ways) == players * (players - 1)
    assert not any(len(set(had[at : at + 3])) == 1 for had in colours.values() for at in range(len(had) - 2))


def test_the_opponent_of_an_absent_player_has_a_bye() -> None:
    pairings = pair_round_robin(snapshot(6, absent=frozenset({2}), asked={1: ByeKind.HALF_POINT}))

    assert pairings == (Pairing(3, 4), Pairing(6, None), Pairing(5, None))


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(4, [4]), (5, [5]), (7, [7]), (8, [4, 4]), (9, [4, 5]), (10, [4, 6]), (11, [4, 7]), (12, [4, 4, 4])],
)
def test_quads_are_fours_from_the_top_and_the_last_takes_what_is_left(players: int, sizes: list[int]) -> None:
    numbers = list(range(1, players + 1))
    groups = quads_of(numbers)

    assert [len(group) for group in groups] == sizes
    assert [number for group in groups for number in group] == numbers
