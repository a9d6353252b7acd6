"""Withdrawals from a round robin (FIDE C.05), of players and of teams.

Before half of the games, they count for ratings only; later, the remaining games are forfeits.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from core.event.crosstable import Bye, ByeKind, Crosstable


class Scheduled(NamedTuple):
    """Two sides that should meet in a round, by number."""

    round: int
    first: int
    second: int


def out_of_the_table(table: Crosstable, left: Collection[int], cycles: int = 1) -> frozenset[int]:
    """Return who withdrew before half of their games.

    left: numbers. cycles: of the round robin.
    """
    due = cycles * (len(table.entrants) - 1)
    played = Counter(number for game in table.games if game.score is not None for number in (game.first, game.second))
    return frozenset(number for number in left if 2 * played[number] < due)


def with_withdrawals(
    table: Crosstable,
    schedule: Iterable[Scheduled],
    sides: Mapping[int, Sequence[int]],
    came: Collection[tuple[int, int]],
    out: Collection[int],
    spread: int | None = None,
) -> Crosstable:
    """Return a round robin in which byes against sides out of the table give nothing, and other byes are forfeits.

    schedule, out: sides. sides: pairing numbers of a player or a team, in board order. came: (round, pairing number)
    of those without an opponent. spread: of a forfeit.
    """
    idle = {(bye.round, bye.entrant) for bye in table.byes if bye.opponent is None}
    instead: dict[tuple[int, int], Bye] = {}
    for number, *pair in schedule:
        free = {side: [one for one in sides[side] if (number, one) in idle] for side in pair}
        there = [side for side in pair if any((number, one) in came for one in free[side])]
        if len(there) != 1:
            continue
        winners = [one for one in free[there[0]] if (number, one) in came]
        losers = next(free[side] for side in pair if side != there[0])
        if not set(out).isdisjoint(pair):
            instead |= {(number, one): Bye(number, one, ByeKind.ZERO_POINT) for one in winners}
        elif losers:
            for winner, loser in zip_longest(winners, losers[: len(winners)]):
                instead[number, winner] = Bye(number, winner, ByeKind.FORFEIT_WIN, loser, spread)
                if loser is not None:
                    lost = None if spread is None else -spread
                    instead[number, loser] = Bye(number, loser, ByeKind.FORFEIT_LOSS, winner, lost)
    gone = {one for side in out for one in sides[side]}
    return replace(
        table,
        entrants=tuple(replace(one, out=True) if one.number in gone else one for one in table.entrants),
        byes=(*(bye for bye in table.byes if (bye.round, bye.entrant) not in instead), *instead.values()),
    )


def without(table: Crosstable, out: Collection[int]) -> Crosstable:
    """Return a table as its places are counted: without those out of it, and without their games."""
    return replace(
        table,
        entrants=tuple(one for one in table.entrants if one.number not in out),
        games=tuple(game for game in table.games if game.first not in out and game.second not in out),
        byes=tuple(bye for bye in table.byes if bye.entrant not in out and bye.opponent not in out),
    )
