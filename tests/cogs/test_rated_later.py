"""A file of last week, and ratings that were entered today."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, card_of
from tests.file_answers import before_in, players_of

ROSTER = b"name,regular,games\nAda Quill,1500,30\nBo Cart,1600,40\nCy Dorn,1700,50\n"
FILE = b"number,name,1\n1,Ada Quill,W2\n2,Bo Cart,L1\n3,Di Elm,B\n"
REMARK = "in the event rated here only from 2026-11-21 on. Enter their ratings with an earlier date"


async def roster(club: SimulatedClub, table: bytes = ROSTER, **options: Any) -> Any:
    looked = await club.td.slash(club.channel, "td import", file=("roster.csv", table), **options)
    return await club.td.click(looked.response, label="Store it")


async def look(club: SimulatedClub, day: str = "2026-11-20") -> str:
    """Return the card of a dry run."""
    file = ("friday.csv", FILE)
    looked = await club.td.slash(club.channel, "td import", file=file, name="Friday", date=day)
    return "\n".join([card_of(looked), *await players_of(club.td, looked)])


def cells_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.count("`") == 2]


@pytest.mark.both_databases
async def test_a_preview_says_who_is_new_only_by_the_date_of_their_rating(club: SimulatedClub) -> None:
    """The roster is taken in from today on, and then the file of last week."""
    taken_in = await roster(club, date="2026-11-21")
    looked = await look(club)
    assert f"2 players {REMARK}" in looked
    assert before_in(cells_of(looked), "Ada Quill") is None
    assert REMARK not in await look(club, "2026-11-21")

    await club.td.click(taken_in.response, label="Undo")
    await roster(club, date="2026-11-19")
    looked = await look(club)
    assert REMARK not in looked
    assert before_in(cells_of(looked), "Ada Quill") == 1500


async def test_one_player_is_one(club: SimulatedClub) -> None:
    await roster(club, b"name\nBo Cart\n")
    await club.td.slash(club.channel, "td rating", player="Bo Cart", rating=1600.0, games=40, date="2026-11-21")
    assert f"1 player {REMARK}" in await look(club)
