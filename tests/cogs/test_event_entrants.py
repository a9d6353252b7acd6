"""/td correct for everybody: players who are not on Discord, and who comes into an event or goes out of it."""

import pytest
from sqlalchemy import select

from bot.store.database.tables import entered_rating, entrant, game, player
from tests.cogs.test_event_amend import latest
from tests.conftest import SimulatedClub, rows, said, text_of
from tests.flows import correct

FILE = b"number,name,rating,games,1,2\n1,Ann Other,1800,30,W2,W3\n2,Bob Cart,1700,30,L1,H\n3,Cy Dorn,1500,30,H,L1\n"


async def imported(club: SimulatedClub) -> str:
    dry = await club.td.slash(club.channel, "td import", file=("e.csv", FILE), name="Swiss", date="2026-11-01")
    await club.td.click(dry.response, label="Store it")
    return str(await latest(club))


async def played(club: SimulatedClub) -> list[tuple[int, int, int, float]]:
    query = select(game.c.round, game.c.first, game.c.second, game.c.result).order_by(game.c.event_id, game.c.round)
    return [tuple(row) for row in await rows(club.services.database, query.where(game.c.result.is_not(None)))]


@pytest.mark.both_databases
async def test_a_result_between_players_who_are_not_on_discord_is_corrected(club: SimulatedClub) -> None:
    event = await imported(club)
    answer = await correct(club, event, "round 1: Ann Other 0-1 Bob Cart")
    assert "Round 1: Ann Other beat Bob Cart → **lost to Bob Cart**" in text_of(answer)
    assert (1, 1, 2, 0.0) in await played(club)


@pytest.mark.both_databases
async def test_a_missing_player_is_added_and_an_absent_one_removed(club: SimulatedClub) -> None:
    event = await imported(club)
    await correct(club, event, f"add {club.dana.mention}; round 2: Dana 1-0 Bob Cart")
    assert (2, 4, 2, 1.0) in await played(club)
    ((user_id, rated),) = await rows(
        club.services.database,
        select(player.c.user_id, entrant.c.rated).join(player).where(entrant.c.number == 4),
    )
    assert (user_id, rated) == (club.dana.id, True)

    await correct(club, event, "remove Cy Dorn")
    assert {row[:3] for row in await played(club)} == {(1, 1, 2), (2, 4, 2)}
    # The rating that Cy brought along goes with him.
    voided = (
        select(entered_rating.c.voided)
        .join(player, player.c.id == entered_rating.c.player_id)
        .where(player.c.name == "Cy Dorn")
    )
    assert [row.voided for row in await rows(club.services.database, voided)] == [True]
    board = await club.dana.slash(club.channel, "leaderboard")
    assert "Dana" in text_of(board)
    assert "Cy Dorn" not in text_of(board)


async def test_what_cannot_be_is_one_sentence_and_changes_nothing(club: SimulatedClub) -> None:
    event = await imported(club)
    before = await played(club)
    assert "already" in await said(correct(club, event, "add Ann Other"))
    assert "is not a player of this club" in await said(correct(club, event, f"remove {club.eli.mention}"))
    assert "is incomplete" in await said(correct(club, event, "add"))
    assert "The removed game was the event's only one" in await said(correct(club, event, "remove Ann Other"))
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600", rating=1500.0, games=30)
    own = str(await latest(club))
    assert "one player's own report" in await said(correct(club, own, "add Cy Dorn"))
    assert before == (await played(club))[: len(before)]
