"""The rounds of an event, for tie-breaks."""

import datetime
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from core.event.crosstable import Bye, ByeKind, Crosstable, Game, are_spreads
from core.event.withdrawals import without
from core.words import displayed


class Edition(Enum):
    """An edition of C.07, by the first day of the events that it is for."""

    SINCE_2024 = datetime.date(2024, 4, 1)
    SINCE_2026 = datetime.date(2026, 3, 1)

    @property
    def label(self) -> str:
        return f"FIDE C.07 of {self.value.year}"

    @property
    def caps_dummies(self) -> bool:
        """Return whether the dummy opponent of an unplayed round is limited (16.4 of 2026)."""
        return self is Edition.SINCE_2026


@dataclass(frozen=True, slots=True)
class Terms:
    """An event's rules.

    planned: rounds. preset: known pairings (15.2). bye_worth: 1 or 1/2. edition: of C.07. unrated: their rating (10).
    spread_cap: per round. seeds: other pairing numbers. out: withdrawn, no game counts (C.05).
    """

    planned: int | None = None
    preset: bool = False
    bye_worth: Fraction = Fraction(1)
    edition: Edition | None = None
    unrated: int | None = None
    spread_cap: int | None = None
    seeds: Mapping[int, int] = field(default_factory=dict)
    out: frozenset[int] = frozenset()

    def edition_for(self, crosstable: Crosstable) -> Edition:
        """Return the edition that applies: the named one, or that of the first day."""
        if self.edition is not None:
            return self.edition
        first_day = crosstable.began or crosstable.date
        return Edition.SINCE_2026 if first_day >= Edition.SINCE_2026.value else Edition.SINCE_2024


WIN, DRAW = 2, 1
"""In half points."""

REQUESTED = frozenset((ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.UNPLAYED))
"""Requested byes; every round after a withdrawal is one (16.1.1)."""

VOLUNTARY = REQUESTED | {ByeKind.FORFEIT_LOSS}
"""VUR, voluntarily unplayed rounds (16.1.2)."""

FORFEITS = frozenset((ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS))


class Cell(NamedTuple):
    """A round.

    opponent: also of a forfeit. halves: points. kind: why unplayed. spread: uncapped.
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
    """Rounds, points and adjusted scores by pairing number. planned: rounds in all. draw: half points of a draw."""

    def __init__(
        self,
        cells: dict[int, tuple[Cell, ...]],
        ratings: dict[int, int | None],
        totals: dict[int, int],
        rounds: int,
        terms: Terms,
        edition: Edition,
        draw: int = DRAW,
    ) -> None:
        self.cells, self.ratings, self.terms, self.edition, self.draw = cells, ratings, terms, edition, draw
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
        """Everybody's adjusted score in half points, as it counts for opponents (16.3)."""
        if self.terms.preset:
            return self.points
        return {number: points + self._drawn_byes(number) for number, points in self.points.items()}

    def _drawn_byes(self, number: int) -> int:
        added = 0
        for cell in reversed(self.cells[number]):
            if cell.kind not in VOLUNTARY:
                break
            if cell.kind in REQUESTED:
                added += self.draw - cell.halves
        return added

    @cached_property
    def fore(self) -> "Field":
        """The field as if all paired games of the last round were drawn (8.3)."""
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
        """Return whether a round counts as met: a forfeit only if pairings were set (15.2)."""
        return cell.played or (self.terms.preset and cell.opponent is not None and not cell.open)

    @cached_property
    def everybody_is_rated(self) -> bool:
        """Whether all who played are rated, or announced to count as rated."""
        return all(
            self.ratings[number] is not None for number, mine in self.cells.items() if any(cell.played for cell in mine)
        )

    @cached_property
    def memory(self) -> dict[tuple[Hashable, int], object]:
        """Shared parts of tie-breaks by name and pairing number."""
        return {}


def field_of(crosstable: Crosstable, terms: Terms) -> Field:
    """Read a crosstable without withdrawn entrants; a round without a line is a zero-point bye."""
    rounds = crosstable.rounds
    crosstable = without(crosstable, terms.out)
    found: dict[int, dict[int, Cell]] = {entrant.number: {} for entrant in crosstable.entrants}
    spreads = are_spreads(crosstable.games)
    totals = {entrant.number: int(2 * entrant.score) for entrant in crosstable.entrants if entrant.score is not None}
    for game in crosstable.games:
        for cell, number in zip(_cells(game, spreads), (game.first, game.second), strict=True):
            found[number][game.round] = cell
            if not game.rated and number in totals:
                totals[number] += cell.halves
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
        totals,
        rounds,
        terms,
        terms.edition_for(crosstable),
    )


def _cells(game: Game, spreads: bool) -> tuple[Cell, Cell]:
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
    return unrated if rating is None else displayed(rating)


Value = int | Fraction
"""A tie-break's value: points, ratings or a count."""


