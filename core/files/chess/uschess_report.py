"""The US Chess rating report: three dBase files in a zip, layouts TA and 2C."""

import io
import re
import struct
import unicodedata
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import ByeKind, TimeControl
from core.event.event_file import FilePlayer, Remark
from core.files.common.packed import first_bytes, members_of, open_zip, unpacked
from core.files.common.people import NAME_SUFFIXES
from core.files.common.text import one_line, shorten
from core.files.typed.rules import parse_time_control
from core.lists import RatingList
from core.rating.uschess.rules import is_dual_rated, lists_for
from core.words import counted

# Letters that do not decompose (section 2), and word processors' signs.
_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ð": "d",
    "ẞ": "SS", "Ø": "O", "Ł": "L", "Đ": "D", "Æ": "AE", "Œ": "OE", "Þ": "TH", "Ð": "D",
    "‘": "'", "’": "'", "“": '"', "”": '"', "‐": "-", "–": "-", "—": "-", "⁄": "/",
})  # fmt: skip


def to_ascii(text: str, where: str) -> str:
    """Return text in ASCII without accents."""
    folded = unicodedata.normalize("NFKD", one_line(text).translate(_LETTERS)).translate(_LETTERS)
    plain = one_line("".join(letter for letter in folded if not unicodedata.combining(letter)))
    strange = next((letter for letter in plain if not " " <= letter <= "~"), None)
    if strange is not None:
        raise InputError(f'{where}: "{strange}" in "{shorten(text)}" has no ASCII letter. Write it in Latin letters.')
    return plain


def placeholder_name(number: int, member: str | None) -> str:
    return member or f"Player {number}"


def report_name(name: str, where: str) -> str:
    """Return LAST, FIRST in ASCII capitals."""
    plain = to_ascii(name, where).upper()
    last, comma, first = (part.strip() for part in plain.partition(","))
    if not comma:
        words = plain.split()
        surname = 2 if len(words) > 2 and words[-1] in NAME_SUFFIXES else 1
        last, first = " ".join(words[-surname:]), " ".join(words[:-surname])
    return f"{last}, {first}" if first else last


_WHOLE = re.compile(r"[0-9]{1,6}")
_UNITED_STATES = {"USA", "US", "U.S.A.", "U.S.", "UNITED STATES", "UNITED STATES OF AMERICA"}
_FEDERATION = re.compile(r"[A-Z]{3}")


def whole(text: str) -> int | None:
    """Return a whole number of up to six digits, else None."""
    return int(text) if _WHOLE.fullmatch(text) else None


def federation_of(country: str) -> str | None:
    """Return a federation's three letters, also of the United States written out; else None."""
    upper = country.upper()
    if upper in _UNITED_STATES:
        return "USA"
    return upper if _FEDERATION.fullmatch(upper) else None


MOST_REMARKS = 200


