"""Formats told apart by contents, on files of every kind."""

from datetime import date
from pathlib import Path

import pytest

from core.errors import InputError
from core.formats.recognise import read_event_file
from core.formats.scrabble.game_history import read_game_history

SAMPLES = Path(__file__).parents[4] / "shared" / "samples"
FORMATS = {
    ".trf": "TRF",
    ".t": "tsh division file",
    ".tsh": "tsh",
    ".js": "tsh tourney.js",
    ".tou": "AUPAIR",
}
FILES = [path for path in sorted(SAMPLES.rglob("*")) if path.is_file() and path.name != "SOURCES.md"]
HISTORIES = [path for path in FILES if path.name.endswith(".csv.gz")]
"""Games for QURSH, which are no event."""

EVENTS = [path for path in FILES if path not in HISTORIES and path.suffix in FORMATS]

needs_samples = pytest.mark.skipif(not FILES, reason="the samples are not here")


@needs_samples
@pytest.mark.parametrize("path", EVENTS, ids=[path.name for path in EVENTS])
def test_every_sample_is_read_and_recognised_by_its_contents(path: Path) -> None:
    event = read_event_file(path.read_bytes())
    assert event.format.startswith(FORMATS[path.suffix])
    assert event.sections
    if event.format == "tsh settings":
        assert event.remarks
    else:
        assert all(section.players for section in event.sections)
    # Who is not told of games is told what to upload for them.
    assert (
        any(section.games for section in event.sections)
        or "upload" in str(event.remarks)
        or "export" in str(event.remarks)
    )


@needs_samples
@pytest.mark.parametrize("path", HISTORIES, ids=[path.name for path in HISTORIES])
def test_every_sample_of_a_history_is_read(path: Path) -> None:
    # SOURCES.md: 17,996 games, of which none is left out.
    history = read_game_history(path.read_bytes(), path.name, date(2026, 11, 20)).history
    assert history.read == 17_996


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"number,name,1\n1,Ada,W2\n2,Bo,L1\n", "crosstable"),
        (b"round,white,black,result\n1,Ada,Bo,1-0\n", "pairings"),
        (b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,400,Bo,350\n", "CoCo"),
        (b"Quill, Ada            1500  2 ; 400\nFenn, Rosa            1400  1 ; 350\n", "tsh"),
        (b"division A a.t\nconfig event_name = 'Lantern'\n", "tsh settings"),
        (b'newt={"divisions":[{"players":[null,{"name":"Ada"}]}]};', "tourney.js"),
    ],
    ids=["crosstable", "pairings", "coco", "tsh", "settings", "tourney"],
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
