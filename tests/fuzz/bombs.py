"""Small uploads that are large work: each must end in a sentence, or an event, within a second and 200 MiB."""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence

MIB = 1024 * 1024


def zipped(files: Sequence[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, method)  # without the time of its making
    return packed.getvalue()


def lying_zip(claimed: int, content: bytes) -> bytes:
    """Return a zip whose file says that it unpacks to another size than it does."""
    data = bytearray(zipped([("a.t", content)]))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + place
        data[at : at + 4] = struct.pack("<I", claimed)
    return bytes(data)


def overlapping_zip(entries: int) -> bytes:
    """Return a zip in which every entry of the directory is the same packed file (a bomb that does not nest)."""
    body = zlib.compress(bytes(4 * MIB), 9)[2:-4]
    name = b"a.t"
    checksum = zlib.crc32(bytes(4 * MIB))
    fields = (20, 0, 8, 0, 0, checksum, len(body), 4 * MIB, len(name))
    local = b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", *fields, 0) + name + body
    central = b"PK\x01\x02" + struct.pack("<HHHHHHIIIHHHHHII", 20, *fields, 0, 0, 0, 0, 0, 0) + name
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, entries, entries, len(central) * entries, len(local), 0)
    return local + central * entries + end


def nested_zip() -> bytes:
    """Return zips in zips, the innermost of 10 MiB of zeros."""
    data = zipped([("a.t", bytes(10 * MIB))])
    for _ in range(8):
        data = zipped([(f"{number}.zip", data) for number in range(10)])
    return data


def _dbf(count: int, start: int, length: int, fields: int) -> bytes:
    header = struct.pack("<4BIHH20x", 3, 26, 11, 20, count, start, length)
    field = struct.pack("<11sc4xBB14x", b"H_EVENT_ID", b"C", 255, 0)
    return header + field * fields + b"\r"


def _table(columns: int) -> bytes:
    return b"number,name," + b",".join(b"%d" % (number % 99 + 1) for number in range(columns)) + b"\n"


def _newt(body: bytes) -> bytes:
    return b'newt={"divisions":[{"name":"A","players":[null,' + body + b"]}]};"


_PAIRINGS = b"round,white,black,result\n"
_COCO = b"Round,Winner,Winners Score,Opponent,Opponents Score\n"
_WOOGLES = b"division,rank,username,wins,losses,draws,winpts,spread\n"
_ORACLE = b"player_id,name,type,rating,bt_strength,games,wins\n"
_SWISSSYS = b'{"Overview":{},"Sections":[{"Players":['

