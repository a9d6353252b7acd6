"""Long work on copies: what it stores is what a plain transaction stores, and nobody waits for it."""

import asyncio
import gc
import shutil
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import DatabaseError

from bot.store import clubs
from bot.store.database import Connection, Database
from bot.store.people import players
from bot.store.sqlite import long_folds
from bot.store.sqlite.long_work import MOST_UNDER_LOCK, leave_if_long
from bot.store.sqlite.shadow_tables import SHADOWS
from bot.store.tables import (
    audit,
    board_figure,
    club,
    event,
    figure_count,
    games_count,
    known_part,
    metadata,
    name_part,
    player,
    schema_step,
    shard,
    standing,
)
from tests.conftest import now, rows

OURS, THEIRS = 5, 6


@pytest.fixture
async def file(tmp_path: Path, sqlite_template: Path) -> Path:
    path = tmp_path / "club.db"
    shutil.copy(sqlite_template, path)
    return path


@pytest.fixture
async def sqlite(file: Path) -> AsyncIterator[Database]:
    opened = Database(f"sqlite+aiosqlite:///{file}")
    yield opened
    await opened.close()


class Held:
    """Work that enters a club, adds a player, and waits until it is let go."""

    def __init__(self, name: str, club_id: int = OURS) -> None:
        self.name, self.club_id, self.runs = name, club_id, 0
        self.began, self.go_on = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> int:
        self.runs += 1
        clubs.lock_club(connection, self.club_id, now())
        added = players.add_unlinked(connection, self.club_id, self.name, now()).id
        self.began.set()
        assert self.go_on.wait(60)
        return added


def long(work: Callable[[Connection], int]) -> Callable[[Connection], int]:
    """Return work that is too long for the lock that every club waits for."""

    def found_out(connection: Connection) -> int:
        leave_if_long(connection, MOST_UNDER_LOCK + 1)
        return work(connection)

    return found_out


def add(name: str, club_id: int = OURS) -> Callable[[Connection], int]:
    def work(connection: Connection) -> int:
        clubs.lock_club(connection, club_id, now())
        return players.add_unlinked(connection, club_id, name, now()).id

    return work


async def begun(held: Held) -> None:
    assert await asyncio.to_thread(held.began.wait, 60)


async def names(database: Database, club_id: int = OURS) -> list[str]:
    found = await rows(database, select(player.c.name).where(player.c.club_id == club_id).order_by(player.c.id))
    return [name for (name,) in found]


async def test_another_club_writes_while_a_fold_is_under_way(sqlite: Database) -> None:
    held = Held("Dana")
    folding = asyncio.create_task(sqlite.fold(held, club=OURS))
    await begun(held)
    await asyncio.wait_for(sqlite.write(add("Eli", THEIRS), club=THEIRS), 60)
    assert await names(sqlite, THEIRS) == ["Eli"]
    assert await names(sqlite) == []
    held.go_on.set()
    added = await folding
    assert await rows(sqlite, select(player.c.id).where(player.c.name == "Dana")) == [(added,)]
    assert held.runs == 1


async def test_two_clubs_fold_at_once(sqlite: Database) -> None:
    ours, theirs = Held("Dana"), Held("Eli", THEIRS)
    both = asyncio.gather(sqlite.fold(ours, club=OURS), sqlite.fold(theirs, club=THEIRS))
    await begun(ours)
    await begun(theirs)
    ours.go_on.set()
    theirs.go_on.set()
    first, second = await both
    assert first != second
    assert (await names(sqlite), await names(sqlite, THEIRS)) == (["Dana"], ["Eli"])
    assert (ours.runs, theirs.runs) == (1, 1)


async def test_the_club_itself_reads_old_figures_and_writes_afterwards(sqlite: Database) -> None:
    await sqlite.write(add("Cleo"), club=OURS)
    held = Held("Dana")
    folding = asyncio.create_task(sqlite.fold(held, club=OURS))
    await begun(held)
    writing = asyncio.create_task(sqlite.write(add("Eli"), club=OURS))
    assert await asyncio.wait_for(names(sqlite), 60) == ["Cleo"]
    assert not writing.done()
    held.go_on.set()
    await asyncio.gather(folding, writing)
    assert await names(sqlite) == ["Cleo", "Dana", "Eli"]
    assert held.runs == 1


async def test_what_another_process_wrote_meanwhile_is_not_lost(sqlite: Database, file: Path) -> None:
    held = Held("Dana")
    folding = asyncio.create_task(sqlite.fold(held, club=OURS))
    await begun(held)
    other = Database(f"sqlite+aiosqlite:///{file}")
    await other.write(add("Eli"), club=OURS)
    await other.close()
    held.go_on.set()
    await folding
    assert held.runs == 2
    assert await names(sqlite) == ["Eli", "Dana"]
    assert await rows(sqlite, select(club.c.facts)) == [(4,)]


