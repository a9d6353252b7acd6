"""/td import: dates that may be another day."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event
from tests.conftest import SimulatedClub, rows, text_of
from tests.file_answers import parts_of
from tests.flows import set_settings

LOG = "date,white,black,result\n10/5/2026,Ada Blank,Bo Cart,1-0\n10/5/2026,Cy Dorn,Di Elm,1-0\n"


async def looked_at(club: SimulatedClub, text: str = LOG, **options: Any) -> Any:
    return await club.td.slash(club.channel, "td import", file=("e.csv", text.encode()), name="Club games", **options)


def disabled(answer: Any) -> set[str]:
    return {part["label"] for part in parts_of(answer.response) if part.get("disabled")}


async def days(club: SimulatedClub) -> list[str]:
    return [row.date.isoformat() for row in await rows(club.services.database, select(event.c.date))]


@pytest.mark.parametrize(
    ("zone", "chosen", "day"),
    [
        ("UTC", "uschess-regular", "5 October 2026"),
        ("America/Chicago", "elo", "5 October 2026"),
        ("Europe/Berlin", "elo", "10 May 2026"),
    ],
)
async def test_the_clubs_place_and_list_say_what_comes_first(
    club: SimulatedClub, zone: str, chosen: str, day: str
) -> None:
    await set_settings(club, time_zone=zone)
    looked = await looked_at(club, list=chosen)
    assert day in text_of(looked)
    assert "Store it" not in disabled(looked)


@pytest.mark.parametrize(("zone", "chosen"), [("UTC", "elo"), ("Europe/Berlin", "uschess-regular")])
async def test_a_date_that_nothing_decides_is_asked_for(club: SimulatedClub, zone: str, chosen: str) -> None:
    await set_settings(club, time_zone=zone)
    looked = await looked_at(club, list=chosen)
    assert '❓ Is "10/5/2026" **10 May 2026** or **5 October 2026**? Press the right one.' in text_of(looked)
    assert "Store it" in disabled(looked)
    chosen_day = await club.td.click(looked.response, label="5 October 2026")
    assert "❓ Is" not in text_of(chosen_day)
    assert disabled(chosen_day) == {"5 October 2026"}
    await club.td.click(looked.response, label="Store it")
    assert await days(club) == ["2026-10-05"]


async def test_a_decided_date_can_still_be_the_other(club: SimulatedClub) -> None:
    looked = await looked_at(club, list="uschess-regular")
    other = await club.td.click(looked.response, label="10 May 2026")
    assert ", 10 May 2026" in text_of(other)


async def test_a_day_that_is_given_needs_no_question(club: SimulatedClub) -> None:
    looked = await looked_at(club, list="elo", date="2026-10-07")
    assert "7 October 2026" in text_of(looked)
    assert "❓" not in text_of(looked)


async def test_a_month_without_a_day_is_named_on_the_first_page(club: SimulatedClub) -> None:
    game = '[Event "Club"]\n[Date "2026.10.??"]\n[White "Ada Blank"]\n[Black "Bo Cart"]\n[Result "1-0"]\n\n1-0\n'
    looked = await looked_at(club, game)
    assert '❓ "2026.10.??" has no day, so it is read as 1 October 2026.' in text_of(looked)
