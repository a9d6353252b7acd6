"""What a file travels in, broken by chance: zips, gz, the headers of DBF files, UTF-16, JSON that nests deep."""

import gzip
import json
import re
import struct
import warnings
import zlib
from collections.abc import Callable, Sequence
from datetime import date
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from core.files.chess.uschess_report import DbfField, write_dbf
from core.files.recognise import read_event_file
from core.files.roster.supplement import read_supplement
from core.files.scrabble.game_history import read_game_history
from tests.fuzz.bombs import zipped as zipped_once

_NAMES = (
    "a.t", "A.T", "config.tsh", "THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF", "x.dbf", "a/b.t", "../../a.t", "/etc/a",
    "__MACOSX/a.t", ".DS_Store", "/", "a\\b.t", "C:a.t", "\u202egpj.t", "a" * 300, "a\nb.t", "é.t", "b.zip", "a.json",
)  # fmt: skip
_SIZES = (0, 1, 10, 255, 65_535, 4 * 1024**2, 2**31 - 1, 2**31, 2**32 - 1)
_ZIP_MARKS = ((b"PK\x03\x04", 30), (b"PK\x01\x02", 46), (b"PK\x05\x06", 22))
_KINDS = b"CNDLMGB\0\xff "
_HISTORY = b"gameid,winnerscore,winneroldrating,loserscore,loseroldrating,date\n" + b"\n".join(
    b"%d,%d,%d,%d,%d,2010-0%d-03" % (number, 400 + number, 1500, 380 - number, 1400, number % 9 + 1)
    for number in range(1, 40)
)


def broken_zip(files: Sequence[bytes], chance: Random) -> bytes:
    """Return a zip that is cut, renamed, nested, made of any files, or says what is not so of itself."""
    members = _members(chance.choice([file for file in files if file[:2] == b"PK"] or [zipped([("a.t", files[0])])]))
    for _ in range(chance.randrange(3)):
        members.append((chance.choice(_NAMES), chance.choice(files)))
    members = [(chance.choice(_NAMES) if chance.random() < 0.4 else name, content) for name, content in members]
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        members = [(chance.choice(_NAMES), zipped(members)), *members[: chance.randrange(2)]]
    if chance.random() < 0.2:
        members *= chance.choice((2, 5, 20))
    data = bytearray(zipped(members, chance.choice((ZIP_STORED, ZIP_DEFLATED))))
    for _ in range(chance.randrange(4)):
        _lie(data, chance)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    if chance.random() < 0.1:
        data[:0] = bytes(chance.randrange(256) for _ in range(chance.randrange(9)))
    return bytes(data)


