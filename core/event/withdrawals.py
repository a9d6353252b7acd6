"""Withdrawals from a round robin (FIDE C.05).

Before half of the games, they count for ratings only; later, the remaining games are forfeits.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from core.event.crosstable import Bye, ByeKind, Crosstable


class Scheduled(NamedTuple):
    """Two who should meet in a round, by pairing number."""

    round: int
    first: int
    second: int


def out_of_the_table(table: Crosstable, left: Collection[int], cycles: int = 1) -> frozenset[int]:
    """Return who withdrew before half of their games.

    left: numbers. cycles: of the round robin.
    """
    due = cycles * (len(table.entrants) - 1)
    played = Counter(number for game in table.games for number in (game.first, game.second))
    return frozenset(number for number in left if 2 * played[number] < due)


def with_forfeits(
    table: Crosstable,
    schedule: Iterable[Scheduled],
    came: Collection[tuple[int, int]],
    left: Collection[int],
    cycles: int = 1,
    spread: int | None = None,
) -> Crosstable:
    """Return a table with forfeits instead of two byes.

    came: (round, number) present. spread: of a forfeit.
    """
    out = out_of_the_table(table, left, cycles)
    idle = {(bye.round, bye.entrant) for bye in table.byes if bye.opponent is None}
    forfeits: list[Bye] = []
    for number, *pair in schedule:
        there = [one for one in pair if (number, one) in came]
        if len(there) != 1 or not out.isdisjoint(pair) or not all((number, one) in idle for one in pair):
            continue
        (winner,) = there
        loser = next(one for one in pair if one != winner)
        forfeits.append(Bye(number, winner, ByeKind.FORFEIT_WIN, loser, spread))
        forfeits.append(Bye(number, loser, ByeKind.FORFEIT_LOSS, winner, None if spread is None else -spread))
    instead = {(bye.round, bye.entrant) for bye in forfeits}
    kept = tuple(bye for bye in table.byes if (bye.round, bye.entrant) not in instead)
    return replace(table, byes=(*kept, *forfeits))


def without(table: Crosstable, out: Collection[int]) -> Crosstable:
    """Return a table as its places are counted: without those out of it, and without their games."""
    return replace(
        table,
        entrants=tuple(one for one in table.entrants if one.number not in out),
        games=tuple(game for game in table.games if game.first not in out and game.second not in out),
        byes=tuple(bye for bye in table.byes if bye.entrant not in out and bye.opponent not in out),
    )
