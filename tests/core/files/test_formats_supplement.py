"""Rating lists of US Chess: TSV, CSV and DBF with names of columns, of which only wanted ids are read."""

import io
import tracemalloc
import zipfile
from datetime import date
from pathlib import Path

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.files.chess.uschess_report import DbfField, write_dbf
from core.files.roster.supplement import read_supplement
from core.files.roster.table import RosterFile
from core.lists import RatingList
from tests.depth import examples

REGULAR, QUICK, BLITZ = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ
HEADER = "Member ID\tName\tExpires\tRegular\tQuick\tUSCF Blitz"
NORA = "30000001\tQUILL, NORA\t2027-05\t1512\t1488P20\t0"
ADA = "00300002\tVALE, ADA\t2027-05\t1204.5\t\tUnrated"


def read(data: bytes | str, *wanted: str) -> RosterFile:
    return read_supplement(io.BytesIO(data if isinstance(data, bytes) else data.encode()), wanted)


def refused(data: bytes | str) -> str:
    with pytest.raises(InputError) as error:
        read(data, "30000001")
    return checked(error.value)


def text(*lines: str, end: str = "\r\n") -> str:
    return end.join((HEADER, *lines, ""))


def test_only_wanted_ids_are_read() -> None:
    found = read(text(NORA, ADA, "30000009\tOTT, PIERS\t\t1400\t\t"), "30000001", "00300002")
    nora, ada = found.lines
    assert (nora.name, nora.details, nora.line) == ("QUILL, NORA", {"uschess_id": "30000001"}, 2)
    assert nora.ratings == {REGULAR: EnteredRating(1512.0), QUICK: EnteredRating(1488.0, 20)}
    assert (ada.details["uschess_id"], ada.ratings) == ("00300002", {REGULAR: EnteredRating(1204.5)})
    assert (found.passed, found.remarks) == (1, ())


@pytest.mark.parametrize(
    "data",
    [
        text(NORA, end="\n"),
        text(NORA).replace("\t", ";"),
        'name,id,regular,quick\n"Quill, Nora",30000001,1512,1488/20\n',
        "Quick\tRegular\tMember ID\n1488P20\t1512\t30000001\n",
        "﻿" + text(NORA),
        "MEM_ID\tMEM_NAME\tR_LPB_RAT\tQ_LPB_RAT\n30000001\tQuill\t1512\t1488P20\n",
        "R_MEM_ID\tR_MEM_NAME\tR_RATING1\tR_RATING2\n30000001\tQuill\t*1512\t1488/20*\n",
    ],
)
def test_columns_are_found_by_their_names(data: str) -> None:
    (nora,) = read(data, "30000001").lines
    assert nora.ratings == {REGULAR: EnteredRating(1512.0), QUICK: EnteredRating(1488.0, 20)}


def test_ids_without_their_zeros_are_found() -> None:
    (ada,) = read("id\tregular\n300002\t1204\n", "00300002").lines
    assert ada.details == {"uschess_id": "00300002"}


def test_names_in_an_older_encoding_are_read() -> None:
    (one,) = read("id\tname\tregular\n30000001\tÉlan\t1512\n".encode("latin-1"), "30000001").lines
    assert one.name == "Élan"


def dbf(*rows: list[str]) -> bytes:
    fields = (DbfField("MEM_ID", 8), DbfField("MEM_NAME", 20), DbfField("R_LPB_RAT", 7), DbfField("EXTRA", 3))
    return write_dbf(fields, rows, date(2008, 6, 1))


def test_a_dbf_file_is_read_by_its_fields() -> None:
    found = read(dbf(["30000001", "QUILL, NORA", "1512/15", "x"], ["30000002", "VALE", "0", ""]), "30000001")
    assert [(one.name, one.ratings) for one in found.lines] == [("QUILL, NORA", {REGULAR: EnteredRating(1512.0, 15)})]
    assert found.passed == 1


@pytest.mark.parametrize("name", ["list.tsv", "LIST.TXT", "list.dbf"])
def test_a_zip_is_read(name: str) -> None:
    content = dbf(["30000001", "QUILL", "1512", ""]) if name.endswith("dbf") else text(NORA).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("readme.pdf", b"x")
    assert len(read(packed.getvalue(), "30000001").lines) == 1
    assert "incomplete" in refused(packed.getvalue()[:90]) or "damaged" in refused(packed.getvalue()[:90])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("30000001\tQUILL\t1512\n30000002\tVALE\t1204\n", "has no header"),
        ("30000001,QUILL,1512\n", "has no header"),
        ("number\tsurname\tstrength\n1\tQuill\t1512\n", "columns number, surname, strength. Rename"),
        ("id\tname\n30000001\tQuill\n", "columns id, name. Rename"),
        ("hello\nworld\n", "A list has a header"),
        ("", "A list has a header"),
        (text(), "rating: 0 of 0."),
        (text(*["x\ty\tz\t1\t2\t3"] * 5), "rating: 5 of 5."),
        (text("30000001\tQuill\t\tbest\t\t"), "rating: 1 of 1."),
        ("id\tregular\n" + "x" * 5_000 + "\n", "A list has a header"),
        (dbf(["30000001", "QUILL", "1512", ""])[:-20], "incomplete"),
        (dbf(["30000001", "QUILL", "1512", ""])[:40], "damaged"),
    ],
)
def test_faulty_lists_are_refused_with_a_sentence(data: str | bytes, sentence: str) -> None:
    assert sentence in refused(data)


def test_a_few_wrong_lines_are_a_remark() -> None:
    good = [f"4{number:07}\tx\t\t1400\t\t" for number in range(2_000)]
    found = read(text(NORA, "what is this\t", *good), "30000001")
    assert len(found.lines) == 1
    assert [one.text for one in found.remarks] == ["1 line without a member id or rating. Ignored."]


@pytest.mark.long
def test_a_long_list_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "list.tsv"
    with path.open("w") as file:
        file.write(f"{HEADER}\n")
        file.writelines(f"3{number:07}\tQUILL, NORA\t2027-05\t1512\t1488\t\n" for number in range(200_000))
    tracemalloc.start()
    with path.open("rb") as packed:
        found = read_supplement(packed, {f"3{number:07}" for number in range(0, 200_000, 2_000)})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.lines) == 100
    assert peak < 10_000_000


@examples()
@given(st.binary(max_size=400), st.integers(0, 400))
def test_any_bytes_are_read_or_refused(noise: bytes, at: int) -> None:
    for whole in (text(NORA, ADA).encode(), dbf(["30000001", "QUILL", "1512", ""])):
        try:
            read(whole[:at] + noise + whole[at:], "30000001")
        except InputError as error:
            checked(error)
