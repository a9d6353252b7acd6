"""The application: what it asks of Discord, and how it starts and stops."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

import discord
import pytest

from bot.app import CrosstableBot
from bot.services.framework.context import Services
from bot.store.database.transactions import Connection
from tests.conftest import SimulatedClub

UPDATE = {"opponents": "974 951", "score": "1", "games": 0}


def puts(club: SimulatedClub) -> int:
    return sum(request.method == "PUT" for request in club.env.http_requests)


@pytest.mark.long
async def test_it_asks_for_guilds_and_members_only_and_mentions_nobody(club: SimulatedClub) -> None:
    assert club.env.bot.intents == discord.Intents(guilds=True, members=True)
    assert club.env.bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_the_start_sends_all_commands_in_one_request(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    club.env.backend.commands.clear()
    before = puts(club)
    await club.env.restart_bot(make_bot())
    assert puts(club) == before + 1
    assert "leaderboard" in {command["name"] for command in club.env.backend.commands[None].values()}


async def test_what_lives_at_the_start_is_taken_out_of_the_collectors_way_once(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = mock.Mock()
    monkeypatch.setattr("bot.app.gc", collector)
    club.env.bot._frozen = False
    await club.env.bot.on_ready()
    await club.env.bot.on_ready()
    assert [call[0] for call in collector.mock_calls] == ["unfreeze", "collect", "freeze", "set_threshold"]


async def test_while_it_stops_it_takes_no_commands_and_says_so(club: SimulatedClub) -> None:
    club.env.bot.stopping = True
    answer = await club.dana.slash(club.channel, "rating update", **UPDATE)
    assert "restarting" in answer.response.content
    assert answer.ephemeral


@pytest.mark.both_databases
async def test_a_shutdown_waits_for_the_transaction_under_way(services: Services) -> None:
    order: list[str] = []
    begun = threading.Event()

    def slowly(_: Connection) -> None:
        begun.set()
        time.sleep(0.2)
        order.append("written")

    async def write() -> None:
        await services.database.write(slowly, club=None)
        order.append("committed")

    writing = asyncio.create_task(write())
    await asyncio.to_thread(begun.wait, 60)
    assert await services.database.drain(60)
    await writing
    assert order == ["written", "committed"]


@pytest.mark.sqlite_only("it locks the file")
async def test_a_shutdown_does_not_wait_for_ever(services: Services) -> None:
    assert services.database.file is not None
    other = sqlite3.connect(services.database.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(services.database.write(lambda _: None, club=None))
    await asyncio.sleep(0.1)
    assert not await services.database.drain(0.1)
    other.execute("ROLLBACK")
    other.close()
    await writing


async def test_an_unexpected_error_gives_a_reference_and_a_logged_traceback(
    club: SimulatedClub, monkeypatch: Any, caplog: Any
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("cogs.rating.record_own_event", broken)
    answer = await club.dana.slash(club.channel, "rating update", **UPDATE)
    sentence = answer.response.content
    assert "Something went wrong" in sentence
    assert "secret detail" not in sentence
    reference = sentence.split("code: ")[1].rstrip(".")
    assert f"reference {reference}" in caplog.text
    assert "ZeroDivisionError: secret detail" in caplog.text
    club.forgive()


async def test_an_expired_interaction_is_a_line_in_the_log(club: SimulatedClub, caplog: Any) -> None:
    club.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await club.dana.slash(club.channel, "leaderboard")
    assert "expired or was answered elsewhere" in caplog.text
    assert "Traceback" not in caplog.text
    club.forgive()


async def test_a_locked_database_is_one_sentence(club: SimulatedClub, monkeypatch: Any) -> None:
    from bot.store.database.transactions import BusyError

    async def locked(*_: Any, **__: Any) -> None:
        raise BusyError("Another program is using the database. Try again in a moment.")

    monkeypatch.setattr("cogs.rating.record_own_event", locked)
    answer = await club.dana.slash(club.channel, "rating update", **UPDATE)
    assert "Another program is using the database" in answer.response.content