class Remarks:
    """Remarks on a file, limited in number."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left_out = 0

    def add(self, text: str) -> None:
        """Keep a remark; beyond the limit they are only counted."""
        if len(self._texts) < MOST_REMARKS:
            self._texts.append(text)
        else:
            self._left_out += 1

    def all(self) -> tuple[Remark, ...]:
        more = [f"Not shown: {counted(self._left_out, 'more remark')}."] if self._left_out else []
        return tuple(Remark(None, text) for text in self._texts + more)


MEMBER_ID = re.compile(r"[0-9]{8}")
LEAST_RATING, MOST_RATING = 100, 3000
_NO_ID = "00000000"
_LONGEST_ID = 20
_RATING = re.compile(r"([0-9]{1,4})(?:\.[0-9]*)?(?:[pP/]([0-9]{1,4}))?")
_STATE = re.compile(r"[A-Za-z]{2}")


def member_id(text: str) -> str | None:
    """Return a membership number of any length, or None (section 3, D_MEM_ID)."""
    return None if text in ("", _NO_ID, "0") else text[:_LONGEST_ID]


def state_of(text: str) -> str | None:
    return text.upper() if _STATE.fullmatch(text) else None


def rating_of(text: str, where: str, remarks: Remarks) -> tuple[float | None, int | None]:
    """Return a rating and its games, as in 1210P7; None, with a remark for an odd one."""
    if text in ("", "0", "-") or text.upper() in ("UNR", "UNR.", "UNRATED", "NEW"):
        return None, None
    match = _RATING.fullmatch(text)
    if match is None or not LEAST_RATING <= int(match[1]) <= MOST_RATING:
        remarks.add(
            f'{where}: "{shorten(text)}" is not a rating from {LEAST_RATING} to {MOST_RATING}. Read as unrated.'
        )
        return None, None
    return float(match[1]), None if match[2] is None else int(match[2])


def check_members(players: Iterable[FilePlayer], label: str, remarks: Remarks) -> None:
    seen: dict[str, int] = {}
    for player in players:
        where = f"{label}, player {player.number} ({shorten(player.name)})"
        if player.uschess_id is None:
            remarks.add(f"{where} has no US Chess id.")
            continue
        if player.uschess_id in seen:
            raise InputError(
                f"{label}: players {seen[player.uschess_id]} and {player.number} have the same US Chess id "
                f"{shorten(player.uschess_id)}. Correct the report."
            )
        seen[player.uschess_id] = player.number
        if not MEMBER_ID.fullmatch(player.uschess_id):
            remarks.add(f"{where}: {shorten(player.uschess_id)} is not a US Chess id, which has 8 digits.")


# One round of one player in a rating report (section 4)


_CELL = re.compile(r"([A-Z$#%])?\s*([0-9]{1,4})?\s*([WB-])?", re.ASCII)
DOUBLE = frozenset("$#%")
SPECIAL = frozenset("NSR")
"""Deliberately unequal results with unknown points."""
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
    """A letter of section 4; the opponent's number, None if none; the colour, W, B or None."""

    letter: str
    opponent: int | None = None
    colour: str | None = None

    def __str__(self) -> str:
        return f"{self.letter}{self.opponent or 0}{self.colour or ''}"


NOTHING = ReportCell("U")
"""A blank round, or 0."""


def parse_cell(text: str) -> ReportCell:
    written = text.strip().upper()
    if written in ("", "0", "-"):
        return NOTHING
    match = _CELL.fullmatch(written)
    letter = "" if match is None else match[1] or ""
    if letter == "I":
        raise InputError(f'"{shorten(text)}" is a correspondence game in progress. Report it when it has ended.')
    if match is None or (letter not in PLAYED and letter not in BYES):
        raise InputError(f'"{shorten(text)}" is not a result, such as W3B or H0. Export the report again.')
    opponent = int(match[2] or 0) or None
    if letter in PLAYED:
        return ReportCell(letter, opponent, match[3] if match[3] in ("W", "B") else None)
    return ReportCell(letter, opponent if letter in "XFZ" else None)


def played_text(score: float, opponent: int, white: bool | None) -> str:
    """Return a played game's cell: code, unpadded opponent, colour if known."""
    colour = "" if white is None else "W" if white else "B"
    return f"{_SCORES[score]}{opponent}{colour}"


def bye_text(kind: ByeKind) -> str:
    return f"{_LETTER_OF_BYE[kind]}0"


# Time controls and rating systems as rating reports have them (section 5).


SYSTEMS = {"R": "regular", "D": "dual", "Q": "quick", "B": "blitz"}
_LONGEST_WRITTEN = 60
_MOST_MINUTES, _MOST_SECONDS = 999, 999
_PART = re.compile(
    r"""(?:\d{1,3}/|(?:game|g|sd)(?:in|/)?)(?P<minutes>\d{1,3})(?:min(?:ute)?s?)?  # 40/90, SD/30, Game in 60
    | (?:\+|delay|d|inc(?:rement)?|i)/?(?P<seconds>\d{1,3})(?:sec(?:ond)?s?)?      # d5, +30, inc 30
    | (?P<spoken>\d{1,3})(?:-?sec(?:ond)?s?)(?:-?(?:delay|inc(?:rement)?))?        # 5 second delay
    """,
    re.ASCII | re.VERBOSE,
)


