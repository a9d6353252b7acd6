"""FIDE's lists, as TXT and XML, by the headings that they have had (spec of issue 15); the people are invented."""

import io
import zipfile
from datetime import date
from typing import Any

import pytest

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.files.roster.fide_list import is_fide_list, read_fide_list
from core.files.roster.table import RosterLine
from core.lists import RatingList

# Headings as chess-dojo-scheduler's test has them of a real list of July 2026, and Chess-FIDE (CPAN) of older ones.
COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SEP26 Gms K  B-day Flag"
)
STANDARD, RAPID, BLITZ = RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ
CELLS = {
    "ID Number": "90000001", "Name": "Quill, Ada", "Fed": "NOR", "Sex": "F", "Tit": "WIM", "SRtng": "2305",
    "SK": "10", "RRtng": "2250", "Rk": "20", "BRtng": "   0", "BK": "40", "B-day": "1990", "Flag": "wi",
    "SEP26": "2305", "K": "10",
}  # fmt: skip
ADA = {"fide_id": "90000001", "federation": "NOR", "sex": "w", "title": "WIM"}


def line(head: str, **changed: str) -> str:
    letters = [" "] * (len(head) + 4)
    for heading, text in (CELLS | changed).items():
        at = f" {head} ".find(f" {heading} ")
        if at >= 0:
            letters[at : at + len(text)] = text
    return "".join(letters).rstrip()


def text_list(head: str = COMBINED, *lines: str) -> bytes:
    return "\r\n".join([head, *(lines or (line(head),)), ""]).encode("latin-1")


def packed(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return file.getvalue()


def xml_list(players: int = 1, extra: str = "", **changed: str) -> bytes:
    cells = {
        "fideid": "90000001", "name": "Quill, Ada", "country": "NOR", "sex": "F", "title": "WIM", "rating": "2305",
        "games": "0", "k": "10", "rapid_rating": "2250", "rapid_k": "20", "blitz_rating": "", "birthday": "1990",
        "flag": "wi", **changed,
    }  # fmt: skip
    player = "<player>" + "".join(f"<{name}>{text}</{name}>" for name, text in cells.items()) + "</player>"
    return f'<?xml version="1.0"?>{extra}<playerslist>{player * players}</playerslist>'.encode()


def read(data: bytes, *ids: str) -> Any:
    assert is_fide_list(data)
    return read_fide_list(data, ids or ("90000001",))


RATED = {STANDARD: EnteredRating(2305, None, 2400), RAPID: EnteredRating(2250)}


@pytest.mark.parametrize(
    "data", [text_list(), xml_list(), packed(list_txt=text_list()), packed(list_xml=xml_list(), read_me=b"hello")]
)
def test_the_combined_list_tells_three_ratings(data: bytes) -> None:
    """K 10 tells that 2400 has been reached; how many games there are no list tells."""
    file = read(data)
    assert [one.ratings for one in file.lines] == [RATED]
    assert [(one.name, one.details, one.born_year) for one in file.lines] == [("Quill, Ada", ADA, 1990)]
    assert (file.is_federations, file.remarks) == (True, ())


def test_k_of_forty_tells_of_few_games() -> None:
    (one,) = read(text_list(COMBINED, line(COMBINED, SK="40"))).lines
    assert one.ratings[STANDARD] == EnteredRating(2305, 5)


def test_a_list_of_one_speed_does_not_say_of_which() -> None:
    file = read(text_list(SINGLE))
    assert file.lines == (RosterLine(2, "Quill, Ada", None, ADA, None, 1990, {}),)
    assert file.month == date(2026, 9, 1)
    assert "Upload the combined list" in file.remarks[0].text


def test_a_column_that_moved_is_found_by_its_heading() -> None:
    head = COMBINED.replace("WTit OTit           FOA ", "WTit ").replace("Name     ", "Name")
    assert read(text_list(head)).lines[0].ratings == RATED


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_names_are_read_in_either_encoding(encoding: str) -> None:
    text = "\r\n".join([COMBINED, line(COMBINED, Name="Quïll, Ædine")])
    assert read(text.encode(encoding)).lines[0].name == "Quïll, Ædine"


def test_strangers_are_counted_and_passed_over() -> None:
    others = [line(COMBINED, **{"ID Number": f"9{number:07d}"}) for number in range(2, 50)]
    file = read(text_list(COMBINED, *others, line(COMBINED)))
    assert (len(file.lines), file.passed) == (1, 48)
    assert read(xml_list(30), "123456").passed == 30


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (text_list(COMBINED, *["no line of a list"] * 2), "The file is not a FIDE rating list"),
        (text_list(COMBINED, "x" * 5000), "The file is not a FIDE rating list"),
        (text_list("ID Number FOA SRtng", "1"), "The file is not a FIDE rating list"),
        (f"{COMBINED}\r\n".encode(), "The file is not a FIDE rating list"),
        (xml_list(extra='<!DOCTYPE a [<!ENTITY b "c">]>'), "declares a document type"),
        (xml_list()[:-30], "The XML is incomplete"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_fide_list(data, ["90000001"])


def test_zips_that_hide_something_are_refused() -> None:
    whole = packed(list_txt=text_list(COMBINED, *[line(COMBINED)] * 2000))
    with pytest.raises(InputError, match=r"The zip (is damaged|breaks off)"):
        read_fide_list(whole[:-200], ["90000001"])
    with pytest.raises(InputError, match="xml, not 2"):
        read_fide_list(packed(one_txt=text_list(), two_xml=xml_list()), ["90000001"])
    # A bomb: a line that does not end is no line of a list, however long it goes on.
    with pytest.raises(InputError, match="not a FIDE rating list"):
        read_fide_list(packed(list_txt=COMBINED.encode() + b"\r\n" + b"0" * 30_000_000), ["90000001"])


def test_lines_without_end_stop_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.files.roster.fide_list.MOST_UNPACKED", 1_000_000)
    with pytest.raises(InputError, match="larger than FIDE's has ever been"):
        read_fide_list(packed(list_txt=COMBINED.encode() + b"\n" * 2_000_000), ["90000001"])
    monkeypatch.setattr("core.files.roster.fide_list.MOST_PLAYERS", 10)
    with pytest.raises(InputError, match="more players than"):
        read_fide_list(text_list(COMBINED, *[line(COMBINED)] * 20), ["90000001"])
    with pytest.raises(InputError, match="more players than"):
        read_fide_list(xml_list(20), ["90000001"])
