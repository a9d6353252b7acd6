"""Monthly lists come out by themselves, in every club and once."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import select, update

from bot import scheduled
from bot.app import CrosstableBot
from bot.cli.database import require_usable
from bot.cli.run import serve
from bot.declarations import import_all
from bot.exit_codes import StartError
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework import whole_clubs as refolding
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS
from bot.services.framework.transaction import ClubWrite
from bot.services.framework.whole_clubs import recalculate_outdated
from bot.services.ratings.fide.lists import publish_everywhere
from bot.store.club import clubs
from bot.store.database.tables import club, journal, list_fact, standing
from bot.store.database.transactions import Database
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import SimulatedClub, person, rows
from tests.flows import set_board


async def in_october(database: Database) -> None:
    """Report five wins of 1500 against 1500 in two clubs, in October: +50 for each, on the list of 1 November."""
    services = Services(database, lambda: datetime(2026, 10, 15, tzinfo=UTC))
    for club_id in (500, 501):
        event = EventSubmission(
            parse_opponents("W1500 W1500 W1500 W1500 W1500"),
            rating=1500.0,
            games=50,
            rating_list=RatingList.FIDE_STANDARD,
        )
        await record_own_event(services, Actor(club_id, person("Dana"), club_id), event)


async def shown(database: Database) -> list[int]:
    return [row.shown for row in await rows(database, select(standing.c.shown))]


@pytest.mark.both_databases
async def test_what_is_due_is_published_in_every_club_once(services: Services) -> None:
    await in_october(services.database)
    assert await shown(services.database) == [1500, 1500]
    assert await publish_everywhere(services) == 2
    assert await shown(services.database) == [1550, 1550]
    assert await publish_everywhere(services) == 0
    assert len(await rows(services.database, select(list_fact.c.id))) == 2


@pytest.mark.both_databases
async def test_two_processes_publish_a_list_once(services: Services) -> None:
    await in_october(services.database)
    await asyncio.gather(publish_everywhere(services), publish_everywhere(services))
    assert await shown(services.database) == [1550, 1550]
    assert len(await rows(services.database, select(list_fact.c.id))) == 2


async def test_the_bot_looks_again_and_again_and_survives_a_failure(
    services: Services, make_bot: Callable[[], CrosstableBot], monkeypatch: pytest.MonkeyPatch
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

    monkeypatch.setitem(JOBS, "lists", replace(JOBS["lists"], work=first_fails))
    monkeypatch.setattr(scheduled, "SECONDS_BETWEEN_LISTS", 0)
    monkeypatch.setattr(CrosstableBot, "wait_until_ready", mock.AsyncMock())
    looking = asyncio.create_task(scheduled.work_hourly(make_bot(), asking=False))
    await done.wait()
    looking.cancel()
    assert await shown(services.database) == [1550, 1550]


async def test_every_job_is_done_in_its_turn(
    make_bot: Callable[[], CrosstableBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def work(name: str, *given: object) -> None:
        assert given[0] is bot.services
        assert given[1:] == ((bot,) if name in ("directors", "official") else ())
        done.append(name)

    bot = make_bot()
    import_all("bot.services", "bot.ui.buttons", "bot.ui.messages")
    for name, job in JOBS.items():
        monkeypatch.setitem(JOBS, name, replace(job, work=partial(work, name)))
    monkeypatch.setattr(bot, "wait_until_ready", mock.AsyncMock())
    monkeypatch.setattr(scheduled.asyncio, "sleep", mock.AsyncMock(side_effect=asyncio.CancelledError))
    for asking in (False, True):
        with pytest.raises(asyncio.CancelledError):
            await scheduled.work_hourly(bot, asking=asking)

    assert (done[0], done[6]) == ("ratings", "directors")
    assert set(done[1:6]) == {"pending", "seasons", "retention", "roles", "lists"}
    assert set(done[7:]) == {"official", "accounts"}


async def test_the_real_bot_tells_directors_what_waits_and_empties_the_outbox(
    make_bot: Callable[[], CrosstableBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, told, stop = make_bot(), asyncio.Event(), asyncio.Event()

    async def tell(services: Services, client: Any) -> None:
        assert (services, client) == (bot.services, bot)
        told.set()

    looked = asyncio.Event()
    monkeypatch.setitem(JOBS, "directors", replace(JOBS["directors"], work=tell))
    monkeypatch.setattr(bot, "start", lambda _: asyncio.Event().wait())
    monkeypatch.setattr(bot, "wait_until_ready", mock.AsyncMock())
    monkeypatch.setattr(bot.outbox, "look", mock.AsyncMock(side_effect=looked.set))
    serving = asyncio.create_task(serve("token", bot, stop))
    async with asyncio.timeout(60):
        await told.wait()
        await looked.wait()
    stop.set()
    await serving


async def test_nothing_is_erased_before_discord_has_said_where_the_bot_is(
    services: Services, make_bot: Callable[[], CrosstableBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_october(services.database)
    long_ago = update(club).values(left_at=datetime(2026, 1, 1, tzinfo=UTC))
    await services.database.write(lambda connection: connection.execute(long_ago), club=None)
    monkeypatch.setattr(CrosstableBot, "wait_until_ready", lambda _: asyncio.Event().wait())
    bot, led = make_bot(), asyncio.Event()
    leads = services.database.leads

    async def and_say_so() -> bool:
        led.set()
        return await leads()

    monkeypatch.setattr(services.database, "leads", and_say_so)
    work = [asyncio.create_task(one) for one in bot.by_itself()]
    await led.wait()
    await asyncio.sleep(0.3)
    for task in work:
        task.cancel()
    assert len(await rows(services.database, select(club.c.id))) == 2


async def broken(services: Services, club_id: int) -> None:
    for table in (journal, standing):
        spoil = update(table).where(table.c.club_id == club_id).values(state={"rating": "broken"})
        await services.database.write(lambda connection, spoil=spoil: connection.execute(spoil), club=club_id)


async def test_a_broken_club_is_logged_and_the_others_get_their_lists(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await in_october(services.database)
    await broken(services, 500)
    assert await publish_everywhere(services) == 1
    assert sorted(await shown(services.database)) == [1500, 1550]
    said = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert said == [
        "publishing FIDE lists failed: club=500",
        "publishing FIDE lists: done in 1 clubs, failed in 1, will retry: clubs=500",
    ]
    assert await publish_everywhere(services) == 0, "the broken one alone is tried again"


async def test_a_club_that_cannot_be_recalculated_stops_nothing_else(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_october(services.database)
    old = update(club).values(fold_version=clubs.FOLD_VERSION - 1)
    await services.database.write(lambda connection: connection.execute(old), club=None)
    with pytest.raises(StartError, match="migrate"):
        await require_usable(services.database)
    cure = monkeypatch.context()
    with cure as patched:
        real = refolding.ClubWrite.recalculate_fully

        def fails_in_one(write: ClubWrite, *lists: Any, **found: Any) -> Any:
            if write.club.id == 500:
                raise ValueError("broken")
            return real(write, *lists, **found)

        patched.setattr(refolding.ClubWrite, "recalculate_fully", fails_in_one)
        assert await recalculate_outdated(services) == 1
    assert await services.database.read(clubs.folded_before, club=None) == [500]
    await require_usable(services.database)
    assert await recalculate_outdated(services) == 1, "it is tried again, and the cause is gone"


async def test_the_outbox_is_emptied_as_time_goes_by(club: SimulatedClub) -> None:
    sending = asyncio.create_task(club.env.bot.outbox.run())
    answer = await set_board(club)
    assert answer.ephemeral
    for _ in range(100):
        if any(message.embeds and message.embeds[0].timestamp for message in club.channel.history()):
            break
        await club.env.advance_time(1)
        await asyncio.sleep(0.05)
    else:
        raise AssertionError("no board was posted")
    sending.cancel()
