"""/event crosstable and /event export."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.tables import event
from core.formats.recognise import read_event_file
from tests.conftest import SimulatedClub, rows, said

TABLE = b"""number,name,rating,games,id,1,2,3
1,Ada Quill,1500,40,12345678,W2,W3,B
2,Rosa Fenn,1400,12,,L1,F4,D3
3,Nils Ost,,,,H,L1,D2
4,Ida Marl,1700,60,,,X2,
"""


async def imported(club: SimulatedClub, data: bytes = TABLE, **options: Any) -> str:
    preview = await club.td.slash(club.channel, "td import", file=("event.csv", data), **options)
    await club.td.click(preview.response, label="Store it")
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    return str(event_id)


@pytest.mark.parametrize(("style", "name"), [("picture", "crosstable-1.png"), ("text file", "crosstable.txt")])
async def test_the_wall_chart_is_a_file(club: SimulatedClub, style: str, name: str) -> None:
    event_id = await imported(club, name="Winter")
    answer = await club.dana.slash(club.channel, "event crosstable", event=event_id, style=style)
    (file,) = answer.response.attachments
    assert file.filename == name
    content = await file.read()
    if style == "picture":
        assert content.startswith(b"\x89PNG")
    else:
        assert "Ada Quill" in content.decode()
        assert "W2" in content.decode()


async def test_the_wall_chart_is_a_message_too(club: SimulatedClub) -> None:
    event_id = await imported(club)
    answer = await club.dana.slash(club.channel, "event crosstable", event=event_id, style="message")
    assert "Ada Quill" in answer.response.embeds[0].description


@pytest.mark.parametrize("form", ["csv", "pairings", "trf"])
@pytest.mark.both_databases
async def test_an_exported_event_reads_back_with_the_same_games(club: SimulatedClub, form: str) -> None:
    event_id = await imported(club)
    answer = await club.td.slash(club.channel, "event export", event=event_id, format=form)
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
    place = {"affiliate": "A1234567", "director": "12345678", "city": "Bay", "state": "WA", "zip_code": "98000"}
    answer = await club.td.slash(club.channel, "event export", event=event_id, format="dbf", **place)
    (file,) = answer.response.attachments
    read = read_event_file(await file.read())
    assert len(read.sections[0].games) == 3
    assert "id" in answer.response.embeds[0].description


async def test_a_report_without_its_director_is_one_sentence(club: SimulatedClub) -> None:
    event_id = await imported(club)
    sentence = await said(club.td.slash(club.channel, "event export", event=event_id, format="dbf"))
    assert "names affiliate, director, city" in sentence


async def test_a_member_does_not_export(club: SimulatedClub) -> None:
    event_id = await imported(club)
    assert "(TD)" in await said(club.dana.slash(club.channel, "event export", event=event_id, format="csv"))


async def test_an_export_holds_no_formula(club: SimulatedClub) -> None:
    """A name that a spreadsheet would run is written behind an apostrophe."""
    data = b'name,1\n"=HYPERLINK(1)",W2\n+1+1,L1\n'
    event_id = await imported(club, data)
    for form in ("csv", "pairings"):
        answer = await club.td.slash(club.channel, "event export", event=event_id, format=form)
        (file,) = answer.response.attachments
        text = (await file.read()).decode()
        assert "HYPERLINK" in text
        cells = [cell.strip('"') for line in text.splitlines() for cell in line.split(",")]
        assert not any(cell.startswith(("=", "+", "@", "\t")) for cell in cells)
