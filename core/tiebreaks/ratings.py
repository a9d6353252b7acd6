"""Tie-breaks by ratings: averages and performances, whole numbers, .5 up (C.07 10)."""

from collections.abc import Callable
from fractions import Fraction

from core.fide.performance import (
    average_of_opponents,
    average_performance,
    perfect_performance,
    score_percentage,
    tournament_performance,
)
from core.fide.tables import P_TO_DP
from core.tiebreaks.field import Field
from core.tiebreaks.parts import Kept, Part, Parts, Value, Why


def opponents_ratings(field: Field, number: int) -> Parts:
    """Return the ratings of everybody played over the board; none at all where somebody is unrated (10)."""
    if not field.everybody_is_rated:
        return []
    found = []
    for cell in field.cells[number]:
        rating = field.ratings[cell.opponent] if cell.played and cell.opponent is not None else None
        if rating is not None:
            found.append(Part(cell.round, cell.opponent, rating, Why.RATED_PLAIN, strength=rating))
    return found


def own_rating(field: Field, number: int) -> Parts:
    """Return one's own rating."""
    rating = field.ratings[number] if field.everybody_is_rated else None
    return [] if rating is None else [Part(None, None, rating, Why.OWN_RATING_PLAIN)]


def opponents_performances(field: Field, number: int) -> Parts:
    """Return the opponents' performances (10.4)."""
    return _performances(field, number, "TPR", performance, Why.PERFORMED)


def opponents_perfect_performances(field: Field, number: int) -> Parts:
    """Return the opponents' perfect performances (10.5)."""
    return _performances(field, number, "PTP", perfect, Why.PERFORMED_PERFECTLY)


def average(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the average rating (10.1)."""
    return average_of_opponents([part.units for part in kept]) if kept else None


def average_of_performances(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the average performance (10.4 and 10.5)."""
    return average_performance([part.units for part in kept]) if kept else None


def performance(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the tournament performance rating (10.2)."""
    return tournament_performance([part.units for part in kept], _score(field, number)) if kept else None


def perfect(field: Field, number: int, kept: Kept) -> Value | None:
    """Return the perfect tournament performance (10.3)."""
    return perfect_performance([part.units for part in kept], _score(field, number)) if kept else None


def performance_in_words(field: Field, number: int) -> Parts:
    """Return how the performance follows from the opponents' average."""
    ratings = [part.units for part in opponents_ratings(field, number)]
    if not ratings:
        return []
    percent = score_percentage(ratings, _score(field, number))
    value = tournament_performance(ratings, _score(field, number))
    return [Part(None, None, value, Why.PERFORMANCE_PLAIN, (average_of_opponents(ratings), percent, P_TO_DP[percent]))]


def perfect_in_words(field: Field, number: int) -> Parts:
    """Return what the perfect performance is."""
    ratings = [part.units for part in opponents_ratings(field, number)]
    if not ratings:
        return []
    return [Part(None, None, perfect_performance(ratings, _score(field, number)), Why.PERFECT_PLAIN)]


def _score(field: Field, number: int) -> float:
    """Return the points from games over the board; halves are exact."""
    return float(Fraction(sum(cell.halves for cell in field.cells[number] if cell.played), 2))


def _performances(
    field: Field, number: int, code: str, total: Callable[[Field, int, Kept], Value | None], why: Why
) -> Parts:
    found = []
    for cell in field.cells[number]:
        if not cell.played or cell.opponent is None:
            continue
        key = (code, cell.opponent)
        if key not in field.memory:
            field.memory[key] = total(field, cell.opponent, opponents_ratings(field, cell.opponent))
        value = field.memory[key]
        if isinstance(value, int):
            found.append(Part(cell.round, cell.opponent, value, why))
    return found
