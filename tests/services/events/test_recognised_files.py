"""What /td import takes a file for."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from bot.services.events.imports.recognise import recognised_as
from core.errors import InputError
from core.event.event_file import FileKind
from core.files.bundle import bundled
from core.files.common.tables import MOST_BYTES
from core.files.roster.table import template
from core.lists import RatingList
from tests.core.files.swisssys_examples import dumped, native, web
from tests.core.files.test_fide_list import COMBINED, packed, text_list, xml_list
from tests.core.files.test_formats_crosstables import BARS
from tests.core.files.uschess_report_examples import player_row, report
from tests.said_scenes import HISTORY, POOL
from tests.spreadsheet_files import ods, xlsx

FILES = Path(__file__).parents[2] / "golden" / "files"
EVENT, ROSTER, ORACLE, GAMES, CLUB = FileKind
PEOPLE = [["Name", "US Chess id", "Rating"], ["Ada Quill", "10000001", 1500]]
PLAYED = [["number", "name", "1"], [1, "Ada", "W2"], [2, "Bo", "L1"]]
LARGE_HISTORY = HISTORY.encode() + b"400,380,1500,1480\n" * (MOST_BYTES // 18)
DIVISION = "Quill, Ada 1500 2; 400\nFenn, Rosa 1400 1; 350\n"
CROSS_TABLES = (
    b"gameid,tourneyid,tie,winnerid,winnername,winnerscore,winneroldrating,loserid,losername,loserscore,loseroldrating\n"
    b"1,1,False,1,Ada Quill,521,1936,2,Bo Cart,237,1500\n"
)


def zipped(**files: str) -> bytes:
    return packed(**{name: text.encode() for name, text in files.items()})


SCO = b"\x03" + bytes(31) + b"W_SCORE\0"
SAMPLES: dict[str, tuple[bytes, tuple[FileKind, ...]]] = {
    # Events
    "TRF": ((FILES / "weekend.trf").read_bytes(), (EVENT,)),
    "TRF of a league": ((FILES / "league.trf").read_bytes(), (EVENT,)),
    "US Chess report": (report([player_row(1, ["W2"]), player_row(2, ["L1"])]), (EVENT,)),
    "SwissSys": (dumped(native()), (EVENT,)),
    "SwissSys for the web": (dumped(web()), (EVENT,)),
    "US Chess crosstable": (BARS.encode(), (EVENT,)),
    "crosstable (CSV)": (b"number,name,rating,games,1\n1,Ada,1500,30,W2\n2,Bo,1400,20,L1\n", (EVENT,)),
    "crosstable (xlsx)": (xlsx(PLAYED), (EVENT,)),
    "crosstable under titles": (b"Club Open\nAugust 2026\n\nNo.;Name;Elo;1\n1;Ada;1500;2w1\n2;Bo;1400;1b0\n", (EVENT,)),
    "list of games (CSV)": (b"round,white,black,result\n1,Ada,Bo,1-0\n", (EVENT,)),
    "list of games without results": (b"round,white,black\n1,Ada,Bo\n", (EVENT,)),
    "tsh division": ((FILES / "division.t").read_bytes(), (EVENT,)),
    "tsh settings": (b"division A a.t\nconfig event_name = 'Lantern'\n", (EVENT,)),
    "tsh folder": (
        zipped(config_tsh="division A a.t\n", a_t="Quill, Ada 1500 2; 400\nFenn, Ro 1400 1; 350\n"),
        (EVENT,),
    ),
    "two divisions": (bundled([DIVISION.encode()] * 2, ["a.t", "b.t"]), (EVENT,)),
    "tourney.js": (b'newt={"divisions":[{"players":[null,{"name":"Ada"}]}]};', (EVENT,)),
    "AUPAIR": (b"*M5.3.2024 Harbour Open\n*A\nAda Quill 2412 2 1380 3\nBo Brook 388 1 2050 2\n", (EVENT,)),
    "CoCo": (b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,400,Bo,350\n", (EVENT,)),
    "PGN": (b'[Event "Club"]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 1-0\n', (EVENT,)),
    "lichess games": (
        b'{"players":{"white":{"user":{"name":"a"}},"black":{"user":{"name":"b"}}},"winner":"white"}\n',
        (EVENT,),
    ),
    "lichess standings": (b"Rank,Title,Username,Rating,Points,Tie Break,Performance\n1,,ada,1500,3,5,1700\n", (EVENT,)),
    "Papi": (b'{"players":[{"lastName":"A","rounds":{}}]}', (EVENT,)),
    "SwissPerfect's own files": (packed(open_sco=SCO), (EVENT,)),
    "SwissPerfect's results alone": (SCO, (EVENT,)),
    "SwissPerfect": (b"No\tName\tLoc Id\tTotal\t1\n1\tAda\t\t1\t2:W\n2\tBo\t\t0\t1:L\n", (EVENT,)),
    "challonge": (
        b"Match ID,Round,Player 1,Player 2,Player 1 Score,Player 2 Score,Winner\n1,-1,Ada,Bo,2,1,Ada\n",
        (EVENT,),
    ),
    "match log": (b"date,player,player,score\n2026-11-07,Ada,Bo,2-1\n", (EVENT,)),
    "standings": (b"Rk.,Name,Rtg,Pts.\n1,Ada,2020,3\n", (EVENT,)),
    # Players
    "roster": (b"name,id,rating\nAda Quill,10000001,1500\n", (ROSTER,)),
    "roster with semicolons": (b"Surname;First name;FIDE ID\nQuill;Ada;90000001\n", (ROSTER,)),
    "roster of names alone": (b"Name\nAda Quill\nBo Cart\n", (ROSTER,)),
    "roster of Discord names": (b"discord,rating\nada.example,1500\n", (ROSTER,)),
    "roster (ods)": (ods(PEOPLE), (ROSTER,)),
    "template": (template([RatingList.USCHESS_REGULAR]), (ROSTER,)),
    "FIDE's list": (text_list(COMBINED), (ROSTER,)),
    "FIDE's list (XML)": (xml_list(), (ROSTER,)),
    "FIDE's list (zip)": (packed(list_txt=text_list(COMBINED)), (ROSTER,)),
    # Tables and clubs
    "Oracle table": (POOL, (ORACLE,)),
    "Oracle table with a column missing": (b"name,bt_strength\nKeeper,1.0\n", (ORACLE,)),
    "QURSH history": (HISTORY.encode(), (GAMES,)),
    "QURSH history, packed": (gzip.compress(HISTORY.encode()), (GAMES,)),
    "QURSH history of 10 MiB": (LARGE_HISTORY, (GAMES,)),
    "QURSH history without a column": (b"score_hi,score_lo,rating_hi\n", (GAMES,)),
    "a club": (zipped(manifest_json=json.dumps({"program": "crosstable", "format": 2})), (CLUB,)),
    # What could be two things
    "entries without results": (b"number,name,rating,1,2\n1,Ada,1500,,\n2,Bo,1400,,\n", (EVENT, ROSTER)),
    "Oracle table without strengths": (b"name,type,rating,games,wins\nKeeper,1,50,0,0\n", (ORACLE, ROSTER)),
    "games of cross-tables": (CROSS_TABLES, (EVENT, GAMES)),
    # What nobody knows is an event's, whose reader says what can be read.
    "another program's zip": (zipped(manifest_json='{"program": "other"}'), (EVENT,)),
    "a zip with a broken manifest": (zipped(manifest_json="{"), (EVENT,)),
    "a zip with a list for a manifest": (zipped(manifest_json="[1]"), (EVENT,)),
    "no zip": (b"PK no zip", (EVENT,)),
    "words": (b"hello\nworld\n", (EVENT,)),
    "unknown columns": (b"colour,size\nred,1\n", (EVENT,)),
    "JSON": (b"{}", (EVENT,)),
    "a page": (b"<html></html>", (EVENT,)),
}


@pytest.mark.parametrize("sample", SAMPLES)
async def test_file_is_recognised_by_its_contents(sample: str) -> None:
    data, kinds = SAMPLES[sample]
    assert await recognised_as(data) == kinds


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "The file is not text"),
        (b"name,rating\n" + b"Ada Quill,1500\n" * (MOST_BYTES // 14), "more than 10 MiB"),
        (b"PK\x03\x04xl/workbook.xml", "That spreadsheet cannot be read"),
    ],
    ids=["nothing", "blanks", "picture", "huge", "broken spreadsheet"],
)
async def test_file_that_nothing_reads_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        await recognised_as(data)


async def test_huge_zip_is_read_as_an_event_which_refuses_it() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", b'{"program": "crosstable"}' + b" " * MOST_BYTES)
    assert await recognised_as(file.getvalue()) == (EVENT,)
