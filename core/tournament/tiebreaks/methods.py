"""Tie-breaks of FIDE and US Chess (34E; an opponent's unplayed round counts half a point)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.event.crosstable import ByeKind
from core.rating.fide.rules import P_TO_DP
from core.rating.fide.state import (
    average_of_opponents,
    average_performance,
    perfect_performance,
    score_percentage,
    tournament_performance,
)
from core.tournament.tiebreaks.field import (
    DRAW,
    FORFEITS,
    REQUESTED,
    VOLUNTARY,
    WIN,
    Cell,
    Field,
    Kept,
    Part,
    Parts,
    Value,
    Why,
)

# Tie-breaks by the games among the tied (C.07 6)


Groups = list[list[int]]


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
    """Return the tied ordered by their games, as far as these decide (6.2 and 6.3)."""
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
    # 6.3: a player alone on top, whatever missing games bring, is next.
    unranked = sorted(tied, key=lambda number: (-points[number], number))
    ranked: Groups = []
    while len(unranked) > 1 and points[unranked[0]] > max(
        points[other] + field.draw * missing[other] for other in unranked[1:]
    ):
        ranked.append([unranked.pop(0)])
    return [*ranked, *direct_encounter(field, unranked)] if ranked else [list(tied)]


def all_have_met(field: Field, tied: Collection[int]) -> bool:
    """Return whether all tied have met each other (6.2)."""
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
    among = frozenset(tied)
    return split(tied, {number: sum(part.units for part in plus_minus(field, number, among)) for number in tied})


def split(tied: Sequence[int], values: Mapping[int, Any]) -> Groups:
    groups: dict[Any, list[int]] = {}
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


# Tie-breaks by a participant's own results (C.07 7)


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
    """Return the places that a cut of progressive scores omits: the first rounds (7.5, 14)."""
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


# Tie-breaks by the opponents' scores (C.07 8 and 9)


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
        for cell, score, why, figures, vur in opponents(field, number)
    ]


def fore_buchholz(field: Field, number: int) -> Parts:
    return buchholz(field.fore, number)


def sonneborn_berger(field: Field, number: int) -> Parts:
    """Return each round's points times the opponent's adjusted score, in quarter points (9.1)."""
    return [
        Part(cell.round, cell.opponent, score * cell.halves, _SCORED[why], (*figures, cell.halves), score, vur)
        for cell, score, why, figures, vur in opponents(field, number)
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
        # everybody has one round in so many without an opponent
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


def opponents(field: Field, number: int) -> Iterator[tuple[Cell, int, Why, tuple[int, ...], bool]]:
    """Yield each round with the opponent's or dummy's adjusted score, and whether it was unplayed by choice."""
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
        most, why = field.draw * field.rounds, Why.DUMMY_CAPPED
    return (most, why, (own, most)) if most < own else (own, Why.DUMMY, (own,))


# Tie-breaks by ratings (C.07 10)


def opponents_ratings(field: Field, number: int) -> Parts:
    """Return the ratings of all opponents played; none if one is unrated (10)."""
    if not field.everybody_is_rated:
        return []
    found = []
    for cell in field.cells[number]:
        rating = field.ratings[cell.opponent] if cell.played and cell.opponent is not None else None
        if rating is not None:
            found.append(Part(cell.round, cell.opponent, rating, Why.RATED_PLAIN, strength=rating))
    return found


def own_rating(field: Field, number: int) -> Parts:
    rating = field.ratings[number] if field.everybody_is_rated else None
    return [] if rating is None else [Part(None, None, rating, Why.OWN_RATING_PLAIN)]


def opponents_performances(field: Field, number: int) -> Parts:
    return _performances(field, number, "TPR", performance, Why.PERFORMED)


def opponents_perfect_performances(field: Field, number: int) -> Parts:
    return _performances(field, number, "PTP", perfect, Why.PERFORMED_PERFECTLY)


def average(field: Field, number: int, kept: Kept) -> Value | None:
    return average_of_opponents([part.units for part in kept]) if kept else None


def average_of_performances(field: Field, number: int, kept: Kept) -> Value | None:
    return average_performance([part.units for part in kept]) if kept else None


def performance(field: Field, number: int, kept: Kept) -> Value | None:
    return tournament_performance([part.units for part in kept], _score(field, number)) if kept else None


def perfect(field: Field, number: int, kept: Kept) -> Value | None:
    return perfect_performance([part.units for part in kept], _score(field, number)) if kept else None


def performance_in_words(field: Field, number: int) -> Parts:
    ratings = [part.units for part in opponents_ratings(field, number)]
    if not ratings:
        return []
    percent = score_percentage(ratings, _score(field, number))
    value = tournament_performance(ratings, _score(field, number))
    return [Part(None, None, value, Why.PERFORMANCE_PLAIN, (average_of_opponents(ratings), percent, P_TO_DP[percent]))]


def perfect_in_words(field: Field, number: int) -> Parts:
    ratings = [part.units for part in opponents_ratings(field, number)]
    if not ratings:
        return []
    return [Part(None, None, perfect_performance(ratings, _score(field, number)), Why.PERFECT_PLAIN)]


def _score(field: Field, number: int) -> float:
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


def spread(field: Field, number: int) -> Parts:
    """Return each round's spread, byes and forfeits too, within the event's cap."""
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


LONG = 9
"""From so many rounds on, two scores are cut at an end."""


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
    """Return the scores 34E1 drops: the lowest above half of the points, the highest below, both at half."""
    amount = _amount(field)
    # in half points, half the maximum is the number of rounds
    own, half = field.points[number], field.rounds
    return _ends(parts, amount if own >= half else 0, amount if own <= half else 0)


def median_drops(field: Field, number: int, parts: Parts) -> set[int]:
    """Return what 34E4 omits: highest and lowest."""
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


def us_chess_sonneborn_berger(field: Field, number: int) -> Parts:
    """Return the adjusted scores of the beaten and half of those drawn with, in quarter points (34E8)."""
    found = []
    for cell, opponent in _played(field, number):
        score, _ = _adjusted(field, opponent)
        if cell.halves:
            why = Why.BEATEN if cell.halves == WIN else Why.DRAWN_WITH
            found.append(Part(cell.round, opponent, score * cell.halves, why, (score,)))
    return found


def not_in_play(field: Field, number: int) -> Parts:
    """Return a remark on a player with only unplayed points."""
    return [] if scored_in_play(field, number) or not field.points[number] else [Part(None, None, 0, Why.NOT_IN_PLAY)]


def scored_in_play(field: Field, number: int) -> bool:
    """Return whether any points come from games: such players rank above (34E)."""
    return any(cell.played and cell.halves for cell in field.cells[number])


def _played(field: Field, number: int) -> Iterator[tuple[Cell, int]]:
    for cell in field.cells[number]:
        if cell.played and cell.opponent is not None:
            yield cell, cell.opponent


def _adjusted(field: Field, number: int) -> tuple[int, int]:
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
