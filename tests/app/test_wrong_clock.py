"""A clock that is wrong."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import aiohttp
import discord
import pytest
from sqlalchemy import select

from bot import scheduled
from bot.app import CrosstableBot
from bot.scheduled import DiscordTime
from bot.services.club.backup import DailyBackups
from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import verify_club
from bot.store.club import clubs
from bot.store.club.backups import in_folder
from bot.store.database.tables import event, list_fact, season
from tests.conftest import SimulatedClub, rows, said
from tests.flows import start_season
from tests.wire.discord_here import discord_here

AHEAD = timedelta(days=400)


class Clock:
    """Tells the time of the simulated Discord, and any other when it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make_bot(services: Services, clock: Clock) -> Callable[[], CrosstableBot]:
    """Return what makes a bot that knows Discord's time."""
    return lambda: CrosstableBot(services, shard_count=1, discord_time=DiscordTime(clock, lambda: 0.0))


async def hour(bot: CrosstableBot) -> None:
    with mock.patch.object(scheduled.asyncio, "sleep", side_effect=asyncio.CancelledError):
        for work in (
            scheduled.work_hourly(bot, asking=False),
            scheduled.repeat_hourly(bot, "servers", bot.erase_departed),
        ):
            with pytest.raises(asyncio.CancelledError):
                await work


async def with_season(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1501.0, games=30, date="2025-12-20")
    await club.dana.slash(
        club.channel,
        "rating update",
        opponents="W1500 W1500 L1500 W1500 W1500",
        list="fide-standard",
        rating=1500.0,
        games=50,
        date="2025-12-28",
    )
    await start_season(club, "Winter", ends="2026-12-31")


@pytest.mark.both_databases
async def test_an_hour_with_a_clock_that_is_ahead_does_nothing(club: SimulatedClub, clock: Clock) -> None:
    await with_season(club)
    lists = await rows(club.services.database, select(list_fact.c.id))
    clock.at += AHEAD
    await hour(club.env.bot)
    clock.at -= AHEAD
    club.forgive()
    assert [row.ended_at for row in await rows(club.services.database, select(season.c.ended_at))] == [None]
    assert await rows(club.services.database, select(list_fact.c.id)) == lists
    await hour(club.env.bot)
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_command_and_a_button_are_refused_by_a_wrong_clock(club: SimulatedClub, clock: Clock) -> None:
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    clock.at += AHEAD
    sentence = await said(club.dana.slash(club.channel, "rating update", opponents="W1500"))
    assert sentence == (
        "The bot's clock is 400 days ahead of Discord's. Nothing was stored. Ask the bot's operator to set it."
    )
    assert "400 days ahead" in await said(club.dana.click(answer.response, label="Undo"))
    assert [row.voided for row in await rows(club.services.database, select(event.c.voided))] == [False]
    clock.at -= AHEAD + timedelta(hours=31)
    assert "clock is 1 day behind" in await said(club.dana.slash(club.channel, "rating update", opponents="W1500"))


@pytest.mark.both_databases
async def test_a_board_that_was_looked_at_with_a_clock_ahead_has_everybody_again(
    club: SimulatedClub, clock: Clock
) -> None:
    club.env.bot.discord_time = None
    await with_season(club)
    clock.at += AHEAD
    board = await club.dana.slash(club.channel, "leaderboard")
    assert "Nobody on this list has played in the last year." in board.response.embeds[0].description
    clock.at -= AHEAD
    board = await club.dana.slash(club.channel, "leaderboard")
    assert "Eli" in board.response.embeds[0].description
    assert await verify_club(club.services, club.guild.id) == []


async def test_directors_that_were_told_on_a_day_to_come_are_told_today(club: SimulatedClub, clock: Clock) -> None:
    await with_season(club)
    to_come = (clock() + AHEAD).date()
    claim = lambda connection: clubs.claim_day(connection, club.guild.id, to_come)  # noqa: E731
    assert await club.services.database.write(claim, club=club.guild.id)
    today = lambda connection: clubs.claim_day(connection, club.guild.id, clock().date())  # noqa: E731
    assert await club.services.database.write(today, club=club.guild.id)
    assert not await club.services.database.write(today, club=club.guild.id)


@pytest.mark.sqlite_only("this machine may have an older pg_dump than the server")
async def test_a_backup_of_a_day_to_come_keeps_none_from_being_made(
    services: Services, clock: Clock, tmp_path: Path
) -> None:
    backups = DailyBackups(tmp_path, 3)
    clock.at += AHEAD
    await backups.make(services)
    clock.at -= AHEAD
    assert await backups.make(services) is not None
    assert await backups.make(services) is None
    assert len(in_folder(tmp_path)) == 2


async def test_what_is_to_be_sent_is_not_claimed_till_a_day_to_come(club: SimulatedClub, clock: Clock) -> None:
    bot = club.env.bot
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    clock.at += AHEAD
    with mock.patch.object(bot.outbox, "look", mock.AsyncMock()) as look:
        running = asyncio.create_task(bot.outbox.run())
        await asyncio.sleep(0.05)
        assert not look.called
        running.cancel()


async def test_a_clock_that_is_believed_again_is_asked_of_discord() -> None:
    """A machine that slept for a day: the seconds of its processes stood still meanwhile."""
    at = datetime(2026, 1, 1, 12, tzinfo=UTC)
    time = DiscordTime(lambda: at + timedelta(days=1), lambda: 0.0)
    time.saw(at)
    bot: Any = mock.Mock(clock_problem=time.problem, application_info=mock.AsyncMock())
    bot.application_info.side_effect = lambda: time.saw(at + timedelta(days=1))
    job = mock.AsyncMock()
    await scheduled._do(bot, "lists", job)
    assert job.called
    assert bot.application_info.await_count == 1


async def test_no_job_is_done_where_discord_cannot_be_asked_either(caplog: pytest.LogCaptureFixture) -> None:
    bot: Any = mock.Mock(clock_problem=lambda: "The bot's clock is wrong.")
    response: Any = mock.Mock(status=503)
    bot.application_info = mock.AsyncMock(side_effect=discord.DiscordServerError(response, "away"))
    job = mock.AsyncMock()
    await scheduled._do(bot, "lists", job)
    assert not job.called
    assert "The bot's clock is wrong." in caplog.text


def test_time_passes_at_discord_too() -> None:
    steady = [0.0]
    at = datetime(2026, 1, 1, 12, tzinfo=UTC)
    time = DiscordTime(lambda: at + timedelta(days=3), lambda: steady[0])
    assert time.problem() is None
    time.saw(at)
    assert time.problem() is not None
    steady[0] = timedelta(days=3).total_seconds()
    assert time.problem() is None


async def test_every_response_of_discord_tells_its_time() -> None:
    time, trace = DiscordTime(lambda: datetime.now(UTC) + AHEAD), aiohttp.TraceConfig()
    time.follow(trace)
    async with discord_here() as wire, aiohttp.ClientSession(trace_configs=[trace]) as session:
        await session.get(f"http://{wire.url}/api/v10/gateway")
        assert "400 days ahead" in str(time.problem())
