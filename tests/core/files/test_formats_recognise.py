"""Formats told apart by contents, on files of every kind."""

import re
from pathlib import Path

import pytest

from core.errors import InputError
from core.files.recognise import read_event_file
from tests.core.golden_cases import FILES

ROOT = Path(__file__).resolve().parents[3]
FORMATS = {"weekend.trf": "TRF06", "league.trf": "TRF06", "division.t": "tsh division file"}


@pytest.mark.parametrize(("name", "form"), FORMATS.items())
def test_files_of_real_events_are_recognised_by_their_contents(name: str, form: str) -> None:
    event = read_event_file((FILES / name).read_bytes())
    assert event.format == form
    assert all(section.players and section.games for section in event.sections)


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"number,name,1\n1,Ada,W2\n2,Bo,L1\n", "crosstable"),
        (b"round,white,black,result\n1,Ada,Bo,1-0\n", "pairings"),
        (b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,400,Bo,350\n", "CoCo"),
        (b"Quill, Ada            1500  2 ; 400\nFenn, Rosa            1400  1 ; 350\n", "tsh"),
        (b"division A a.t\nconfig event_name = 'Lantern'\n", "tsh settings"),
        (b'[Event "Club"]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n', "PGN"),
        (b'{"players":{"white":{"user":{"name":"a"}},"black":{"user":{"name":"b"}}},"winner":"white"}', "lichess"),
        (b'{"players":[{"lastName":"A","rounds":[{"result":9}]}]}', "Papi"),
        (b'newt={"divisions":[{"players":[null,{"name":"Ada"}]}]};', "tourney.js"),
    ],
    ids=["crosstable", "pairings", "coco", "tsh", "settings", "PGN", "lichess", "Papi", "tourney"],
)
def test_small_files_are_told_apart(data: bytes, form: str) -> None:
    assert form in read_event_file(data).format


@pytest.mark.parametrize(
    "data", [b"hello world", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"{}", b"[1, 2]", b"<html></html>", b"1 2 3\n4 5 6\n"]
)
def test_what_is_no_result_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read_event_file(data)
    assert "\n" not in caught.value.message


EXAMPLES = re.findall(
    r"^```(?:csv)?\n(.*?)^```", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def test_the_page_of_formats_has_an_example_of_each_text_format() -> None:
    formats = {read_event_file(text.encode()).format for text in EXAMPLES}
    tables = {"crosstable (CSV)", "pairings (CSV)", "US Chess crosstable", "CoCo results (CSV)"}
    assert formats == {*tables, "TRF16", "PGN", "tsh division file"}


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_page_of_formats_is_read_whole(text: str) -> None:
    event = read_event_file(text.encode())
    assert [one for one in event.remarks if "rounds of the games are assumed" not in one.text] == []
    assert all(section.players and section.games for section in event.sections)
