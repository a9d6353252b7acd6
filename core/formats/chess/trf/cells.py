"""The cells of a player record in a tournament report file: opponent, colour and result of each round."""

from collections.abc import Sequence
from typing import NamedTuple

from core.formats.chess.trf.records import BYE_CODES, FIRST_ROUND, GAME_CODES, RESULTS, ROUND_WIDTH, whole
from core.formats.common.names import shorten
from core.formats.common.warnings import ParseWarnings, fault

_KNOWN = GAME_CODES.keys() | BYE_CODES.keys() | {""}
_COLOURS = {"w": "w", "b": "b", "-": "", "": ""}
_WITHOUT_OPPONENT = {"1": "F", "W": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
_BYES = frozenset("FHUZ")
_WORDS = {"F": "full-point", "H": "half-point", "Z": "zero-point"}


class RoundCell(NamedTuple):
    """One round of one player, TRF26 columns 92 to 99.

    opponent: 0 for none. colour: "w", "b", or nothing. code: the result in capitals, or nothing where it is blank.
    """

    opponent: int
    colour: str
    code: str


class _Doubtful(NamedTuple):
    """A cell with the doubt about it: its kind, and its text."""

    cell: RoundCell
    kind: str
    text: str


class CellReader:
    """Read cells; one that was seen before is not taken apart again."""

    def __init__(self, doubts: ParseWarnings) -> None:
        self._doubts = doubts
        self._seen: dict[str, RoundCell] = {}
        self._doubtful: dict[str, _Doubtful] = {}

    def cells(self, line: int, text: str) -> list[RoundCell | None]:
        """Return the cells of a line, None for a blank one; raise InputError with the line for an unknown one."""
        cells: list[RoundCell | None] = []
        seen = self._seen
        for start in range(FIRST_ROUND, len(text), ROUND_WIDTH):
            written = text[start : start + ROUND_WIDTH]
            cell = seen.get(written)
            if cell is None and not written.isspace():
                cell = self._new(line, len(cells) + 1, written)
            cells.append(cell)
        return cells

    def _new(self, line: int, round_number: int, written: str) -> RoundCell:
        """Return a cell, and keep it; tell the doubt about it each time."""
        read = self._doubtful.get(written) or _read(line, round_number, written)
        if isinstance(read, RoundCell):
            self._seen[written] = read
            return read
        self._doubtful[written] = read
        self._doubts.add(line, read.kind, f"round {round_number}: {read.text}")
        return read.cell


def _read(line: int, round_number: int, written: str) -> RoundCell | _Doubtful:
    """Take a cell apart; raise InputError with the line for one that is none."""
    start = FIRST_ROUND + ROUND_WIDTH * (round_number - 1)
    opponent = whole(written[:4].strip() or "0")
    between = written[4:5] + written[6:7] + written[8:]
    if opponent is None or between.strip():
        raise fault(
            line,
            f'round {round_number} has "{shorten(written)}": write the opponent in columns {start + 1} to '
            f"{start + 4}, the colour in {start + 6}, the result in {start + 8}.",
        )
    code = written[7:8].strip().upper()
    if code not in _KNOWN:
        raise fault(line, f'round {round_number}: "{shorten(code)}" is no result: write {RESULTS}.')
    colour = _COLOURS.get(written[5:6].strip().lower())
    if code in GAME_CODES and not opponent:
        bye = _WITHOUT_OPPONENT[code]
        text = f'a result "{code}" without an opponent is taken as a {_WORDS[bye]} bye'
        return _Doubtful(RoundCell(0, "", bye), "results without an opponent", text)
    if code in _BYES and opponent:
        text = f'a bye, "{code}", has no opponent: number {opponent} is left out'
        return _Doubtful(RoundCell(0, "", code), "byes with an opponent", text)
    if colour is None:
        text = f'"{shorten(written[5])}" is no colour, which are w and b: taken as unknown'
        return _Doubtful(RoundCell(opponent, "", code), "unknown colours", text)
    return RoundCell(opponent, colour, code)


def is_blank(cells: Sequence[RoundCell | None], place: int) -> bool:
    """Tell whether a round, counted from 0, has neither an opponent nor a result."""
    cell = cells[place] if place < len(cells) else None
    return cell is None or not (cell.code or cell.opponent)


def set_cell(cells: list[RoundCell | None], place: int, cell: RoundCell) -> None:
    """Put a cell into a round, counted from 0, beyond the last one too."""
    cells.extend([None] * (place + 1 - len(cells)))
    cells[place] = cell
