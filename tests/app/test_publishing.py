"""Monthly lists come out by themselves, in every club and once."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from bot import app
from bot.services.context import Actor, Services
from bot.services.fide_lists import publish_everywhere
from bot.services.own_event import OwnEvent
from bot.services.record_event import record_own_event
from bot.store.database import Database
from bot.store.tables import list_fact, standing
from core.formats.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import person, rows


async def in_october(database: Database) -> None:
    """Report five wins of 1500 against 1500 in two clubs, in October: +50 for each, on the list of 1 November."""
    services = Services(database, lambda: datetime(2026, 10, 15, tzinfo=UTC))
    for club in (500, 501):
        event = OwnEvent(
            parse_opponents("W1500 W1500 W1500 W1500 W1500"),
            rating=1500.0,
            games=50,
            rating_list=RatingList.FIDE_STANDARD,
        )
        await record_own_event(services, Actor(club, person("Dana"), club), event)


async def shown(database: Database) -> list[int]:
    return [row.shown for row in await rows(database, select(standing.c.shown))]


async def test_what_is_due_is_published_in_every_club_once(services: Services) -> None:
    await in_october(services.database)
    assert await shown(services.database) == [1500, 1500]
    assert await publish_everywhere(services) == 2
    assert await shown(services.database) == [1550, 1550]
    assert await publish_everywhere(services) == 0
    assert len(await rows(services.database, select(list_fact.c.id))) == 2


async def test_two_processes_publish_a_list_once(services: Services) -> None:
    await in_october(services.database)
    await asyncio.gather(publish_everywhere(services), publish_everywhere(services))
    assert await shown(services.database) == [1550, 1550]
    assert len(await rows(services.database, select(list_fact.c.id))) == 2


async def test_the_bot_looks_again_and_again_and_survives_a_failure(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_october(services.database)
    tries, done = [], asyncio.Event()

    async def first_fails(given: Services) -> int:
        tries.append(given)
        if len(tries) == 1:
            raise OSError("the database is away")
        clubs = await publish_everywhere(given)
        done.set()
        return clubs

    monkeypatch.setattr(app, "publish_everywhere", first_fails)
    monkeypatch.setattr(app, "SECONDS_BETWEEN_LISTS", 0)
    looking = asyncio.create_task(app.publish_hourly(services))
    await done.wait()
    looking.cancel()
    assert await shown(services.database) == [1550, 1550]
