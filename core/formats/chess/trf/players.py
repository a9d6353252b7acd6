"""The player records of a tournament report file, 001: who played, and the cells of their rounds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.event_file import FilePlayer
from core.formats.chess.trf.cells import CellReader, RoundCell
from core.formats.chess.trf.records import (
    BORN,
    FEDERATION,
    FIDE_ID,
    FIRST_ROUND,
    MOST_ROUNDS,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    ROUND_WIDTH,
    SEX,
    TITLE,
    TITLES,
    FileLine,
    whole,
)
from core.formats.common.names import shorten
from core.formats.common.warnings import ParseWarnings, clean, fault
from core.formats.common.written_days import parse_written_day, says_nothing

_SEXES = {"m": "m", "w": "w", "f": "w"}
_BETWEEN = ((52, "rating"), (56, "federation"), (68, "FIDE number"))
_USUAL_RATINGS = range(100, 3501)
_SHORTEST_FIDE_ID = 6


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of the file.

    points, rank: as written, None where there are none. cells: of each round; byes told elsewhere are put in.
    slashed: whether the birth date is written YYYY/MM/DD.
    """

    player: FilePlayer
    line: int
    points: float | None
    rank: int | None
    cells: list[RoundCell | None]
    slashed: bool


def read_players(lines: Sequence[FileLine], doubts: ParseWarnings) -> dict[int, PlayerLine]:
    """Read the player records by pairing number; raise InputError with the line for one that cannot be read."""
    reader = CellReader(doubts)
    players: dict[int, PlayerLine] = {}
    for line in lines:
        read = _player(line, reader, doubts)
        number = read.player.number
        if number in players:
            raise fault(
                line.number,
                f"player {number} stands in line {players[number].line} too: give each player their own number.",
            )
        players[number] = read
    return players


def _player(line: FileLine, reader: CellReader, doubts: ParseWarnings) -> PlayerLine:
    number, text = whole(line.text[NUMBER]), line.text
    if not number:
        raise fault(
            line.number, f'"{shorten(text[NUMBER])}" is no starting number: write it in columns 5 to 8, from 1 upward.'
        )
    name = text[NAME]
    if not text.isascii() and not _is_aligned(text):
        # Some programs count the bytes of UTF-8 instead of the letters.
        in_bytes = text.encode().decode("latin-1")
        if _is_aligned(in_bytes):
            text, name = in_bytes, in_bytes[NAME].encode("latin-1").decode(errors="ignore")
    if len(text) > FIRST_ROUND + MOST_ROUNDS * ROUND_WIDTH:
        raise fault(line.number, f"there are more than {MOST_ROUNDS} rounds: cut what follows column 1081.")
    _check_columns(line.number, text)
    name = clean(name)
    if not name:
        raise fault(line.number, f"player {number} has no name: write it in columns 15 to 47.")
    born, year = _born(line.number, text, doubts)
    player = FilePlayer(
        number=number,
        name=name,
        rating=_rating(line.number, text, doubts),
        fide_id=_fide_id(line.number, text, doubts),
        born=born,
        born_year=year,
        federation=_federation(line.number, text, doubts),
        sex=_sex(line.number, text, doubts),
        title=_title(text),
        line=line.number,
    )
    points = _points(line.number, text, doubts)
    cells = reader.cells(line.number, text)
    return PlayerLine(player, line.number, points, whole(text[RANK]) or None, cells, text[BORN][4:5] == "/")


def _is_aligned(text: str) -> bool:
    """Tell whether the columns that part the others are blank."""
    between = "".join(text[place : place + 1] for place, _ in _BETWEEN) + text[FIRST_ROUND - 2 : FIRST_ROUND]
    return not between.strip() and not "".join(text[FIRST_ROUND + step :: ROUND_WIDTH] for step in (4, 6, 8, 9)).strip()


def _check_columns(line: int, text: str) -> None:
    """Raise InputError where the columns are shifted: half a rating would be read as a whole one."""
    if text[47:49].isdigit():
        raise fault(line, "the rating begins in column 48: move what follows the name one column to the right.")
    for place, before in _BETWEEN:
        if text[place : place + 1].strip():
            raise fault(
                line,
                f'column {place + 1} has "{shorten(text[place])}", but parts the {before} from what follows: '
                "move what follows the name until that is blank.",
            )


def _rating(line: int, text: str, doubts: ParseWarnings) -> float | None:
    written = text[RATING].strip()
    rating = whole(written or "0")
    if rating is None:
        raise fault(line, f'"{shorten(written)}" is no rating: write one in columns 49 to 52, or 0 for unrated.')
    if rating and rating not in _USUAL_RATINGS:
        doubts.add(line, "unusual ratings", f"a rating of {rating} is unusual")
    return float(rating) if rating else None


def _fide_id(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[FIDE_ID].strip()
    if not written.strip("0"):
        return None
    if not (written.isascii() and written.isdigit()) or len(written.lstrip("0")) < _SHORTEST_FIDE_ID:
        doubts.add(line, "no FIDE id", f'"{shorten(written)}" is not a FIDE id of six digits or more: left out')
        return None
    return written.lstrip("0")


def _born(line: int, text: str, doubts: ParseWarnings) -> tuple[date | None, int | None]:
    """Return the birth date, or the year alone."""
    written = text[BORN].strip()
    if says_nothing(written):
        return None, None
    read = parse_written_day(written)
    # Two digits do not tell the century, and the event's day is no help for a grandmother.
    if read is None or not re.search(r"\d{4}", written, re.ASCII):
        doubts.add(line, "birth dates", f'"{shorten(written)}" is no birth date: left out, write YYYY/MM/DD')
        return None, None
    if not read.sure:
        doubts.add(line, "birth dates", f'the birth date "{shorten(written)}" is taken as {read.day}')
    return (None, read.year) if read.day is None else (read.day, None)


def _federation(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[FEDERATION].strip()
    if not written:
        return None
    if not re.fullmatch(r"[A-Za-z]{3}", written):
        doubts.add(line, "federations", f'"{shorten(written)}" is no federation of three letters: left out')
        return None
    return written.upper()


def _sex(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[SEX].strip()
    sex = _SEXES.get(written.lower())
    if written and sex is None:
        doubts.add(
            line, "unknown letters for the sex", f'"{shorten(written)}" in column 10 is neither m nor w: left out'
        )
    return sex


def _title(text: str) -> str | None:
    written = clean(text[TITLE]).upper()
    return TITLES.get(written, written) or None


def _points(line: int, text: str, doubts: ParseWarnings) -> float | None:
    written = text[POINTS].strip().replace(",", ".").replace("½", ".5")
    if not written:
        return None
    if not re.fullmatch(r"\d{1,4}|\d{0,3}\.\d{0,2}", written, re.ASCII) or written == ".":
        doubts.add(line, "unreadable points", f'the points "{shorten(written)}" are no number: left out')
        return None
    return float(written)