def read_control(text: str) -> TimeControl | None:
    """Read a time control, minutes of its periods summed; None if unreadable."""
    if len(text) > _LONGEST_WRITTEN:
        return None
    try:
        control = parse_time_control(text)
    except InputError:
        return _periods("".join(text.lower().split()))
    return control if control.minutes else None


def _periods(written: str) -> TimeControl | None:
    minutes = seconds = position = 0
    while position < len(written):
        match = _PART.match(written, position)
        if match is None:
            return None
        minutes += int(match["minutes"] or 0)
        seconds = max(seconds, int(match["seconds"] or match["spoken"] or 0))
        position = match.end()
        while position < len(written) and written[position] in ",;":
            position += 1
    if not minutes or minutes > _MOST_MINUTES or seconds > _MOST_SECONDS:
        return None
    return TimeControl(minutes, seconds)


def spelled(control: TimeControl) -> str:
    """Return a time control as US Chess stores it; up to 5 seconds are delay."""
    return f"G/{control.minutes};{'d' if control.seconds <= 5 else '+'}{control.seconds}"


def rating_system(control: TimeControl) -> str:
    """Return the rating system's letter for a time control; raise RuleError if too fast."""
    lists = lists_for(control)
    if is_dual_rated(control):
        return "D"
    return {RatingList.USCHESS_REGULAR: "R", RatingList.USCHESS_QUICK: "Q"}.get(lists[0], "B")


def conflict(control: TimeControl, letter: str) -> str:
    """Return how a time control contradicts the letter beside it; empty if they agree."""
    try:
        system = rating_system(control)
    except RuleError as error:
        return error.message
    # D is the letter with which blitz is known to be accepted.
    if letter in ("", system) or (system == "B" and letter == "D"):
        return ""
    said = SYSTEMS.get(letter, f'"{letter}"')
    return f"the report says {said}, but by the time control {control} it is {SYSTEMS[system]}: that counts."


# dBase III (uschess-files, section 2): tolerant reading, strict writing.


MOST_FIELDS, MOST_ROWS, MOST_BYTES = 128, 20_000, 4 * 1024 * 1024
_HEADER = struct.Struct("<4BIHH20x")
_FIELD = struct.Struct("<11sc4xBB14x")
_VERSION, _END_OF_FIELDS, _END_OF_FILE = 0x03, 0x0D, 0x1A
_LIVE, _DELETED = 0x20, 0x2A
_PRINTABLE = re.compile(r"[\x20-\x7e]*")


class DbfField(NamedTuple):
    """A column. kind: C (text), N (number), D (YYYYMMDD) or L; all are read as text."""

    name: str
    width: int
    kind: str = "C"


class DbfRow(NamedTuple):
    """A record. number: from 1, with deleted ones."""

    number: int
    record: bytes
    places: Mapping[str, slice]

    def raw(self, name: str) -> bytes:
        place = self.places.get(name)
        return b"" if place is None else self.record[place]

    def text(self, name: str) -> str:
        """Return a stripped value; empty without such a column."""
        return decoded(self.raw(name))


class DbfTable(NamedTuple):
    """A file. deleted: numbers of omitted records, which are marked so."""

    fields: tuple[DbfField, ...]
    rows: tuple[DbfRow, ...]
    deleted: tuple[int, ...] = ()

    def has(self, name: str) -> bool:
        return any(field.name == name for field in self.fields)

    def width(self, name: str) -> int:
        return next((field.width for field in self.fields if field.name == name), 0)


