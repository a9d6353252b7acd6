"""The zip in which the three files of a rating report travel (section 1)."""

import io
import zipfile
from collections.abc import Mapping
from datetime import date

from core.errors import InputError
from core.formats.chess.uschess_report.dbf import first_field
from core.formats.chess.uschess_report.fields import NAME_OF_PREFIX
from core.formats.common.zips import first_bytes, members_of, open_zip, unpacked


def kind_of(data: bytes) -> str | None:
    """Return which of the three files this is, by its first column; None for any other."""
    return NAME_OF_PREFIX.get(first_field(data)[:2])


def is_report_zip(data: bytes) -> bool:
    """Tell whether data is a zip with a file of a report in it, or one that is called .DBF."""
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
    """Return the contents of a zip, in whatever folders; raise InputError for what could hide or break something."""
    return [content for _, content in unpacked(data)]


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
