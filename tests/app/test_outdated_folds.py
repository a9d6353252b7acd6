"""A club that an older version folded."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Services
from bot.store.database import migrate
from bot.store.database.transactions import Database
from core.files.typed.opponents import parse_opponents
from tests.conftest import Actors, now
from tests.practice.processes import bot_here


@pytest.fixture
def old_club(sqlite_template: Path, tmp_path: Path) -> Path:
    """Return a database of the default name as version 1 left it, in the folder where the processes start."""
    path = tmp_path / "crosstable.db"
    shutil.copy(sqlite_template, path)

    async def fill() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        written = EventSubmission(parse_opponents("D1580"), rating=1580.0, games=30)
        await record_own_event(Services(database, now), Actors()("Dana", manager=True), written)
        await database.close()

    asyncio.run(fill())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE club SET fold_version = 1")
        database.execute("UPDATE standing SET title_level = NULL, title_points = NULL")
        for table in ("standing", "journal"):
            for key, state in database.execute(f"SELECT rowid, state FROM {table}").fetchall():
                kept = {name: value for name, value in json.loads(state).items() if name != "lifetime"}
                database.execute(f"UPDATE {table} SET state = ? WHERE rowid = ?", (json.dumps(kept), key))
    return path


def standing(path: Path) -> tuple[Any, ...]:
    with closing(sqlite3.connect(path)) as database:
        (row,) = database.execute("SELECT rating, title_level, title_points FROM standing").fetchall()
    return tuple(row)


def test_migrate_folds_it_again_and_says_so_once(old_club: Path, tmp_path: Path) -> None:
    """1580 begins with 1400, by rule g."""
    assert standing(old_club) == (1580.0, None, None)

    first, second = bot_here(tmp_path, "migrate"), bot_here(tmp_path, "migrate")

    assert (first.code, second.code) == (0, 0)
    revision = f"The database is at revision {migrate.head()}.\n"
    assert first.out == "Recalculated the ratings of 1 club.\n" + revision
    assert second.out == revision
    assert standing(old_club) == (1580.0, 1400, None)


@pytest.mark.parametrize("command", ["run", "check"])
def test_no_bot_starts_before_and_the_command_to_run_is_named(command: str, old_club: Path, tmp_path: Path) -> None:
    ended = bot_here(tmp_path, command, DISCORD_TOKEN="not-a-token")

    assert ended.code == 2
    assert "`crosstable migrate`" in ended.complaint
    assert standing(old_club) == (1580.0, None, None)


@pytest.mark.long
def test_after_the_migration_all_is_in_order(old_club: Path, tmp_path: Path) -> None:
    assert bot_here(tmp_path, "migrate").code == 0

    assert bot_here(tmp_path, "check").out == f"The settings and the database are in order ({migrate.head()}).\n"
    assert old_club.exists()
