"""Formats told apart by contents, on files of every kind."""

from pathlib import Path

import pytest

from core.errors import InputError
from core.formats.recognise import read_event_file

SAMPLES = Path(__file__).parents[4] / "shared" / "samples"
ENDINGS = {".trf": "TRF", ".t": "tsh", ".tsh": "tsh", ".tou": "AUPAIR"}
READ = [path for path in sorted(SAMPLES.rglob("*")) if path.suffix in ENDINGS and path.name != "config.tsh"]


@pytest.mark.skipif(not READ, reason="the samples are not here")
@pytest.mark.parametrize("path", READ, ids=[path.name for path in READ])
def test_every_sample_is_recognised_by_its_contents(path: Path) -> None:
    event = read_event_file(path.read_bytes())
    assert event.format.startswith(ENDINGS[path.suffix])
    assert all(section.players for section in event.sections)


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"number,name,1\n1,Ada,W2\n2,Bo,L1\n", "crosstable"),
        (b"round,white,black,result\n1,Ada,Bo,1-0\n", "pairings"),
        (b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,400,Bo,350\n", "CoCo"),
        (b"Quill, Ada            1500  2 ; 400\nFenn, Rosa            1400  1 ; 350\n", "tsh"),
    ],
    ids=["crosstable", "pairings", "coco", "tsh"],
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
