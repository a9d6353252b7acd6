"""The field of an event, round by round: what all tie-breaks read."""

import math
from collections.abc import Hashable
from functools import cached_property
from typing import NamedTuple

from core.crosstable import Bye, ByeKind, Crosstable, Game, are_spreads
from core.tiebreaks.terms import Edition, Terms
from core.withdrawals import without

WIN, DRAW = 2, 1
"""In half points."""

REQUESTED = frozenset((ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.UNPLAYED))
"""Requested byes; every round after a withdrawal is one (16.1.1)."""

VOLUNTARY = REQUESTED | {ByeKind.FORFEIT_LOSS}
"""VUR, voluntarily unplayed rounds (16.1.2)."""

FORFEITS = frozenset((ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS))


class Cell(NamedTuple):
    """A round as one entrant had it.

    opponent: who was met, or should have been; None where there was nobody.
    halves: the points it brought, in half points. spread: own points on the board less the opponent's, uncapped.
    kind: why it was not played; None for a game, and for one whose result is not known, which is not played either.
    """

    round: int
    opponent: int | None
    halves: int
    played: bool
    black: bool = False
    kind: ByeKind | None = None
    spread: int = 0

    @property
    def open(self) -> bool:
        """Return whether the result is still to come: the round tells nothing yet."""
        return not self.played and self.kind is None


class Field:
    """Everybody's rounds, points and adjusted scores, by pairing number.

    rounds: those that have something in them. planned: those that the event has in all.
    """

    def __init__(
        self,
        cells: dict[int, tuple[Cell, ...]],
        ratings: dict[int, int | None],
        totals: dict[int, int],
        rounds: int,
        terms: Terms,
        edition: Edition,
    ) -> None:
        self.cells, self.ratings, self.terms, self.edition = cells, ratings, terms, edition
        self.rounds = rounds
        self.planned = max(rounds, terms.planned or 0)
        self._totals = totals
        self.points = {
            number: totals[number] + sum(cell.halves for cell in mine if cell.kind)
            if number in totals
            else sum([cell.halves for cell in mine])
            for number, mine in cells.items()
        }

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """Everybody's adjusted score, as it counts for their opponents, in half points (16.3)."""
        if self.terms.preset:
            return self.points
        return {number: points + self._drawn_byes(number) for number, points in self.points.items()}

    def _drawn_byes(self, number: int) -> int:
        """Return what is added: requested byes that only VURs follow, as those of the last round, are draws."""
        added = 0
        for cell in reversed(self.cells[number]):
            if cell.kind not in VOLUNTARY:
                break
            if cell.kind in REQUESTED:
                added += DRAW - cell.halves
        return added

    @cached_property
    def fore(self) -> "Field":
        """The field as if all paired games of the last round were drawn (8.3); itself before that round."""
        cells = {
            number: tuple(
                Cell(cell.round, cell.opponent, DRAW, True, cell.black)
                if cell.round == self.planned and cell.opponent is not None
                else cell
                for cell in mine
            )
            for number, mine in self.cells.items()
        }
        return Field(cells, self.ratings, self._totals, self.rounds, self.terms, self.edition)

    def counts_as_met(self, cell: Cell) -> bool:
        """Return whether a round counts as a game with its opponent: a forfeit only if pairings were set (15.2)."""
        return cell.played or (self.terms.preset and cell.opponent is not None and not cell.open)

    @cached_property
    def everybody_is_rated(self) -> bool:
        """Whether everybody who played has a rating, or was announced to count as one."""
        return all(
            self.ratings[number] is not None for number, mine in self.cells.items() if any(cell.played for cell in mine)
        )

    @cached_property
    def memory(self) -> dict[tuple[Hashable, int], object]:
        """What several tie-breaks are made of, by what it is and the pairing number, worked out once."""
        return {}


def field_of(crosstable: Crosstable, terms: Terms) -> Field:
    """Read a crosstable without those who are out of it; a round without a line for somebody is a zero-point bye."""
    rounds = crosstable.rounds
    crosstable = without(crosstable, terms.out)
    found: dict[int, dict[int, Cell]] = {entrant.number: {} for entrant in crosstable.entrants}
    spreads = are_spreads(crosstable.games)
    for game in crosstable.games:
        for cell, number in zip(_cells(game, spreads), (game.first, game.second), strict=True):
            found[number][game.round] = cell
    for bye in crosstable.byes:
        found[bye.entrant][bye.round] = _bye_cell(bye, terms)
    return Field(
        {
            number: tuple(
                mine.get(number_of_round) or Cell(number_of_round, None, 0, False, kind=ByeKind.ZERO_POINT)
                for number_of_round in range(1, rounds + 1)
            )
            for number, mine in sorted(found.items())
        },
        {entrant.number: _whole(entrant.rating, terms.unrated) for entrant in crosstable.entrants},
        {entrant.number: int(2 * entrant.score) for entrant in crosstable.entrants if entrant.score is not None},
        rounds,
        terms,
        terms.edition_for(crosstable),
    )


def _cells(game: Game, spreads: bool) -> tuple[Cell, Cell]:
    """Return a game from either side; one that was begun but is not rated was played all the same."""
    black, other_black = game.first_began is False, game.first_began is True
    if game.score is None:
        return Cell(game.round, game.second, 0, False, black), Cell(game.round, game.first, 0, False, other_black)
    spread = 0
    if game.first_points is not None and game.second_points is not None:
        spread = game.first_points if spreads else game.first_points - game.second_points
    halves = int(2 * game.score)
    return (
        Cell(game.round, game.second, halves, True, black, spread=spread),
        Cell(game.round, game.first, WIN - halves, True, other_black, spread=-spread),
    )


def _bye_cell(bye: Bye, terms: Terms) -> Cell:
    halves = 0
    if bye.kind is ByeKind.FULL_POINT:
        halves = int(2 * terms.bye_worth)
    elif bye.kind is ByeKind.FORFEIT_WIN:
        halves = WIN
    elif bye.kind is ByeKind.HALF_POINT:
        halves = DRAW
    return Cell(bye.round, bye.opponent, halves, False, kind=bye.kind, spread=bye.points or 0)


def _whole(rating: float | None, unrated: int | None) -> int | None:
    return unrated if rating is None else math.floor(rating + 0.5)
