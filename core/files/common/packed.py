"""Read a file as text, unpacking gzip up to a limit."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import Remark
from core.files.common.tables import MOST_BYTES
from core.files.common.text import ParseWarnings, one_line, shorten

MOST_UNPACKED = 192 * 1024 * 1024
"""The full published history of 1.5 million games has 157 MiB."""
MOST_LINES = 2_000_000
PIECE, LONGEST_LINE, MOST_MEMBERS = 1 << 16, 1 << 16, 10_000
MOST_CELLS = 200
"""Of a line of CSV."""

GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31
_DAMAGED = "The packed file is damaged. Pack it with gzip again, or upload the CSV as it is."


class Unpacked(io.RawIOBase):
    """The bytes of a file; raise InputError if invalid."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = memoryview(data), 0
        self._packed = data.startswith(GZIP)
        self._stream = zlib.decompressobj(_GZIP_WINDOW)
        self._rest = b""
        self._members = 1
        self._left, self._lines_left, self._unbroken = MOST_UNPACKED, MOST_LINES, 0

    @property
    def position(self) -> int:
        return self._at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        most = min(len(buffer), PIECE)
        piece = self._unpack(most) if self._packed else self._take(most)
        self._count(piece)
        buffer[: len(piece)] = piece
        return len(piece)

    def _take(self, most: int) -> bytes:
        piece = bytes(self._data[self._at : self._at + most])
        self._at += len(piece)
        return piece

    def _unpack(self, most: int) -> bytes:
        while True:
            if self._stream.eof and not self._next_member():
                return b""
            packed = self._rest or self._take(PIECE)
            try:
                piece = self._stream.decompress(packed, most)
            except zlib.error:
                raise InputError(_DAMAGED) from None
            self._rest = self._stream.unconsumed_tail
            if piece:
                return piece
            if not packed and not self._stream.eof:
                raise InputError(_DAMAGED)

    def _next_member(self) -> bool:
        rest = (self._stream.unused_data or self._take(PIECE)).lstrip(b"\0")
        while not rest and self._at < len(self._data):
            rest = self._take(PIECE).lstrip(b"\0")
        if not rest:
            return False
        self._members += 1
        if self._members > MOST_MEMBERS:
            raise InputError("The packed file has too many parts. Pack the CSV with gzip once.")
        self._stream, self._rest = zlib.decompressobj(_GZIP_WINDOW), rest
        return True

    def _count(self, piece: bytes) -> None:
        self._left -= len(piece)
        if self._left < 0:
            raise InputError(
                f"The file has more than {MOST_UNPACKED // 1024**2} MiB. Upload a part of the games, for example those "
                "since 2006."
            )
        returns = piece.count(b"\r")
        breaks = piece.count(b"\n") + (returns - piece.count(b"\r\n") if returns else 0)
        self._lines_left -= breaks
        if self._lines_left < 0:
            raise InputError(
                f"The file has more than {MOST_LINES:,} lines. "
                "Upload a part of the games, for example those since 2006."
            )
        if piece.count(b",") > MOST_CELLS * (breaks + 2):
            raise InputError(f"The lines have more than {MOST_CELLS} cells. Upload a CSV with one line per game.")
        # A line is held in memory as a whole.
        self._unbroken = 0 if breaks else self._unbroken + len(piece)
        if self._unbroken > LONGEST_LINE:
            raise InputError("The file has no lines. Upload a CSV with one line per game.")


_MAGIC = b"PK\x03\x04"
_DIRECTORY_ENTRY = b"PK\x01\x02"
_MOST_MEMBERS = 20
_MEMBER_BYTES = 4 * 1024 * 1024
_ENCRYPTED = 0x1
_MIB = 1024 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, OverflowError,
    NotImplementedError, IndexError, KeyError,
)  # fmt: skip
"""What zipfile raises for a damaged zip or none."""

_REFUSAL = "The zip is damaged. Make a new one of the files of one event."


class ZippedFile(NamedTuple):
    """A file of a zip. name: with its folders."""

    name: str
    content: bytes


def is_zip(data: bytes) -> bool:
    try:
        with open_zip(data):
            return True
    except InputError:
        return False


def open_zip(data: bytes) -> zipfile.ZipFile:
    if len(data) > MOST_BYTES:
        raise InputError(f"The zip has more than {MOST_BYTES // _MIB} MiB. Put only one event into it.")
    # Before the library builds an object for each of them.
    if not data.startswith(_MAGIC) or data.count(_DIRECTORY_ENTRY) > 10 * _MOST_MEMBERS:
        raise InputError(_REFUSAL)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except BROKEN:
        raise InputError(_REFUSAL) from None


def members_of(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return a zip's files, without folders and macOS' extras."""
    members = [member for member in archive.infolist() if not member.filename.startswith("__MACOSX/")]
    members = [member for member in members if base_name(member.filename) not in (".DS_Store", "")]
    if len(members) > _MOST_MEMBERS:
        raise InputError(f"The zip has more than {_MOST_MEMBERS} files. Put only those of one event into it.")
    return members


def first_bytes(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Return the first `most` bytes of a file, whatever size it claims to have."""
    if member.compress_type not in METHODS:
        raise InputError("The zip's compression is not supported. Make an ordinary zip.")
    try:
        with archive.open(member) as file:
            return file.read(most)
    except BROKEN:
        raise InputError(_REFUSAL) from None


def unpacked(data: bytes) -> Iterator[ZippedFile]:
    with open_zip(data) as archive:
        for member in members_of(archive):
            if member.flag_bits & _ENCRYPTED:
                raise InputError("The zip is encrypted. Make one without a password.")
            content = first_bytes(archive, member, _MEMBER_BYTES + 1)
            if len(content) > _MEMBER_BYTES:
                name = shorten(one_line(member.filename))
                raise InputError(
                    f'"{name}" in the zip has more than {_MEMBER_BYTES // _MIB} MiB. Upload only one event.'
                )
            yield ZippedFile(member.filename, content)


def unpacked_event(data: bytes) -> list[ZippedFile]:
    """Return a zip's files; raise InputError above 10 MiB together."""
    files = []
    left = MOST_BYTES
    for file in unpacked(data):
        left -= len(file.content)
        if left < 0:
            raise InputError("The files have more than 10 MiB together. Upload only the result files.")
        files.append(file)
    return files


def base_name(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Name the file in an InputError; "" is the only file."""
    try:
        yield
    except InputError as error:
        raise InputError(in_file(name, error.message)) from None


def remarks_of_file(name: str, doubts: ParseWarnings) -> list[Remark]:
    found = doubts.remarks()
    return [Remark(None, in_file(name, str(one)), one.kind, one.lines) for one in found] if name else list(found)


def in_file(name: str, sentence: str) -> str:
    return f'"{shorten(name)}", {sentence[:1].lower()}{sentence[1:]}' if name else sentence
