"""A match whose time has gone by counts before anything that it bears on is read or written."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.whole_clubs import verify_club
from bot.services.matches.match import MatchSubmission, record_match
from bot.services.people.claims import link_player
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.leaderboard import leaderboard
from bot.services.ratings.oracle.calibrate import PoolChange, change_pool
from bot.services.ratings.oracle.pools import ParsedSide
from bot.services.ratings.rating_card import player_card, profile_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.club import clubs
from bot.store.database.tables import event, merge, player
from core.lists import RatingList
from core.rating.oracle.config import PlayerKind
from tests.conftest import Actors, now, person, rows

POOL = RatingList.ORACLE
ELI = ParsedSide("@Eli", person("Eli"))


async def waits(services: Services) -> bool:
    found = await rows(services.database, select(event.c.id).where(event.c.waits_until.is_not(None)))
    return bool(found)


async def two_days_on(services: Services, actor: Actors) -> Services:
    """Return the services of a time when Dana's match with Eli has waited longer than it has to."""
    td = replace(actor("Tess"), manager=True)
    new = MatchSubmission(ParsedSide("Ann"), wins=1, losses=1, kind=PlayerKind.HUMAN)
    await record_match(services, td, new)
    await record_match(services, actor("Dana"), MatchSubmission(ELI, wins=3, losses=1))
    assert await waits(services)

    def then() -> datetime:
        return now() + timedelta(days=2)

    return replace(services, now=then)


async def unlinked(services: Services) -> list[int]:
    found = await rows(services.database, select(player.c.id).where(player.c.name == "Ann"))
    return [key for (key,) in found]


async def merged(services: Services, td: Actor) -> Any:
    (row,) = await rows(services.database, select(player.c.id).where(player.c.name == "Dana"))
    (one,) = await unlinked(services)
    return await merge_players(services, td, row.id, one, "the same")


async def parted(services: Services, td: Actor) -> Any:
    (row,) = await rows(services.database, select(merge.c.id))
    return await undo_merge(services, td, row.id)


async def linked(services: Services, td: Actor) -> Any:
    return await link_player(services, td, (await unlinked(services))[0], person("Jon"), None)


async def amended(services: Services, td: Actor) -> Any:
    (row,) = await rows(services.database, select(event.c.id).where(event.c.waits_until.is_not(None)))
    return await correct_event(services, td, row.id, [EventEdit(name="Final")], "wrong")


async def with_a_keeper(services: Services, td: Actor) -> Any:
    return await change_pool(services, td, POOL, PoolChange({}, ParsedSide("Keeper")))


async def set_one(services: Services, td: Actor) -> Any:
    return await set_rating(services, td, SetRatingRequest(person("Kim"), 60.0, 5, POOL))


async def another_match(services: Services, td: Actor) -> Any:
    return await record_match(services, td, MatchSubmission(ELI, wins=1, losses=1))


async def board(services: Services, actor: Actor) -> Any:
    return await leaderboard(services, actor, None)


async def card(services: Services, actor: Actor) -> Any:
    return await player_card(services, replace(actor, member=person("Dana")), None, None)


async def profile(services: Services, actor: Actor) -> Any:
    return await profile_card(services, replace(actor, member=person("Dana")), None)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("door", [merged, linked, amended, with_a_keeper, set_one, another_match, board, card, profile])
async def test_it_counts_before_this(
    services: Services, actor: Actors, door: Callable[[Services, Actor], Awaitable[Any]]
) -> None:
    later = await two_days_on(services, actor)
    td = replace(actor("Tess"), manager=True)
    await services.database.write(
        lambda connection: clubs.change(connection, td.club_id, {"default_list": POOL.value}), club=td.club_id
    )
    await door(later, td)
    assert not await waits(services)
    assert await verify_club(later, td.club_id) == []


async def test_it_counts_before_a_merge_is_undone(services: Services, actor: Actors) -> None:
    later = await two_days_on(services, actor)
    await merged(services, replace(actor("Tess"), manager=True))
    assert await waits(services)
    await parted(later, replace(actor("Tess"), manager=True))
    assert not await waits(services)
    assert await verify_club(later, actor("Tess").club_id) == []
