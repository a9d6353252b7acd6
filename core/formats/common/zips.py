"""Zips as members upload them, opened with care: nothing of them is ever put on a disk."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.tables import MOST_BYTES
from core.formats.common.text_lines import clean

_MAGIC = b"PK\x03\x04"
_DIRECTORY_ENTRY = b"PK\x01\x02"
_MOST_MEMBERS = 20
_MEMBER_BYTES = 4 * 1024 * 1024
_ENCRYPTED = 0x1
_MIB = 1024 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How an ordinary zip is packed."""

BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, OverflowError,
    NotImplementedError, IndexError, KeyError,
)  # fmt: skip
"""What the library raises for a zip that is none, or damaged."""

_REFUSAL = "The zip is damaged: make it again of the files of one event, and upload that."


class ZippedFile(NamedTuple):
    """A file of a zip; the name is as the zip has it, with its folders."""

    name: str
    content: bytes


def is_zip(data: bytes) -> bool:
    """Tell whether data is a zip that can be opened."""
    try:
        with open_zip(data):
            return True
    except InputError:
        return False


def open_zip(data: bytes) -> zipfile.ZipFile:
    """Open a zip in memory; raise InputError for one that is damaged or too large."""
    if len(data) > MOST_BYTES:
        raise InputError(f"The zip has more than {MOST_BYTES // _MIB} MiB: the files of an event are smaller.")
    # Before the library builds an object for each of them.
    if not data.startswith(_MAGIC) or data.count(_DIRECTORY_ENTRY) > 10 * _MOST_MEMBERS:
        raise InputError(_REFUSAL)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except BROKEN:
        raise InputError(_REFUSAL) from None


def members_of(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files of a zip, without folders and without what macOS adds to every zip."""
    members = [member for member in archive.infolist() if not member.filename.startswith("__MACOSX/")]
    members = [member for member in members if base_name(member.filename) not in (".DS_Store", "")]
    if len(members) > _MOST_MEMBERS:
        raise InputError(f"The zip has more than {_MOST_MEMBERS} files: put those of one event alone into it.")
    return members


def first_bytes(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Return the first `most` bytes of a file, whatever size it claims to have."""
    if member.compress_type not in METHODS:
        raise InputError("The zip is packed in a way that is not read here: make an ordinary one.")
    try:
        with archive.open(member) as file:
            return file.read(most)
    except BROKEN:
        raise InputError(_REFUSAL) from None


def unpacked(data: bytes) -> Iterator[ZippedFile]:
    """Yield the files of a zip; raise InputError for what could hide or break something."""
    with open_zip(data) as archive:
        for member in members_of(archive):
            if member.flag_bits & _ENCRYPTED:
                raise InputError("The zip is encrypted: make one without a password.")
            content = first_bytes(archive, member, _MEMBER_BYTES + 1)
            if len(content) > _MEMBER_BYTES:
                name = shorten(clean(member.filename))
                raise InputError(f'"{name}" in the zip has more than {_MEMBER_BYTES // _MIB} MiB: that is no event.')
            yield ZippedFile(member.filename, content)


def base_name(name: str) -> str:
    """Return what stands after the folders of a name."""
    return name.replace("\\", "/").rpartition("/")[2]
