"""A history as bytes, small enough for a row of a database: 1.5 million games take some 20 kB.

A byte for the version; deflated: the length of a JSON text in four bytes, the text (all but the margins), then each
cell of the grid by which the games are kept with its number of margins, the margins, and their half games, four bytes
each, the lowest byte first. The first version kept them by the announcement's six bins.
"""

import json
import struct
import zlib
from datetime import date

from core.errors import InputError
from core.qursh.cells import SEED_GRID, Grid
from core.qursh.history import History, Skipped, build
from core.qursh.margins import Margins

VERSION, BEFORE_FINER_BINS = 2, 1
_DAMAGED = "The stored history cannot be read: load its file again."


def to_bytes(history: History) -> bytes:
    """Return a history as bytes; `from_bytes` reads it back unchanged."""
    about = {
        "origin": history.origin,
        "loaded": None if history.loaded is None else history.loaded.isoformat(),
        "read": history.read,
        "edges": history.kept.edges,
        "skipped": {reason.value: count for reason, count in history.skipped},
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    parts = [struct.pack("<I", len(text)), text]
    for margins in history.counted:
        count = len(margins.values)
        parts.append(struct.pack(f"<I{count}i{count}I", count, *margins.values, *margins.counts().values()))
    return bytes([VERSION]) + zlib.compress(b"".join(parts), 9)


def from_bytes(data: bytes) -> History:
    """Read a history back; raise InputError for bytes that are none."""
    if data[:1] not in (bytes([VERSION]), bytes([BEFORE_FINER_BINS])):
        raise InputError(_DAMAGED)
    try:
        raw = zlib.decompress(data[1:])
        (length,) = struct.unpack_from("<I", raw)
        about = json.loads(raw[4 : 4 + length])
        cells = []
        offset = 4 + length
        kept = SEED_GRID if data[0] == BEFORE_FINER_BINS else Grid(tuple(about["edges"]))
        for _ in range(kept.cells):
            (count,) = struct.unpack_from("<I", raw, offset)
            figures = struct.unpack_from(f"<{count}i{count}I", raw, offset + 4)
            cells.append(Margins.of(dict(zip(figures[:count], figures[count:], strict=True))))
            offset += 4 + 8 * count
        loaded = None if about["loaded"] is None else date.fromisoformat(about["loaded"])
        skipped = {Skipped(reason): count for reason, count in about["skipped"].items()}
        return build(cells, about["origin"], loaded, about["read"], skipped, kept=kept)
    except (zlib.error, struct.error, ValueError, KeyError, TypeError, AttributeError, MemoryError) as error:
        raise InputError(_DAMAGED) from error
