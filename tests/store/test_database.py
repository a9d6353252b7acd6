"""Writers and readers, and the types that both databases hold alike."""

import asyncio
import shutil
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from bot.store.club import clubs
from bot.store.club.clubs import ClubLock
from bot.store.database.tables import club
from bot.store.database.transactions import MOST_WAITING, BusyError, Connection, Database, club_of
from tests.conftest import rows

NOW = datetime(2026, 11, 21, 12, 30, 15, 123456, tzinfo=UTC)
HUGE = 2**63 - 1
"""As large as a snowflake column may be asked to hold."""


def enter(connection: Connection) -> ClubLock:
    return clubs.lock_club(connection, 5, NOW)


async def test_an_error_rolls_the_whole_transaction_back(database: Database) -> None:
    def fail(connection: Connection) -> None:
        enter(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(fail, club=None)
    assert await rows(database, select(club)) == []
    await database.write(enter, club=None)
    assert len(await rows(database, select(club))) == 1


async def test_a_reader_sees_one_state_and_is_not_kept_waiting(database: Database, database_url: str) -> None:
    seen: list[list[object]] = []

    async def look() -> None:
        other = Database(database_url)
        seen.append(await rows(other, select(club)))
        await other.close()

    def write(connection: Connection) -> None:
        enter(connection)
        reading = threading.Thread(target=lambda: asyncio.run(look()))
        reading.start()
        reading.join(60)

    await database.write(write, club=5)
    assert seen == [[]]
    assert len(await rows(database, select(club))) == 1


async def test_writers_of_a_club_follow_each_other(database: Database) -> None:
    order: list[tuple[str, int]] = []

    def write(connection: Connection) -> None:
        entered = enter(connection)
        order.append(("in", entered.seq))
        time.sleep(0.02)
        order.append(("out", entered.seq))

    await database.write(enter, club=None)
    await asyncio.gather(*(database.write(write, club=None) for _ in range(4)))
    assert [step for step, _ in order] == ["in", "out"] * 4
    places = [seq for step, seq in order if step == "in"]
    assert places == sorted(set(places))


async def test_a_cancelled_write_is_whole_and_blocks_nobody(database: Database) -> None:
    inside: list[bool] = []

    def write(connection: Connection) -> None:
        inside.append(True)
        enter(connection)

    writing = asyncio.create_task(database.write(write, club=None))
    while not inside:  # noqa: ASYNC110 - the work is called from the loop itself
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    assert writing.cancelled()
    assert len(await rows(database, select(club))) == 1
    await asyncio.wait_for(database.write(enter, club=None), 60)


async def test_moments_come_back_in_utc_and_naive_ones_are_refused(database: Database) -> None:
    values = {"default_list": "uschess-regular", "self_report": "everyone"}
    elsewhere = NOW.astimezone(timezone(timedelta(hours=5)))
    await database.write(lambda c: c.execute(insert(club).values(id=HUGE, created_at=elsewhere, **values)), club=None)
    (row,) = await rows(database, select(club))
    assert row.created_at == NOW
    assert row.created_at.tzinfo is UTC
    assert row.id == HUGE
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(Exception, match="naive datetime"):
        await database.write(lambda c: c.execute(insert(club).values(id=1, created_at=naive, **values)), club=None)


async def test_foreign_keys_hold(database: Database) -> None:
    stray = text("INSERT INTO board (club_id, list, swept_on) VALUES (99, 'uschess-regular', '2026-11-21')")
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await database.write(lambda c: c.execute(stray), club=None)


async def test_a_sqlite_file_that_another_program_holds_is_one_sentence(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.database.engines.BUSY_SECONDS", 0.1)
    path = tmp_path / "club.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite+aiosqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BusyError, match="Another program is using the database"):
        await database.write(enter, club=None)
    other.execute("ROLLBACK")
    other.close()
    await database.write(enter, club=None)
    await database.close()


async def test_writers_of_a_club_wait_for_each_other_and_too_many_are_refused(database: Database) -> None:
    held = asyncio.Event()

    async def hold() -> None:
        async with database._writers.of(5):
            await held.wait()

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(database.write(enter, club=5)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError, match="club is busy"):
        await database.write(enter, club=5)
    await database.write(lambda connection: clubs.lock_club(connection, 6, NOW), club=6)  # others go on
    held.set()
    await holding
    assert sorted(lock.seq for lock in await asyncio.gather(*waiting)) == [2 * n + 2 for n in range(MOST_WAITING)]


async def test_the_club_of_a_transaction_is_known_to_its_work(database: Database) -> None:
    assert await database.read(club_of, club=7) == 7
    assert await database.write(club_of, club=8) == 8
    assert await database.try_out(club_of, club=9) == 9
    with pytest.raises(LookupError, match="several clubs"):
        await database.read(club_of, club=None)


async def test_what_is_tried_out_is_not_stored(database: Database) -> None:
    assert (await database.try_out(enter, club=5)).seq == 2
    assert await rows(database, select(club)) == []


async def test_one_of_several_processes_leads_even_with_one_connection(database: Database, database_url: str) -> None:
    first, second = Database(database_url, pool=1), Database(database_url, pool=1)
    assert await first.leads()
    assert await second.leads() is database.is_sqlite  # whose file one process has
    await first.write(enter, club=5)
    assert await first.leads()
    await first.close()
    assert await second.leads()
    await second.close()


async def test_several_jobs_may_ask_for_the_lead_at_once(database: Database, database_url: str) -> None:
    first, second = Database(database_url, pool=1), Database(database_url, pool=1)
    for _ in range(3):
        assert await asyncio.gather(*(first.leads() for _ in range(4))) == [True] * 4
        assert set(await asyncio.gather(*(second.leads() for _ in range(4)))) == {database.is_sqlite}
        await first.write(enter, club=5)
        assert len(await rows(second, select(club))) == 1
    await first.close()
    await second.close()
