"""Several attachments as one file."""

import io
import zipfile
from collections import Counter
from collections.abc import Sequence

from core.errors import InputError
from core.files.chess.uschess_report import kind_of
from core.files.common.packed import base_name
from core.files.common.tables import MOST_BYTES

_ALWAYS = (2000, 1, 1, 0, 0, 0)
"""The same files make the same bytes, by which an import is recognised."""


def bundled(files: Sequence[bytes], names: Sequence[str] = ()) -> bytes:
    """Return one file as it is, several as a zip; raise InputError above 10 MiB.

    names: of the uploads; tsh's settings refer to them.
    """
    if sum(map(len, files)) > MOST_BYTES:
        raise InputError("The files have more than 10 MiB together. Upload only the result files.")
    if len(files) == 1:
        return files[0]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _ordered(files, names):
            archive.writestr(zipfile.ZipInfo(name, _ALWAYS), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _ordered(files: Sequence[bytes], names: Sequence[str]) -> list[tuple[str, bytes]]:
    if any(kind_of(content) is not None for content in files):
        # The files of a report are distinguished only by their contents.
        return [(f"{number}.dbf", content) for number, content in enumerate(sorted(files), start=1)]
    if not names:
        return [(str(number), content) for number, content in enumerate(files, start=1)]
    named = sorted(zip(map(base_name, names), files, strict=True), key=lambda file: (file[0].casefold(), file[1]))
    taken = Counter(name for name, _ in named)
    # Each in a folder of its own: a zip cannot hold a name twice.
    return [
        (name if name and taken[name] == 1 else f"{number}/{name or number}", content)
        for number, (name, content) in enumerate(named, start=1)
    ]
