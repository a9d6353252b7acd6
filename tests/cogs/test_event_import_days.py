"""/td import: the name and the day of an event, from the file, an option or the form of the preview."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event, pending_import, player
from tests.cogs.scrabble_files import SEED
from tests.conftest import SimulatedClub, rows, said, text_of
from tests.file_answers import parts_of
from tests.flows import fill_in

TRF = """\
012 Club Open
042 2026/11/01
052 2026/11/02
001    1 m    Alfa, Anna                        2000 ITA      800000 1990/01/01  1.0    1     2 w 1
001    2 m    Bravo, Bert                       1900 ITA      800001 1990/01/01  0.0    2     1 b 0
"""
PAIRINGS = (
    "division,round,player1,player2,result\nOpen,1,Ann,Bo,1-0\n\ndivision,key,value\n"
    ",name,Club Open\n,began,2026-11-01\n,day,2026-11-02\n"
)
TSH = f"#event_name Club Open\n#event_date 2 November 2026\n{SEED}"
CSV = "number,name,rating,games,1\n1,Ann Adder,1800,40,W2\n2,Bo Beech,1700,40,L1\n"


async def looked_at(club: SimulatedClub, text: str, **options: Any) -> Any:
    return await club.td.slash(club.channel, "td import", file=("e.txt", text.encode()), **options)


async def events(club: SimulatedClub) -> list[tuple[str | None, str]]:
    found = await rows(club.services.database, select(event.c.name, event.c.date).order_by(event.c.seq))
    return [(row.name, row.date.isoformat()) for row in found]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (TRF.replace("052 2026", "052 2062"), "ended on 2062-11-02, which is in the future"),
        (TRF.replace("042 2026", "042 2062"), "began on 2062-11-01, which is in the future"),
        (TRF.replace("2026/11/0", "2062/11/0"), "ended on 2062-11-02, which is in the future"),
        (TRF.replace("2026/11/0", "1926/11/0"), "ended on 1926-11-02, which is before there were ratings"),
        (PAIRINGS.replace("2026", "2062"), "ended on 2062-11-02, which is in the future"),
        (TSH.replace("2026", "2062"), "ended on 2062-11-02, which is in the future"),
        (TRF.replace("2026/11/0", "2026/11/3").replace("11/32", "12/02"), "ended on 2026-12-02"),
    ],
    ids=["last day", "first day", "both", "before ratings", "pairings", "tsh", "next month"],
)
async def test_a_file_of_a_day_to_come_asks_for_the_date(club: SimulatedClub, text: str, day: str) -> None:
    assert f"The file says that the event {day}" in await said(looked_at(club, text))
    assert await rows(club.services.database, select(pending_import.c.id)) == []
    given = await looked_at(club, text, date="2026-11-02")
    await club.td.click(given.response, label="Store it")
    assert await events(club) == [("Club Open", "2026-11-02")]


async def test_a_birth_date_to_come_is_left_out_with_its_line(club: SimulatedClub) -> None:
    born = "number,name,born,1\n1,Ann Adder,2062-05-30,W2\n2,Bo Beech,,L1\n"
    looked = await looked_at(club, born)
    remarks = next(part for part in parts_of(looked.response) if (part.get("label") or "").startswith("Remarks"))
    opened = await club.td.click(looked.response, custom_id=remarks["custom_id"])
    assert "Line 2: Ann Adder's birth date is in the future, 2062-05-30. Ignored." in text_of(opened)
    await club.td.click(looked.response, label="Store it")
    assert [row.born for row in await rows(club.services.database, select(player.c.born))] == [None, None]


async def test_a_birth_date_to_come_is_left_out_of_a_roster_with_its_line(club: SimulatedClub) -> None:
    table = b"name,born\nAnn Adder,1990-01-01\nBo Beech,2062-05-30\n"
    looked = await club.td.slash(club.channel, "td import", file=("r.csv", table))
    assert "Line 3: the birth date 2062-05-30 is in the future. Ignored" in looked.response.embeds[0].description


@pytest.mark.both_databases
async def test_name_and_date_are_fields_of_the_preview(club: SimulatedClub) -> None:
    looked = await looked_at(club, CSV)
    assert "❓ The file has no name and no date. Press **Edit details**." in text_of(looked)
    form = await club.td.click(looked.response, label="Edit details")
    named = await fill_in(club.td, form, name="Friday Open", date="2026-11-13")
    assert text_of(named).startswith("### Friday Open")
    assert "13 November 2026" in text_of(named)
    assert "❓" not in text_of(named)
    await club.td.click(named.response, label="Store it")
    assert await events(club) == [("Friday Open", "2026-11-13")]


async def test_what_is_left_empty_is_as_in_the_file(club: SimulatedClub) -> None:
    looked = await looked_at(club, TSH, name="Another", date="2026-11-09")
    form = await club.td.click(looked.response, label="Edit details")
    named = await fill_in(club.td, form, name="", date="")
    await club.td.click(named.response, label="Store it")
    assert await events(club) == [("Club Open", "2026-11-02")]


async def test_time_control_and_rules_are_fields_of_the_preview(club: SimulatedClub) -> None:
    looked = await looked_at(club, CSV, list="uschess-regular")
    form = await club.td.click(looked.response, label="Edit details")
    edited = await fill_in(club.td, form, time_control="G/60;d5", rules="informal-2020")
    form = await club.td.click(edited.response, label="Edit details")
    fields = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
    assert fields["time_control"]["value"] == "60+5"
    stored = await club.td.click(edited.response, label="Store it")
    assert "informal calculator (2020)" in stored.response.embeds[0].footer.text


async def test_a_day_to_come_is_refused_in_the_form_too(club: SimulatedClub) -> None:
    looked = await looked_at(club, CSV)
    form = await club.td.click(looked.response, label="Edit details")
    refused = await fill_in(club.td, form, name="Friday Open", date="2027-05-02")
    assert "2027-05-02 is in the future" in refused.response.content


async def test_a_name_of_the_form_is_compared_with_stored_events(club: SimulatedClub) -> None:
    looked = await looked_at(club, CSV, name="Friday Open", date="2026-11-13")
    await club.td.click(looked.response, label="Store it")
    again = await looked_at(club, CSV.replace("W2", "D2").replace("L1", "D1"), name="Saturday", date="2026-11-14")
    assert "looks like" not in text_of(again)
    form = await club.td.click(again.response, label="Edit details")
    named = await fill_in(club.td, form, name="friday open", date="2026-11-13")
    assert "The file looks like **Friday Open of 2026-11-13**" in text_of(named)
