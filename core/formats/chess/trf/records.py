"""The columns, tags and codes of FIDE's tournament report file (TRF), which its reader and its writer share.

TRF16 (FIDE handbook C.04, annex 2) and TRF26 (Council, 12 May 2025). Columns count from 1 there, slices from 0 here.
"""

import re
from typing import NamedTuple

from core.crosstable import ByeKind
from core.formats.common.names import shorten
from core.formats.common.warnings import ParseWarnings

# The player record, 001; national rating records have the same columns, as far as 79.
NUMBER, SEX, TITLE, NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
RATING, FEDERATION, FIDE_ID, BORN = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
POINTS, RANK = slice(80, 84), slice(85, 89)
FIRST_ROUND, ROUND_WIDTH = 91, 10
MOST_ROUNDS = 99

GAME_CODES = {
    "1": (1.0, True),
    "=": (0.5, True),
    "0": (0.0, True),
    "W": (1.0, False),
    "D": (0.5, False),
    "L": (0.0, False),
}
"""Score, and whether the game is rated: W, D and L lasted less than a move."""
BYE_CODES = {
    "+": ByeKind.FORFEIT_WIN,
    "-": ByeKind.FORFEIT_LOSS,
    "H": ByeKind.HALF_POINT,
    "F": ByeKind.FULL_POINT,
    "U": ByeKind.FULL_POINT,
    "Z": ByeKind.ZERO_POINT,
}
RESULTS = "1, = or 0 (rated), W, D or L (not rated), + or - (forfeit), H, F, U or Z (bye)"
"""What a result may be, in words for people."""

TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
"""The short forms of TRF06."""

_HEADER_TAGS = {"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "132"}
_TAGS_OF_2026 = {
    *("142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362"),
    *("240", "250", "260", "299", "300", "310", "320", "330", "801", "802"),
}
_REPEATED_TAGS = {"001", "112", "013"} | {tag for tag in _TAGS_OF_2026 if not tag.endswith("2") or tag == "802"}
_EXTENSIONS = {
    *("XXR", "XXZ", "XXS", "XXC", "XXA", "XXP"),  # JaVaFo
    *("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),  # bbpPairings
    "DAT",  # Tornelo
}
_NUMERIC_TAGS = _HEADER_TAGS | _TAGS_OF_2026 | {"001", "013", "112"}
_NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{0,3}[0-9]")
_RULER = re.compile(r"[0-9\s]+")
_SHORT = 100
_LONGEST_LINE = 12_000  # 2,000 players in a list of byes


class FileLine(NamedTuple):
    """A line of the file; `number` counts from 1."""

    number: int
    text: str


def records_of(text: str, doubts: ParseWarnings) -> dict[str, list[FileLine]]:
    """Return the lines by their tag, national rating records under "NRS"; leave out comments, rulers and stray lines.

    Each tag that stands once in a file has one line, the first.
    """
    records: dict[str, list[FileLine]] = {}
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.rstrip()
        tag = line[:3]
        if not line or tag == "###":
            continue
        if tag != "001":
            line = line[:_LONGEST_LINE]
        is_record = not line[3:4].strip()
        if is_record and (tag in _NUMERIC_TAGS or tag in _EXTENSIONS):
            here = records.setdefault(tag, [])
            if here and tag not in _REPEATED_TAGS and tag not in _EXTENSIONS:
                doubts.add(
                    number, "a second record", f"a second record {tag}: the first, in line {here[0].number}, counts"
                )
            else:
                here.append(FileLine(number, line))
        elif _NATIONAL.match(line):
            records.setdefault("NRS", []).append(FileLine(number, line))
        elif not _RULER.fullmatch(line):
            doubts.add(number, "no known record", f'"{shorten(line[:_SHORT])}" is no known record: left out')
    return records


def edition(records: dict[str, list[FileLine]], letters: bool, slashed: bool) -> str:
    """Return which edition of the format it is, in words.

    letters: whether byes are written as H, F, U or Z; slashed: whether a date is written as YYYY/MM/DD. Both came with
    the edition of 2016. The drafts of 2025 have the tags of TRF26.
    """
    if "NRS" in records or any(tag in records for tag in _TAGS_OF_2026):
        return "TRF26"
    if any(tag in records for tag in _EXTENSIONS):
        return "TRF16 with pairing extensions"
    return "TRF16" if letters or slashed else "TRF06"


def is_trf(text: str) -> bool:
    """Tell by its contents whether a text is a tournament report file: a player's record, or two of the header."""
    if _PLAYER.search(text):
        return True
    return len({match[1] for match in _HEADER.finditer(text)} & _HEADER_TAGS) > 1


_PLAYER = re.compile(r"^001 (?=[ 0-9]{0,3}[0-9])[ 0-9]{4} ", re.MULTILINE)
_HEADER = re.compile(r"^(0[1-9]2|1[0-3]2)(?= |$)", re.MULTILINE)


def whole(text: str) -> int | None:
    """Return a number of up to six digits, None for anything else."""
    written = text.strip()
    return int(written) if len(written) <= 6 and written.isascii() and written.isdigit() else None


def numbers(text: str) -> list[int]:
    """Return the numbers among the words of a text, each once."""
    return [number for word in dict.fromkeys(text.split()) if (number := whole(word))]
