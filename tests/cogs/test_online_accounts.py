"""Accounts that members link: online ratings on their card, on no list, asked from a stand-in."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.context import Services
from bot.services.people.accounts import renew_accounts
from bot.store.database.tables import player, standing
from bot.store.database.transactions import Database
from tests.conftest import SimulatedClub, rows, said
from tests.connect.standin import Fault, StandIn, running_stand_in, services_that_ask
from tests.flows import fill_in, forget


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with running_stand_in() as running:
        running.lichess["quietrook"] = {
            "id": "quietrook", "username": "QuietRook",
            "perfs": {
                "blitz": {"games": 320, "rating": 1850, "rd": 45, "prog": 3},
                "rapid": {"games": 4, "rating": 1700, "rd": 180, "prog": 0, "prov": True},
            },
        }  # fmt: skip
        running.chesscom["dana-d"] = {
            "player": {"username": "dana-d", "status": "basic"},
            "stats": {"chess_rapid": {"last": {"rating": 1620}, "record": {"win": 5, "loss": 3, "draw": 2}}},
        }
        yield running


@pytest.fixture
async def services(database: Database, clock: Callable[[], datetime], stand_in: StandIn) -> AsyncIterator[Services]:
    async with services_that_ask(stand_in, database, clock) as services:
        yield services


async def linked(club: SimulatedClub, who: Any, **names: str) -> Any:
    me = await who.slash(club.channel, "me")
    form = await who.click(me.response, label="Online accounts")
    return await fill_in(who, form, **names)


async def card_of_dana(club: SimulatedClub) -> str:
    card = await club.eli.slash(club.channel, "rating show", player=club.dana)
    return str(card.response.embeds[0].description).replace("\\", "")


async def stored(club: SimulatedClub) -> list[Any]:
    return [row.online for row in await rows(club.services.database, select(player.c.online)) if row.online]


@pytest.mark.both_databases
async def test_linked_accounts_are_on_the_card_and_on_no_list(club: SimulatedClub, stand_in: StandIn) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    before = await rows(club.services.database, select(standing.c.list, standing.c.rating))
    await linked(club, club.dana, lichess="quietrook", chesscom="Dana-D")
    card = await card_of_dana(club)
    assert "**Online, Lichess** QuietRook: blitz 1850 · rapid 1700? (2026-11-21)" in card
    assert "**Online, chess.com** dana-d: rapid 1620 (2026-11-21)" in card
    assert await rows(club.services.database, select(standing.c.list, standing.c.rating)) == before
    await linked(club, club.dana, lichess="", chesscom="dana-d")
    card = await card_of_dana(club)
    assert "Lichess" not in card
    assert "chess.com" in card
    await forget(club.dana, club.channel)
    assert await stored(club) == []


async def test_an_account_has_one_player(club: SimulatedClub, stand_in: StandIn) -> None:
    for member in (club.dana, club.eli):
        await member.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await linked(club, club.dana, lichess="quietrook")
    assert "Another player here has linked QuietRook" in await said(linked(club, club.eli, lichess="QUIETROOK"))
    assert len(await stored(club)) == 1


@pytest.mark.parametrize(
    ("name", "fault", "told"),
    [
        ("nobody", None, "Lichess does not know nobody."),
        ("a b", None, '"a b" is not a name at Lichess.'),
        ("quietrook", Fault.TOO_MANY, "Lichess asks us to wait. Try again in 1 minute."),
        ("quietrook", Fault.ERROR, "Lichess does not answer. Try again in 1 minute."),
    ],
)
async def test_what_goes_wrong_links_nothing(
    name: str, fault: Fault | None, told: str, club: SimulatedClub, stand_in: StandIn
) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    stand_in.fault = fault
    assert told in await said(linked(club, club.dana, lichess=name))
    assert await stored(club) == []


async def test_ratings_are_renewed_after_a_week(club: SimulatedClub, stand_in: StandIn) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await linked(club, club.dana, lichess="quietrook")
    assert await renew_accounts(club.services) == 0
    object.__setattr__(club.services, "now", lambda: datetime(2026, 11, 28, 12, tzinfo=UTC))
    stand_in.lichess["quietrook"]["perfs"]["blitz"]["rating"] = 1900
    stand_in.fault, stand_in.failing = Fault.TOO_MANY, 1
    assert await renew_accounts(club.services) == 0
    object.__setattr__(club.services.connections._hosts["lichess"], "rests_until", 0.0)
    assert await renew_accounts(club.services) == 1
    assert "blitz 1900" in await card_of_dana(club)


async def test_without_the_operator_there_is_no_button(club: SimulatedClub, stand_in: StandIn) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    object.__setattr__(club.services, "connections", type(club.services.connections)())
    me = await club.dana.slash(club.channel, "me")
    labels = [one.get("label") for row in me.response.components for one in row["components"]]
    assert "Online accounts" not in labels
