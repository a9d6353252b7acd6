"""What is kept in memory."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.framework.club_memory import MAX_VALUES, ClubMemory
from tests.conftest import SimulatedClub
from tests.ui.test_ui_buttons import deliver

ROSTER = b"name,id,rating,games\n" + b"".join(b"Secret Person%d,%d,1500,30\n" % (n, 10000001 + n) for n in range(30))
SECTION = b"number,name,rating,games,1\n1,Secret Ada,1500,30,W2\n2,Secret Bo,1400,20,L1\n"


class Bot:
    """The client of a simulated interaction."""


def asking(bot: Bot, club: int | None, user: int = 1) -> Any:
    """Return an interaction of somebody in a club."""
    installed = {"is_guild_integration": lambda: True, "is_user_integration": lambda: False}
    return SimpleNamespace(client=bot, guild_id=club, user=SimpleNamespace(id=user), **installed)


def ids_of(answer: Any) -> list[str]:
    parts = [part for row in answer.response.components for part in row["components"]]
    return [one["custom_id"] for one in parts if one.get("custom_id", "").startswith(("page:", "look:"))]


@pytest.mark.parametrize("file", [ROSTER, SECTION])
async def test_a_file_is_read_in_its_own_club_alone(club: SimulatedClub, file: bytes) -> None:
    other = club.other_server()
    looked = await club.td.slash(club.channel, "td import", file=("file.csv", file))
    ids = ids_of(looked)
    assert ids
    for custom_id in ids:
        for who in (other.td, other.dana):
            assert "Secret" not in await deliver(club, who, looked, custom_id, where=other)
    assert "Secret" in await deliver(club, club.td, looked, ids[0])


def test_what_is_kept_is_the_clubs_own() -> None:
    shelves, bot = ClubMemory[int](), Bot()
    shelves.put(asking(bot, 7), "kept", 1)
    shelves.put(asking(bot, None, 5), "kept", 2)
    assert shelves.find(asking(bot, 8), "kept") is None
    assert shelves.find(asking(bot, None, 6), "kept") is None
    assert shelves.find(asking(Bot(), 7), "kept") is None
    assert shelves.take(asking(bot, 7), "kept") == 1
    assert shelves.find(asking(bot, 7), "kept") is None
    assert shelves.find(asking(bot, None, 5), "kept") == 2


def test_a_club_that_keeps_much_makes_only_its_own_go() -> None:
    shelves, bot = ClubMemory[int](), Bot()
    shelves.put(asking(bot, 7), "first", 0)
    for number in range(MAX_VALUES + 10):
        shelves.put(asking(bot, 8), str(number), number)
    assert shelves.find(asking(bot, 7), "first") == 0
    assert shelves.find(asking(bot, 8), "10") is None
    assert shelves.find(asking(bot, 8), "11") == 11
    shelves.put(asking(bot, 9), "newest", 1)
    assert shelves.find(asking(bot, 9), "newest") == 1
    assert shelves.find(asking(bot, 8), "11") is None