async def test_a_club_that_another_process_writes_all_the_time_is_folded_under_the_lock(
    sqlite: Database, file: Path
) -> None:
    other, runs = Database(f"sqlite+aiosqlite:///{file}"), []

    def work(connection: Connection) -> int:
        runs.append(len(runs))
        if len(runs) <= long_folds.ATTEMPTS:
            asyncio.run_coroutine_threadsafe(other.write(add(f"Eli {len(runs)}"), club=OURS), loop).result(20)
        return add("Dana")(connection)

    loop = asyncio.get_running_loop()
    await sqlite.fold(work, club=OURS)
    await other.close()
    assert len(runs) == long_folds.ATTEMPTS + 1
    assert await names(sqlite) == ["Eli 1", "Eli 2", "Dana"]


async def test_ids_that_another_club_took_meanwhile_are_not_given_twice(
    sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_folds, "ROOM_FOR_OTHERS", 0)
    held = Held("Dana")
    folding = asyncio.create_task(sqlite.fold(held, club=OURS))
    await begun(held)
    taken = await sqlite.write(add("Eli", THEIRS), club=THEIRS)
    held.go_on.set()
    assert await folding == taken + 1
    assert held.runs == 2
    assert (await names(sqlite), await names(sqlite, THEIRS)) == (["Dana"], ["Eli"])


