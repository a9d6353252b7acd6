"""One round of one player in a rating report: the code letter, the opponent and the colour (section 4)."""

import re
from typing import NamedTuple

from core.crosstable import ByeKind
from core.errors import InputError
from core.formats.common.names import shorten

_CELL = re.compile(r"([A-Z$#%])?\s*([0-9]{1,4})?\s*([WB-])?", re.ASCII)
DOUBLE = frozenset("$#%")
SPECIAL = frozenset("NSR")
"""Deliberately unequal results, whose points nothing tells."""
PLAYED = frozenset("WLD") | DOUBLE | SPECIAL
FORFEITS = frozenset("XF")
BYES = {
    "X": ByeKind.FORFEIT_WIN,
    "F": ByeKind.FORFEIT_LOSS,
    "Z": ByeKind.HALF_POINT,  # a forfeit draw, which US Chess rates as a half-point bye
    "B": ByeKind.FULL_POINT,
    "H": ByeKind.HALF_POINT,
    "U": ByeKind.UNPLAYED,
}
_LETTER_OF_BYE = {
    ByeKind.FULL_POINT: "B",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "U",
    ByeKind.FORFEIT_WIN: "X",
    ByeKind.FORFEIT_LOSS: "F",
    ByeKind.UNPLAYED: "U",
}
_SCORES = {1.0: "W", 0.5: "D", 0.0: "L"}


class ReportCell(NamedTuple):
    """A letter of section 4; the opponent's number, None where there is none; the colour, W, B or None."""

    letter: str
    opponent: int | None = None
    colour: str | None = None

    def __str__(self) -> str:
        return f"{self.letter}{self.opponent or 0}{self.colour or ''}"


NOTHING = ReportCell("U")
"""A round with nothing in it, blank or 0."""


def parse_cell(text: str) -> ReportCell:
    """Read a cell as any program writes it; raise InputError for what is no result."""
    written = text.strip().upper()
    if written in ("", "0", "-"):
        return NOTHING
    match = _CELL.fullmatch(written)
    letter = "" if match is None else match[1] or ""
    if letter == "I":
        raise InputError(f'"{shorten(text)}" is a correspondence game in progress: report it when it has ended.')
    if match is None or (letter not in PLAYED and letter not in BYES):
        raise InputError(f'"{shorten(text)}" is no result: export the report again, with cells such as W3B or H0.')
    opponent = int(match[2] or 0) or None
    if letter in PLAYED:
        return ReportCell(letter, opponent, match[3] if match[3] in ("W", "B") else None)
    return ReportCell(letter, opponent if letter in "XFZ" else None)


def played_text(score: float, opponent: int, white: bool | None) -> str:
    """Return the cell of a played game: code, opponent without padding, colour where it is known."""
    colour = "" if white is None else "W" if white else "B"
    return f"{_SCORES[score]}{opponent}{colour}"


def bye_text(kind: ByeKind) -> str:
    """Return the cell of a round without a game."""
    return f"{_LETTER_OF_BYE[kind]}0"
