"""A running bot tells over HTTP whether it is there, and what it does."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from bot.exit_codes import FAILED, StartError
from bot.health import Health
from bot.services.framework.context import Services
from bot.store.club.backups import name_at
from bot.store.database.transactions import Database
from tests.conftest import SimulatedClub


@pytest.fixture
async def health(services: Services) -> AsyncIterator[Health]:
    """Return a health server on a free port."""
    server = Health("127.0.0.1", 0, services.database)
    await server.open()
    yield server
    await server.close()


async def get(health: Health, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{health.port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def figures(health: Health) -> dict[str, float]:
    status, text = await get(health, "/metrics")
    assert status == 200
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


@pytest.mark.both_databases
async def test_it_is_ready_when_bot_and_database_are(club: SimulatedClub) -> None:
    health = Health("127.0.0.1", 0, club.services.database)
    await health.open()
    try:
        assert (await get(health, "/live"))[0] == 200
        status, text = await get(health, "/ready")
        assert status == 503
        assert '"shards": "0 of 0", "database": "there"' in text
        health.bot = club.env.bot
        expected = '{"ready": true, "shards": "1 of 1", "database": "there", "stopping": false}'
        assert await get(health, "/ready") == (200, expected)
        club.env.bot.stopping = True
        assert (await get(health, "/ready"))[0] == 503
    finally:
        await health.close()


async def test_a_database_that_is_gone_is_not_ready(sqlite_template: Path, tmp_path: Path) -> None:
    path = shutil.copy(sqlite_template, tmp_path / "club.db")
    database = Database(f"sqlite:///{path}")
    health = Health("127.0.0.1", 0, database)
    await health.open()
    try:
        assert '"database": "there"' in (await get(health, "/ready"))[1]
        os.unlink(path)
        assert '"database": "away"' in (await get(health, "/ready"))[1]
        assert (await get(health, "/live"))[0] == 200
    finally:
        await health.close()
        await database.close()


@pytest.mark.both_databases
async def test_commands_are_counted_by_name_and_outcome_and_nobody_is_named(
    club: SimulatedClub, tmp_path: Path
) -> None:
    (tmp_path / name_at(datetime.now(UTC) - timedelta(hours=1), "db")).touch()
    health = Health("127.0.0.1", 0, club.services.database, tmp_path)
    await health.open()
    health.bot = club.env.bot
    try:
        before = await figures(health)
        brought = {"rating": 1500.0, "games": 20}
        for opponents, more in (("974 951", brought), ("nonsense!", {}), ("2471 1585", {})):
            answer = await club.dana.slash(club.channel, "rating update", opponents=opponents, score="1", **more)
        await club.dana.click(answer.response, label="Undo")
        found = await figures(health)
    finally:
        await health.close()

    def more_of(name: str) -> float:
        return found[f"crosstable_{name}"] - before.get(f"crosstable_{name}", 0)

    assert more_of('commands_total{command="rating update",outcome="ok"}') == 2
    assert more_of('commands_total{command="rating update",outcome="refused"}') == 1
    assert more_of('commands_total{command="undo",outcome="ok"}') == 1
    assert more_of('command_seconds_count{command="rating update"}') == 3
    assert more_of("acknowledge_seconds_count") >= 3
    assert more_of('database_seconds_count{kind="write"}') >= 3
    assert found["crosstable_guilds"] == found["crosstable_shards_connected"] == found["crosstable_shards"] == 1
    assert found["crosstable_database_bytes"] > 100_000
    assert 3500 < found["crosstable_backup_age_seconds"] < 3700
    told = " ".join(found)
    for secret in (str(club.guild.id), str(club.dana.id), "Dana"):
        assert secret not in told


async def test_the_loop_is_timed(health: Health) -> None:
    await asyncio.sleep(0.35)
    assert (await figures(health))["crosstable_loop_lag_seconds_count"] >= 1


async def test_a_port_in_use_names_the_setting(health: Health, services: Services) -> None:
    second = Health("127.0.0.1", health.port, services.database)
    with pytest.raises(StartError, match="HEALTH_PORT") as caught:
        await second.open()
    assert caught.value.code == FAILED


async def test_all_figures_have_the_program_s_name(health: Health) -> None:
    names = {re.split(r"[{ ]", name)[0] for name in await figures(health)}
    assert all(name.startswith(("crosstable_", "process_", "python_")) for name in names)
