"""Tie-breaks by the games among the tied: direct encounter (C.07 6), head to head (US Chess 34E5)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction

from core.tiebreaks.field import DRAW, WIN, Cell, Field
from core.tiebreaks.parts import Kept, Part, Parts, Value, Why

Groups = list[list[int]]
"""Numbers in order of rank; those in one group remain tied."""


def encounters(field: Field, number: int, tied: Collection[int]) -> Parts:
    """Return the games among the tied, in quarter points; forfeits only if pairings were set (6.1.1)."""
    return [
        Part(cell.round, opponent, 2 * cell.halves, _result(cell)) for cell, opponent in _games(field, number, tied)
    ]


def sum_of_averages(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the points; two who met more often have the average of their games (6.1.2). None without a game."""
    met: dict[int | None, list[int]] = {}
    for part in kept:
        met.setdefault(part.opponent, []).append(part.units)
    return sum((Fraction(sum(units), 4 * len(units)) for units in met.values()), Fraction(0)) if met else None


def direct_encounter(field: Field, tied: Sequence[int]) -> Groups:
    """Return the tied in the order of the games among them, as far as these decide (6.2 and 6.3)."""
    if len(tied) < 2:
        return [list(tied)]
    points: dict[int, Value] = {}
    missing: dict[int, int] = {}
    among = frozenset(tied)
    for number in tied:
        kept = encounters(field, number, among)
        points[number] = sum_of_averages(field, number, kept) or 0
        missing[number] = len(tied) - 1 - len({part.opponent for part in kept})
    if not any(missing.values()):
        groups = split(tied, points)
        if len(groups) == 1:
            return groups
        return [group for tied_still in groups for group in direct_encounter(field, tied_still)]
    if field.terms.preset:
        return [list(tied)]
    # 6.3: whoever is alone on top whatever the missing games bring is next.
    unranked = sorted(tied, key=lambda number: (-points[number], number))
    ranked: Groups = []
    while len(unranked) > 1 and points[unranked[0]] > max(points[other] + missing[other] for other in unranked[1:]):
        ranked.append([unranked.pop(0)])
    return [*ranked, *direct_encounter(field, unranked)] if ranked else [list(tied)]


def all_have_met(field: Field, tied: Collection[int]) -> bool:
    """Return whether each of the tied has met each other, so that 6.2 ranks them all."""
    among = frozenset(tied)
    return all(len({part.opponent for part in encounters(field, one, among)}) == len(tied) - 1 for one in tied)


def plus_minus(field: Field, number: int, tied: Collection[int]) -> Parts:
    """Return 1 for each game won from one of the tied and -1 for each lost to one (34E5)."""
    return [
        Part(cell.round, opponent, cell.halves - DRAW, _result(cell))
        for cell, opponent in _games(field, number, tied)
        if cell.played
    ]


def head_to_head(field: Field, tied: Sequence[int]) -> Groups:
    """Return the tied in the order of plus and minus among them."""
    among = frozenset(tied)
    return split(tied, {number: sum(part.units for part in plus_minus(field, number, among)) for number in tied})


def split(tied: Sequence[int], values: dict[int, Value] | dict[int, int]) -> Groups:
    """Return the tied in groups of equal values, the highest first."""
    groups: dict[Value, list[int]] = {}
    for number in sorted(tied):
        groups.setdefault(values[number], []).append(number)
    return [groups[value] for value in sorted(groups, reverse=True)]


Among = Callable[[Field, int, Collection[int]], Parts]
Order = Callable[[Field, Sequence[int]], Groups]


def _games(field: Field, number: int, tied: Collection[int]) -> Iterator[tuple[Cell, int]]:
    for cell in field.cells[number]:
        if cell.opponent in tied and cell.opponent is not None and field.counts_as_met(cell):
            yield cell, cell.opponent


def _result(cell: Cell) -> Why:
    if cell.halves == DRAW:
        return Why.DREW_TIED
    return Why.BEAT_TIED if cell.halves == WIN else Why.LOST_TO_TIED
