"""Rating reports that are damaged or made to do harm."""

import io
import random
import zipfile
from collections.abc import Callable

import pytest
from formats_checks import checked
from uschess_report_examples import (
    DETAILS,
    ELEVEN_ROUNDS,
    HARBOR_LANTERN,
    OLD_ELEVEN_ROUNDS,
    OLD_HARBOR_LANTERN,
    player_row,
    report,
    section_row,
    unzipped,
    zipped,
)

from core.errors import InputError
from core.files.chess.uschess_report_read import is_uschess_report, read_uschess_report
from core.files.chess.uschess_report_write import write_uschess_report
from tests.ending import ends_in_200_mebibytes

REPORTS = (
    write_uschess_report(HARBOR_LANTERN, DETAILS).data,
    write_uschess_report(ELEVEN_ROUNDS, DETAILS).data,
    OLD_HARBOR_LANTERN,
    OLD_ELEVEN_ROUNDS,
)
MUTATIONS = 1000
MIB = 1024 * 1024


def read_or_refuse(data: bytes) -> str:
    is_uschess_report(data)
    try:
        event = read_uschess_report(data)
    except InputError as error:
        return checked(error)
    for remark in event.remarks:
        assert remark.text.splitlines() == [remark.text]
    return ""


def mutated(data: bytes, draw: random.Random) -> bytes:
    """Return data with some bytes changed, left out or doubled."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 4, 16))):
        position = draw.randrange(len(changed))
        way = draw.randrange(6)
        if way == 0:
            changed[position] = draw.randrange(256)
        elif way == 1:
            changed[position : position + 1] = draw.choice(
                (b"W", b"B", b"0", b"9", b" ", b"$", b"\0", b"\x0d", b"\xff")
            )
        elif way == 2:
            del changed[position : position + draw.randrange(1, 40)]
        elif way == 3:
            changed[position:position] = changed[position : position + draw.randrange(1, 40)]
        elif way == 4:
            other = draw.randrange(len(changed))
            changed[position : position + 7] = changed[other : other + 7]
        else:
            changed[position] ^= 1 << draw.randrange(8)
        if not changed:
            break
    return bytes(changed)


def test_mutated_files_in_a_zip_are_read_or_refused() -> None:
    draw = random.Random(20261120)
    contents = [unzipped(data) for data in REPORTS]
    outcomes = set()
    for _ in range(MUTATIONS):
        files = dict(draw.choice(contents))
        name = draw.choice(list(files))
        files[name] = mutated(files[name], draw)
        outcomes.add(read_or_refuse(zipped(files)) == "")
    assert outcomes == {True, False}


def test_mutated_zips_are_read_or_refused() -> None:
    draw = random.Random(20261121)
    for _ in range(MUTATIONS):
        read_or_refuse(mutated(draw.choice(REPORTS), draw))


def stored(files: dict[str, bytes], *, encrypted: bool = False, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Pack a zip, with the flag of encryption set."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    data = bytearray(buffer.getvalue())
    if encrypted:
        for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            position = data.find(signature)
            while position >= 0:
                data[position + flags] |= 1
                position = data.find(signature, position + 1)
    return bytes(data)


FILES = unzipped(REPORTS[0])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("data", "part"),
    [
        (lambda: b"", "damaged"),
        (lambda: b"PK", "damaged"),
        (lambda: bytes(10 * MIB), "damaged"),
        (lambda: bytes(11 * MIB), "more than 10 MiB"),
        (lambda: REPORTS[0][:-30], "damaged"),
        (lambda: stored(FILES, encrypted=True), "encrypted"),
        (lambda: stored(FILES, method=zipfile.ZIP_LZMA), "ordinary"),
        (lambda: stored({**FILES, "TDEXPORT.DBF": bytes(500 * MIB)}), "more than 4 MiB"),
        (lambda: stored({f"{number}.dbf": b"" for number in range(21)}), "more than 20 files"),
        (lambda: stored({f"{number}": b"" for number in range(60_000)}), "damaged"),
        (lambda: stored({**FILES, "notes.txt": b"see you next year"}), "of a rating report"),
        (
            lambda: stored({name: content for name, content in FILES.items() if name != "TSEXPORT.DBF"}),
            "TSEXPORT is missing",
        ),
        (lambda: stored({**FILES, "COPY.DBF": FILES["TDEXPORT.DBF"]}), "two TDEXPORT"),
        (lambda: stored({}), "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_zip_that_is_no_report_is_refused_in_a_sentence(data: Callable[[], bytes], part: str) -> None:
    assert part in read_or_refuse(data())


@pytest.mark.parametrize("folder", ["report/", "My events/2026/", "../", "..\\", "/"])
def test_a_zipped_folder_is_read_whatever_it_is_called(folder: str) -> None:
    """Nothing of a zip is put on a disk, so that a folder's name can do no harm."""
    assert read_or_refuse(stored({f"{folder}{name}": content for name, content in FILES.items()})) == ""


