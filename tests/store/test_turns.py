"""Several processes on one PostgreSQL: one leads until it is killed, and all identify at Discord in turn."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from unittest import mock

import psycopg
import pytest

from bot.app import CrosstableBot, while_leading
from bot.services.context import Services
from bot.store import migrate
from bot.store.database import Database
from tests.conftest import StoppableServer

PROCESS = """
import asyncio, sys
from bot import app
from bot.services.context import Services
from bot.store.database import Database

app.SECONDS_BETWEEN_LEADS = 0.2

async def work():
    print("leads", flush=True)
    await asyncio.Event().wait()

asyncio.run(app.while_leading(Services(Database(sys.argv[1])), work))
"""


def start(url: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", PROCESS, url], stdout=subprocess.PIPE, text=True, cwd=Path.cwd())


async def says_that_it_leads(process: "subprocess.Popen[str]") -> bool:
    assert process.stdout is not None
    return await asyncio.to_thread(process.stdout.readline) == "leads\n"


@pytest.mark.postgres
@pytest.mark.long
async def test_one_of_three_leads_and_another_takes_over_when_it_is_killed(own_server: StoppableServer) -> None:
    await own_server.start()
    processes = [start(own_server.url) for _ in range(3)]
    try:
        saying = {asyncio.create_task(says_that_it_leads(process)): process for process in processes}
        for left in (3, 2, 1):
            done, _ = await asyncio.wait(saying, timeout=60, return_when=asyncio.FIRST_COMPLETED)
            (told,) = done  # and nobody else beside it
            assert told.result()
            assert len(saying) == left
            saying.pop(told).send_signal(signal.SIGKILL)
    finally:
        for process in processes:
            process.kill()
            process.communicate()


@pytest.mark.postgres
async def test_a_leader_without_a_server_stops_and_leads_again_once_it_is_back(
    own_server: StoppableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own_server.start()
    monkeypatch.setattr("bot.app.SECONDS_BETWEEN_LEADS", 0.05)
    began, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    database = Database(own_server.url)
    leading = asyncio.create_task(while_leading(Services(database), work))
    async with asyncio.timeout(60):
        await began.wait()
        began.clear()
        with psycopg.connect(own_server.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crosstable'"
            )
        await ended.wait()
        await began.wait()
    leading.cancel()
    await database.close()


@pytest.mark.postgres
async def test_processes_identify_one_after_the_other_in_a_bucket_and_beside_others(
    own_server: StoppableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own_server.start()
    monkeypatch.setattr("bot.store.turns._HOLD_TURN", "SELECT pg_sleep(0)")
    database = Database(own_server.url)
    bot = CrosstableBot(Services(database), shard_count=6, shard_ids=(3, 4))
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 2}
    monkeypatch.setattr(bot.http, "get_bot_gateway", mock.AsyncMock(return_value=(6, "wss://gateway", limit)))
    with psycopg.connect(own_server.url) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtext('crosstable identify'), 0)")
        waiting = asyncio.create_task(bot.before_identify_hook(4))
        await bot.before_identify_hook(3)
        await asyncio.sleep(0.2)
        assert not waiting.done()
    await asyncio.wait_for(waiting, 60)
    await database.close()


@pytest.mark.postgres
async def test_a_shard_is_one_processs_until_it_ends_is_gone_for_45_seconds_or_is_taken_over(
    own_server: StoppableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own_server.start()
    first, second = Database(own_server.url), Database(own_server.url)
    await migrate.upgrade(first)

    async def hold(database: Database, *shards: int, name: str, take_over: bool = False) -> str | None:
        monkeypatch.setattr("bot.store.turns._own_name", lambda: name)
        return await database.hold_shards(shards or None, take_over=take_over)

    here = socket.gethostname()
    assert await hold(first, 0, 1, name="web:1") is None
    assert await hold(second, 2, 3, name="web:2") is None
    assert await first.leads()
    assert not await second.leads()  # which costs it none of its shards
    assert await hold(first, 3, name="web:1") == "shard 3 (web:2)"
    assert await hold(second, 1, 2, name="web:2") == "shard 1 (web:1)"
    assert await hold(second, name="web:2") == "shard 0 (web:1)"  # all there are
    assert await hold(first, 0, 1, name="web:1") is None  # keeps them
    assert await hold(second, 1, name="web:2", take_over=True) is None
    assert await hold(first, 0, 1, name="web:1") == "shard 1 (web:2)"
    with psycopg.connect(own_server.url, autocommit=True) as connection:
        connection.execute("UPDATE shard SET seen_at = now() - interval '46 s' WHERE process = 'web:2'")
    assert await hold(first, name="web:1") is None
    assert await hold(second, 7, name="web:2") == "all shards (web:1)"
    await first.close()  # as "web:2", which has none
    assert await hold(second, 7, name="web:2") == "all shards (web:1)"
    # Killed on this machine: nobody need wait.
    ended = subprocess.Popen([sys.executable, "-c", ""])  # noqa: ASYNC220 - ends at once
    ended.wait()
    for process, holder in ((ended.pid, None), (os.getpid(), f"shard 7 ({here}:{os.getpid()})")):
        assert await hold(second, 7, name=f"{here}:{process}", take_over=True) is None
        assert await hold(second, 7, name=f"{here}:x") == holder
    await second.close()


async def test_a_sqlite_file_is_one_processs(tmp_path: Path) -> None:
    first, second = (Database(f"sqlite:///{tmp_path / 'club.db'}") for _ in range(2))
    first.mark_file()
    assert await first.hold_shards(None) is None
    assert await first.hold_shards(None) is None
    assert "club.db" in str(await second.hold_shards(None))
    await first.close()
    assert await second.hold_shards(None) is None
    await second.close()
