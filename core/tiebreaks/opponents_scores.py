"""Tie-breaks by the opponents' scores: Buchholz and its kin, Sonneborn-Berger, Koya (C.07 8 and 9)."""

from collections.abc import Iterator
from fractions import Fraction

from core.tiebreaks.field import DRAW, FORFEITS, VOLUNTARY, Cell, Field
from core.tiebreaks.parts import Kept, Part, Parts, Value, Why

_SCORED = {
    Why.OPPONENT: Why.SCORED_OPPONENT,
    Why.ADJUSTED: Why.SCORED_ADJUSTED,
    Why.DUMMY: Why.SCORED_DUMMY,
    Why.DUMMY_CAPPED: Why.SCORED_DUMMY_CAPPED,
    Why.DUMMY_SCHEDULED: Why.SCORED_DUMMY_SCHEDULED,
}


def buchholz(field: Field, number: int) -> Parts:
    """Return the opponents' adjusted scores, in quarter points, and dummies' for unplayed rounds (8.1)."""
    return [
        Part(cell.round, cell.opponent, 2 * score, why, figures, score, vur)
        for cell, score, why, figures, vur in _opponents(field, number)
    ]


def fore_buchholz(field: Field, number: int) -> Parts:
    """Return Buchholz as if all paired games of the last round were drawn (8.3)."""
    return buchholz(field.fore, number)


def sonneborn_berger(field: Field, number: int) -> Parts:
    """Return each round's points times the opponent's adjusted score, in quarter points (9.1)."""
    return [
        Part(cell.round, cell.opponent, score * cell.halves, _SCORED[why], (*figures, cell.halves), score, vur)
        for cell, score, why, figures, vur in _opponents(field, number)
    ]


def opponents_buchholz(field: Field, number: int) -> Parts:
    """Return the Buchholz of everybody who was actually played (8.2)."""
    return [
        Part(cell.round, cell.opponent, _buchholz_sum(field, cell.opponent), Why.BUCHHOLZ)
        for cell in field.cells[number]
        if cell.played and cell.opponent is not None
    ]


def mean_of_quarters(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the mean of quarter points, unrounded; None of nothing."""
    return Fraction(sum(part.units for part in kept), 4 * len(kept)) if kept else None


def koya(field: Field, number: int) -> Parts:
    """Return the points against those with at least half of the possible points, in quarter points (9.2)."""
    possible = field.rounds
    if field.terms.preset and len(field.cells) % 2:
        # Everybody has one round in so many without an opponent.
        possible -= field.rounds // len(field.cells)
    return [
        Part(
            cell.round,
            cell.opponent,
            2 * cell.halves,
            Why.HALF_OR_BETTER,
            (field.points[cell.opponent], cell.halves, 2 * possible),
        )
        for cell in field.cells[number]
        # In half points, half of the possible points is as many as the rounds are.
        if cell.opponent is not None and field.counts_as_met(cell) and field.points[cell.opponent] >= possible
    ]


def _buchholz_sum(field: Field, number: int) -> int:
    key = ("BH", number)
    if key not in field.memory:
        field.memory[key] = sum(part.units for part in buchholz(field, number))
    found = field.memory[key]
    assert isinstance(found, int)
    return found


def _opponents(field: Field, number: int) -> Iterator[tuple[Cell, int, Why, tuple[int, ...], bool]]:
    """Yield each round: the score it is against in half points, why, the figures, and whether it is a VUR."""
    for cell in field.cells[number]:
        if cell.opponent is not None and field.counts_as_met(cell):
            score, points = field.adjusted[cell.opponent], field.points[cell.opponent]
            if score == points:
                yield cell, score, Why.OPPONENT, (score,), False
            else:
                yield cell, score, Why.ADJUSTED, (score, points), False
        elif not cell.open and not field.terms.preset:
            yield (cell, *_dummy(field, number, cell), cell.kind in VOLUNTARY)


def _dummy(field: Field, number: int, cell: Cell) -> tuple[int, Why, tuple[int, ...]]:
    """Return the dummy's score for an unplayed round of one's own (16.4)."""
    own = field.points[number]
    if not field.edition.caps_dummies:
        return own, Why.DUMMY, (own,)
    if cell.kind in FORFEITS and cell.opponent is not None:
        most, why = field.adjusted[cell.opponent], Why.DUMMY_SCHEDULED
    else:
        most, why = DRAW * field.rounds, Why.DUMMY_CAPPED
    return (most, why, (own, most)) if most < own else (own, Why.DUMMY, (own,))
