"""Who reports a match, or joins an evening, and may be on the roster is asked before anything is stored."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import event, player
from tests.cogs.test_own_lists import found, text
from tests.conftest import SimulatedClub, rows
from tests.file_answers import parts_of
from tests.flows import fill_in, open_evening, set_settings

ROSTER = b"Name,Rating,Games\nBeth Ridley,1365,60\nAl Stone,1500,60\n"
ELO, TENNIS = "elo", "elo:Table tennis"
Door = Callable[[SimulatedClub, Any], Awaitable[Any]]
"""Brings a match of Beth against Eli."""


async def slash(club: SimulatedClub, beth: Any, wins: str = "2-1", **options: Any) -> Any:
    given = {"opponent": club.eli.mention, "wins": wins, "list": ELO, **options}
    return await beth.slash(club.channel, "match", **given)


async def doubles(club: SimulatedClub, beth: Any) -> Any:
    return await slash(club, beth, opponent=f"me + {club.dana.mention}, {club.eli.mention} + Al Stone")


async def sets(club: SimulatedClub, beth: Any) -> Any:
    await found(club, start="1000", k="24", sets="points")
    return await slash(club, beth, "11-7 9-11 11-5", list=TENNIS)


async def oracle(club: SimulatedClub, beth: Any) -> Any:
    return await slash(club, beth, "12-8", list="oracle")


async def form(club: SimulatedClub, beth: Any) -> Any:
    await set_settings(club, default_list=ELO)
    return await fill_in(beth, await beth.context_menu(club.channel, "Report a result", club.eli), results="WLW")


async def challenge(club: SimulatedClub, beth: Any) -> Any:
    card = await beth.slash(club.channel, "challenge", player=club.eli, list=ELO, games=3)
    await club.eli.click(card.response, label="Accept")
    written = await beth.click(card.response, label="Report result")
    return await beth.submit_modal(written, {"game-1": "1", "game-2": "0", "game-3": "1"})


DOORS: dict[str, Door] = {
    "/match": slash, "doubles": doubles, "sets": sets, "Oracle": oracle, "form": form, "/challenge": challenge,
}  # fmt: skip


def labels(answer: Any) -> list[str]:
    return [part["label"] for part in parts_of(answer.response) if part.get("label")]


async def matches(club: SimulatedClub) -> int:
    return len(await rows(club.services.database, select(event.c.id).where(event.c.source == "match")))


async def newcomer(club: SimulatedClub, name: str = "Beth Ridley") -> Any:
    looked = await club.td.slash(club.channel, "td import", file=("roster.csv", ROSTER))
    await club.td.click(looked.response, label="Store it")
    return club.add(name)


@pytest.mark.both_databases
@pytest.mark.parametrize("door", DOORS)
async def test_the_reporter_is_asked_once_before_a_match_is_stored(club: SimulatedClub, door: str) -> None:
    beth = await newcomer(club)
    asked = await DOORS[door](club, beth)
    assert "Are you **Beth Ridley**?" in text(asked)
    assert labels(asked) == ["That's me", "No, somebody else"]
    assert await matches(club) == 0
    await beth.click(asked.response, label="No, somebody else")
    told = await (slash if door in ("sets", "form") else DOORS[door])(club, beth)
    assert "Confirm" in labels(told)
    assert await matches(club) == 1


async def test_a_match_of_the_player_on_the_roster_is_the_members(club: SimulatedClub) -> None:
    beth = await newcomer(club, "Beth R.")
    asked = await slash(club, beth)
    claimed = await beth.click(asked.response, label="That's me")
    await club.td.click(claimed.followups[0], label="Confirm (TD)")
    assert "Confirm" in labels(await slash(club, beth))
    query = select(player.c.id).where(player.c.user_id == beth.id, player.c.merged_into.is_(None))
    assert [row.id for row in await rows(club.services.database, query)] == [1]
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_director_is_asked_for_the_players_of_a_match(club: SimulatedClub) -> None:
    beth = await newcomer(club)
    sides = f"{club.eli.mention}, {beth.mention}"
    asked = await slash(club, club.td, opponent=sides)
    assert "Is Beth Ridley **Beth Ridley**?" in text(asked)
    assert await matches(club) == 0
    await club.td.click(asked.response, label="That's me")
    assert "Eli 2 – 1 Beth Ridley" in text(await slash(club, club.td, opponent=sides))
    assert await matches(club) == 1


async def test_nobody_else_is_asked(club: SimulatedClub) -> None:
    """Neither the opponent of somebody on the roster, nor a member whom nobody is like, nor who has played."""
    beth = await newcomer(club)
    assert "Confirm" in labels(await slash(club, club.dana, opponent=beth.mention))
    played = club.add("Al")
    await slash(club, club.td, opponent=f"{club.eli.mention}, {played.mention}")
    assert await matches(club) == 1


@pytest.mark.both_databases
async def test_who_joins_an_evening_is_asked_before(club: SimulatedClub) -> None:
    beth = await newcomer(club)
    card = (await open_evening(club)).response
    asked = await beth.click(card, label="Join")
    assert "Are you **Beth Ridley**?" in str(asked.followups[0].embeds[0].to_dict())
    assert asked.followups[0].ephemeral
    assert "Beth Ridley" not in str(card.embeds[0].to_dict())
    await beth.click(asked.followups[0], label="No, somebody else")
    assert (await beth.click(card, label="Join")).followups == []
    assert "Beth Ridley" in str(card.embeds[0].to_dict())
