"""A rating list of US Chess or another federation: only wanted ids, streamed.

TSV or CSV whose header names the columns as a roster's does, or DBF; optionally zipped.
"""

import csv
import struct
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import IO

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.event.event_file import Remark
from core.files.common.packed import BROKEN
from core.files.common.text import NAME_CHARACTERS, clean_name, shorten
from core.files.roster.fide_list import MOST_BROKEN, MOST_PLAYERS, MOST_UNPACKED, opened
from core.files.roster.table import Part, RatingColumn, RosterFile, RosterLine, column_of, plain_header, read_rating
from core.lists import RatingList
from core.words import counted

FORMAT = "US Chess rating list"
ENDINGS = (".txt", ".tsv", ".csv", ".dbf")
_LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ)
_ID, _NAME = "uschess_id", "name"
_DIGITS = 8
_LONGEST_LINE, _MOST_COLUMNS, _PIECE = 4_000, 100, 65_536
_FIELDS = {
    "mem id": _ID,
    "r mem id": _ID,
    "memid": _ID,
    "mem name": _NAME,
    "r mem name": _NAME,
    "r lpb rat": RatingList.USCHESS_REGULAR,
    "r rating1": RatingList.USCHESS_REGULAR,
    "q lpb rat": RatingList.USCHESS_QUICK,
    "r rating2": RatingList.USCHESS_QUICK,
    "b lpb rat": RatingList.USCHESS_BLITZ,
    "blitz": RatingList.USCHESS_BLITZ,
}
"""The federation's own names of fields."""
NEITHER = "The file is not a rating list. A list has a header, for example id, name, regular, quick, blitz."

Cells = Sequence[str]


def read_supplement(file: IO[bytes], wanted: Collection[str]) -> RosterFile:
    ids = frozenset(wanted)
    try:
        with opened(file, ENDINGS) as stream:
            start = stream.read(32)
            rows = _dbf_rows(start, stream) if _is_dbf(start) else _text_rows(start, stream)
            return _read(rows, ids)
    except (*BROKEN, csv.Error):
        raise InputError("The file is damaged or incomplete. Download it again.") from None


def _read(rows: Iterator[Cells], wanted: frozenset[str]) -> RosterFile:
    header = next(rows, ())
    columns = _columns(header)
    place = columns[_ID]
    found: list[RosterLine] = []
    seen = broken = 0
    for number, cells in enumerate(rows, start=2):
        if not any(cells):
            continue
        seen += 1
        key = cells[place].strip() if place < len(cells) else ""
        if not key.isdigit() or len(key) > _DIGITS:
            broken += 1
        elif key.zfill(_DIGITS) in wanted:
            line = _line(number, cells, columns)
            broken += line is None
            found += [] if line is None else [line]
        if seen > MOST_PLAYERS:
            raise InputError("The list has more players than a federation has. Download it again.")
    if not seen or broken > MOST_BROKEN * seen:
        wrong = f"Lines without a member id of up to 8 digits or a rating: {broken} of {seen}."
        raise InputError(f"{wrong} {NEITHER}")
    remarks = (Remark(None, f"{counted(broken, 'line')} without a member id or rating. Ignored."),) if broken else ()
    return RosterFile(FORMAT, tuple(found), remarks, True, seen - len(found))


def _columns(header: Cells) -> dict[str | RatingList, int]:
    columns: dict[str | RatingList, int] = {}
    for place, cell in enumerate(header[:_MOST_COLUMNS]):
        known = _FIELDS.get(plain_header(cell)) or column_of(cell, ())
        if isinstance(known, RatingColumn):
            known = known.rating_list if known.part is Part.RATING else None
        if known is not None:
            columns.setdefault(known, place)
    if _ID in columns and any(moved in columns for moved in _LISTS):
        return columns
    shown = shorten(", ".join(cell.strip() for cell in header[:12] if cell.strip()), 120)
    if any(cell.strip().isdigit() for cell in header) or not shown:
        raise InputError(f"The list has no header. {NEITHER} Download the file with a header, or write one.")
    raise InputError(
        f"The header of the list has the columns {shown}. Rename that of the member id to id, and those of the ratings "
        "to regular, quick and blitz."
    )


def _line(number: int, cells: Cells, columns: dict[str | RatingList, int]) -> RosterLine | None:
    def get(name: str | RatingList) -> str:
        place = columns.get(name, len(cells))
        return cells[place].strip() if place < len(cells) else ""

    ratings = {}
    try:
        for moved in _LISTS:
            read = read_rating(get(moved).strip("* "), number)
            if read is not None and read[0]:
                ratings[moved] = EnteredRating(*read)
    except InputError:
        return None
    details = {_ID: get(_ID).zfill(_DIGITS)}
    return RosterLine(number, clean_name(get(_NAME), NAME_CHARACTERS) or None, None, details, None, None, ratings)


# Lines of text


def _text_rows(start: bytes, file: IO[bytes]) -> Iterator[Cells]:
    lines = _lines(start, file)
    header = next(lines, "").removeprefix("\ufeff")
    delimiter = max("\t;,", key=header.count)
    if not header.count(delimiter):
        raise InputError(NEITHER)
    yield from csv.reader([header], delimiter=delimiter)
    is_quoted = delimiter != "\t"
    yield from csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE)


def _lines(start: bytes, file: IO[bytes]) -> Iterator[str]:
    rest, piece, total = b"", start, 0
    while piece:
        total += len(piece)
        if total > MOST_UNPACKED:
            raise InputError("The list is larger than a federation's has ever been. Download it again.")
        *lines, rest = (rest + piece).split(b"\n")
        if len(rest) > _LONGEST_LINE:
            raise InputError(NEITHER)
        yield from map(_decoded, lines)
        piece = file.read(_PIECE)
    if rest:
        yield _decoded(rest)


def _decoded(line: bytes) -> str:
    line = line.rstrip(b"\r")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


# Records of a DBF file


def _is_dbf(start: bytes) -> bool:
    return len(start) == 32 and start[0] & 0x07 == 3 and start[8:10] != b"\0\0" and 1 <= start[2] <= 12


def _dbf_rows(start: bytes, file: IO[bytes]) -> Iterator[Cells]:
    count, header, length = struct.unpack("<IHH", start[4:12])
    described = file.read(header - 32) if header > 32 else b""
    fields = [described[at : at + 32] for at in range(0, len(described) - 31, 32) if described[at] != 0x0D]
    if len(described) != header - 32 or not fields or count > MOST_PLAYERS:
        raise InputError("The DBF file is damaged. Download it again.")
    ends = [1]
    for field in fields:
        ends.append(ends[-1] + field[16])
    if ends[-1] > length:
        raise InputError("The DBF file is damaged. Download it again.")
    spans = [slice(*pair) for pair in pairwise(ends)]
    yield [_decoded(field[:11].split(b"\0")[0]) for field in fields]
    for _ in range(count):
        record = file.read(length)
        if len(record) < length:
            raise InputError("The DBF file is incomplete. Download it again.")
        if record[:1] != b"*":  # deleted
            yield [_decoded(record[span].strip()) for span in spans]
