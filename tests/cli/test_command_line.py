"""The command line: `crosstable init`, wrong arguments, exit codes, trying again at the start."""

import asyncio
import logging
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.__main__ import main
from bot.cli import commands, run
from bot.cli.run import retry, run_bot
from bot.exit_codes import FAILED, SETTINGS, StartError, UnreachableError
from bot.settings import Settings
from bot.store.club import clubs
from bot.store.database.transactions import Database

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_init_asks_for_the_token_and_writes_a_file_for_its_owner_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpass.getpass", lambda _question: " a.b.c ")
    assert main(["init"]) == 0
    path = folder / ".env"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    for name, field in Settings.model_fields.items():
        assert f"{name.upper()}=" in text
        assert f"# {field.description}\n" in text
    assert [line for line in text.splitlines() if line and not line.startswith("#")] == ["DISCORD_TOKEN=a.b.c"]
    said = capsys.readouterr()
    assert "a.b.c" not in said.out + said.err
    assert Settings(_env_file=path).discord_token is not None

    everything = folder / "uncommented"
    everything.write_text("".join(f"{line[2:]}\n" for line in text.splitlines() if "=" in line.split(" ")[-1]), "utf-8")
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    assert Settings(_env_file=everything).model_dump() == defaults


def test_init_never_writes_over_settings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=x\n")
    assert main(["init"]) == FAILED
    assert ".env already exists" in capsys.readouterr().err
    assert (folder / ".env").read_text() == "DISCORD_TOKEN=x\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["run", "--nonsense"], ["backup", "x", "--keep", "0"]])
def test_wrong_arguments_end_like_wrong_settings(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == SETTINGS
    assert "crosstable" in capsys.readouterr().err


def test_an_unexpected_error_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.__main__.write_settings", broken)
    assert main(["init"]) == FAILED
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "Web pages, turned on by 1 club: nobody can read them. Set SITE_FOLDER and SITE_URL."),
        ({"SITE_FOLDER": "pages"}, "Web pages, turned on by 1 club: directors are not told the address. Set SITE_URL."),
        ({"SITE_URL": "https://example.org/r"}, "Web pages, turned on by 1 club: https://example.org/r"),
    ],
)
def test_check_says_where_web_pages_are_or_what_is_missing(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    said: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{folder / 'club.db'}")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert main(["migrate"]) == 0
    assert main(["check"]) == 0
    assert "Web pages" not in capsys.readouterr().out
    monkeypatch.setattr(clubs, "with_site", lambda _: [clubs.SiteOfClub(500, "key", 1)])
    assert main(["check"]) == 0
    assert said in capsys.readouterr().out.splitlines()


def test_help_lists_every_command_and_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    said = capsys.readouterr().out
    assert all(f"    {name} " in said for name in ("init", *commands.COMMANDS))
    assert all(name.upper() in said for name in Settings.model_fields)


async def test_the_start_tries_again_until_patience_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run, "SECONDS_BETWEEN_TRIES", 0.01)
    tries: list[str] = []

    async def comes_back() -> None:
        tries.append("x")
        if len(tries) < 4:
            raise UnreachableError("Discord cannot be reached.")

    with caplog.at_level(logging.WARNING):
        await retry(comes_back, 60, asyncio.Event())
    assert len(tries) == 4
    assert len(caplog.records) == 3

    async def away() -> None:
        raise UnreachableError("away")

    with pytest.raises(StartError, match="away"):
        await retry(away, 0.05, asyncio.Event())

    async def wrong() -> None:
        tries.append("wrong")
        raise StartError("a wrong token")

    with pytest.raises(StartError, match="a wrong token"):
        await retry(wrong, 600, asyncio.Event())
    assert tries.count("wrong") == 1


async def test_a_signal_ends_the_waiting() -> None:
    stop = asyncio.Event()

    async def away() -> None:
        stop.set()
        raise UnreachableError("away")

    await asyncio.wait_for(retry(away, 600, stop), 30)


class _Answer:
    reason = "No"

    def __init__(self, status: int) -> None:
        self.status = status


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (discord.LoginFailure("Improper token has been passed."), SETTINGS),
        (discord.ConnectionClosed(None, shard_id=0, code=4010), SETTINGS),
        (discord.PrivilegedIntentsRequired(None), SETTINGS),
        (discord.HTTPException(_Answer(400), "invalid"), SETTINGS),
        (discord.HTTPException(_Answer(429), "slower"), FAILED),
        (discord.DiscordServerError(_Answer(503), "upstream"), FAILED),
        (discord.GatewayNotFound(), FAILED),
        (aiohttp.ServerDisconnectedError(), FAILED),
        (OSError(-3, "Temporary failure in name resolution"), FAILED),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
async def test_the_code_tells_what_passes_from_what_does_not(
    problem: Exception, code: int, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise problem

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", refuse)
    database = Database(f"sqlite:///{sqlite_template}")
    with pytest.raises(StartError) as caught:
        await run_bot("not-a-token", database)
    await database.close()
    assert caught.value.code == code
    assert isinstance(caught.value, UnreachableError) == (code == FAILED)


SCRIPT = """
import asyncio
from bot.cli.run import stop_on_signals

async def main():
    stop = stop_on_signals()
    print("here", flush=True)
    await stop.wait()
    print("in order", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_the_second_sigterm_ends_the_program_at_once() -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "in order\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(50) == FAILED
