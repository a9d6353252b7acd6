"""Tie-breaks of US Chess: its rulebook, 7th edition, 34E, as clubs quote it.

An unplayed round of an opponent counts half a point, whatever it scored; one's own counts as against nobody's points.
"""

from collections.abc import Iterator

from core.tiebreaks.field import DRAW, WIN, Cell, Field
from core.tiebreaks.parts import Part, Parts, Why

LONG = 9
"""From so many rounds on, two scores are left out at an end."""


def solkoff(field: Field, number: int) -> Parts:
    """Return the opponents' adjusted scores, in quarter points (34E2)."""
    found = []
    for cell in field.cells[number]:
        if cell.played and cell.opponent is not None:
            score, unplayed = _adjusted(field, cell.opponent)
            why, figures = (Why.US_ADJUSTED, (score, 2 * unplayed)) if unplayed else (Why.OPPONENT, (score,))
            found.append(Part(cell.round, cell.opponent, 2 * score, why, figures, score))
        elif not cell.open:
            found.append(Part(cell.round, cell.opponent, 0, Why.US_UNPLAYED))
    return found


def modified_median_drops(field: Field, number: int, parts: Parts) -> set[int]:
    """Return what 34E1 leaves out: the lowest above half of the points, the highest below, both at half."""
    amount = _amount(field)
    # In half points, half of the maximum is as many as the rounds are.
    own, half = field.points[number], field.rounds
    return _ends(parts, amount if own >= half else 0, amount if own <= half else 0)


def median_drops(field: Field, number: int, parts: Parts) -> set[int]:
    """Return what 34E4 leaves out for everybody: highest and lowest."""
    return _ends(parts, _amount(field), _amount(field))


def cumulative(field: Field, number: int) -> Parts:
    """Return the running scores, in quarter points, and a point off for each full point without a game (34E3)."""
    running, found, off = 0, [], []
    for cell in field.cells[number]:
        if cell.open:
            continue
        running += cell.halves
        found.append(Part(cell.round, cell.opponent, 2 * running, Why.RUNNING))
        if not cell.played and cell.halves == WIN:
            off.append(Part(cell.round, cell.opponent, -4, Why.US_BYE_OFF))
    return found + off


def opponents_cumulative(field: Field, number: int) -> Parts:
    """Return the opponents' cumulative scores, in quarter points (34E9)."""
    return [
        Part(cell.round, opponent, _cumulative_sum(field, opponent), Why.CUMULATIVE)
        for cell, opponent in _played(field, number)
    ]


def kashdan(field: Field, number: int) -> Parts:
    """Return 4 for a win, 2 for a draw, 1 for a loss and nothing for an unplayed round (34E7)."""
    worth = {WIN: (4, Why.KASHDAN_WIN), DRAW: (2, Why.KASHDAN_DRAW), 0: (1, Why.KASHDAN_LOSS)}
    return [Part(cell.round, opponent, *worth[cell.halves]) for cell, opponent in _played(field, number)]


def sonneborn_berger(field: Field, number: int) -> Parts:
    """Return the adjusted scores of the beaten and half of those drawn with, in quarter points (34E8)."""
    found = []
    for cell, opponent in _played(field, number):
        score, _ = _adjusted(field, opponent)
        if cell.halves:
            why = Why.BEATEN if cell.halves == WIN else Why.DRAWN_WITH
            found.append(Part(cell.round, opponent, score * cell.halves, why, (score,)))
    return found


def not_in_play(field: Field, number: int) -> Parts:
    """Return the remark about somebody whose points are all unplayed."""
    return [] if scored_in_play(field, number) or not field.points[number] else [Part(None, None, 0, Why.NOT_IN_PLAY)]


def scored_in_play(field: Field, number: int) -> bool:
    """Return whether any of the points comes from a game: who has such ranks above who has none (34E)."""
    return any(cell.played and cell.halves for cell in field.cells[number])


def _played(field: Field, number: int) -> Iterator[tuple[Cell, int]]:
    for cell in field.cells[number]:
        if cell.played and cell.opponent is not None:
            yield cell, cell.opponent


def _adjusted(field: Field, number: int) -> tuple[int, int]:
    """Return an opponent's adjusted score in half points, and how many rounds they did not play."""
    key = ("US", number)
    if key not in field.memory:
        unplayed = [cell for cell in field.cells[number] if cell.kind is not None]
        score = field.points[number] + sum(DRAW - cell.halves for cell in unplayed)
        field.memory[key] = (score, len(unplayed))
    return field.memory[key]  # type: ignore[return-value]  # what is kept under this key


def _cumulative_sum(field: Field, number: int) -> int:
    key = ("CUM", number)
    if key not in field.memory:
        field.memory[key] = sum(part.units for part in cumulative(field, number))
    return field.memory[key]  # type: ignore[return-value]  # what is kept under this key


def _amount(field: Field) -> int:
    return 2 if field.planned >= LONG else 1


def _ends(parts: Parts, low: int, high: int) -> set[int]:
    ordered = sorted(range(len(parts)), key=lambda place: (parts[place].units, place))
    return {*ordered[:low], *(ordered[-high:] if high else ())}
