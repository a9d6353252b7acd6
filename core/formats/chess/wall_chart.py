"""A wall chart: each player's own line of results, as tournaments post it, made into games.

Every game stands there twice, once for each player. The two must agree: here they are held against each other.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from core.crosstable import Bye, ByeKind, Game
from core.errors import InputError

_SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}
_BYES = {kind.value: kind for kind in ByeKind}
_OTHER_SIDE = {"W": "L", "L": "W", "D": "D"}
_WORDS = {"W": "a win", "D": "a draw", "L": "a loss"}
RESULTS = "W, D or L with the opponent's number; X or F (forfeit); B, H, Z or U (no game)"
"""What a cell may be, in words for people."""


class PrintedCell(NamedTuple):
    """One round of one player: the letter that US Chess prints, and the opponent's number.

    letter: W, D, L for a played game; else that of a `ByeKind`. opponent: None where there was none.
    began: whether the player had White, None where that is not told.
    """

    letter: str
    opponent: int | None = None
    began: bool | None = None

    def __str__(self) -> str:
        return self.letter if self.opponent is None else f"{self.letter}{self.opponent}"


def games_of_chart(chart: Mapping[int, Sequence[PrintedCell | None]]) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return the games and byes of a wall chart; raise InputError, with player and round, where it contradicts itself.

    chart: each player's cells by pairing number, from the first round on; None for a round with nothing in it.
    """
    games, byes = [], []
    for number, cells in chart.items():
        for round_number, cell in enumerate(cells, start=1):
            if cell is None:
                continue
            if cell.letter in _BYES:
                _check_forfeit(chart, number, round_number, cell)
                byes.append(Bye(round_number, number, _BYES[cell.letter], cell.opponent))
                continue
            if cell.letter not in _SCORES:
                raise InputError(f'{_where(number, round_number)}: "{cell}" is no result: write {RESULTS}.')
            if cell.opponent is None:
                what = f"{_WORDS[cell.letter]} without an opponent"
                raise InputError(f"{_where(number, round_number)}: {what}: write the opponent's number.")
            _check_mutual(chart, number, round_number, cell)
            if number < cell.opponent:
                games.append(Game(round_number, number, cell.opponent, _SCORES[cell.letter], cell.began))
    # One after the other, by single numbers, it takes a third of what it takes by both at once.
    games.sort(key=attrgetter("first"))
    games.sort(key=attrgetter("round"))
    return tuple(games), tuple(byes)


def _where(number: int, round_number: int) -> str:
    return f"Player {number}, round {round_number}"


def _cell_of(chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int) -> PrintedCell | None:
    cells = chart[number]
    return cells[round_number - 1] if round_number <= len(cells) else None


def _check_opponent(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, opponent: int
) -> None:
    if opponent != number and opponent in chart:
        return
    wrong = "nobody plays against themselves" if opponent == number else f"there is no player {opponent} in this event"
    raise InputError(f"{_where(number, round_number)}: {wrong}: write the opponent's number.")


def _check_mutual(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, cell: PrintedCell
) -> None:
    """Raise InputError unless the opponent's own cell says the same game."""
    opponent = cell.opponent
    assert opponent is not None
    _check_opponent(chart, number, round_number, opponent)
    theirs = _cell_of(chart, opponent, round_number)
    if theirs is None or theirs.letter not in _SCORES or theirs.opponent != number:
        found = "nothing" if theirs is None else str(theirs)
        where = _where(number, round_number)
        raise InputError(f"{where} has {cell}, but player {opponent} has {found} there: correct one of the two.")
    if theirs.letter != _OTHER_SIDE[cell.letter]:
        raise InputError(
            f"{_where(number, round_number)} has {_WORDS[cell.letter]} against player {opponent}, who has "
            f"{_WORDS[theirs.letter]}: correct one of the two."
        )


def _check_forfeit(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, cell: PrintedCell
) -> None:
    """Raise InputError where an opponent named in an unplayed round has a played game with this player there."""
    if cell.opponent is None:
        return
    _check_opponent(chart, number, round_number, cell.opponent)
    theirs = _cell_of(chart, cell.opponent, round_number)
    if theirs is not None and theirs.letter in _SCORES and theirs.opponent == number:
        raise InputError(
            f"{_where(number, round_number)} has {cell}, not played, but player {cell.opponent} has {theirs} there: "
            "correct one of the two."
        )
