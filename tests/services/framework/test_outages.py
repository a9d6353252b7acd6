"""A PostgreSQL server that stops and starts again under load, directly and behind PgBouncer in transaction mode."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from sqlalchemy import select

from bot.services.events.record import record_own_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.framework.whole_clubs import verify_everywhere
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database import migrate
from bot.store.database.tables import event as event_table
from bot.store.database.transactions import BusyError, Database, UnavailableError, UncertainCommitError
from tests.conftest import StoppableServer, now, person, rows
from tests.services.framework.folding_checks import CLUB, event

pytestmark = [pytest.mark.postgres, pytest.mark.long]

PGBOUNCER = shutil.which("pgbouncer", path=os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin")))
REPORTERS, IN_FLIGHT = 8, 64
"""So many of one club may wait at once: the next is told that the club is busy."""


@contextmanager
def pgbouncer(server: StoppableServer, database: str) -> Iterator[str]:
    """Run PgBouncer before a database."""
    assert PGBOUNCER is not None
    folder = Path(tempfile.mkdtemp(prefix="ctpb"))  # short: its socket lies in it
    behind = server.socket.parent
    settings = {
        "listen_addr": "",
        "unix_socket_dir": folder,
        "auth_type": "any",
        "pool_mode": "transaction",
        "default_pool_size": 3,
        "max_client_conn": 100,
        "server_login_retry": 1,
        "query_wait_timeout": 2,
        "logfile": folder / "log",
        "pidfile": folder / "pid",
    }
    written = "".join(f"{name} = {value}\n" for name, value in settings.items())
    databases = f"[databases]\n{database} = host={behind} dbname={database} user=postgres\n"
    (folder / "ini").write_text(f"{databases}[pgbouncer]\n{written}")
    command = [PGBOUNCER, "-q", str(folder / "ini")]
    if os.geteuid() == 0:  # it refuses to be root
        user = pwd.getpwnam("pgserver")  # whom the tests' server has made for itself
        shutil.chown(folder, user.pw_uid, user.pw_gid)
        command += ["-u", user.pw_name]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    url = f"postgresql://postgres@/{database}?host={quote(str(folder))}&port=6432"
    try:
        _wait_for(folder / ".s.PGSQL.6432", process)
        yield url
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(socket: Path, process: "subprocess.Popen[bytes]") -> None:
    while not socket.exists():
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"pgbouncer ended with {process.wait(0.05)}")


THROUGH_PGBOUNCER = pytest.param(
    "pgbouncer",
    marks=pytest.mark.skipif(
        PGBOUNCER is None, reason="pgbouncer is not installed (Debian: apt-get install pgbouncer)"
    ),
)


@pytest.fixture(params=["direct", THROUGH_PGBOUNCER])
async def url(request: pytest.FixtureRequest, own_server: StoppableServer) -> AsyncIterator[str]:
    """Return the URL of an empty database on a server of this module's own."""
    await own_server.start()
    name = f"outages_{request.param}"
    with psycopg.connect(own_server.url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        connection.execute(f"CREATE DATABASE {name}".encode())
    if request.param == "direct":
        yield own_server.url.replace("/postgres?", f"/{name}?")
        return
    with pgbouncer(own_server, name) as through:
        yield through


@pytest.fixture
async def processes(url: str) -> AsyncIterator[list[Services]]:
    """Return the services of two processes that start for the first time on one database."""
    both = [Services(Database(url), now) for _ in range(2)]
    await asyncio.gather(*(migrate.upgrade(services.database) for services in both))
    for services in both:
        await migrate.require_current(services.database)
    yield both
    for services in both:
        await services.engine.close()
        await services.database.close()


@dataclass
class Club:
    """Members who report events by two processes, each click of its own number."""

    processes: list[Services]
    told: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    came: asyncio.Condition = field(default_factory=asyncio.Condition)
    clicks: "count[int]" = field(default_factory=lambda: count(10**9))

    async def begin(self) -> None:
        tess = person("Tess")
        for number in range(REPORTERS):
            request = SetRatingRequest(person(f"Member {number}"), 1500, 25)
            await set_rating(self.processes[0], Actor(CLUB, tess, number + 1, manager=True), request)

    async def click(self, number: int) -> str:
        """Report an event by the click of a number."""
        services, member = self.processes[number % 2], person(f"Member {number % REPORTERS}")
        try:
            await record_own_event(services, Actor(CLUB, member, number), event("W1500 L1600 D1550"), twice=True)
        except AlreadyDoneError:
            return "stored"
        except (UnavailableError, BusyError) as error:
            return type(error).__name__
        return "stored"

    async def go_on(self, offset: int) -> None:
        for number in self.clicks:
            told = await self.click(number)
            async with self.came:
                self.told[told].append(number)
                self.came.notify_all()
            await asyncio.sleep(0.05 + 0.03 * offset)  # so that an outage meets each of them in another place

    async def until(self, told: str, more: int) -> None:
        """Wait until so many more members were told something."""
        async with asyncio.timeout(120), self.came:
            wanted = len(self.told[told]) + more
            await self.came.wait_for(lambda: len(self.told[told]) >= wanted)

    async def stored(self) -> list[int]:
        query = select(event_table.c.interaction_id).where(event_table.c.interaction_id >= 10**9)
        return [number for (number,) in await rows(self.processes[0].database, query)]

    async def is_in_order(self) -> bool:
        return not any([one.differences async for one in verify_everywhere(self.processes[1])])


async def test_outages_under_load_never_give_a_wrong_answer(
    processes: list[Services], own_server: StoppableServer
) -> None:
    club = Club(processes)
    await club.begin()
    at_once = [next(club.clicks) for _ in range(IN_FLIGHT)]
    assert await asyncio.gather(*map(club.click, at_once)) == ["stored"] * IN_FLIGHT
    assert sorted(await club.stored()) == at_once

    reporters = [asyncio.create_task(club.go_on(number)) for number in range(REPORTERS)]
    for mode in ("fast", "immediate"):  # as an operator stops it, and as a crash does
        await club.until("stored", 12)
        await own_server.stop(mode)
        await club.until("UnavailableError", 4)
        await own_server.start()
    await club.until("stored", 12)
    under_way = asyncio.gather(*reporters)
    under_way.cancel()
    with suppress(asyncio.CancelledError):
        await under_way

    stored = await club.stored()
    assert len(stored) == len(set(stored))
    assert set(club.told["stored"]) <= set(stored)
    nothing = {*club.told["UnavailableError"], *club.told["BusyError"]}
    assert len(nothing) >= 8
    assert not nothing & set(stored)
    assert set(club.told) <= {"stored", "UnavailableError", "BusyError", UncertainCommitError.__name__}

    clicked = [number for numbers in club.told.values() for number in numbers]
    for first in range(0, len(clicked), IN_FLIGHT):
        again = clicked[first : first + IN_FLIGHT]
        assert await asyncio.gather(*map(club.click, again)) == ["stored"] * len(again)
    stored = await club.stored()
    assert len(stored) == len(set(stored))
    assert set(clicked) <= set(stored)
    assert await club.is_in_order()