def decoded(raw: bytes) -> str:
    """Return a stripped value: ASCII, else UTF-8, else Windows' Western encoding."""
    raw = raw.strip(b" \0")
    try:
        return one_line(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return one_line(raw.decode("cp1252", errors="replace"))


def first_field(data: bytes) -> str:
    """Return the first column's name; empty if not dBase III."""
    if len(data) < _HEADER.size + _FIELD.size or data[0] != _VERSION:
        return ""
    return _field_at(data, _HEADER.size).name


def read_dbf(data: bytes, name: str) -> DbfTable:
    if len(data) > MOST_BYTES:
        raise InputError(f"{name} has more than {MOST_BYTES // 1024 // 1024} MiB. Upload the report of one event.")
    if len(data) < _HEADER.size or data[0] != _VERSION:
        raise InputError(f"{name} is not a dBase III file. Upload the file as the pairing program wrote it.")
    _, _, _, _, count, start, length = _HEADER.unpack_from(data)
    fields = _fields(data, start, name)
    if length != 1 + sum(field.width for field in fields):
        raise InputError(f"{name}: its records are not as long as its columns. Export the report again.")
    if count > MOST_ROWS:
        raise InputError(f"{name} has more than {MOST_ROWS} rows. Upload the report of one event.")
    if start + count * length > len(data):
        raise InputError(f"{name} is cut off before its last row. Upload it again.")
    places: dict[str, slice] = {}
    position = 1
    for field in fields:
        places.setdefault(field.name, slice(position, position + field.width))
        position += field.width
    rows, deleted = [], []
    for number in range(1, count + 1):
        record = data[start + (number - 1) * length : start + number * length]
        if record[0] == _DELETED:
            deleted.append(number)
        elif record[0] == _LIVE:
            rows.append(DbfRow(number, record, places))
        else:
            raise InputError(f"{name}, row {number}: the row is damaged. Export the report again.")
    return DbfTable(fields, tuple(rows), tuple(deleted))


def _fields(data: bytes, start: int, name: str) -> tuple[DbfField, ...]:
    fields: list[DbfField] = []
    position = _HEADER.size
    # Fields stop at 0x0D; the header's length may count one byte more.
    while position < min(start, len(data)) and data[position] != _END_OF_FIELDS:
        if position + _FIELD.size > min(start, len(data)):
            raise InputError(f"{name} is cut off within its columns. Upload it again.")
        if len(fields) == MOST_FIELDS:
            raise InputError(f"{name} has more than {MOST_FIELDS} columns. Upload the report of one event.")
        fields.append(_field_at(data, position))
        position += _FIELD.size
    if not fields or start <= _HEADER.size:
        raise InputError(f"{name} has no columns. Export the report again.")
    return tuple(fields)


def _field_at(data: bytes, position: int) -> DbfField:
    name, kind, width, _ = _FIELD.unpack_from(data, position)
    return DbfField(one_line(name.split(b"\0")[0].decode("latin-1")).upper(), width, one_line(kind.decode("latin-1")))


def write_dbf(fields: Sequence[DbfField], rows: Sequence[Sequence[str]], updated: date) -> bytes:
    """Write a file of text columns, left-justified."""
    header = _HEADER.pack(
        _VERSION, updated.year - 1900, updated.month, updated.day,
        len(rows), 32 + 32 * len(fields) + 1, 1 + sum(field.width for field in fields),
    )  # fmt: skip
    parts = [header]
    parts += [_FIELD.pack(field.name.encode("ascii"), field.kind.encode("ascii"), field.width, 0) for field in fields]
    parts.append(bytes([_END_OF_FIELDS]))
    for row in rows:
        parts.append(bytes([_LIVE]))
        parts += [fitted(value, field) for value, field in zip(row, fields, strict=True)]
    parts.append(bytes([_END_OF_FILE]))
    return b"".join(parts)


def fitted(value: str, field: DbfField) -> bytes:
    if len(value) > field.width:
        raise InputError(
            f'{field.name}: "{shorten(value)}" has {len(value)} characters. The report allows {field.width}. '
            "Shorten it."
        )
    if _PRINTABLE.fullmatch(value) is None:
        raise InputError(
            f'{field.name}: "{shorten(one_line(value))}" has characters that are not allowed. Use Latin letters.'
        )
    return value.encode("ascii").ljust(field.width)


# The three files of a rating report (sections 1 and 3)


HEADER, SECTIONS, DETAILS = "THEXPORT", "TSEXPORT", "TDEXPORT"
NAME_OF_PREFIX = {"H_": HEADER, "S_": SECTIONS, "D_": DETAILS}
LAYOUT = "2C"
CELL_WIDTH = 7
MOST_SECTIONS, MOST_PLAYERS, MOST_ROUNDS, MOST_ROUNDS_READ = 99, 9_999, 32, 99
NAME_WIDTH = 30
_ROUND = re.compile(r"D_RND([0-9]{2})")

HEADER_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("H_FORMAT", 5), ("H_PROGRAM", 10), ("H_EVENT_ID", 12), ("H_NAME", 35), ("H_TOT_SECT", 2)),
        *(("H_BEG_DATE", 8), ("H_END_DATE", 8), ("H_AFF_ID", 8), ("H_CITY", 21), ("H_STATE", 2), ("H_ZIPCODE", 10)),
        *(("H_COUNTRY", 21), ("H_SENDCROS", 1), ("H_CTD_ID", 8), ("H_ATD_ID", 8), ("H_OTHER_TD", 255)),
    )
)
SECTION_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("S_EVENT_ID", 12), ("S_SEC_NUM", 2), ("S_SEC_NAME", 30), ("S_R_SYSTEM", 1), ("S_TIMECTL", 40)),
        *(("S_CTD_ID", 8), ("S_ATD_ID", 8), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2), ("S_LST_PAIR", 4)),
        *(("S_BEG_DATE", 8), ("S_END_DATE", 8), ("S_SCH_LVL", 1), ("S_GR_PRIX", 1), ("S_GP_PTS", 3), ("S_FIDE", 1)),
    )
)
_PLAYER_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("D_EVENT_ID", 12), ("D_SEC_NUM", 2), ("D_PAIR_NUM", 4), ("D_MEM_ID", 8), ("D_NAME", NAME_WIDTH)),
        *(("D_STATE", 2), ("D_RATING", 4)),
    )
)


