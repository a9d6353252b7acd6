"""The dBase III container, bytes in and bytes out (uschess-files, section 2).

Reading is tolerant: programs disagree about the update date, the reserved bytes and what follows the last record.
Writing is strict: ASCII alone, every value within its field, nothing cut.
"""

import re
import struct
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.text_lines import clean

MOST_FIELDS, MOST_ROWS, MOST_BYTES = 128, 20_000, 4 * 1024 * 1024
_HEADER = struct.Struct("<4BIHH20x")
_FIELD = struct.Struct("<11sc4xBB14x")
_VERSION, _END_OF_FIELDS, _END_OF_FILE = 0x03, 0x0D, 0x1A
_LIVE, _DELETED = 0x20, 0x2A
_PRINTABLE = re.compile(r"[\x20-\x7e]*")


class DbfField(NamedTuple):
    """A column; the kind is C (text), N (number), D (date as YYYYMMDD) or L, all of which are read as text."""

    name: str
    width: int
    kind: str = "C"


class DbfRow(NamedTuple):
    """A record; `number` counts from 1, with the deleted ones."""

    number: int
    record: bytes
    places: Mapping[str, slice]

    def raw(self, name: str) -> bytes:
        """Return a value as it stands, nothing where there is no such column."""
        place = self.places.get(name)
        return b"" if place is None else self.record[place]

    def text(self, name: str) -> str:
        """Return a value without the spaces around it, empty where there is no such column."""
        return decoded(self.raw(name))


class DbfTable(NamedTuple):
    """A file; `deleted` are the numbers of the records that were left out because they are marked so."""

    fields: tuple[DbfField, ...]
    rows: tuple[DbfRow, ...]
    deleted: tuple[int, ...] = ()

    def has(self, name: str) -> bool:
        """Tell whether there is such a column."""
        return any(field.name == name for field in self.fields)

    def width(self, name: str) -> int:
        """Return the width of a column, 0 where there is none."""
        return next((field.width for field in self.fields if field.name == name), 0)


def decoded(raw: bytes) -> str:
    """Return a stripped value: ASCII, else UTF-8, else Windows' Western encoding."""
    raw = raw.strip(b" \0")
    try:
        return clean(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return clean(raw.decode("cp1252", errors="replace"))


def first_field(data: bytes) -> str:
    """Return the name of the first column, by which files are told apart; empty for what is no dBase III file."""
    if len(data) < _HEADER.size + _FIELD.size or data[0] != _VERSION:
        return ""
    return _field_at(data, _HEADER.size).name


def read_dbf(data: bytes, name: str) -> DbfTable:
    """Read a file; raise InputError, which begins with `name`, for one that is none, is cut off or is too large."""
    if len(data) > MOST_BYTES:
        raise InputError(f"{name} has more than {MOST_BYTES // 1024 // 1024} MiB: upload the report of one event.")
    if len(data) < _HEADER.size or data[0] != _VERSION:
        raise InputError(f"{name} is no dBase III file: upload the file as the pairing program wrote it.")
    _, _, _, _, count, start, length = _HEADER.unpack_from(data)
    fields = _fields(data, start, name)
    if length != 1 + sum(field.width for field in fields):
        raise InputError(f"{name}: its records are not as long as its columns: export the report again.")
    if count > MOST_ROWS:
        raise InputError(f"{name} has more than {MOST_ROWS} rows: upload the report of one event.")
    if start + count * length > len(data):
        raise InputError(f"{name} is cut off before its last row: upload it again.")
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
            raise InputError(f"{name}, row {number}: the row does not begin as rows do: export the report again.")
    return DbfTable(fields, tuple(rows), tuple(deleted))


def _fields(data: bytes, start: int, name: str) -> tuple[DbfField, ...]:
    fields: list[DbfField] = []
    position = _HEADER.size
    # They stop at 0x0D; the header's length, after which the records come, may count a byte more than that.
    while position < min(start, len(data)) and data[position] != _END_OF_FIELDS:
        if position + _FIELD.size > min(start, len(data)):
            raise InputError(f"{name} is cut off within its columns: upload it again.")
        if len(fields) == MOST_FIELDS:
            raise InputError(f"{name} has more than {MOST_FIELDS} columns: upload the report of one event.")
        fields.append(_field_at(data, position))
        position += _FIELD.size
    if not fields or start <= _HEADER.size:
        raise InputError(f"{name} has no columns: export the report again.")
    return tuple(fields)


def _field_at(data: bytes, position: int) -> DbfField:
    name, kind, width, _ = _FIELD.unpack_from(data, position)
    return DbfField(clean(name.split(b"\0")[0].decode("latin-1")).upper(), width, clean(kind.decode("latin-1")))


def write_dbf(fields: Sequence[DbfField], rows: Sequence[Sequence[str]], updated: date) -> bytes:
    """Write a file of text columns, left-justified; raise InputError for a value that does not fit or is not ASCII."""
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
    """Return a value as wide as its column; raise InputError, with the limit, for one that does not fit."""
    if len(value) > field.width:
        raise InputError(
            f'{field.name}: "{shorten(value)}" has {len(value)} characters, the report takes {field.width}: shorten it.'
        )
    if _PRINTABLE.fullmatch(value) is None:
        raise InputError(f'{field.name}: "{shorten(clean(value))}" has characters that the report cannot hold.')
    return value.encode("ascii").ljust(field.width)
