"""Writers and readers, and the types that both databases hold alike."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select, text

from bot.store import clubs
from bot.store.database import BusyError, Database
from bot.store.tables import club

NOW = datetime(2026, 11, 21, 12, 30, 15, 123456, tzinfo=UTC)
HUGE = 2**63 - 1
"""As large as a snowflake column may be asked to hold."""


async def test_an_error_rolls_the_whole_transaction_back(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await clubs.enter(connection, 5, NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.read() as connection:
        assert (await connection.execute(select(club))).all() == []


async def test_a_reader_sees_one_state_and_is_not_kept_waiting(database: Database) -> None:
    async with database.write() as writing:
        await clubs.enter(writing, 5, NOW)
        async with database.read() as reading:
            rows = await asyncio.wait_for(reading.execute(select(club)), 2)
            assert rows.all() == []


async def test_two_writers_of_a_club_follow_each_other(database: Database) -> None:
    order = []

    async def write(name: str) -> None:
        async with database.write() as connection:
            entered = await clubs.enter(connection, 5, NOW)
            order.append((name, "in", entered.seq))
            await asyncio.sleep(0.05)
            order.append((name, "out", entered.seq))

    async with database.write() as connection:
        await clubs.enter(connection, 5, NOW)
    await asyncio.gather(write("a"), write("b"))
    assert [step for _, step, _ in order] == ["in", "out", "in", "out"]
    assert order[0][2] < order[2][2]


async def test_moments_come_back_in_utc_and_naive_ones_are_refused(database: Database) -> None:
    values = {"id": HUGE, "default_list": "uschess-regular", "self_report": "everyone"}
    elsewhere = NOW.astimezone(timezone(timedelta(hours=5)))
    async with database.write() as connection:
        await connection.execute(insert(club).values(**values, created_at=elsewhere))
    async with database.read() as connection:
        row = (await connection.execute(select(club))).one()
    assert row.created_at == NOW
    assert row.created_at.tzinfo is UTC
    assert row.id == HUGE
    with pytest.raises(Exception, match="naive datetime"):
        async with database.write() as connection:
            await connection.execute(insert(club).values(**{**values, "id": 1}, created_at=datetime(2026, 1, 1)))  # noqa: DTZ001


async def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        async with database.write() as connection:
            await connection.execute(
                text("INSERT INTO board (club_id, list, swept_on) VALUES (99, 'uschess-regular', '2026-11-21')")
            )


async def test_a_sqlite_file_that_another_program_holds_is_one_sentence(
    tmp_path: object, sqlite_template: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil
    import sqlite3

    monkeypatch.setattr("bot.store.database.BUSY_SECONDS", 0.1)
    path = f"{tmp_path}/club.db"
    shutil.copy(str(sqlite_template), path)
    database = Database(f"sqlite+aiosqlite:///{path}")
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BusyError, match="busy with another program"):
            async with database.write():
                pass
        other.execute("ROLLBACK")
    other.close()
    async with database.write() as connection:
        await clubs.enter(connection, 5, NOW)
    await database.close()