def detail_fields(rounds: int) -> tuple[DbfField, ...]:
    """Return TDEXPORT's columns in layout 2C."""
    return _PLAYER_FIELDS + tuple(DbfField(f"D_RND{number:02}", CELL_WIDTH) for number in range(1, rounds + 1))


def round_columns(table: DbfTable) -> list[str]:
    """Return the rounds' columns, up to the first missing one."""
    names = {field.name for field in table.fields if _ROUND.fullmatch(field.name)}
    columns: list[str] = []
    while (name := f"D_RND{len(columns) + 1:02}") in names:
        columns.append(name)
    return columns


def has_names_and_colours(details: DbfTable) -> bool:
    """Return whether the layout is 2C, by columns, never by names or dates (section 1)."""
    return details.has("D_NAME") or details.width("D_RND01") == CELL_WIDTH


# The zip in which the three files of a rating report travel (section 1).


def kind_of(data: bytes) -> str | None:
    return NAME_OF_PREFIX.get(first_field(data)[:2])


def is_report_zip(data: bytes) -> bool:
    """Return whether data is a zip with a report's file, or with a .DBF."""
    try:
        with open_zip(data) as archive:
            return any(_looks_right(archive, member) for member in members_of(archive))
    except InputError:
        return False


def _looks_right(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    if member.filename.upper().endswith(".DBF"):
        return True
    try:
        return kind_of(first_bytes(archive, member, 64)) is not None
    except InputError:
        return False


def unpack(data: bytes) -> list[bytes]:
    """Return the files of a zip, in whatever folders."""
    return [content for _, content in unpacked(data)]


def pack(files: Mapping[str, bytes], written_on: date) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (written_on.year, written_on.month, written_on.day, 0, 0, 0))
            info.create_system = 0  # the same bytes on every system
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()