class Why(Enum):
    """A part's reason and rule. Figures are half points unless named PLAIN."""

    OPPONENT = ("score {0}", None)
    ADJUSTED = ("score {1}, adjusted to {0}: requested byes at the end count as draws", "C.07 16.3")
    DUMMY = ("unplayed: own score {0}", "C.07 16.4")
    DUMMY_CAPPED = ("unplayed: own score {0}, at most {1}, half of the rounds' points", "C.07 16.4")
    DUMMY_SCHEDULED = ("unplayed: own score {0}, at most the scheduled opponent's {1}", "C.07 16.4")
    SCORED_OPPONENT = ("{1} against score {0}", None)
    SCORED_ADJUSTED = ("{2} against score {1}, adjusted to {0}: requested byes at the end count as draws", "C.07 16.3")
    SCORED_DUMMY = ("unplayed: {1} times own score {0}", "C.07 16.4")
    SCORED_DUMMY_CAPPED = ("unplayed: {2} times own score {0}, at most {1}, half of the rounds' points", "C.07 16.4")
    SCORED_DUMMY_SCHEDULED = ("unplayed: {2} times own score {0}, at most the scheduled opponent's {1}", "C.07 16.4")
    BUCHHOLZ = ("their Buchholz", "C.07 8.1")
    RUNNING = ("score after the round", None)
    WON = ("won", None)
    WON_UNPLAYED = ("a win's points, unplayed", None)
    PLAYED_BLACK = ("played with Black", None)
    WON_BLACK = ("won with Black", None)
    ELECTED = ("played, or not by own choice", None)
    OUTSCORED = ("outscored the opponent", None)
    EQUALLED = ("the same points as the opponent", None)
    UNPLAYED_ABOVE_DRAW = ("more than a draw's points, unplayed", None)
    UNPLAYED_DRAW = ("a draw's points, unplayed", None)
    NUMBER = ("pairing number", None)
    HALF_OR_BETTER = ("{1} against score {0}, at least half of the possible {2}", None)
    RATED_PLAIN = ("rated", None)
    OWN_RATING_PLAIN = ("own rating", None)
    PERFORMED = ("their performance rating", "C.07 10.2")
    PERFORMANCE_PLAIN = ("average {0}, and {2:+d} for {1}% of the points", "C.07 10.2")
    PERFECT_PLAIN = ("the lowest rating that is expected to score as much", "C.07 10.3")
    PERFORMED_PERFECTLY = ("their perfect performance", "C.07 10.3")
    BEAT_TIED = ("beat one of the tied", None)
    LOST_TO_TIED = ("lost to one of the tied", None)
    DREW_TIED = ("drew with one of the tied", None)
    NOT_ALL_MET = (
        "not all of the tied have met: missing games could still change the order",
        "C.07 6.3",
    )
    NOT_IN_PLAY = ("all points without a game: behind those who scored in play", "US Chess 34E")
    US_ADJUSTED = ("adjusted score {0}: each of {1} unplayed rounds counts ½", "US Chess 34D")
    US_UNPLAYED = ("unplayed: 0", "US Chess 34D")
    US_BYE_OFF = ("a full point without a game", None)
    CUMULATIVE = ("their cumulative score", "US Chess 34E3")
    KASHDAN_WIN = ("win: 4", None)
    KASHDAN_DRAW = ("draw: 2", None)
    KASHDAN_LOSS = ("loss: 1", None)
    BEATEN = ("beat adjusted score {0}", None)
    DRAWN_WITH = ("half of adjusted score {0}", None)
    SPREAD_PLAIN = ("spread", None)
    SPREAD_CAPPED_PLAIN = ("spread {0:+d}, capped", None)
    SPREAD_BYE_PLAIN = ("without a game", None)


class Part(NamedTuple):
    """A round's part in tie-break units. strength: opponent's score, for cuts. vur: cut first."""

    round: int | None
    opponent: int | None
    units: int
    why: Why
    figures: tuple[int, ...] = ()
    strength: int = 0
    vur: bool = False


class Contribution(NamedTuple):
    """A round's part, for people. counted: False if cut. rule: article."""

    round: int | None
    opponent: int | None
    value: Value
    words: str
    rule: str
    counted: bool


def contribution(part: Part, unit: int, rule: str, counted: bool) -> Contribution:
    template, own_rule = part.why.value
    plain = part.why.name.endswith("PLAIN")
    words = template.format(*(part.figures if plain else map(halves_text, part.figures)))
    return Contribution(part.round, part.opponent, worth(part.units, unit), words, own_rule or rule, counted)


def worth(units: int, unit: int) -> Value:
    """Return units as a value: 10 quarter points are 5/2."""
    return units if unit == 1 else Fraction(units, unit)


def halves_text(halves: int) -> str:
    """Return half points as people write them: 7 is 3½."""
    sign, whole = "-" if halves < 0 else "", str(abs(halves) // 2)
    return sign + (f"{'' if whole == '0' else whole}½" if halves % 2 else whole)


Parts = list[Part]
Kept = Sequence[Part]
Total = Callable[[Field, int, Kept], Value | None]
Dropped = Callable[[Field, int, Parts], Collection[int]]
"""Returns the places left out."""


def cut(parts: Parts, low: int, high: int) -> set[int]:
    """Return the cut parts, (14.1-14.4): lowest opponent score, smallest contribution; VUR first (16.5)."""
    left = set(range(len(parts)))
    for _ in range(min(low, len(parts))):
        # the smallest place decides ties: no set's order matters
        lowest = min(left, key=lambda place: (parts[place].strength, parts[place].units, place))
        unplayed = [place for place in left if parts[place].vur]
        if unplayed:
            voluntary = min(unplayed, key=lambda place: (parts[place].units, parts[place].strength, place))
            if parts[voluntary].units >= parts[lowest].units:
                lowest = voluntary
        left.remove(lowest)
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda place: (parts[place].strength, parts[place].units, -place)))
    return set(range(len(parts))) - left
