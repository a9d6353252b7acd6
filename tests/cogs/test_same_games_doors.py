"""Every door of a report and of a director's event asks about games that are stored already."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from typing import Any

import pytest

from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import verify_club
from bot.store.database.transactions import Database
from tests.cogs.test_event_teams import league
from tests.cogs.test_rated_section import fetched
from tests.cogs.test_same_games import (
    DOORS,
    FRIDAY,
    PAIRS,
    REPORTED,
    TYPED,
    csv_file,
    file,
    games,
    games_of,
    labels,
    logged,
    match,
    people,
    reported,
    text_of,
    week,
)
from tests.conftest import SimulatedClub, by_names
from tests.connect.standin import running_stand_in, services_that_ask
from tests.flows import on_page, oracle_match
from tests.rated_sections import whole

Door = Callable[[SimulatedClub], Awaitable[Any]]
LEAGUE = "Ada Blank 1-0 Di Elm\nCy Dorn 1-0 Bo Cart"
ALREADY = "has this match already"


@pytest.fixture
async def services(database: Database, clock: Callable[[], datetime]) -> AsyncIterator[Services]:
    async with running_stand_in() as stand_in:
        stand_in.add_section(whole("novice"))
        async with services_that_ask(stand_in, database, clock) as services:
            yield services


@pytest.fixture
async def friday(club: SimulatedClub) -> SimulatedClub:
    club.people = await people(club)  # type: ignore[attr-defined]
    return club


# Reports of what a director stored


async def estimate(club: SimulatedClub) -> Any:
    """Store an estimate, which is of today, the day after."""
    ada = club.people["Ada Blank"]  # type: ignore[attr-defined]
    shown = await ada.slash(club.channel, "rating estimate", opponents=TYPED)
    return await ada.click(shown.response, label="Store it")


async def directors_form(club: SimulatedClub) -> Any:
    ada = club.people["Ada Blank"]  # type: ignore[attr-defined]
    return await on_page(club.td, club.channel, ada, "Report an event", opponents=TYPED, date=FRIDAY)


REPORTS: dict[str, Door] = {"/rating update": reported, "estimate": estimate, "director's form": directors_form}


@pytest.mark.parametrize("door", REPORTS)
async def test_a_report_of_stored_games_is_asked_about(friday: SimulatedClub, door: str) -> None:
    club = friday
    await club.td.click((await csv_file(club)).response, label="Store it")
    asked = await REPORTS[door](club)
    assert "This event looks like Riverton November Swiss" in text_of(asked)
    assert labels(asked) == ["Store it anyway"]
    assert await games(club) == 6


async def test_a_newcomers_report_of_stored_games_is_asked_about(club: SimulatedClub) -> None:
    """Ada has no rating in the club: the file gives her first one, and she writes the same beside her report."""
    club.people = {"Ada Blank": club.add("Ada Blank")}  # type: ignore[attr-defined]
    await club.people["Ada Blank"].slash(club.channel, "me")  # type: ignore[attr-defined]
    await club.td.click((await csv_file(club)).response, label="Store it")
    assert "This event looks like Riverton November Swiss" in text_of(await reported(club))
    assert await games(club) == 6


# Events of a director that a member reported


async def league_form(club: SimulatedClub) -> Any:
    return await by_names(club.td, await league(club, boards=LEAGUE, date=FRIDAY))


EVENTS: dict[str, tuple[Door, str]] = {
    **{name: (door, TYPED) for name, door in DOORS.items()},
    "league form": (league_form, "W1400"),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("door", EVENTS)
async def test_an_event_that_a_member_reported_is_asked_about(friday: SimulatedClub, door: str) -> None:
    club = friday
    bring, written = EVENTS[door]
    await reported(club, opponents=written)
    looked = await bring(club)
    assert REPORTED in text_of(looked)
    await club.td.click(looked.response, label="Replace")
    assert await games_of(club, "Ada Blank") == 40 + (1 if door == "league form" else 3)
    assert await verify_club(club.services, club.guild.id) == []


@pytest.mark.parametrize("order", ["report first", "section first"])
async def test_a_rated_section_by_its_number(club: SimulatedClub, order: str) -> None:
    """Nora Quill of the published section beat 573, 445 and 203."""
    nora = club.add("Nora Quill")
    await club.td.slash(
        club.channel, "td rating", player=nora, rating=554.0, games=10, list="uschess-regular", date="2026-01-01"
    )
    given = {"opponents": "W573 W445 W203", "date": "2026-08-30"}
    if order == "report first":
        await nora.slash(club.channel, "rating update", **given)
        looked = await by_names(club.td, await fetched(club))
        assert "Nora Quill reported" in text_of(looked)
        assert labels(looked)[0] == "Replace"
    else:
        looked = await by_names(club.td, await fetched(club))
        await club.td.click(looked.response, label="Store it")
        asked = await nora.slash(club.channel, "rating update", **given)
        assert "This event looks like Lantern Scholastic" in text_of(asked)
    assert await verify_club(club.services, club.guild.id) == []


# Matches


@pytest.mark.parametrize("rating_list", ["elo", "oracle"])
@pytest.mark.parametrize("order", ["match first", "file first"])
async def test_a_match_and_a_directors_file(friday: SimulatedClub, rating_list: str, order: str) -> None:
    club = friday
    if order == "match first":
        await match(club, *PAIRS[0], rating_list)
        looked = await week(club, logged(*PAIRS[0]) + logged(*PAIRS[1]), rating_list)
        assert "1 of its 2 games are reported as matches." in text_of(looked)
    else:
        looked = await week(club, logged(*PAIRS[0]) + logged(*PAIRS[1]), rating_list)
        await club.td.click(looked.response, label="Store it")
        assert ALREADY in text_of(await match(club, *PAIRS[0], rating_list))


async def test_an_oracle_match_of_several_games_and_one_row(friday: SimulatedClub) -> None:
    club = friday
    ada, bo = (club.people[name] for name in ("Ada Blank", "Bo Cart"))  # type: ignore[attr-defined]
    told = await oracle_match(ada, club.channel, bo.mention, wins=12, losses=8)
    await bo.click(told.response, label="Confirm")
    text = "player1,player2,result\nBo Cart,Ada Blank,8-12\nCy Dorn,Di Elm,2-0\n"
    looked = await file(club, text, "week.csv", list="oracle", date="2026-11-21")
    assert "1 of its 2 games are reported as matches." in text_of(looked)


async def test_a_challenge_and_a_directors_file(friday: SimulatedClub) -> None:
    club = friday
    looked = await week(club, logged(*PAIRS[0]))
    await club.td.click(looked.response, label="Store it")
    ada, bo = (club.people[name] for name in PAIRS[0])  # type: ignore[attr-defined]
    card = await ada.slash(club.channel, "challenge", player=bo, list="elo")
    await bo.click(card.response, label="Accept")
    form = await ada.click(card.response, label="Report result")
    assert ALREADY in text_of(await ada.submit_modal(form, {"game-1": "1"}))
    assert await games(club) == 1
