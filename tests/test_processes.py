"""`crosstable` as a process: it starts, it stops, and when it cannot it says so in one line."""

import asyncio
import shutil
import signal
import socket
import sqlite3
import urllib.request
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import CrosstableBot
from bot.cli.database import require_usable
from bot.cli.run import run_bot
from bot.exit_codes import StartError
from bot.store.database import migrate
from bot.store.database.transactions import Database
from tests.practice.processes import Ended, bot, bot_here, running

TOKEN = "not-a-token"
ADDRESS = r"http://127\.0\.0\.1:\d+/#\S+"


@pytest.fixture
def club_file(sqlite_template: Path, tmp_path: Path) -> Path:
    """Return a migrated database of the default name."""
    path = tmp_path / "crosstable.db"
    shutil.copy(sqlite_template, path)
    return path


@pytest.fixture
async def database(club_file: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:///{club_file}")
    yield database
    await database.close()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)


def practice_once(folder: Path, *arguments: str) -> Ended:
    with running(folder, "-m", "bot", "practice", *arguments) as process:
        process.wait_for(ADDRESS)
        return process.end(signal.SIGTERM)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("arguments", "stop"),
    [((), signal.SIGINT), (("practice",), signal.SIGTERM)],
    ids=["no command and no token, Ctrl+C", "practice, SIGTERM"],
)
def test_practice_prints_its_address_serves_it_and_ends_well(
    arguments: tuple[str, ...], stop: signal.Signals, tmp_path: Path
) -> None:
    with running(tmp_path, "-m", "bot", *arguments) as process:
        address = process.wait_for(ADDRESS)[0]
        with urllib.request.urlopen(address) as page:
            assert b"Viewing as" in page.read()
        ended = process.end(stop)

    assert ended.code == 0
    assert "WARNING" not in ended.err
    assert "ERROR" not in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.long
def test_practice_keeps_its_club_until_it_is_told_to_start_fresh(tmp_path: Path) -> None:
    path = tmp_path / "practice.db"
    practice_once(tmp_path)
    change(path, "CREATE TABLE mark (value INTEGER)")

    def is_marked() -> bool:
        with closing(sqlite3.connect(path)) as database:
            for moved, players in (("uschess-regular", 14), ("naspa", 8)):
                query = "SELECT count(*) FROM standing WHERE list = ?"
                assert database.execute(query, (moved,)).fetchone() == (players,)
            assert database.execute("SELECT count(*) FROM event WHERE source = 'file'").fetchone() == (2,)
            return database.execute("SELECT name FROM sqlite_master WHERE name = 'mark'").fetchone() is not None

    practice_once(tmp_path)
    assert is_marked()
    assert practice_once(tmp_path, "--fresh").code == 0
    assert not is_marked()


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = bot_here(tmp_path, "practice", PRACTICE_PORT=port)

    assert ended.code == 1
    assert f"Port {port} is in use" in ended.complaint
    assert "PRACTICE_PORT" in ended.complaint


@pytest.mark.parametrize("arguments", [(), ("--fresh",)], ids=["kept", "fresh"])
def test_a_practice_file_that_cannot_be_one_is_one_line_naming_its_setting(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "folder.db").mkdir()

    ended = bot_here(tmp_path, "practice", *arguments, PRACTICE_DATABASE="folder.db")

    assert ended.code == 2
    assert "PRACTICE_DATABASE" in ended.complaint


def test_run_without_a_token_says_where_it_goes(tmp_path: Path) -> None:
    ended = bot(tmp_path, "run")

    assert ended.code == 2
    assert "DISCORD_TOKEN" in ended.complaint
    assert list(tmp_path.iterdir()) == []


def test_run_on_an_empty_database_names_the_command_that_fills_it(tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "run", DISCORD_TOKEN=TOKEN, DATABASE_URL="sqlite+aiosqlite:///new.db")

    assert ended.code == 2
    assert "`crosstable migrate`" in ended.complaint


def test_migrate_fills_an_empty_database_and_does_nothing_to_a_full_one(tmp_path: Path) -> None:
    first, second = bot(tmp_path, "migrate"), bot_here(tmp_path, "migrate")

    assert (first.code, second.code) == (0, 0)
    assert first.out == second.out == f"The database is at revision {migrate.head()}.\n"
    assert first.err == second.err == ""
    assert bot_here(tmp_path, "check").out == f"The settings and the database are in order ({migrate.head()}).\n"
    assert bot_here(tmp_path, "check", FONT_DIRS="fonts").out.endswith("\nFONT_DIRS: fonts is not a folder.\n")


async def test_a_database_that_is_behind_names_the_command_that_brings_it_up(
    club_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "head", lambda: "9999")
    database = Database(f"sqlite+aiosqlite:///{club_file}")

    with pytest.raises(StartError, match=r"at revision 0\d+, this version needs 9999\. Run `crosstable migrate`"):
        await require_usable(database)
    await database.close()


@pytest.mark.parametrize("command", ["run", "check", "migrate"])
def test_a_database_of_a_newer_version_asks_to_update_the_bot(command: str, club_file: Path, tmp_path: Path) -> None:
    change(club_file, "UPDATE alembic_version SET version_num = '9999'")

    ended = bot_here(tmp_path, command, DISCORD_TOKEN=TOKEN)

    assert ended.code == 2
    assert "update the bot" in ended.complaint


def test_migrating_a_database_that_another_program_holds_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "crosstable.db"
    monkeypatch.setattr("bot.store.database.engines.BUSY_SECONDS", 0.3)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        ended = bot_here(tmp_path, "migrate")

    assert ended.code == 1
    assert "database is locked" in ended.complaint
    assert path.stat().st_size == 0


