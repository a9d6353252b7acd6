"""A report is stored as a whole or not at all, however the process that stores it ends."""

import asyncio
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.app import CrosstableBot
from bot.services.framework.context import Services
from bot.store.database.transactions import Connection, Database
from tests.practice.processes import running

GAMES, ENTRANTS = 4, 5
"""In each of the events below: Dana against four others."""

SCRIPT = """
import asyncio, itertools, sys, time

from bot.app import CrosstableBot
from bot.services.framework.context import Actor, Member
from bot.services.events.submission import EventSubmission
from bot.services.events.record import record_own_event
from bot.store.club import audits
from core.errors import RatingError
from core.files.typed.opponents import parse_opponents

{patch}

async def start(self, token):
    async def report():
        opponents = parse_opponents("W974 W951 L2471 W1585")
        for interaction in itertools.count(1):
            brought = {{"rating": 1470, "games": 25}} if interaction == 1 else {{}}
            actor = Actor(7, Member(70, "Dana"), interaction)
            try:
                await record_own_event(self.services, actor, EventSubmission(opponents, **brought), twice=True)
            except RatingError:  # the database takes nothing more
                return
            print("stored", interaction, flush=True)
    self.reporting = asyncio.create_task(report())
    await asyncio.Event().wait()  # as if connected

CrosstableBot.start = start
from bot.__main__ import main
sys.exit(main(["run"]))
"""
"""The real bot, whose start is not to connect to Discord but to store reports one after the other."""

PAUSE_BEFORE_THE_COMMIT = """
add = audits.add

def slow_add(*arguments, **options):
    print("in the middle", flush=True)
    time.sleep({seconds})
    add(*arguments, **options)

audits.add = slow_add
"""


@pytest.fixture
def club_file(sqlite_template: Path, tmp_path: Path) -> Path:
    path = tmp_path / "crosstable.db"
    shutil.copy(sqlite_template, path)
    return path


def reports(path: Path) -> int:
    """Return how many reports a sound database holds."""
    with closing(sqlite3.connect(path)) as database:

        def count(rows: str) -> int:
            return int(database.execute(f"SELECT count(*) FROM {rows}").fetchone()[0])

        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        events = count("event")
        assert count("audit WHERE action = 'record-event'") == events
        assert count("game") == GAMES * events
        assert count("entrant") == ENTRANTS * events
        assert count("journal WHERE event_id IS NOT NULL") == events
        assert count("entered_rating") == count("player") == count("standing") == min(events, 1)
        rated = database.execute("SELECT games FROM standing").fetchall()
        assert rated == ([(25 + GAMES * events,)] if events else [])
    return events


def script(seconds: int | None = None) -> str:
    return SCRIPT.format(patch="" if seconds is None else PAUSE_BEFORE_THE_COMMIT.format(seconds=seconds))


@pytest.mark.long
def test_sigterm_lets_the_report_under_way_finish(club_file: Path) -> None:
    with running(club_file.parent, "-c", script(1), DISCORD_TOKEN="not-a-token") as process:
        process.wait_for("in the middle")
        ended = process.end(signal.SIGTERM)

    assert ended.code == 0
    assert "Traceback" not in ended.err
    # The script may have begun its next report when the first one ended: that one is finished, too.
    assert reports(club_file) in (1, 2)


def test_sigkill_before_the_commit_leaves_nothing_of_the_report(club_file: Path) -> None:
    with running(club_file.parent, "-c", script(60), DISCORD_TOKEN="not-a-token") as process:
        process.wait_for("in the middle")
        process.end(signal.SIGKILL)

    assert reports(club_file) == 0
    with running(club_file.parent, "-c", script(), DISCORD_TOKEN="not-a-token") as process:
        process.wait_for("stored 1")
        process.end(signal.SIGKILL)
    assert reports(club_file) >= 1


@pytest.mark.long
@pytest.mark.parametrize("stored", [2, 13])
def test_sigkill_at_any_moment_leaves_whole_reports(stored: int, club_file: Path) -> None:
    with running(club_file.parent, "-c", script(), DISCORD_TOKEN="not-a-token") as process:
        process.wait_for(f"stored {stored}$")
        ended = process.end(signal.SIGKILL)

    answered = ended.out.count("stored")
    assert ended.code == -signal.SIGKILL
    assert answered >= stored
    assert reports(club_file) in (answered, answered + 1)


@contextmanager
def another_writer(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold the file's write lock as another process would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def make_a_table(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE slow (value INTEGER)"))


async def test_a_drain_waits_for_the_transaction_under_way(club_file: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{club_file}")
    with another_writer(club_file) as other:
        writing = asyncio.create_task(database.write(make_a_table, club=None))
        await asyncio.sleep(0)
        assert not await database.drain(0.01)
        other.execute("ROLLBACK")
        assert await database.drain(20)
    assert await database.read(lambda c: c.execute(text("SELECT count(*) FROM slow")).scalar_one(), club=None) == 0
    await writing
    await database.close()


async def test_finishing_takes_no_new_commands_and_commits_what_is_under_way(club_file: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{club_file}")
    with another_writer(club_file) as other:
        async with CrosstableBot(Services(database), shard_count=1) as bot:
            writing = asyncio.create_task(database.write(make_a_table, club=None))
            await asyncio.sleep(0)
            finishing = asyncio.create_task(bot.finish())
            await asyncio.sleep(0.1)
            assert bot.stopping
            assert not bot.is_closed()
            other.execute("ROLLBACK")
            await finishing
            assert bot.is_closed()
        await writing

    with closing(sqlite3.connect(club_file)) as stored:
        assert stored.execute("SELECT count(*) FROM slow").fetchone() == (0,)
