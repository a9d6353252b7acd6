"""/td import with a file that could be two things, and with a roster's details."""

import pytest
from sqlalchemy import func, select

from bot.store.database.tables import entered_rating, event, player
from tests.conftest import SimulatedClub, rows, said, text_of
from tests.flows import show_td
from tests.seeds_page import labels

ENTRIES = b"number,name,rating,1,2\n1,Ada Quill,1500,,\n2,Bo Cart,1400,,\n"
BY_TYPE = b"name,type,rating,games,wins\nKeeper,1,50,0,0\nAda,0,40,40,12\n"
GAMES = b"winner,loser,winnerscore,loserscore,winneroldrating,loseroldrating\n" + b"Ada,Bo,420,400,1800,1675\n" * 2


@pytest.mark.parametrize(
    ("table", "offered"),
    [
        (ENTRIES, ["Event", "Roster"]),
        (BY_TYPE, ["Oracle table", "Roster"]),
        (GAMES, ["Event", "QURSH history"]),
    ],
)
async def test_a_file_that_may_be_two_things_asks(club: SimulatedClub, table: bytes, offered: list[str]) -> None:
    asked = await club.td.slash(club.channel, "td import", file=("file.csv", table))
    assert asked.response.ephemeral
    assert "What is this file?" in text_of(asked)
    assert labels(asked.response) == offered


async def test_the_answer_previews_the_file_with_its_options(club: SimulatedClub) -> None:
    asked = await club.td.slash(
        club.channel, "td import", file=("file.csv", ENTRIES), list="fide-rapid", date="2026-10-01"
    )
    looked = await club.td.click(asked.response, label="Roster")
    await club.td.click(looked.response, label="Store it")
    found = await rows(club.services.database, select(player.c.name).order_by(player.c.id))
    assert [row.name for row in found] == ["Ada Quill", "Bo Cart"]
    ratings = await rows(club.services.database, select(entered_rating.c.list, entered_rating.c.date))
    assert {(row.list, str(row.date)) for row in ratings} == {("fide-rapid", "2026-10-01")}


async def test_entries_without_results_are_no_event(club: SimulatedClub) -> None:
    asked = await club.td.slash(club.channel, "td import", file=("file.csv", ENTRIES))
    assert "no played game" in await said(club.td.click(asked.response, label="Event"))
    assert await rows(club.services.database, select(func.count()).select_from(event)) == [(0,)]


async def test_date_and_list_are_fields_of_a_rosters_preview(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("r.csv", b"name,rating\nAda Quill,1500\n"))
    form = await club.td.click(looked.response, label="Edit details")
    edited = await club.td.submit_modal(form, {"date": "2026-03-01", "list": ["elo"]})
    assert "1500" in text_of(await club.td.click(edited.response, label="▶"))
    await club.td.click(edited.response, label="Store it")
    ((rating_list, day),) = await rows(club.services.database, select(entered_rating.c.list, entered_rating.c.date))
    assert (rating_list, str(day)) == ("elo", "2026-03-01")


async def test_a_day_to_come_is_refused_for_a_roster(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("r.csv", b"name,rating\nAda Quill,1500\n"))
    form = await club.td.click(looked.response, label="Edit details")
    assert "future" in await said(club.td.submit_modal(form, {"date": "2062-03-01", "list": ["elo"]}))


async def test_members_are_refused_before_the_question(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    asked = club.dana.slash(club.channel, "td import", file=("file.csv", ENTRIES))
    assert "Only a tournament director (TD)" in await said(asked)
