"""Tie-breaks by a participant's own results: wins, Blacks, progressive scores, rounds (C.07 7)."""

from core.crosstable import ByeKind
from core.tiebreaks.field import DRAW, REQUESTED, WIN, Field
from core.tiebreaks.parts import Part, Parts, Why


def wins(field: Field, number: int) -> Parts:
    """Return the rounds that scored as much as a win, played or not (7.1)."""
    return [
        Part(cell.round, cell.opponent, 1, Why.WON if cell.played else Why.WON_UNPLAYED)
        for cell in field.cells[number]
        if cell.halves == WIN
    ]


def games_won(field: Field, number: int) -> Parts:
    """Return the games won over the board (7.2)."""
    return [
        Part(cell.round, cell.opponent, 1, Why.WON)
        for cell in field.cells[number]
        if cell.played and cell.halves == WIN
    ]


def games_with_black(field: Field, number: int) -> Parts:
    """Return the games played with Black over the board (7.3)."""
    return [
        Part(cell.round, cell.opponent, 1, Why.PLAYED_BLACK)
        for cell in field.cells[number]
        if cell.played and cell.black
    ]


def wins_with_black(field: Field, number: int) -> Parts:
    """Return the games won with Black over the board (7.4)."""
    return [
        Part(cell.round, cell.opponent, 1, Why.WON_BLACK)
        for cell in field.cells[number]
        if cell.played and cell.black and cell.halves == WIN
    ]


def progressive(field: Field, number: int) -> Parts:
    """Return the scores after each round, in quarter points (7.5)."""
    running, found = 0, []
    for cell in field.cells[number]:
        running += cell.halves
        if not cell.open:
            found.append(Part(cell.round, cell.opponent, 2 * running, Why.RUNNING))
    return found


def first_rounds(parts: Parts, low: int, high: int) -> set[int]:
    """Return the places that a cut of progressive scores leaves out: the first rounds (7.5, 14)."""
    return {place for place, part in enumerate(parts) if part.round is not None and part.round <= low}


def rounds_elected(field: Field, number: int) -> Parts:
    """Return the rounds less half- and zero-point byes and forfeit losses (7.6)."""
    return [
        Part(cell.round, cell.opponent, 1, Why.ELECTED)
        for cell in field.cells[number]
        if not cell.open and cell.kind not in REQUESTED and cell.kind is not ByeKind.FORFEIT_LOSS
    ]


def standard_points(field: Field, number: int) -> Parts:
    """Return 1 for outscoring the scheduled opponent, 1/2 for the same points, in quarter points (7.7)."""
    found: Parts = []
    for cell in field.cells[number]:
        if cell.open:
            continue
        if cell.opponent is None:
            theirs, above, same = DRAW, Why.UNPLAYED_ABOVE_DRAW, Why.UNPLAYED_DRAW
        else:
            theirs, above, same = field.cells[cell.opponent][cell.round - 1].halves, Why.OUTSCORED, Why.EQUALLED
        if cell.halves > theirs:
            found.append(Part(cell.round, cell.opponent, 4, above))
        elif cell.halves == theirs:
            found.append(Part(cell.round, cell.opponent, 2, same))
    return found


def pairing_number(field: Field, number: int) -> Parts:
    """Return the pairing number (7.8)."""
    return [Part(None, None, field.terms.seeds.get(number, number), Why.NUMBER)]
