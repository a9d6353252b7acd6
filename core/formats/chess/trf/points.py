"""The points of a tournament report file: what a result counts, and half points that stand nowhere else.

Old files leave the round of a half-point bye blank and add the half point to Points (TRF06).
"""

import re
from collections.abc import Mapping, Sequence

from core import words
from core.formats.chess.trf.cells import RoundCell, is_blank, set_cell
from core.formats.chess.trf.players import PlayerLine
from core.formats.chess.trf.records import FileLine, numbers
from core.formats.common.warnings import ParseWarnings

_Values = dict[tuple[str, str], float]
"""Points by colour, "w", "b" or nothing, and result."""

_DEFAULTS = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0}
_DEFAULT_BYES = {"+": 1.0, "-": 0.0, "H": 0.5, "F": 1.0, "U": 1.0, "Z": 0.0, "": 0.0}
_ALL = ("", "w", "b")
_WIN, _DRAW, _LOSS = ("1", "W"), ("=", "D"), ("0", "L")
# TRF26, record 162: W also forfeits and full-point byes, D half-point byes, A absences, P allocated byes.
_RECORD_162: dict[str, tuple[str, ...]] = {
    "W": (*_WIN, "+", "F", "U"),
    "D": (*_DRAW, "H"),
    "L": _LOSS,
    "A": ("-", "Z"),
    "P": ("U",),
}
# JaVaFo's advanced user manual, XXS.
_XXS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "WW": (("w",), _WIN),
    "BW": (("b",), _WIN),
    "WD": (("w",), _DRAW),
    "BD": (("b",), _DRAW),
    "WL": (("w",), _LOSS),
    "BL": (("b",), _LOSS),
    "W": (_ALL, (*_WIN, "+", "F")),
    "D": (_ALL, (*_DRAW, "H")),
    "ZPB": (_ALL, ("Z",)),
    "HPB": (_ALL, ("H",)),
    "FPB": (_ALL, ("F",)),
    "PAB": (_ALL, ("U",)),
    "FW": (_ALL, ("+",)),
    "FL": (_ALL, ("-",)),
}
_BBP: dict[str, tuple[str, ...]] = {
    "BBW": (*_WIN, "+", "F"),
    "BBD": (*_DRAW, "H"),
    "BBL": _LOSS,
    "BBZ": ("Z",),
    "BBF": ("-",),
    "BBU": ("U",),
}
_MOST_LINES = 50
_NUMBER = r"(\d{0,3}(?:[.,]\d{1,2})?)"


def values_of(records: Mapping[str, list[FileLine]]) -> _Values:
    """Return what each result counts: records 162, XXS and BB*, or a point a win and half a point a draw."""
    values = {(colour, code): points for colour in _ALL for code, points in (_DEFAULTS | _DEFAULT_BYES).items()}
    for line in records.get("162", ()):
        found = dict(re.findall(rf"([WDLAPX]) *=? *{_NUMBER}", line.text[4:200].upper(), re.ASCII))
        for key, codes in _RECORD_162.items():  # P stands last: it is as W unless it is told
            if found.get(key):
                _set(values, _ALL, codes, found[key])
    for line in records.get("XXS", [])[:_MOST_LINES]:
        for key, number in re.findall(rf"\b([A-Z]{{1,3}}) *= *{_NUMBER}", line.text[4:300].upper(), re.ASCII):
            if key in _XXS and number:
                _set(values, *_XXS[key], number)
    for tag, codes in _BBP.items():
        for line in records.get(tag, [])[:1]:
            match = re.match(_NUMBER, line.text[4:].strip(), re.ASCII)
            if match and match[1]:
                _set(values, _ALL, codes, match[1])
    return values


def _set(values: _Values, colours: Sequence[str], codes: Sequence[str], number: str) -> None:
    points = float(number.replace(",", "."))
    values.update({(colour, code): points for colour in colours for code in codes})


def fill_half_points(
    players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], doubts: ParseWarnings
) -> None:
    """Put half-point byes into blank rounds where they explain why Points are more than the results.

    Doubt each, and every other difference. Bonuses and penalties, record 299, explain a difference too. Where most
    players' points differ, they follow other rules than the file tells, and explain nothing.
    """
    values = values_of(records)
    half = values["", "H"]
    explained = {number for line in records.get("299", ()) for number in numbers(line.text[23:])}
    last_round = max((last_result(mine.cells) for mine in players.values()), default=0)
    counted = {number: mine for number, mine in players.items() if mine.points is not None and number not in explained}
    differences: dict[int, float] = {}
    for number, mine in counted.items():
        results = sum([values[cell.colour, cell.code] for cell in mine.cells if cell is not None])
        if mine.points is not None and abs(mine.points - results) > 0.001:
            differences[number] = mine.points - results
    for number, difference in differences.items():
        mine = counted[number]
        blank = [place for place in range(last_round) if is_blank(mine.cells, place)]
        count = difference / half if half else 0.0
        if 2 * len(differences) <= len(counted) and 1 <= round(count) <= len(blank) and abs(count % 1) < 0.001:
            # A player who withdrew is absent to the end: byes come before.
            taken = blank[: round(count)]
            for place in taken:
                set_cell(mine.cells, place, RoundCell(0, "", "H"))
            rounds = ", ".join(str(place + 1) for place in taken)
            text = f"half points stand in Points alone: a half-point bye is taken for round {rounds}"
            if len(blank) > len(taken):
                text += ", the first that is blank"
        else:
            given = mine.points or 0
            text = f"the file gives {words.counted(given, 'point')}, the results make {given - difference:g}"
        doubts.add(mine.line, "other points than the results make", text)


def last_result(cells: Sequence[RoundCell | None]) -> int:
    """Return the last round with a result in it, 0 for none."""
    return next((place + 1 for place in reversed(range(len(cells))) if not is_blank(cells, place)), 0)
