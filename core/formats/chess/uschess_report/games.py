"""The cells of a section made into games and byes, each held against the opponent's own (sections 4 and 6)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from core.crosstable import Bye, Game
from core.errors import InputError
from core.formats.chess.uschess_report.cells import BYES, DOUBLE, FORFEITS, PLAYED, SPECIAL, ReportCell
from core.formats.chess.uschess_report.remarks import Remarks
from core.words import counted

Chart = Mapping[int, Sequence[ReportCell]]
"""Each player's cells by pairing number, every row as long as the others."""

_SINGLE = {("W", "L"): (1.0,), ("L", "W"): (0.0,), ("D", "D"): (0.5,)}
# Two games in a column (section 6); their order is not told.
_DOUBLE = {
    ("$", "L"): (1.0, 1.0),
    ("L", "$"): (0.0, 0.0),
    ("#", "D"): (1.0, 0.5),
    ("D", "#"): (0.0, 0.5),
    ("W", "W"): (1.0, 0.0),
    ("%", "%"): (0.5, 0.5),
}


class Results(NamedTuple):
    """What the cells of a section say."""

    games: tuple[Game, ...]
    byes: tuple[Bye, ...]


@dataclass(frozen=True, slots=True)
class SectionChart:
    """A section's cells, and how to read them.

    crosstable: whether column j is the result against player j, so that rounds are not told.
    double: whether a column is two games.
    colours: whether the format tells colours, so that a game without them is worth a remark.
    where: says in words where a cell stands, given the pairing number and the column; `label` names the section.
    """

    cells: Chart
    label: str
    where: Callable[[int, int], str]
    remarks: Remarks
    crosstable: bool = False
    double: bool = False
    colours: bool = True

    def mirror(self, number: int, column: int, opponent: int) -> ReportCell:
        """Return the cell in which the opponent has the same round; `opponent` must be in the section."""
        return self.cells[opponent][(number if self.crosstable else column) - 1]

    def rounds(self, number: int, column: int) -> tuple[int, ...]:
        """Return the rounds that a cell stands for, one or two."""
        unit = self._turn(number, column) if self.crosstable else column
        return (2 * unit - 1, 2 * unit) if self.double else (unit,)

    def _turn(self, number: int, opponent: int) -> int:
        """Return a round for a game whose round is not told: the circle method, nobody twice in a round."""
        highest = max(self.cells)
        if highest % 2:
            return (number + opponent) % highest + 1
        low, high = sorted((number, opponent))
        return ((2 * low if high == highest else low + high) % (highest - 1)) + 1


def is_double(cells: Chart) -> bool:
    """Tell whether any cell holds two games."""
    return any(cell.letter in DOUBLE for cell in chain.from_iterable(cells.values()))


def is_crosstable(cells: Chart, rounds: int) -> bool:
    """Tell whether a round robin's column j is the result against player j (section 6)."""
    if rounds != max(cells, default=0):
        return False
    told = False
    for number, row in cells.items():
        for column, cell in enumerate(row, start=1):
            if column == number and cell.letter != "U":
                return False
            if cell.opponent is not None:
                if cell.opponent != column:
                    return False
                told = True
    return told


def results_of(chart: SectionChart) -> Results:
    """Return the games and byes of a section; raise InputError with player and round where it contradicts itself."""
    games: list[Game] = []
    colourless = 0
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter not in PLAYED:
                continue
            theirs = _opposite(chart, number, column, cell)
            assert cell.opponent is not None
            if number < cell.opponent:
                colourless += cell.colour is None and theirs.colour is None
                games += _games(chart, number, column, cell, theirs)
    if colourless and chart.colours:
        chart.remarks.add(f"{chart.label}: {counted(colourless, 'game')} without colours.")
    games.sort(key=attrgetter("round", "first"))
    return Results(tuple(games), tuple(sorted(_byes(chart), key=attrgetter("round", "entrant"))))


def _opposite(chart: SectionChart, number: int, column: int, cell: ReportCell) -> ReportCell:
    """Return the opponent's cell of a played game; raise InputError where it is not that game's."""
    opponent = cell.opponent
    if opponent is None:
        raise InputError(f"{chart.where(number, column)}: {cell} names no opponent: correct the report.")
    if opponent == number:
        raise InputError(f"{chart.where(number, column)}: {cell} is a game against themselves: correct the report.")
    if opponent not in chart.cells:
        raise InputError(
            f"{chart.where(number, column)}: there is no player {opponent} in this section: correct the report."
        )
    theirs = chart.mirror(number, column, opponent)
    if theirs.letter not in PLAYED or theirs.opponent != number:
        raise InputError(
            f"{chart.where(number, column)} has {cell}, but player {opponent} has {theirs} there: correct one of them."
        )
    return theirs


