"""Many readers beside a writer: nobody meets an error, the writer lives, and nothing grows."""

import asyncio
import threading
import time

import pytest
from sqlalchemy import text

from bot.store import clubs
from bot.store.database import BusyError, Connection, Database
from bot.store.sqlite.threads import READERS
from bot.store.waiting import MOST_WAITING
from bot.store.writers import TOGETHER_SECONDS
from tests.store.test_database import NOW

AT_ONCE, ROUNDS = 64, 60
CLUBS = 4


def enter(club: int) -> "Entering":
    return Entering(club)


class Entering:
    """Work that counts a club's facts up by two."""

    def __init__(self, club: int) -> None:
        self.club = club

    def __call__(self, connection: Connection) -> int:
        return clubs.lock_club(connection, self.club, NOW).seq


def find(connection: Connection) -> int:
    return clubs.find(connection, 1).id


@pytest.mark.sampled(2)
async def test_sixty_four_reads_at_once_leave_the_writer_alive_and_threads_and_connections_few(
    database: Database,
) -> None:
    written, over = [0], asyncio.Event()

    async def keep_writing() -> None:
        while not over.is_set():
            assert await database.write(enter(1), club=1) == 2 * (written[0] + 1)
            written[0] += 1

    before = threading.active_count()
    writing = asyncio.create_task(keep_writing())
    for turn in range(ROUNDS):
        club = turn % CLUBS + 1  # sometimes the writer's own
        read = await asyncio.gather(*(database.read(find, club=club) for _ in range(AT_ONCE)))
        assert read == [1] * AT_ONCE
    over.set()
    await writing
    assert written[0] > 5
    allowed = READERS + 1 if database.is_sqlite else 5
    assert threading.active_count() - before <= allowed
    if not database.is_sqlite:
        query = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crosstable'")
        assert await database.read(lambda c: c.execute(query).scalar_one(), club=None) <= allowed


async def test_one_busy_club_leaves_room_for_another(database: Database) -> None:
    """Twelve readers and twelve writers of a club hold what they get; another club reads and writes meanwhile."""
    release = threading.Event()

    def hold(_: Connection) -> None:
        assert release.wait(60)

    if database.is_sqlite:  # there a writer holds everybody's lock, and no share can help
        holding = [asyncio.create_task(database.read(hold, club=1)) for _ in range(24)]
    else:
        holding = [asyncio.create_task(way(hold, club=1)) for way in (database.read, database.write) for _ in range(12)]
    await asyncio.sleep(0.2)
    try:
        await asyncio.wait_for(database.write(enter(2), club=2), 60)
        assert await asyncio.wait_for(database.read(find, club=2), 60) == 1
        assert not any(task.done() for task in holding)
    finally:
        release.set()
        await asyncio.gather(*holding)


async def test_a_writers_line_does_not_keep_the_clubs_readers_out(database: Database) -> None:
    inside, release = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        enter(1)(connection)
        inside.set()
        assert release.wait(60)

    writing = [asyncio.create_task(database.write(hold, club=1)) for _ in range(12)]
    await asyncio.to_thread(inside.wait, 60)
    try:
        assert await asyncio.wait_for(database.read(find, club=1), 60) == 1
    finally:
        release.set()
        await asyncio.gather(*writing)


async def test_a_writer_does_not_stand_behind_the_clubs_readers(database: Database) -> None:
    came: list[str] = []
    goes = threading.Semaphore(0)

    def look(_: Connection) -> None:
        came.append("reader")
        goes.acquire(timeout=60)

    def put(connection: Connection) -> None:
        came.append("writer")
        enter(1)(connection)

    tasks = [asyncio.create_task(database.read(look, club=1)) for _ in range(60)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(database.write(put, club=1)))
    async with asyncio.timeout(60):
        # One reader after the other is let go, each when the one before it has been followed by somebody.
        while "writer" not in came:
            there = len(came)
            await asyncio.sleep(0.05)
            if len(came) == there:
                goes.release()
    goes.release(60)
    await asyncio.gather(*tasks)
    assert came.index("writer") < 30


async def test_writers_of_two_clubs_take_turns(database: Database) -> None:
    """Eight writers of one club, none short, came first; the other's is the second or third to be let in."""
    entered = {club: threading.Event() for club in (1, 2)}
    order: list[int] = []
    first = threading.Event()

    def note(club: int) -> None:
        entered[club].set()
        first.wait(60)
        time.sleep(TOGETHER_SECONDS)
        order.append(club)

    many = [asyncio.create_task(database.write(lambda _: note(1), club=1)) for _ in range(8)]
    assert await asyncio.to_thread(entered[1].wait, 60)
    one = asyncio.create_task(database.write(lambda _: note(2), club=2))
    if database.is_sqlite:  # SQLite has one writer at a time: the other stands in line after a few turns of the loop
        for _ in range(20):
            await asyncio.sleep(0)
    else:
        assert await asyncio.to_thread(entered[2].wait, 60)
    first.set()
    await asyncio.gather(one, *many)
    assert 2 in order[:3]


async def test_a_club_with_too_long_a_line_is_busy_and_no_other_is(database: Database) -> None:
    release = threading.Event()
    places = READERS // 2 if database.is_sqlite else 2
    waiting = [
        asyncio.create_task(database.read(lambda _: release.wait(60), club=1)) for _ in range(places + MOST_WAITING)
    ]
    await asyncio.sleep(0.1)
    try:
        with pytest.raises(BusyError, match="This club is busy: try again in a minute"):
            await database.read(find, club=1)
        assert await database.read(find, club=2) == 1
    finally:
        release.set()
        await asyncio.gather(*waiting)
    assert await database.read(find, club=1) == 1
    assert database._readers._lines == database._shares._lines == {}


async def test_who_is_cancelled_in_line_gives_the_place_up(database: Database) -> None:
    release = threading.Event()
    holding = [asyncio.create_task(database.read(lambda _: release.wait(60), club=1)) for _ in range(20)]
    await asyncio.sleep(0.05)
    for task in holding[10:]:
        task.cancel()
    await asyncio.sleep(0.05)
    assert all(task.cancelled() for task in holding[10:])
    release.set()
    await asyncio.gather(*holding[:10])
    assert database._readers._lines == database._shares._lines == {}
    assert await database.read(find, club=1) == 1
