"""A running bot tells over HTTP whether it is there, and what it does."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot import measures
from bot.__main__ import main
from bot.doors.health import ask
from bot.exits import StartError
from bot.health.figures import COUNTERS, GAUGES, HISTOGRAMS, READ_WHEN_ASKED
from bot.health.server import Health
from bot.services.context import Actor, Member, Services
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.store.database import Database
from tests.conftest import SimulatedClub

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def health(services: Services) -> AsyncIterator[Health]:
    """Return a health server on a free port, without a bot."""
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
async def test_it_is_ready_when_bot_database_and_schema_are(club: SimulatedClub) -> None:
    health = Health("127.0.0.1", 0, club.services.database)
    await health.open()
    try:
        assert (await get(health, "/live"))[0] == 200
        status, text = await get(health, "/ready")
        assert status == 503
        assert '"shards": "0 of 0", "database": "there", "schema": "unknown"' in text
        health.bot = club.env.bot
        health.schema_is_right = True
        assert await get(health, "/ready") == (
            200,
            '{"ready": true, "shards": "1 of 1", "database": "there", "schema": "right", "stopping": false}',
        )
        assert await asyncio.to_thread(ask, str(health.port)) == (await get(health, "/ready"))[1]
        club.env.bot.stopping = True
        assert (await get(health, "/ready"))[0] == 503
        with pytest.raises(StartError, match=r'Not ready: .*"stopping": true'):
            await asyncio.to_thread(ask, str(health.port))
    finally:
        await health.close()
    with pytest.raises(StartError, match="Nothing answers on port"):
        await asyncio.to_thread(ask, "1")


@pytest.fixture
def club_file(sqlite_template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sqlite_template, tmp_path / "club.db"))


async def test_a_database_that_is_gone_is_not_ready(club_file: Path) -> None:
    path = club_file
    database = Database(f"sqlite:///{path}")
    health = Health("127.0.0.1", 0, database)
    await health.open()
    try:
        assert '"database": "there"' in (await get(health, "/ready"))[1]
        os.unlink(path)
        health._asked_at = float("-inf")
        assert '"database": "away"' in (await get(health, "/ready"))[1]
        assert (await get(health, "/live"))[0] == 200
    finally:
        await health.close()
        await database.close()


@pytest.mark.both_databases
async def test_commands_are_counted_by_name_and_outcome_and_nobody_is_named(club: SimulatedClub) -> None:
    health = Health("127.0.0.1", 0, club.services.database)
    await health.open()
    health.bot = club.env.bot
    try:
        brought = {"rating": 1500.0, "games": 20}
        for opponents, more in (("974 951", brought), ("nonsense!", {}), ("2471 1585", {})):
            answer = await club.dana.slash(club.channel, "rating update", opponents=opponents, score="1", **more)
        await club.dana.click(answer.response, label="Undo")
        found = await figures(health)
    finally:
        await health.close()
    assert found['crosstable_commands_total{command="rating update",outcome="ok"}'] == 2
    assert found['crosstable_commands_total{command="rating update",outcome="refused"}'] == 1
    assert found['crosstable_commands_total{command="Undo",outcome="ok"}'] == 1
    assert found['crosstable_command_seconds_count{command="rating update"}'] == 3
    assert found['crosstable_acknowledge_seconds_count{kind="command"}'] == 3
    backend = (club.services.database.is_sqlite and "sqlite") or "postgresql"
    assert found[f'crosstable_database_seconds_count{{backend="{backend}",kind="write"}}'] >= 3
    assert found['crosstable_transactions_total{kind="write",outcome="commit"}'] >= 3
    assert found['crosstable_folds_total{reason="event"}'] >= 2
    assert found['crosstable_folds_total{reason="undo"}'] >= 1
    assert found['crosstable_guilds{shard="0"}'] == 1
    assert found['crosstable_shard_connected{shard="0"}'] == 1
    told = " ".join(found)
    for secret in (str(club.guild.id), str(club.dana.id), "Dana"):
        assert secret not in told
    assert found["crosstable_database_bytes"] > 100_000
    assert "crosstable_build_info" in {name.split("{")[0] for name in found}


async def test_the_loop_is_timed(health: Health) -> None:
    await asyncio.sleep(0.35)
    assert (await figures(health))["crosstable_loop_lag_seconds_count"] >= 1


async def test_a_port_in_use_names_the_setting(health: Health, services: Services) -> None:
    second = Health("127.0.0.1", health.port, services.database)
    with pytest.raises(StartError, match="HEALTH_PORT") as caught:
        await second.open()
    assert caught.value.code == 75


def test_every_figure_that_the_program_tells_is_known_and_every_known_one_is_told() -> None:
    told = set()
    for folder in ("bot", "cogs", "core"):
        for path in (ROOT / folder).rglob("*.py"):
            told |= set(re.findall(r"measures\.(?:count|observe|put|timed)\(\s*\"(\w+)\"", path.read_text("utf-8")))
    assert told == {*COUNTERS, *HISTOGRAMS, *GAUGES}
    assert not told & set(READ_WHEN_ASKED)


SPECIFIED = [
    "commands_total",
    "command_seconds",
    "acknowledge_seconds",
    "database_seconds",
    "database_wait_seconds",
    "database_connections",
    "transactions_total",
    "folds_total",
    "fold_facts_total",
    "fold_seconds",
    "imports_total",
    "loop_lag_seconds",
    "gateway_latency_seconds",
    "shard_connected",
    "gateway_reconnects_total",
    "guilds",
    "rest_requests_total",
    "job_last_success_timestamp_seconds",
    "job_failures_total",
    "verify_differences",
    "backup_age_seconds",
    "database_bytes",
    "build_info",
]
"""The table of the specification, without `connector_requests_total`: the bot asks nobody but Discord."""


def test_every_figure_of_the_specification_is_there() -> None:
    assert set(SPECIFIED) == {*COUNTERS, *HISTOGRAMS, *GAUGES, *READ_WHEN_ASKED}


async def test_what_the_operator_s_commands_leave_is_told(
    services: Services, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health("127.0.0.1", 0, services.database, tmp_path / "backups")
    await health.open()
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "backups"))
    try:
        assert not {"crosstable_verify_differences", "crosstable_backup_age_seconds"} & set(await figures(health))
        director = Actor(500, Member(1, "Tess"), interaction_id=1, manager=True)
        await set_rating(services, director, SetRatingRequest(Member(2, "Dana"), 1500.0, 20))
        assert await asyncio.to_thread(main, ["verify"]) == 0
        assert (await figures(health))["crosstable_verify_differences"] == 0
        for statement in ("UPDATE standing SET rating = 1", "DELETE FROM name_part"):
            await services.database.write(lambda one, said=statement: one.exec_driver_sql(said).close(), club=None)
        assert await asyncio.to_thread(main, ["verify"]) == 1
        assert await asyncio.to_thread(main, ["verify", "--club", "501"]) == 1  # of one club: that is not noted
        assert await asyncio.to_thread(main, ["backup", str(tmp_path / "backups")]) == 0
        found = await figures(health)
        assert found["crosstable_verify_differences"] == 1 + 5  # the rating; dana, ana, na, a and how it begins
        assert 0 <= found["crosstable_backup_age_seconds"] < 3600
        assert found["crosstable_database_bytes"] > 100_000
    finally:
        await health.close()


def test_without_a_listener_nothing_is_kept() -> None:
    measures.count("no_such_figure")
    measures.observe("no_such_figure", 1.0)
    measures.put("no_such_figure", 1.0)


def test_asking_imports_no_more_than_it_needs() -> None:
    script = (
        "import sys; from bot.__main__ import main; code = main(['health']);"
        "print(code, {'discord', 'pydantic', 'sqlalchemy', 'aiohttp', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={"HEALTH_PORT": "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "1 set()\n"
    assert "Nothing answers on port 1" in done.stderr
