"""Spread: own points on the board less the opponent's, as Scrabble ranks by."""

from core.tiebreaks.field import Field
from core.tiebreaks.parts import Part, Parts, Why


def spread(field: Field, number: int) -> Parts:
    """Return each round's spread, byes and forfeits with theirs, no more either way than the event's cap."""
    most = field.terms.spread_cap
    found = []
    for cell in field.cells[number]:
        if cell.open:
            continue
        why = Why.SPREAD_PLAIN if cell.played else Why.SPREAD_BYE_PLAIN
        counted = cell.spread if most is None else max(-most, min(most, cell.spread))
        if counted != cell.spread:
            why = Why.SPREAD_CAPPED_PLAIN
        if counted or cell.played:
            found.append(Part(cell.round, cell.opponent, counted, why, (cell.spread,)))
    return found
