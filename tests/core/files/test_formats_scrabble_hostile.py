"""Whatever the bytes: tourney.js, tsh's settings and files, and CoCo's tables are an event or one sentence, soon."""

import io
import zipfile
from collections.abc import Callable

import pytest
from formats_checks import checked
from pairings_events import MEBIBYTE
from test_formats_no_games import LISTED, RATED
from test_formats_tsh_files import CONFIG, PACKED, packed
from test_formats_tsh_newt import NEWT

from core.errors import InputError
from core.event.event_file import FileEvent
from core.files.recognise import read_event_file
from core.files.scrabble.tsh_archive import write_tsh
from tests.ending import ends_in_200_mebibytes
from tests.fuzz.mutations import mutants

SEEDS = {
    "tourney.js": NEWT.encode(),
    "settings": CONFIG.encode(),
    "files": packed(PACKED),
}
MUTATIONS = 2_000


def read_or_refused(data: bytes) -> FileEvent | None:
    """Return what the bytes are read as, None for a proper refusal."""
    try:
        event = read_event_file(data)
    except InputError as error:
        checked(error)
        return None
    for remark in event.remarks:
        assert str(remark).splitlines() == [str(remark)]
    # An event without a section would be imported as nothing, with nobody told.
    assert event.sections
    return event


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS.values(), ids=SEEDS)
def test_no_mutation_makes_another_error_than_one_sentence(seed: bytes) -> None:
    outcomes = set()
    for data in mutants([seed], MUTATIONS, seed=2026):
        event = read_or_refused(data)
        outcomes.add(event is not None)
        if event is not None and any(section.games for section in event.sections):
            written_or_refused(event)
    assert outcomes == {True, False}


def written_or_refused(event: FileEvent) -> None:
    try:
        assert write_tsh(event)
    except InputError as error:
        checked(error)


def newt(body: bytes) -> bytes:
    return b'newt={"divisions":[{"name":"A","players":[null,' + body + b"]}]};"


def big_newt(players: int, rounds: int) -> bytes:
    made = []
    for index in range(players):
        opponent = index + 2 if index % 2 == 0 else index
        lists = ("pairings", opponent), ("scores", 401)
        body = ",".join(f'"{key}":[{",".join([str(value)] * rounds)}]' for key, value in lists)
        made.append(f'{{"name":"Quill {index}","rating":1500,{body}}}')
    return newt(",".join(made).encode())


def division_file(players: int, comment: int) -> str:
    return "\n".join(["#" + "x" * comment] * 19_000 + ["Ada 1500 0; 50"] * players)


def stored(contents: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return buffer.getvalue()


SIZES: dict[str, Callable[[], bytes]] = {
    "200 players of 31 rounds": lambda: big_newt(200, 31),
    "2,000 players of 99 rounds": lambda: big_newt(2_000, 99),
    "10 MiB of zeros": lambda: newt(b"0" * (9 * MEBIBYTE)),
    "10 MiB of short numbers": lambda: newt(b"[" + b"0," * (4 * MEBIBYTE) + b"0]"),
    "10 MiB of holes": lambda: newt(b"[" + b"," * (9 * MEBIBYTE) + b"]"),
    "10 MiB of objects": lambda: newt(b"{}," * (3 * MEBIBYTE) + b"{}"),
    "10 MiB of arrays": lambda: newt(b"[]," * (3 * MEBIBYTE) + b"[]"),
    "10 MiB of brackets": lambda: newt(b"[" * (9 * MEBIBYTE)),
    "10 MiB of short texts": lambda: newt(b"[" + b'"ab",' * (2 * MEBIBYTE - 100_000) + b"0]"),
    "10 MiB of a text": lambda: newt(b'"' + b"x" * (9 * MEBIBYTE) + b'"'),
    "10 MiB of escapes": lambda: newt(b'{"name":"' + b"\\u0041" * (MEBIBYTE + MEBIBYTE // 2) + b'"}'),
    "10 MiB of backslashes": lambda: newt(b'"' + b"\\" * (9 * MEBIBYTE)),
    "10 MiB of keys": lambda: newt(b"{" + b"".join(b"k%d:0," % n for n in range(900_000)) + b"}"),
    "10 MiB of blanks": lambda: newt(b" " * (9 * MEBIBYTE)),
    "10 MiB of blanks behind": lambda: NEWT.encode() + b" " * (9 * MEBIBYTE) + b"x",
    "10 MiB of comments": lambda: b"/**/" * (2 * MEBIBYTE) + NEWT.encode(),
    "10 MiB of comments without an end": lambda: newt(b"/*" * (4 * MEBIBYTE)),
    "10 MiB of divisions": lambda: b"newt={divisions:[" + b'{"players":[]},' * 600_000 + b"]}",
    "20,000 settings": lambda: b"division A a.t\n" + b"config event_name = 'x'\n" * 19_000,
    "20,000 divisions": lambda: b"".join(b"division D%d d%d.t\n" % (n, n) for n in range(19_000)),
    "20,000 lines among settings": lambda: b"config a = 1\n" + b"Ada 1500; x 2 3;\n" * 19_000,
    "a setting of 5 MiB": lambda: b"config event_date = '" + b"1 - " * MEBIBYTE + b"'\n",
    "a division of 5 MiB": lambda: b"division " + b"a" * (5 * MEBIBYTE) + b" " + b"1" * 100 + b"\n",
    "20 files of comments": lambda: packed({f"{n}.t": division_file(10, 20) for n in range(20)}),
    "20 files of players": lambda: packed({f"{n}.t": "Ada 1500 0; 50\n" * 19_999 for n in range(20)}),
    "20 files of zeros": lambda: stored({f"{n}.t": b"0" * (MEBIBYTE // 2 - 1000) for n in range(20)}),
    "20 bombs": lambda: packed({f"{n}.t": "0" * (4 * MEBIBYTE) for n in range(20)}),
    "20 files of settings": lambda: packed({f"{n}.tsh": f"{CONFIG}\n" * 2_000 for n in range(20)}),
    "20,000 rows of a table": lambda: RATED[:200].encode() + b"Ada 3-1 132 2063 2070 86.6\n" * 19_000,
    "2,000 rows of a table": lambda: (
        RATED[:110].encode() + b"".join(b"P%d 3-1 132 2063 2070 86.6\n" % n for n in range(1_990))
    ),
    "a row of 5 MiB": lambda: RATED[:110].encode() + b"1 " * (2 * MEBIBYTE),
    "20,000 rows of a list": lambda: LISTED.encode() + b"         Ada Quill 20 1500 20261114\n" * 19_000,
    "a long row of a list": lambda: LISTED[:60].encode() + b" 1" * (4 * MEBIBYTE),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("make", SIZES.values(), ids=SIZES)
def test_no_size_is_endless_or_takes_200_mebibytes(make: Callable[[], bytes]) -> None:
    data = make()
    ends_in_200_mebibytes(lambda: read_or_refused(data))