def _games(chart: SectionChart, number: int, column: int, cell: ReportCell, theirs: ReportCell) -> list[Game]:
    rounds = chart.rounds(number, column)
    table: Mapping[tuple[str, str], tuple[float, ...]] = _DOUBLE if chart.double else _SINGLE
    scores = table.get((cell.letter, theirs.letter))
    opponent = cell.opponent
    assert opponent is not None
    if scores is None:
        special = "is unequal on purpose" if {cell.letter, theirs.letter} & SPECIAL else "does not fit"
        chart.remarks.add(
            f"{chart.where(number, column)}: {cell} {special} against {theirs} of player {opponent}: "
            "the game is kept as disputed, and not rated."
        )
    began = _began(chart, number, column, cell, theirs)
    return [
        Game(
            round_number,
            number,
            opponent,
            None if scores is None else scores[place],
            None if began is None else began != bool(place),  # the second game with the other colours
            rated=scores is not None,
        )
        for place, round_number in enumerate(rounds)
    ]


def _began(chart: SectionChart, number: int, column: int, cell: ReportCell, theirs: ReportCell) -> bool | None:
    """Return whether the player had White, None where neither cell tells it or the two disagree."""
    if cell.colour is not None and cell.colour == theirs.colour:
        colour = "White" if cell.colour == "W" else "Black"
        chart.remarks.add(f"{chart.where(number, column)}: both players have {colour}, so their colours are left out.")
        return None
    if cell.colour is not None:
        return cell.colour == "W"
    return None if theirs.colour is None else theirs.colour == "B"


def _byes(chart: SectionChart) -> list[Bye]:
    opponents = _forfeits(chart)
    byes = []
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            # In a crosstable a field with nothing in it is a game that was not played, not a round without one.
            if cell.letter in PLAYED or (chart.crosstable and (cell.letter == "U" or column not in chart.cells)):
                continue
            if cell.letter == "Z":
                chart.remarks.add(f"{chart.where(number, column)}: a draw by forfeit counts as a half-point bye.")
            opponent = opponents.get((number, column))
            byes += [
                Bye(round_number, number, BYES[cell.letter], opponent) for round_number in chart.rounds(number, column)
            ]
    return byes


def _forfeits(chart: SectionChart) -> dict[tuple[int, int], int]:
    """Return who was to be met in the rounds won or lost by forfeit, by pairing number and column."""
    namers = _namers(chart)
    named: dict[tuple[int, int], int] = {}
    unknown: dict[int, dict[str, list[int]]] = {}
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter not in FORFEITS:
                continue
            opponent = column if chart.crosstable else cell.opponent or namers.get((number, column))
            if opponent is None:
                unknown.setdefault(column, {"X": [], "F": []})[cell.letter].append(number)
            elif _is_forfeit_between(chart, number, column, opponent):
                named[number, column] = opponent
            else:
                chart.remarks.add(
                    f"{chart.where(number, column)}: player {opponent} has no forfeit against player {number} there, "
                    "so the opponent is left out."
                )
    for column, (winners, losers) in ((column, found.values()) for column, found in sorted(unknown.items())):
        if len(winners) == 1 and len(losers) == 1:
            named[winners[0], column], named[losers[0], column] = losers[0], winners[0]
            chart.remarks.add(
                f"{chart.label}, round {column}: player {winners[0]} won by forfeit, inferred to be against "
                f"player {losers[0]}, who lost by one."
            )
        else:
            chart.remarks.add(
                f"{chart.label}, round {column}: {len(winners)} won and {len(losers)} lost by forfeit, "
                "and who was to meet whom is not told."
            )
    return named


def _namers(chart: SectionChart) -> dict[tuple[int, int], int]:
    """Return by pairing number and column who alone names that player as the one not met by forfeit."""
    naming: dict[tuple[int, int], list[int]] = {}
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter in FORFEITS and cell.opponent not in (None, number):
                naming.setdefault((cell.opponent, column), []).append(number)
    return {key: numbers[0] for key, numbers in naming.items() if len(numbers) == 1}


def _is_forfeit_between(chart: SectionChart, number: int, column: int, opponent: int) -> bool:
    if opponent == number or opponent not in chart.cells:
        return False
    mine, theirs = chart.cells[number][column - 1], chart.mirror(number, column, opponent)
    if theirs.letter not in FORFEITS or mine.letter == theirs.letter == "X":
        return False
    return chart.crosstable or theirs.opponent in (None, number)
