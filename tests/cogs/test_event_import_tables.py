"""/td import: tables as people have them, from a spreadsheet, a pairing program or a page."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, said
from tests.file_answers import players_of, remarks_of
from tests.spreadsheet_files import ods, xlsx

SIX = """Harbour Seniors 2026
Ranking crosstable after Round 1 (chess-results.com)
Rk.;;Name;Rtg;FED;1.Rd;Pts.
1;;Alfa Anna;2020;SWE;2b1;1
2;WFM;Bravo Bert;1971;SWE;1w0;0
3;;BYE;0;;;
"""
UNICODE_TEXT = "number\tname\trating\t1\n1\tÄnne Łąk\t1650\tW2\n2\tBo Carl\t1600\tL1\n"


async def looked_at(club: SimulatedClub, data: str | bytes, name: str = "table.csv", **options: Any) -> Any:
    content = data.encode() if isinstance(data, str) else data
    return await club.td.slash(club.channel, "td import", file=(name, content), **options)


def shown(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


@pytest.mark.parametrize(
    ("encoding", "remark"),
    [("utf-16", None), ("cp1250", "The file is not in UTF-8 and was read as Central European (Windows-1250)")],
)
async def test_a_table_is_decoded_and_what_was_assumed_is_said(
    club: SimulatedClub, encoding: str, remark: str | None
) -> None:
    looked = await looked_at(club, UNICODE_TEXT.encode(encoding))
    assert "Änne Łąk" in "\n".join(await players_of(club.td, looked))
    if remark is not None:
        assert remark in (await remarks_of(club.td, looked)).replace("\\", "")


@pytest.mark.parametrize("write", [xlsx, ods])
async def test_a_spreadsheet_is_an_event_and_a_roster(club: SimulatedClub, write: Any) -> None:
    data = write([["number", "name", "rating", "1"], [1, "Änne Łąk", 1650, "W2"], [2, "Bo Carl", 1600, "L1"]])
    looked = await looked_at(club, data, "table.xlsx")
    assert "**2 players · 1 round · 1 game**" in shown(looked)
    stored = await club.td.click(looked.response, label="Store it")
    assert "rated on **US Chess Regular**" in shown(stored)
    people = write([["name", "rating"], ["Cy Dott", 1500]])
    roster = await club.td.slash(club.channel, "td import", file=("people.ods", people))
    assert "1 new" in str(roster.response.embeds[0].description)


async def test_a_broken_spreadsheet_is_refused_with_what_to_upload(club: SimulatedClub) -> None:
    answer = await said(looked_at(club, xlsx([["name"]])[:-30], "table.xlsx"))
    assert "That spreadsheet cannot be read. Save the sheet as CSV, and upload that." in answer


async def test_a_crosstable_of_chess_results_is_an_event(club: SimulatedClub) -> None:
    looked = await looked_at(club, SIX)
    assert "### Harbour Seniors 2026" in shown(looked)
    assert "**2 players · 1 round · 1 game**" in shown(looked)
    assert "would be rated on **FIDE Standard**" in shown(looked)
    assert '"BYE" is a bye, not a player' in await remarks_of(club.td, looked)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("number,name,1,2", "number,name,1,Board", 'the column "Board" looks like results and is not read'),
        ("D2,1.5", "D2,2.5", "Line 2: the file gives 2.5 points, the results give 1.5"),
    ],
)
async def test_results_that_are_in_doubt_are_on_the_first_page(
    club: SimulatedClub, old: str, new: str, told: str
) -> None:
    table = "number,name,1,2,Pts\n1,Ada,W2,D2,1.5\n2,Bo,L1,D1,0.5\n"
    assert "⚠️" not in shown(await looked_at(club, table))
    changed = table.replace(old, new).replace("D2,1", "D3,1" if "Board" in new else "D2,1")
    assert f"⚠️ {told}" in shown(await looked_at(club, changed))


async def test_standings_are_not_sent_to_the_roster(club: SimulatedClub) -> None:
    answer = await said(looked_at(club, "Rk.,Name,Rtg,Pts.\n1,Ann A,2020,3\n"))
    assert "The file has standings without games." in answer
    assert "roster" not in answer
