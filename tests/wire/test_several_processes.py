"""Several processes of `crosstable run` on one database, and a Discord on this machine."""

import asyncio
import socket
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.whole_clubs import verify_everywhere
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database import migrate
from bot.store.database.tables import event
from bot.store.database.transactions import Database
from tests.conftest import StoppableServer, now, rows
from tests.practice.processes import SECONDS, Ended, Running, running
from tests.wire.discord_here import GUILD, TOKEN, Wire, discord_here

PROGRAM, SHARDS, MEMBERS = "tests.wire.program", 3, 4


@dataclass
class Process:
    """A process with its shard and the port of its figures."""

    shard: int
    port: int
    running: Running

    async def has(self, figure: str) -> bool:
        return figure in await asyncio.to_thread(self._figures)

    def _figures(self) -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=SECONDS) as answer:
                return str(answer.read().decode())
        except OSError:
            return ""

    async def kill(self) -> None:
        self.running.process.kill()
        await asyncio.to_thread(self.running.end)

    async def ended(self) -> Ended:
        return await asyncio.to_thread(self.running.end)


@dataclass
class Processes:
    """What a supervisor starts; all are gone at the end of the block."""

    wire: Wire
    folder: Path
    url: str
    stack: AsyncExitStack

    def start(self, shard: int, *more: str) -> Process:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        arguments = ("-m", PROGRAM, self.wire.url, "run", *more)
        started = running(self.folder, *arguments, **self.settings(shard), HEALTH_PORT=port)
        return Process(shard, port, self.stack.enter_context(started))

    def settings(self, shard: int) -> dict[str, object]:
        return {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": self.url, "SHARDS": f"{shard}/{self.wire.shards}"}

    async def come(self, count: int) -> None:
        """Wait until so many sessions were begun in all."""
        async with asyncio.timeout(2 * SECONDS):
            while len(self.wire.identified) < count:  # noqa: ASYNC110 - as simple as it can be
                await asyncio.sleep(0.1)


@asynccontextmanager
async def supervised(wire: Wire, folder: Path, url: str) -> AsyncIterator[Processes]:
    async with AsyncExitStack() as stack:
        yield Processes(wire, folder, url, stack)


async def leader(processes: list[Process]) -> Process:
    """Wait until one does the hourly work."""
    async with asyncio.timeout(SECONDS):
        while True:
            leading = [one for one in processes if await one.has('job_last_success_timestamp_seconds{job="ratings"}')]
            if leading:
                (one,) = leading
                return one
            await asyncio.sleep(0.5)


async def club_of_each_shard(services: Services, wire: Wire) -> None:
    for shard in range(wire.shards):
        for number in range(MEMBERS):
            director = Actor(wire.guild(shard), Member(1, "Tess"), shard * 100 + number + 1, manager=True)
            member = Member(GUILD + 100 + number, f"member{number}")
            await set_rating(services, director, SetRatingRequest(member, 1470, 25))


@pytest.mark.long
@pytest.mark.postgres
async def test_three_processes_share_the_shards_and_replace_a_killed_one(
    own_server: StoppableServer, tmp_path: Path
) -> None:
    await own_server.start()
    services = Services(Database(own_server.url), now)
    await migrate.upgrade(services.database)
    async with discord_here(SHARDS) as wire, supervised(wire, tmp_path, own_server.url) as supervisor:
        await club_of_each_shard(services, wire)
        processes = [supervisor.start(shard) for shard in range(SHARDS)]
        await supervisor.come(SHARDS)
        assert sorted(shard for _, shard in wire.identified) == list(range(SHARDS))

        answered, turns = [], count()

        async def report(shard: int, number: int, click: str | None = None) -> None:
            click = click or wire.click()
            strength = 700 + 97 * next(turns) % 1500  # none near another's, of which it would ask
            written = {"opponents": f"{strength} {strength + 150} {strength + 300}", "score": "2"}
            await wire.send("rating update", number, written, shard=shard, click=click)
            answered.append(int(click))
            assert f"member{number}" in wire.answers[click]

        await asyncio.gather(*(report(shard, number) for shard in range(SHARDS) for number in range(MEMBERS)))

        first = await leader(processes)
        clicks = [wire.click() for _ in range(MEMBERS)]
        under_way = [asyncio.create_task(report(first.shard, number, click)) for number, click in enumerate(clicks)]
        await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
        await first.kill()  # in the middle of the others' reports
        for task in under_way:
            task.cancel()
        others = [one for one in processes if one is not first]
        assert await leader(others) is not first
        again = supervisor.start(first.shard)  # as a supervisor does; nobody waits until its shard is free
        await supervisor.come(SHARDS + 1)
        assert wire.identified[-1][1] == first.shard
        await asyncio.gather(*(report(one.shard, 0) for one in (*others, again)))

        stored = [number for (number,) in await rows(services.database, select(event.c.interaction_id))]
        assert len(stored) == len(set(stored))
        assert set(answered) <= set(stored) <= {*answered, *map(int, clicks)}
        assert not any([one.differences async for one in verify_everywhere(services)])
    await services.database.close()


@pytest.mark.long
async def test_each_failure_of_a_second_process_ends_with_its_code(
    tmp_path: Path,
) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path / 'club.db'}"}
    async with discord_here() as wire:

        async def end(*more: str, at: str = wire.url, **changed: str) -> Ended:
            with running(tmp_path, "-m", PROGRAM, at, "run", *more, **{**settings, **changed}) as process:
                return await asyncio.to_thread(process.end)

        for code, changed, said in (
            (2, {"DISCORD_TOKEN": "another"}, "DISCORD_TOKEN"),
            (2, {"SHARDS": "0/7"}, "Check SHARDS"),
            (1, {"at": "127.0.0.1:1"}, "cannot be reached"),
        ):
            ended = await end("--set-up", **changed)
            assert (ended.code, said in ended.err.splitlines()[-1]) == (code, True), ended.err
        with running(tmp_path, "-m", PROGRAM, wire.url, "run", **settings) as first:
            async with asyncio.timeout(SECONDS):
                await wire.ready.wait()
            ended = await end()
            assert (ended.code, "club.db" in ended.complaint) == (1, True)
            assert (await asyncio.to_thread(first.end, 15)).code == 0