@pytest.mark.parametrize(("command", "file"), [("run", "away/a.db"), ("migrate", "away/a.db"), ("migrate", "text.db")])
def test_a_file_that_cannot_be_opened_is_one_line(command: str, file: str, tmp_path: Path) -> None:
    text = "This is no database but what somebody wrote.\n"
    (tmp_path / "text.db").write_text(text)

    ended = bot_here(tmp_path, command, DISCORD_TOKEN=TOKEN, DATABASE_URL=f"sqlite+aiosqlite:///{file}")

    assert ended.code == 2
    assert "DATABASE_URL" in ended.complaint
    assert (tmp_path / "text.db").read_text() == text


def test_a_server_that_does_not_answer_is_one_line_without_its_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"postgresql://club:hidden@127.0.0.1:{port}/club"

    ended = bot_here(tmp_path, "run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url)

    assert ended.code == 1
    assert "DATABASE_URL" in ended.complaint
    assert "hidden" not in ended.err


def test_a_password_to_encode_is_reported_in_one_line_without_it(tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "check", DATABASE_URL="postgresql://club:p@s:w/d@db/club")

    assert ended.code == 2
    assert "DATABASE_URL" in ended.complaint
    assert "percent-encode" in ended.complaint
    assert "p@s" not in ended.err
    assert "w/d" not in ended.err


def test_setting_up_makes_no_empty_database_where_one_was(tmp_path: Path) -> None:
    assert bot_here(tmp_path, "migrate").code == 0
    (tmp_path / "crosstable.db").unlink()

    for arguments in (("run", "--set-up"), ("migrate",)):
        ended = bot_here(tmp_path, *arguments, DISCORD_TOKEN=TOKEN)

        assert ended.code == 1
        assert "crosstable.db is missing. Restore a backup" in ended.complaint
        assert not (tmp_path / "crosstable.db").exists()


async def test_a_missing_database_file_ends_the_bot_with_its_own_code(
    database: Database, club_file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.cli.run.GONE_SECONDS", 0.2)
    monkeypatch.setattr("bot.cli.run.SECONDS_BETWEEN_LOOKS", 0.05)
    delete = club_file.unlink

    async def connected(*_: Any, **__: Any) -> None:
        delete()
        await asyncio.sleep(60)

    monkeypatch.setattr("bot.app.CrosstableBot.start", connected)
    monkeypatch.setattr("bot.app.work_hourly", lambda *_, **__: asyncio.sleep(60))
    with pytest.raises(StartError, match="is missing") as caught:
        await asyncio.wait_for(run_bot(TOKEN, database), 60)

    assert caught.value.code == 1
    lines = [record.getMessage() for record in caplog.records if "is missing" in record.getMessage()]
    assert len(lines) == 1


@pytest.mark.parametrize(("name", "value"), [("SHARDS", "x/4"), ("DATABASE_URL", "mysql://club")])
def test_a_bad_setting_is_one_line_that_names_it(name: str, value: str, tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "run", DISCORD_TOKEN=TOKEN, **{name: value})

    assert ended.code == 2
    assert name in ended.complaint
    assert "`crosstable --help`" in ended.complaint


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"PRACTICE_PORT": "70000"}, "PRACTICE_PORT"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
        ({"DATABASE_URL": "postgresql://club@host:port/club"}, "DATABASE_URL"),
        ({"SHARDS": "0,1"}, "SHARDS"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_settings_that_make_no_sense_are_refused_before_anything_starts(
    settings: dict[str, str], name: str, club_file: Path
) -> None:
    ended = bot_here(club_file.parent, "check", **settings)

    assert ended.code == 2
    assert name in ended.complaint


class _Answer:
    status, reason = 503, "Service Unavailable"


@pytest.mark.parametrize(
    ("problem", "advice"),
    [
        (discord.LoginFailure("Improper token has been passed."), "DISCORD_TOKEN"),
        (discord.DiscordServerError(_Answer(), "upstream connect error"), "Discord"),
        (discord.ConnectionClosed(None, shard_id=5, code=4010), "Discord"),
        (discord.PrivilegedIntentsRequired(None), "intents"),
        (discord.GatewayNotFound(), "network connection"),
        (ConnectionRefusedError(111, "Connect call failed"), "network connection"),
        (TimeoutError(), "network connection"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
async def test_what_discord_refuses_is_one_line(
    problem: Exception, advice: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise problem

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", refuse)

    with pytest.raises(StartError) as caught:
        await run_bot(TOKEN, database)

    assert len(str(caught.value).splitlines()) == 1
    assert advice in str(caught.value)
    assert TOKEN not in str(caught.value)


async def test_without_the_intent_for_members_it_starts_all_the_same(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who has not turned it on in the developer portal has a bot that asks Discord otherwise, and a line in the log."""
    asked: list[discord.Intents] = []

    async def start(bot: Any, *_: Any, **__: Any) -> None:
        asked.append(bot.intents)
        if bot.intents.members:
            raise discord.PrivilegedIntentsRequired(None)
        raise discord.LoginFailure("far enough")

    monkeypatch.setattr(CrosstableBot, "start", start)
    with pytest.raises(StartError, match="DISCORD_TOKEN"):
        await run_bot(TOKEN, database)
    assert asked == [discord.Intents(guilds=True, members=True), discord.Intents(guilds=True)]
    assert "turn on the Server Members Intent" in caplog.text
