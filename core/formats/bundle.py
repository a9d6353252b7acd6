"""Several attachments as one file, so that what is looked at is what is stored."""

import io
import zipfile
from collections.abc import Sequence

from core.errors import InputError
from core.formats.tables import MOST_BYTES

_ALWAYS = (2000, 1, 1, 0, 0, 0)
"""The same files make the same bytes, by which an import is recognised."""


def bundled(files: Sequence[bytes]) -> bytes:
    """Return one file as it is, and several as a zip; raise InputError for more than 10 MiB together."""
    if sum(map(len, files)) > MOST_BYTES:
        raise InputError("The files have more than 10 MiB together: result files are smaller, upload those alone.")
    if len(files) == 1:
        return files[0]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(sorted(files), start=1):
            archive.writestr(zipfile.ZipInfo(f"{number}.dbf", _ALWAYS), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