def test_what_macos_adds_to_a_zip_is_passed_over() -> None:
    data = stored({**FILES, "__MACOSX/._TDEXPORT.DBF": b"\0\5\x16\7", ".DS_Store": b"Bud1"})
    assert read_or_refuse(data) == ""


def test_a_zip_with_something_else_is_no_report() -> None:
    assert not is_uschess_report(stored({"holiday.jpg": b"\xff\xd8\xff"}))
    assert is_uschess_report(stored(FILES, encrypted=True))
    assert is_uschess_report(stored({"a": FILES["TDEXPORT.DBF"]}))


def ten_thousand() -> bytes:
    # Four digits hold no more than 9,999: one of them must appear twice.
    rows = [player_row(number % 9999 + 1, ["U0"] * 9, D_MEM_ID="") for number in range(10_000)]
    return report(rows, [section_row(rounds=9, players=9_999)])


def as_many_as_may_be() -> bytes:
    """Return 9,998 players in 10 rounds, everybody paired."""
    rows = []
    for number in range(1, 9_999):
        white = number % 2 == 1
        other = number + 1 if white else number - 1
        rows.append(player_row(number, [f"{'W' if white else 'L'}{other}{'W' if white else 'B'}"] * 10))
    return report(rows, [section_row(rounds=10, players=9_998)])


def forfeits_without_opponents() -> bytes:
    rows = [player_row(number, ["X0" if number % 2 else "F1"] * 10) for number in range(1, 9_999)]
    return report(rows, [section_row(rounds=10, players=9_998)])


def too_many_results() -> bytes:
    rows = [player_row(number, ["U0"] * 99, D_MEM_ID="") for number in range(1, 2_000)]
    return report(rows, [section_row(rounds=99, players=1_999)])


def rows_of_nothing() -> bytes:
    files = dict(FILES)
    files["TDEXPORT.DBF"] = (b"\x03\x7e\x0b\x14" + (0x7FFFFFFF).to_bytes(4, "little") + b"\x41\0\x01\0").ljust(
        4 * MIB, b" "
    )
    return stored(files)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("make", "part"),
    [
        (ten_thousand, "player 1 is listed twice"),
        (as_many_as_may_be, ""),
        (forfeits_without_opponents, ""),
        (too_many_results, "more than 100000 results"),
        (rows_of_nothing, "TDEXPORT"),
        (lambda: stored({name: bytes(4 * MIB) for name in FILES}), "of a rating report"),
        (lambda: stored({str(number): FILES["TDEXPORT.DBF"].ljust(4 * MIB) for number in range(20)}), "two TDEXPORT"),
        (lambda: stored({str(number): b"" for number in range(90_000)}, method=zipfile.ZIP_STORED), "damaged"),
        (lambda: b"PK\x03\x04" + b"PK\x01\x02" * (2 * MIB), "damaged"),
        (lambda: b"PK\x03\x04" + b"PK\x05\x06" * (2 * MIB), "damaged"),
    ],
)
def test_nothing_is_endless_or_takes_200_mebibytes(make: Callable[[], bytes], part: str) -> None:
    data = make()
    said = []
    ends_in_200_mebibytes(lambda: said.append(read_or_refuse(data)))
    assert part in said[0]
