"""The zip in which the three files of a rating report travel (section 1); nothing is ever put on a disk."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from datetime import date

from core.errors import InputError
from core.formats.scores import shorten
from core.formats.tables import MOST_BYTES as MOST_ZIP_BYTES
from core.formats.uschess_report.dbf import MOST_BYTES, first_field
from core.formats.uschess_report.fields import NAME_OF_PREFIX
from core.formats.uschess_report.text import clean

_MAGIC = b"PK\x03\x04"
_DIRECTORY_ENTRY = b"PK\x01\x02"
_MOST_MEMBERS = 20
_ENCRYPTED = 0x1
_MIB = 1024 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, OverflowError,
    NotImplementedError, IndexError, KeyError,
)  # fmt: skip
_REFUSAL = "The zip is damaged: put THEXPORT, TSEXPORT and TDEXPORT into a zip again and upload that."


def kind_of(data: bytes) -> str | None:
    """Return which of the three files this is, by its first column; None for any other."""
    return NAME_OF_PREFIX.get(first_field(data)[:2])


def is_report_zip(data: bytes) -> bool:
    """Tell whether data is a zip with a file of a report in it, or one that is called .DBF."""
    try:
        with _opened(data) as archive:
            return any(_looks_right(archive, member) for member in _members(archive))
    except InputError:
        return False


def _looks_right(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    if member.filename.upper().endswith(".DBF"):
        return True
    try:
        return kind_of(_contents(archive, member, 64)) is not None
    except InputError:
        return False


def unpack(data: bytes) -> list[bytes]:
    """Return the contents of a zip; raise InputError for what could hide or break something."""
    with _opened(data) as archive:
        contents = []
        for member in _members(archive):
            name = shorten(clean(member.filename))
            if "/" in member.filename or "\\" in member.filename:
                raise InputError(f'The zip has folders, such as "{name}": put the three files alone into it.')
            if member.flag_bits & _ENCRYPTED:
                raise InputError("The zip is encrypted: make one without a password.")
            content = _contents(archive, member, MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
                raise InputError(f'"{name}" in the zip has more than {MOST_BYTES // _MIB} MiB: that is no event.')
            contents.append(content)
        return contents


def _opened(data: bytes) -> zipfile.ZipFile:
    if len(data) > MOST_ZIP_BYTES:
        raise InputError(f"The zip has more than {MOST_ZIP_BYTES // _MIB} MiB: the report of an event is smaller.")
    # Before the library builds an object for each of them.
    if not data.startswith(_MAGIC) or data.count(_DIRECTORY_ENTRY) > 10 * _MOST_MEMBERS:
        raise InputError(_REFUSAL)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        raise InputError(_REFUSAL) from None


def _members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the members, without what macOS adds to every zip."""
    members = [member for member in archive.infolist() if not member.filename.startswith("__MACOSX/")]
    members = [member for member in members if member.filename != ".DS_Store"]
    if len(members) > _MOST_MEMBERS:
        raise InputError(f"The zip has more than {_MOST_MEMBERS} files: put the three of the report alone into it.")
    return members


def _contents(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Return the first `most` bytes of a member, whatever size it claims to have."""
    if member.compress_type not in _METHODS:
        raise InputError("The zip is packed in a way that is not read here: make an ordinary one.")
    try:
        with archive.open(member) as file:
            return file.read(most)
    except _BROKEN:
        raise InputError(_REFUSAL) from None


def pack(files: Mapping[str, bytes], written_on: date) -> bytes:
    """Return a zip of files by name, each as of that day."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (written_on.year, written_on.month, written_on.day, 0, 0, 0))
            info.create_system = 0  # the same bytes on every system
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()
