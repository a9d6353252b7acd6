"""The dBase III container."""

import struct
from datetime import date

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st
from uschess_report_examples import container

from core.errors import InputError
from core.files.chess.uschess_report import DbfField, first_field, read_dbf, write_dbf

FIELDS = (("D_NAME", 12), ("D_STATE", 2))
ROWS = ({"D_NAME": "FENN, ROSA", "D_STATE": "OR"}, {"D_NAME": "QUILL, TOBI"})
DATA = container(FIELDS, ROWS)
HEADER = 32 + 32 * 2 + 1


def refusal(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_dbf(data, "TDEXPORT")
    return checked(caught.value)


def patched(position: int, content: bytes) -> bytes:
    return DATA[:position] + content + DATA[position + len(content) :]


def texts(data: bytes) -> list[tuple[str, str]]:
    return [(row.text("D_NAME"), row.text("D_STATE")) for row in read_dbf(data, "TDEXPORT").rows]


def test_what_is_written_is_the_container_byte_for_byte() -> None:
    fields = [DbfField(name, width) for name, width in FIELDS]
    rows = [["FENN, ROSA", "OR"], ["QUILL, TOBI", ""]]
    assert write_dbf(fields, rows, date(2026, 11, 20)) == DATA


def test_every_value_is_read() -> None:
    assert texts(DATA) == [("FENN, ROSA", "OR"), ("QUILL, TOBI", "")]
    assert first_field(DATA) == "D_NAME"
    assert read_dbf(DATA, "TDEXPORT").rows[0].text("D_RATING") == ""


@pytest.mark.parametrize(
    "data",
    [
        patched(1, bytes([26, 0, 0])),  # the update date of some builds
        patched(12, b"\xfe" * 20),  # rubbish where nothing should be
        patched(32 + 12, b"\xfe" * 4),
        DATA[:-1],  # no end of file
        DATA + b"\x1a\x1arubbish",
        DATA[: HEADER - 1] + b"\x0d\0" + DATA[HEADER:-1],
    ],
    ids=["date", "reserved", "reserved of a column", "no end", "more than the end", "WinTD"],
)
def test_what_programs_do_otherwise_is_read_all_the_same(data: bytes) -> None:
    if data[HEADER] == 0:
        data = data[:8] + struct.pack("<H", HEADER + 1) + data[10:]
    assert texts(data) == texts(DATA)


def test_rows_marked_as_deleted_are_left_out() -> None:
    table = read_dbf(patched(HEADER, b"*"), "TDEXPORT")
    assert [row.number for row in table.rows] == [2]
    assert table.deleted == (1,)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "not a dBase III file"),
        (b"\x03" * 31, "not a dBase III file"),
        (patched(0, b"\x83"), "not a dBase III file"),
        (DATA[:-10], "cut off"),
        (DATA[:70], "cut off"),
        (patched(4, struct.pack("<I", 2**32 - 1)), "more than 20000 rows"),
        (patched(10, struct.pack("<H", 16)), "as long as its columns"),
        (patched(32, b"\x0d"), "no columns"),
        (patched(8, bytes(2)), "no columns"),
        (patched(HEADER, b"x"), "row 1"),
        (container([("D_X", 1)] * 129, []), "more than 128 columns"),
        (bytes(5 * 1024 * 1024), "more than 4 MiB"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(data: bytes, part: str) -> None:
    assert part in refusal(data)


def test_the_widest_column_that_a_byte_can_say_is_read_and_written() -> None:
    data = write_dbf([DbfField("H_OTHER_TD", 255)], [["9" * 255]], date(2026, 11, 20))
    assert read_dbf(data, "THEXPORT").rows[0].text("H_OTHER_TD") == "9" * 255


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"Ang\xc3\xa9lica", "Angélica"),
        (b"Ang\xe9lica", "Angélica"),
        (b"A\tB\x00\x01C", "A B C"),
        (b"  x\0\0  ", "x"),
    ],
)
def test_text_is_read_in_either_encoding_and_without_control_characters(raw: bytes, text: str) -> None:
    assert texts(container((("D_NAME", 12), ("D_STATE", 2)), [{"D_NAME": raw.decode("latin-1")}])) == [(text, "")]


@pytest.mark.parametrize("value", ["longer", "é", "a\tb"])
def test_a_value_that_does_not_fit_is_refused_and_never_cut(value: str) -> None:
    with pytest.raises(InputError) as caught:
        write_dbf([DbfField("D_NAME", 5)], [[value]], date(2026, 11, 20))
    assert ("5" in checked(caught.value)) == (value == "longer")


printable = st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=9).map(str.strip)


@given(st.lists(st.tuples(printable, printable), max_size=6))
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    fields = [DbfField("D_NAME", 9), DbfField("D_STATE", 9)]
    data = write_dbf(fields, rows, date(2026, 11, 20))
    assert texts(data) == [tuple(" ".join(value.split()) for value in row) for row in rows]


@given(st.binary(max_size=300), st.integers(0, 300))
def test_whatever_the_bytes_it_is_a_table_or_one_sentence(noise: bytes, position: int) -> None:
    for data in (noise, patched(position % len(DATA), noise)[: len(DATA)]):
        try:
            read_dbf(data, "TDEXPORT")
        except InputError as error:
            checked(error)