def zipped(members: Sequence[tuple[str, bytes]], method: int = ZIP_DEFLATED) -> bytes:
    """Return a zip, in which a name may appear twice."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return zipped_once(members, method)


def _members(data: bytes) -> list[tuple[str, bytes]]:
    try:
        with ZipFile(BytesIO(data)) as archive:
            return [(name, archive.read(name)) for name in archive.namelist()]
    except BadZipFile:
        return [("a.t", data)]


def _lie(data: bytearray, chance: Random) -> None:
    mark, length = chance.choice(_ZIP_MARKS)
    places = [found.start() for found in re.finditer(re.escape(mark), data) if found.start() + length < len(data)]
    if places:
        at = chance.choice(places) + chance.randrange(4, length - 3)
        data[at : at + 4] = struct.pack("<I", chance.choice(_SIZES)) if chance.random() < 0.5 else chance.randbytes(4)


def broken_gzip(files: Sequence[bytes], chance: Random) -> bytes:
    """Return a packed history that is cut, of many members, of other windows, or with what is no gzip behind it."""
    lines = bytearray(_HISTORY)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(lines))
        lines[at : at + chance.randrange(9)] = chance.choice(
            (b"", b"\n", b",", b"-5", b'"', b"9" * 20, b"\xff", b"nan")
        )
    cut = sorted(chance.randrange(len(lines)) for _ in range(chance.choice((0, 0, 1, 3, 50))))
    pieces = [bytes(lines[begin:end]) for begin, end in zip([0, *cut], [*cut, len(lines)], strict=True)]
    packed = bytearray(b"".join(gzip.compress(piece, mtime=0) for piece in pieces))
    match chance.randrange(7):
        case 0:
            del packed[chance.randrange(2, len(packed)) :]
        case 1:
            packed[chance.randrange(2, len(packed))] = chance.randrange(256)
        case 2:
            packed += chance.choice((b"\0" * 9000, b"\x1f\x8b", b"more", chance.choice(files)[:500]))
        case 3:
            packed += gzip.compress(b"", mtime=0) * chance.choice((1, 500, 12_000))
        case 4:
            packed = bytearray(b"\x1f\x8b" + zlib.compress(bytes(lines)))
        case 5:
            packed = bytearray(gzip.compress(bytes(packed), mtime=0))
        case _:
            packed += gzip.compress(chance.choice((b"\n", b"1,", b"\0", b" ")) * 200_000, mtime=0)
    return bytes(packed)


def broken_dbf(files: Sequence[bytes], chance: Random) -> bytes:
    """Return a report whose tables say other lengths, numbers and kinds of fields than they have."""
    reports = [found for found in map(_members, files) if any(content[:1] == b"\3" for _, content in found)]
    members = []
    for name, content in chance.choice(reports):
        data = bytearray(content)
        for _ in range(chance.randrange(4)):
            _mutate_header(data, chance)
        if chance.random() < 0.1:
            del data[chance.randrange(len(data) + 1) :]
        members.append((name, bytes(data)))
    return zipped(members) if chance.random() < 0.9 else chance.choice(members)[1]


def _mutate_header(data: bytearray, chance: Random) -> None:
    if len(data) < 64:
        return
    fields = max(1, (struct.unpack_from("<H", data, 8)[0] - 33) // 32)
    field = min(32 + 32 * chance.randrange(fields + 1), len(data) - 32)
    match chance.randrange(9):
        case 0:
            data[4:8] = struct.pack("<I", chance.choice((*_SIZES, chance.randrange(200))))
        case 1:
            data[8:10] = struct.pack("<H", chance.choice((0, 31, 32, 33, 64, 65, 65_535, chance.randrange(2_000))))
        case 2:
            data[10:12] = struct.pack("<H", chance.choice((0, 1, 2, 65_535, chance.randrange(2_000))))
        case 3:
            data[field + 16] = chance.randrange(256)
        case 4:
            data[field + 11] = chance.choice(_KINDS)
        case 5:
            data[field : field + 11] = chance.randbytes(11)
        case 6:  # a column twice, or once less, its width with it
            if chance.random() < 0.5:
                data[field:field] = data[field : field + 32]
            else:
                del data[field : field + 32]
            data[8:10] = struct.pack("<H", chance.choice((len(data) & 0xFFFF, struct.unpack_from("<H", data, 8)[0])))
        case 7:
            at = chance.randrange(len(data))
            data[at : at + 8] = chance.choice((b"\0" * 8, b"9" * 8, b"*" * 8, b" " * 8, b"\xff" * 8, b"-1      "))
        case _:
            data[chance.randrange(32)] = chance.randrange(256)


def utf_16(files: Sequence[bytes], chance: Random) -> bytes:
    """Return a text in UTF-16 or UTF-32, with its mark or without, cut between the bytes or not."""
    text = chance.choice(files).decode("utf-8", errors="replace")
    data = text.encode(chance.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be")))
    match chance.randrange(4):
        case 0:
            data = data[: chance.randrange(len(data) + 1)]
        case 1:
            data = b"\xff\xfe" + data
        case 2:
            at = chance.randrange(len(data) + 1)
            data = data[:at] + chance.choice((b"\0", b"\x00\xd8", b"\xff", b"\n")) + data[at:]
        case _:
            pass
    return data


def deep_json(files: Sequence[bytes], chance: Random) -> bytes:
    texts = [file for file in files if file[:1] == b"{" or file[:4] == b"newt"]
    text = chance.choice(texts).decode("utf-8", errors="replace")
    head, body = (text[: text.index("{")], text[text.index("{") :]) if "{" in text else ("", text)
    for _ in range(chance.randint(1, 4)):
        places = [at for at, character in enumerate(body[:20_000]) if character in "[{:,"]
        at = chance.choice(places) + 1 if places else 0
        body = body[:at] + _strange(chance) + (chance.choice((",", "", ":")) + body[at:])
    return (head + body).encode("utf-8", errors="replace")


def _strange(chance: Random) -> str:
    depth = chance.choice((1, 5, 60, 500, 990, 5_000, 100_000))
    opening = chance.choice(("[", '{"a":', '{"Sections":[', '[{"Players":', "[[", '{"divisions":['))
    closing = "".join("]" if character == "[" else "}" for character in reversed(opening) if character in "[{")
    return chance.choice(
        (
            opening * depth + closing * depth,
            opening * depth,
            closing * depth,
            "1" * depth,
            "-1e" + "9" * min(depth, 5_000),
            json.dumps("\ud800" * min(depth, 60)),
            '"\\u0000\\ud800"',
            "null", "true", "NaN", "-Infinity", "1e400", "0.1", "-0", "[]", "{}", '""', '"+;2;W;1;0;0;0"',
        )
    )  # fmt: skip


_RATING_LISTS = (
    b"Member ID\tName\tExpires\tRegular\tQuick\n30000001\tQUILL, NORA\t2027-05\t1512\t1488P20\n30000002\tOTT\t\t0\t\n",
    write_dbf(
        (DbfField("MEM_ID", 8), DbfField("MEM_NAME", 20), DbfField("R_LPB_RAT", 7)),
        [["30000001", "QUILL, NORA", "1512/15"], ["30000002", "OTT, PIERS", "*1400"]],
        date(2008, 6, 1),
    ),
)


def broken_list(files: Sequence[bytes], chance: Random) -> bytes:
    """Return a federation's rating list with a few bytes or a header changed, at times packed."""
    data = bytearray(chance.choice(_RATING_LISTS))
    for _ in range(chance.randrange(4)):
        if data[:1] == b"\3":
            _mutate_header(data, chance)
        else:
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(9)] = chance.choice((b"", b"\n", b"\t", b'"', b"9" * 20, b"\xff", b"\0"))
    return (
        zipped([(chance.choice(("list.txt", "LIST.DBF", "a/b.tsv")), bytes(data))])
        if chance.random() < 0.3
        else bytes(data)
    )


def read_list(data: bytes) -> object:
    return read_supplement(BytesIO(data), {"30000001"})


def read_history(data: bytes) -> object:
    return read_game_history(data, "a file", date(2026, 11, 20))


FRAMES: dict[str, tuple[Callable[[Sequence[bytes], Random], bytes], Callable[[bytes], object]]] = {
    "zip": (broken_zip, read_event_file),
    "gz": (broken_gzip, read_history),
    "dbf": (broken_dbf, read_event_file),
    "rating list": (broken_list, read_list),
    "utf-16": (utf_16, read_event_file),
    "deep JSON": (deep_json, read_event_file),
}
"""By what they are: how one is made of files, and what reads it."""