BOMBS: dict[str, Callable[[], bytes]] = {
    "10^6 columns": lambda: _table(1_000_000),
    "300,000 columns": lambda: _table(300_000),
    "columns of another table": lambda: b"a," * 5_000_000,
    "a header in quotes over many lines": lambda: b'"name\n",1,' + b'"\n",' * 15_000 + b"2," * 900_000,
    "cells of a table": lambda: b"number,name,1,2\n" + b"1,A,W2,L3\n" * 10 + b"," * 9_000_000,
    "tags of PGN": lambda: b'[Event "a"]\n' * 800_000,
    "quotes of PGN": lambda: b'[Event "' + b'\\"' * 5_000_000,
    "lines before PGN": lambda: b"%\n" * 5_000_000 + b'[Event "a"]\n',
    "lines of lichess": lambda: b'{"players":{"white":{},"black":{}}}\n' * 19_000,
    "depth of Papi": lambda: b'{"players": ["rounds","lastName",' + b"[" * 5_000_000,
    "rows of blanks": lambda: b"name,1\n" + (b" " * 500 + b"\n") * 19_000,
    "cells of blanks": lambda: b"name,1\n" + b" ," * 5_000_000,
    "quotes": lambda: b"name,1\n" + b'""' * 5_000_000,
    "empty lines": lambda: b"\n" * 10_000_000,
    "empty lines and a table": lambda: b"\n" * 10_000_000 + b"name,1\nA,W2\n",
    "carriage returns": lambda: b"\r" * 10_000_000,
    "semicolons": lambda: b";" * 9_000_000,
    "a tsh player of semicolons": lambda: b"Ada 1500 2" + b";" * 9_000_000,
    "a tsh player of escapes": lambda: b"Ada 1500 2; 400;" + b"\\;" * 4_500_000,
    "a tsh player of rounds": lambda: b"Ada 1500 " + b"2 " * 4_000_000 + b"; 400",
    "a tsh player of fields": lambda: b"\n".join([b"Ada 1500 2; 400" + b";a b" * 4_000] * 500),
    "tsh comments": lambda: b"\n".join([b"#" + b"x" * 500] * 19_000) + b"\nAda 1500 0; 50\n",
    "tsh settings": lambda: b"config a = 'x" + b"\\" * 9_000_000,
    "many tsh settings": lambda: b"\n".join([b"config " + b"a" * 50 + b" = '" + b"x" * 400] * 19_000),
    "many tsh divisions": lambda: b"\n".join(b"division A%d a%d.t" % (number, number) for number in range(19_000)),
    "names of tsh players": lambda: b"\n".join([b"A " * 240 + b"1500 2; 400"] * 19_000),
    "newt of numbers": lambda: _newt(b'{"name":"A","pairings":[' + b"1," * 4_500_000 + b"]}"),
    "newt of players": lambda: _newt(b'{"name":"A"},' * 700_000),
    "newt of holes": lambda: _newt(b"," * 9_000_000),
    "newt of brackets": lambda: _newt(b"[" * 9_000_000),
    "newt of a text": lambda: _newt(b'{"name":"' + b"\\x41" * 2_500_000 + b'"}'),
    "newt of an open text": lambda: _newt(b'{"name":"' + b"\\" * 9_000_000),
    "newt of comments": lambda: _newt(b"/**/" * 2_500_000 + b"{}"),
    "newt of open comments": lambda: _newt(b"/*" * 4_500_000),
    "newt of fields": lambda: _newt(b"{" + b"a:1," * 2_400_000 + b"}"),
    "JSON of brackets": lambda: b'{"Overview":{},"Sections":' + b"[" * 4_000_000,
    "JSON of objects": lambda: b'{"Overview":{},"Sections":' + b'{"a":' * 800_000,
    "JSON of numbers": lambda: b'{"Overview":{},"Sections":[' + b"1," * 2_000_000 + b"1]}",
    "JSON of a long number": lambda: b'{"Overview":{},"Sections":[' + b"1" * 4_000_000 + b"]}",
    "JSON of objects that are empty": lambda: b'{"Overview":{},"Sections":[' + b"{}," * 1_300_000 + b"{}]}",
    "JSON of players": lambda: _SWISSSYS + b'{"Pair number":1,"Results":[]},' * 130_000 + b"{}]}]}",
    "JSON of results": lambda: (
        _SWISSSYS + b'{"Pair number":1,"Results":[' + b'"+;2;W;1;0;0;0",' * 200_000 + b'""]}]}]}'
    ),
    "JSON of large results": lambda: (
        _SWISSSYS
        + b",".join(b'{"Pair number":%d,"Results":["' % number + b"Z" * 2_000 + b'"]}' for number in range(1, 1_900))
        + b"]}]}"
    ),
    "JSON of 11 MB": lambda: b'{"Overview":{},"Sections":[' + b" " * 10_400_000 + b"]}",
    "TRF players": lambda: b"\n".join(b"001 %4d      Name" % (number % 2_000) for number in range(19_000)),
    "a TRF player of cells": lambda: b"001    1      Name".ljust(91) + b"   2 w 1  " * 400_000,
    "TRF players of cells": lambda: b"\n".join(
        b"001 %4d      Name" % number + b" " * 73 + b"%4d w 1  " % (number % 1_999 + 1) * 99
        for number in range(1, 2_000)
    ),
    "TRF records": lambda: b"001    1      Name\n" + b"\n".join([b"XXP " + b"1 2 " * 48] * 19_000),
    "TRF lists of byes": lambda: b"001    1      Name\n" + b"\n".join([b"240 F   1" + b" 1" * 90] * 19_000),
    "TRF of unknown records": lambda: b"001    1      Name\n" + b"\n".join([b"Q" * 190] * 19_000),
    "TRF header of dates": lambda: b"012 a\n022 b\n132 " + b"26/11/20" * 400_000,
    "pairings": lambda: _PAIRINGS + b"1,A,B,1-0\n" * 19_000,
    "pairings of names": lambda: (
        _PAIRINGS
        + b"\n".join(
            b"%d,A%d,B%d,1-0" % (number // 1_000 + 1, number % 1_000, number % 1_000) for number in range(19_000)
        )
    ),
    "pairings of cells": lambda: _PAIRINGS + (b"1,A,B,1-0" + b"," * 500 + b"\n") * 19_000,
    "pairings of long results": lambda: _PAIRINGS + (b"1,A,B," + b"(" * 500 + b"\n") * 19_000,
    "CoCo results": lambda: (
        _COCO
        + b"\n".join(
            b"%d,A%d,400,B%d,300" % (number // 1_000 + 1, number % 1_000, number % 1_000) for number in range(19_000)
        )
    ),
    "CoCo headers": lambda: _COCO * 18_000,
    "CoCo without a header": lambda: b"Winner," * 1_400_000,
    "CoCo records": lambda: (
        b"NAME RECORD SPREAD OLD RAT\n" + b"\n".join(b"Ada %d 1-0 9 1500 1500 50" % number for number in range(19_000))
    ),
    "CoCo list": lambda: b"NICK Name Games Rat\n" + (b"AAAA  WA " + b"A " * 240 + b"\n") * 19_000,
    "Woogles": lambda: _WOOGLES + b"A,1,ada,3,1,0,3,120\n" * 19_000,
    "Woogles divisions": lambda: _WOOGLES + b"\n".join(b"%d,1,ada,3,1,0,3,120" % number for number in range(19_000)),
    "Oracle": lambda: _ORACLE + b"1,Ada,0,50,1,1,1\n" * 19_000,
    "Oracle of columns": lambda: b"name,type,games,wins,rating," + b"x," * 4_500_000,
    "emoji": lambda: "\U0001f3c6".encode() * 2_600_000,
    "letters with one emoji": lambda: b"name,1\n" + b"a" * 10_000_000 + "\U0001f3c6".encode(),
    "lines with one emoji": lambda: (b"a" * 600 + b"\n") * 17_000 + "\U0001f3c6".encode(),
    "combining marks": lambda: b"name,1\nA" + "\u0301".encode() * 5_000_000 + b",W1\n",
    "UTF-16": lambda: "name,1\nAda,W2\nBo,L1\n".encode("utf-16"),
    "UTF-16 of newlines": lambda: ("\n" * 5_000_000).encode("utf-16"),
    "UTF-16 without its mark": lambda: "name,1\nAda,W2\nBo,L1\n".encode("utf-16-le"),
    "no text": lambda: b"\x00\xff" * 5_000_000,
    "gzip of newlines": lambda: gzip.compress(b"\n" * 100_000_000),
    "zip of newlines": lambda: zipped([("a.t", b"\n" * 100_000_000)]),
    "zip of many newlines": lambda: zipped([(f"{number}.t", b"\n" * 4_000_000) for number in range(20)]),
    "zip of many files": lambda: zipped([(f"{number}.t", b"Ada 1500 0; 50") for number in range(60_000)]),
    "zip of semicolons": lambda: zipped([(f"{number}.t", b"A 1500 2" + b";" * 4_000_000) for number in range(3)]),
    "zip that lies small": lambda: lying_zip(10, b"\n" * 100_000_000),
    "zip that lies large": lambda: lying_zip(0xFFFFFFF0, b"Ada 1500 0; 50"),
    "zip whose files overlap": lambda: overlapping_zip(200),
    "zip whose many files overlap": lambda: overlapping_zip(60_000),
    "zip in zips": nested_zip,
    "zip of marks": lambda: b"PK\x03\x04" + b"PK\x01\x02" * 2_500_000,
    "zip of a long comment": lambda: zipped([("a.t", b"Ada 1500 0; 50")]) + b"PK\x05\x06" * 2_000_000,
    "zip of DBF without rows": lambda: zipped([(f"{number}.dbf", _dbf(0, 65, 256, 1)) for number in range(3)]),
    "zip of DBF that claims rows": lambda: zipped([("THEXPORT.DBF", _dbf(0xFFFFFFFF, 65, 256, 1))]),
    "zip of DBF of columns": lambda: zipped([("THEXPORT.DBF", _dbf(1, 65_535, 65_535, 2_000) + b" " * 4_000_000)]),
    "zip of DBF rows of one byte": lambda: zipped([("THEXPORT.DBF", _dbf(0xFFFF, 65, 1, 1) + b" " * 4_000_000)]),
}
"""By what they are of; made when they are asked for."""