async def test_an_error_leaves_nothing(sqlite: Database) -> None:
    def fail(connection: Connection) -> None:
        add("Dana")(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await sqlite.fold(fail, club=OURS)
    assert await rows(sqlite, select(club)) == []
    assert await sqlite.fold(add("Dana"), club=OURS)
    assert await names(sqlite) == ["Dana"]


@pytest.mark.long
async def test_a_process_killed_in_the_middle_leaves_nothing(sqlite: Database, file: Path) -> None:
    await sqlite.write(add("Cleo"), club=OURS)
    killed = f"""
import asyncio, os, signal
from bot.store.database import Database
from tests.store.test_long_folds import OURS, add

def work(connection):
    add("Dana")(connection)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(Database("sqlite+aiosqlite:///{file}").fold(work, club=OURS))
"""
    ended = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", killed], check=False)
    assert ended.returncode == -9
    assert await names(sqlite) == ["Cleo"]
    await sqlite.write(add("Eli"), club=OURS)
    assert await rows(sqlite, select(club.c.facts)) == [(4,)]


async def test_what_is_unique_may_move_from_one_row_to_another(sqlite: Database) -> None:
    def two(connection: Connection) -> tuple[int, int]:
        clubs.lock_club(connection, OURS, now())
        return tuple(players.ensure(connection, OURS, user, f"User {user}", now()).id for user in (71, 72))  # type: ignore[return-value]

    first, second = await sqlite.write(two, club=OURS)

    def swap(connection: Connection) -> None:
        clubs.lock_club(connection, OURS, now())
        for key, user in ((first, None), (second, 71), (first, 72)):
            connection.execute(update(player).where(player.c.id == key).values(user_id=user))

    await sqlite.fold(swap, club=OURS)
    users = select(player.c.id, player.c.user_id).order_by(player.c.id)
    assert await rows(sqlite, users) == [(first, 72), (second, 71)]


async def test_rows_go_change_and_come(sqlite: Database) -> None:
    def line(key: int, rating: float) -> dict[str, Any]:
        level = {"shown": 1500, "games": 3, "provisional": True, "active": True, "date": now().date(), "seq": 1}
        return {"club_id": OURS, "list": "one", "player_id": key, "rating": rating, "state": {"r": rating}, **level}

    first, second, third = [await sqlite.write(add(name), club=OURS) for name in ("Cleo", "Dana", "Eli")]
    await sqlite.write(lambda c: c.execute(insert(standing), [line(first, 1.0), line(second, 2.0)]) and None, club=OURS)

    def work(connection: Connection) -> None:
        clubs.lock_club(connection, OURS, now())
        connection.execute(standing.delete().where(standing.c.player_id == first))
        changed = {"rating": 0.1 + 0.2, "state": {"r": [None]}}
        connection.execute(update(standing).where(standing.c.player_id == second).values(**changed))
        connection.execute(insert(standing), [line(third, 3.0)])

    await sqlite.fold(work, club=OURS)
    found = await rows(sqlite, select(standing.c.player_id, standing.c.rating, standing.c.state))
    assert sorted(found) == [(second, 0.1 + 0.2, {"r": [None]}), (third, 3.0, {"r": 3.0})]


async def test_what_is_tried_out_is_told_and_not_stored(database: Database) -> None:
    await database.write(add("Cleo"), club=OURS)

    def work(connection: Connection) -> list[str]:
        add("Dana")(connection)
        return list(connection.execute(select(player.c.name).order_by(player.c.id)).scalars())

    assert await database.try_out(work, club=OURS) == ["Cleo", "Dana"]
    assert await names(database) == ["Cleo"]
    assert await rows(database, select(club.c.facts)) == [(2,)]


async def test_a_short_dry_run_has_its_turn_among_the_writers(sqlite: Database) -> None:
    """Copies of every table cost more than what it does."""
    held = Held("Dana", THEIRS)
    writing = asyncio.create_task(sqlite.write(held, club=THEIRS))
    await begun(held)
    dry_run = asyncio.create_task(sqlite.try_out(add("Eli"), club=OURS))
    await asyncio.wait_for(names(sqlite), 60)
    assert not dry_run.done()
    held.go_on.set()
    await asyncio.gather(writing, dry_run)
    assert await names(sqlite) == []
    assert await names(sqlite, THEIRS) == ["Dana"]


async def test_long_dry_runs_are_one_at_a_time_for_a_club_and_keep_nobody_waiting(sqlite: Database) -> None:
    first, second = Held("Dana"), Held("Eli")
    dry_runs = [asyncio.create_task(sqlite.try_out(long(held), club=OURS)) for held in (first, second)]
    await begun(first)
    # Another club's goes on beside it, and this club reads and writes.
    await asyncio.wait_for(sqlite.try_out(long(add("Cleo", THEIRS)), club=THEIRS), 60)
    await asyncio.wait_for(sqlite.write(add("Fay"), club=OURS), 60)
    assert await asyncio.wait_for(names(sqlite), 60) == ["Fay"]
    assert second.runs == 0
    first.go_on.set()
    await begun(second)
    second.go_on.set()
    await asyncio.gather(*dry_runs)
    assert await names(sqlite) == ["Fay"]


async def test_a_club_reads_while_a_file_is_tried_out(database: Database) -> None:
    held = Held("Dana")
    dry_run = asyncio.create_task(database.try_out(held, club=OURS))
    await begun(held)
    for _ in range(20):
        await asyncio.wait_for(database.read(lambda connection: clubs.find(connection, OURS), club=OURS), 60)
    held.go_on.set()
    await dry_run


async def test_work_that_turns_out_long_is_done_as_a_long_one(sqlite: Database) -> None:
    seen = []

    def work(connection: Connection) -> int:
        seen.append(connection.get_execution_options().get("immediate", False))
        leave_if_long(connection, MOST_UNDER_LOCK + 1)
        return add("Dana")(connection)

    await sqlite.write(work, club=OURS)
    assert seen == [True, False]
    await sqlite.write(work, club=None)
    assert await names(sqlite) == ["Dana", "Dana"]


async def test_work_that_is_not_long_stays_under_the_lock(database: Database) -> None:
    runs = []

    def work(connection: Connection) -> int:
        runs.append(1)
        leave_if_long(connection, MOST_UNDER_LOCK)
        return add("Dana")(connection)

    await database.write(work, club=OURS)
    assert runs == [1]


async def test_a_fold_is_one_transaction_on_either_database(database: Database) -> None:
    await database.fold(add("Dana"), club=OURS)
    assert await names(database) == ["Dana"]
    with pytest.raises(ZeroDivisionError):
        await database.fold(lambda connection: add("Eli")(connection) // 0, club=OURS)
    assert await names(database) == ["Dana"]


def test_every_table_lies_twice_with_the_same_columns() -> None:
    assert {shadow.table for shadow in SHADOWS} == set(metadata.tables.values()) - {
        board_figure,
        figure_count,
        games_count,
        known_part,
        name_part,
        schema_step,
        shard,
    }
    assert {event, audit} <= {shadow.table for shadow in SHADOWS if shadow.number == "id"}
    for shadow in SHADOWS:
        assert set(shadow.keys) | set(shadow.values) == set(shadow.columns)


@pytest.mark.parametrize("kind", ["fold", "try_out"])
async def test_the_garbage_collector_rests_meanwhile(sqlite: Database, kind: str) -> None:
    def is_walking(connection: Connection) -> bool:
        leave_if_long(connection, MOST_UNDER_LOCK + 1)
        return gc.isenabled()

    assert await getattr(sqlite, kind)(is_walking, club=OURS) is False
    assert gc.isenabled()


async def test_a_table_is_copied_when_its_first_row_is_written(sqlite: Database) -> None:
    def work(connection: Connection) -> list[str]:
        made = "SELECT name FROM sqlite_temp_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        there = [",".join(connection.exec_driver_sql(made).scalars())]
        for change in (add("Dana"), lambda one: one.execute(update(standing).values(games=1)).rowcount):
            change(connection)
            there.append(",".join(connection.exec_driver_sql(made).scalars()))
        return there

    assert await sqlite.fold(work, club=OURS) == ["", "club,player", "club,journal,player,standing"]
    assert await names(sqlite) == ["Dana"]


async def test_what_would_write_past_the_copies_is_refused(sqlite: Database) -> None:
    await sqlite.write(add("Dana"), club=OURS)

    def work(connection: Connection) -> int:
        return connection.exec_driver_sql("UPDATE player SET name = 'Eli'").rowcount

    for run in (sqlite.fold, sqlite.try_out):
        with pytest.raises(DatabaseError, match="not authorized"):
            await run(long(work), club=OURS)
    assert await names(sqlite) == ["Dana"]
    await sqlite.write(lambda connection: work(connection) - 1, club=OURS)
    assert await names(sqlite) == ["Eli"]
