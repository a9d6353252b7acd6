"""An event as a wall chart and as files."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event
from core.files.recognise import read_event_file
from tests.conftest import SimulatedClub, rows, said
from tests.flows import export_event, import_event, wall_chart

TABLE = b"""number,name,rating,games,id,1,2,3
1,Ada Quill,1500,40,12345678,W2,W3,B
2,Rosa Fenn,1400,12,,L1,F4,D3
3,Nils Ost,,,,H,L1,D2
4,Ida Marl,1700,60,,,X2,
"""


async def imported(club: SimulatedClub, data: bytes = TABLE, **options: Any) -> str:
    preview = await import_event(club.td, club.channel, ("event.csv", data), **options)
    await club.td.click(preview.response, label="Store it")
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    return str(event_id)


async def test_the_wall_chart_is_posted_where_everybody_sees_it(club: SimulatedClub) -> None:
    chart = await wall_chart(club.dana, club.channel, await imported(club, name="Winter"))
    assert chart.response.ephemeral
    posted = await club.dana.click(chart.response, label="Post here")
    assert not posted.response.ephemeral
    (file,) = posted.response.attachments
    assert file.filename == "crosstable-1.png"
    assert (await file.read()).startswith(b"\x89PNG")


async def test_the_wall_chart_is_text_in_a_message_and_a_file(club: SimulatedClub) -> None:
    chart = await wall_chart(club.dana, club.channel, await imported(club))
    assert "Ada Quill" in (await club.dana.click(chart.response, label="As text")).response.embeds[0].description
    *_, file = (await club.dana.click(chart.response, label="File")).response.attachments
    assert file.filename == "crosstable.txt"
    text = (await file.read()).decode()
    assert "Ada Quill" in text
    assert "W2" in text


@pytest.mark.parametrize("form", ["csv", "pairings", "trf"])
@pytest.mark.both_databases
async def test_an_exported_event_reads_back_with_the_same_games(club: SimulatedClub, form: str) -> None:
    event_id = await imported(club)
    answer = await export_event(club.td, club.channel, event_id, form)
    assert answer.response.ephemeral
    (file,) = answer.response.attachments
    (read,) = read_event_file(await file.read()).sections
    (was,) = read_event_file(TABLE).sections
    found = {(game.round, game.first, game.second, game.score) for game in read.games}
    assert found == {(game.round, game.first, game.second, game.score) for game in was.games}
    assert {player.name for player in read.players} >= {"Rosa Fenn"} or form == "trf"
    assert read.players[0].rating == (None if form == "trf" else 1500)


async def test_a_us_chess_report_names_who_has_no_id(club: SimulatedClub) -> None:
    event_id = await imported(club, time_control="G/90;d5")
    place = {"affiliate": "A1234567", "director": "12345678", "place": "Bay, WA 98000"}
    answer = await export_event(club.td, club.channel, event_id, "dbf", **place)
    (file,) = answer.response.attachments
    read = read_event_file(await file.read())
    assert len(read.sections[0].games) == 3
    assert "id" in answer.response.embeds[0].description


async def test_the_form_of_a_us_chess_report_asks_for_a_missing_time_control(club: SimulatedClub) -> None:
    event_id = await imported(club)
    place = {"affiliate": "A1234567", "director": "12345678", "place": "Bay City, wa 98000-1234"}
    refusal = await said(export_event(club.td, club.channel, event_id, "dbf", **place))
    assert "has no time control. Write one in the form" in refusal
    answer = await export_event(club.td, club.channel, event_id, "dbf", **place, time_control="G/90;d5")
    (file,) = answer.response.attachments
    read = read_event_file(await file.read())
    assert (str(read.sections[0].time_control), read.city) == ("90+5", "Bay City")
    place["place"] = "Bay City"
    refusal = await said(export_event(club.td, club.channel, event_id, "dbf", **place))
    assert "is not a city with its state and ZIP code. Write, for example, Seattle, WA 98101." in refusal


async def test_a_member_does_not_export(club: SimulatedClub) -> None:
    event_id = await imported(club)
    shown = await club.dana.slash(club.channel, "events", event=event_id)
    assert "(TD)" in await said(club.dana.click(shown.response, label="Files (TD)"))


async def test_an_event_has_a_button_for_its_files(club: SimulatedClub) -> None:
    shown = await club.td.slash(club.channel, "events", event=await imported(club))
    asked = await club.td.click(shown.response, label="Files (TD)")
    (menu,) = asked.response.components[0]["components"]
    assert [option["value"] for option in menu["options"]] == ["csv", "pairings", "trf", "tsh", "dbf"]
    chosen = await club.td.select(asked.response, ["csv"], custom_id=menu["custom_id"])
    assert b"Ada Quill" in await chosen.response.attachments[0].read()


async def test_there_is_nothing_to_export_in_a_club_without_events(club: SimulatedClub) -> None:
    assert "no event to export" in await said(club.td.slash(club.channel, "td export", what="event"))


async def test_an_export_holds_no_formula(club: SimulatedClub) -> None:
    data = b'name,1\n"=HYPERLINK(1)",W2\n+1+1,L1\n'
    event_id = await imported(club, data)
    for form in ("csv", "pairings"):
        answer = await export_event(club.td, club.channel, event_id, form)
        (file,) = answer.response.attachments
        text = (await file.read()).decode()
        assert "HYPERLINK" in text
        cells = [cell.strip('"') for line in text.splitlines() for cell in line.split(",")]
        assert not any(cell.startswith(("=", "+", "@", "\t")) for cell in cells)
