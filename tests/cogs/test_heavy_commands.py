"""Commands whose work is heavy."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import discord
import pytest
from sqlalchemy import select

import core.files.bundle
import core.files.recognise
from bot.services.framework.context import MOST_OF_A_MEMBER
from bot.services.ratings.forecast import HypotheticalEvent
from bot.services.ratings.oracle import exchange as oracle_exchange
from bot.store.database.tables import event
from tests.conftest import SimulatedClub, rows
from tests.flows import show_td

SECTION = b"number,name,rating,games,1,2\n1,Ada Blank,1500,30,W2,W3\n2,Bo Cart,1400,30,L1,W4\n"
SECTION += b"3,Cy Dorn,1300,30,W4,L1\n4,Di Elm,1200,30,L3,L2\n"
DIVISION = b"Blank, Ada 1500 2 3; 400 410\nCart, Bo 1400 1 4; 380 390\nDorn, Cy 1300 4 1; 370 360\n"
DIVISION += b"Elm, Di 1200 3 2; 350 340\n"
TABLE = b"player_id,name,type,rating,bt_strength,games,wins\n0,Keeper,1,50,1.0,90,45\n1,Ada,0,40,,40,12\n"
GOAL = {"target": 1510.0, "rating": 1470.0, "games": 25, "opponents": "974 2471 1585 1490"}


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], list[bool]]:
    """Return what notes, of each call of a function, whether it was made in the event loop's thread."""

    def watch(where: Any, name: str) -> list[bool]:
        plain, seen = getattr(where, name), list[bool]()

        def noting(*arguments: Any, **options: Any) -> Any:
            seen.append(threading.current_thread() is threading.main_thread())
            return plain(*arguments, **options)

        monkeypatch.setattr(where, name, noting)
        return seen

    return watch


async def test_a_member_who_may_not_is_told_so_before_the_file_is_read(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []

    async def noting(self: discord.Attachment, **_: Any) -> bytes:
        read.append(self.filename)
        return b""

    monkeypatch.setattr(discord.Attachment, "read", noting)
    await show_td(club, club.dana)
    answer = await club.dana.slash(club.channel, "td import", file=("a.csv", SECTION), file2=("b.csv", SECTION))
    assert "Only a tournament director (TD) can" in answer.followups[0].content
    assert read == []


async def test_files_are_packed_and_read_outside_of_the_loop(
    club: SimulatedClub, threads: Callable[[Any, str], list[bool]]
) -> None:
    seen = [
        threads(core.files.bundle, "bundled"),
        threads(core.files.recognise, "read_event_file"),
        threads(oracle_exchange, "read_oracle_csv"),
    ]
    imported = await club.td.slash(club.channel, "td import", file=("event.csv", SECTION))
    await club.td.click(imported.response, label="Store it")
    taken = await club.td.slash(club.channel, "td import", file=("table.csv", TABLE))
    await club.td.click(taken.response, label="Store it")
    await club.dana.slash(club.channel, "qursh rank", file=("a.t", DIVISION))
    assert len(await rows(club.services.database, select(event.c.id))) == 1
    assert [len(calls) > 0 and not any(calls) for calls in seen] == [True] * 3
    assert len(seen[1]) >= 2  # the event's file and Scrabble's


async def test_forecasts_are_worked_out_outside_of_the_loop(
    club: SimulatedClub, threads: Callable[[Any, str], list[bool]]
) -> None:
    rated = threads(HypotheticalEvent, "rate_if_it_counts")
    await club.dana.slash(club.channel, "rating estimate", **GOAL)
    await club.dana.slash(club.channel, "rating estimate", opponents="W974", rating=1470.0, games=25)
    await club.dana.slash(club.channel, "rating estimate", opponents="974", rating=1470.0, games=25)
    assert len(rated) == 9 + 1 + 3
    assert not any(rated)


async def test_who_has_enough_under_way_is_told_so_and_others_are_answered(club: SimulatedClub) -> None:
    done = asyncio.Event()

    async def under_way() -> None:
        async with club.services.heavy.turn(club.guild.id, club.dana.id):
            await done.wait()

    waiting = [asyncio.create_task(under_way()) for _ in range(MOST_OF_A_MEMBER)]
    await asyncio.sleep(0)
    refused = await club.dana.slash(club.channel, "rating estimate", **GOAL)
    assert refused.followups[0].content == (
        f"You already have {MOST_OF_A_MEMBER} of these requests running. Wait for their answers."
    )
    light = await club.dana.slash(club.channel, "rating estimate", opponents="W974", rating=1470.0, games=25)
    assert light.response.embeds
    elsewhere = club.other_server()
    answered = await elsewhere.dana.slash(elsewhere.channel, "rating estimate", **GOAL)
    assert answered.response.embeds[0].description.startswith("## 3 of 4")
    done.set()
    await asyncio.gather(*waiting)
    answered = await club.dana.slash(club.channel, "rating estimate", **GOAL)
    assert answered.response.embeds[0].description.startswith("## 3 of 4")
