"""Whatever the bytes: a tournament report, or one sentence, soon and in little memory."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from formats_checks import checked
from hypothesis import example, given
from hypothesis import strategies as st
from trf_files import IN_PROGRESS, SWISS, TEAMS, big_file, file_of, line_of

from core.errors import InputError
from core.event.event_file import FileEvent
from core.files.chess.trf_read import is_trf, read_trf
from core.files.chess.trf_write import write_trf26
from tests.ending import ends_in_200_mebibytes

MEBIBYTE = 1024 * 1024
SEEDS = [SWISS.encode("latin-1"), IN_PROGRESS.encode(), TEAMS.encode(), big_file(12, 5)]
PIECES = [
    *(b"\0", b"\r", b"\n", b"\r\n", b"\t", b" ", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\x1c", b"\x85"),
    *(b"001", b"013", b"310", b"240", b"162", b"XXS W=", b"IND", b"USA", b"0000", b"9999", b"-", b"+", b"H", b"="),
    *(b"w", b"b", b"999999999999", b"\xd9\xa3", "½".encode(), b"%s", b"{0}", b"/", b".", b":"),
]
CELL = line_of(1, "Quill, Ada", "2 w 1")
SIZES: dict[str, Callable[[], bytes]] = {
    "10 MiB of NUL": lambda: b"\0" * (10 * MEBIBYTE),
    "10 MiB of zeros": lambda: b"0" * (10 * MEBIBYTE),
    "10 MiB of zeros below a player": lambda: (CELL + "\n").encode() + b"0" * (10 * MEBIBYTE),
    "4 MiB of blank lines": lambda: CELL.encode() + b"\n" * (4 * MEBIBYTE - 200),
    "lone CR": lambda: b"x" + b"\r" * (10 * MEBIBYTE - 1),
    "10,000 players": lambda: big_file(10_000, 1),
    "2,000 players with 99 rounds": lambda: big_file(2_000, 99),
    "10,000 rounds in one line": lambda: file_of(line_of(1, "Quill, Ada", *["2 w 1"] * 10_000)),
    "a player's line of 5 MiB": lambda: (CELL + " " * (5 * MEBIBYTE) + "x").encode(),
    "a header line of 4 MiB": lambda: b"012 " + b"a " * (2 * MEBIBYTE - 200) + b"\n" + CELL.encode(),
    "a stray line of 4 MiB": lambda: b"a " * (2 * MEBIBYTE - 200) + b"\n" + CELL.encode(),
    "teams without end": lambda: b"\n".join([b"013 " + b"a" * 32 + b"   1 " * 2300] * 300 + [CELL.encode()]),
    "byes without end": lambda: b"\n".join([b"240 H   1 " + b"1 " * 5900] * 300 + [CELL.encode()]),
    "values without end": lambda: b"\n".join([b"XXS " + b"W=1 " * 80] * 12_000 + [CELL.encode()]),
    "20,000 stray lines": lambda: b"\n".join([b"a " * 100] * 19_000 + [CELL.encode()]),
    "doubts in every cell": lambda: file_of(
        *[line_of(n, "Quill", *[f"0000 {chr(97 + n % 26)} 1"] * 99) for n in range(1, 2001)]
    ),
    "a NUL far behind": lambda: big_file(200, 5) + b"\0",
    "UTF-16": lambda: SWISS.encode("utf-16"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("make", SIZES.values(), ids=SIZES)
def test_no_size_is_endless_or_takes_200_mebibytes(make: Callable[[], bytes]) -> None:
    data = make()
    ends_in_200_mebibytes(lambda: read_or_refused(data))


def read_or_refused(data: bytes) -> FileEvent | None:
    try:
        return read_trf(data)
    except InputError as error:
        checked(error)
        return None


def test_the_limits_are_named() -> None:
    for make, word in ((SIZES["10,000 players"], "2000 players"), (SIZES["10,000 rounds in one line"], "99 rounds")):
        with pytest.raises(InputError, match=word):
            read_trf(make())
    with pytest.raises(InputError, match="Line 202: there is a NUL"):
        read_trf(SIZES["a NUL far behind"]())


def test_a_long_event_is_read_whole() -> None:
    event = read_or_refused(big_file(2_000, 99))
    assert event is not None
    assert (len(event.sections[0].players), len(event.sections[0].games)) == (2_000, 99_000)


def mutated(random_: random.Random) -> bytes:
    """Return a file with one to six changes."""
    data = bytearray(random_.choice(SEEDS))
    for _ in range(random_.randint(1, 6)):
        place = random_.randrange(len(data) + 1)
        end = min(len(data), place + random_.choice((1, 1, 2, 10, 100)))
        change = random_.randrange(5)
        if change == 0:
            data[place:place] = random_.choice(PIECES)
        elif change == 1:
            del data[place:end]
        elif change == 2:
            data[place:place] = data[place:end]
        elif change == 3:
            data[place:end] = random_.choice(PIECES)[: end - place]
        else:
            data[place:end] = random_.randbytes(end - place)
        if not data:
            data = bytearray(b"001")
    return bytes(data)


def test_two_thousand_mutated_files_are_read_or_refused_in_one_sentence() -> None:
    random_ = random.Random(20_261_121)
    read = 0
    for _ in range(2_000):
        data = mutated(random_)
        event = read_or_refused(data)
        is_trf(data.decode("latin-1"))
        if event is not None:
            read += 1
            # What is read can be written, and what was written is read.
            with suppress(InputError):
                assert read_trf(write_trf26(event)).sections[0].games == event.sections[0].games
    assert 200 < read < 1_900  # the mutations are neither all harmless nor all fatal


@given(st.binary(max_size=400))
@example(b"001")
@example(b"001    1      A" + b" " * 76 + b"\xff")
def test_whatever_the_bytes_it_is_an_event_or_one_sentence(data: bytes) -> None:
    for content in (data, CELL.encode() + data, SEEDS[0] + data):
        read_or_refused(content)


@given(st.text(alphabet="0123456789wb-+=HFUZWDL \n", max_size=300))
def test_whatever_the_rounds_it_is_an_event_or_one_sentence(text: str) -> None:
    read_or_refused((line_of(1, "Quill, Ada").ljust(91) + text).encode())
