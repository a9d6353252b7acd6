"""`crosstable run` as a process."""

import json
import signal
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bot.exit_codes import SETTINGS
from tests.practice.processes import running

SCRIPT = """
import asyncio, sys
from bot.app import CrosstableBot

async def start(self, token):
    print("connected", flush=True)
    await asyncio.Event().wait()

CrosstableBot.start = start
from bot.__main__ import main
sys.exit(main(["run", "--set-up"]))
"""


def ask(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_it_answers_while_discord_is_not_there_yet_and_ends_in_order(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"DISCORD_TOKEN": "not-a-token", "HEALTH_PORT": port, "LOG_FORMAT": "json"}
    with running(tmp_path, "-c", SCRIPT, **settings) as process:
        process.wait_for("connected")
        assert ask(port, "/live") == (200, '{"live": true}')
        status, ready = ask(port, "/ready")
        assert status == 503
        told = {"ready": False, "shards": "0 of 0", "database": "there", "stopping": False}
        assert json.loads(ready) == told
        status, figures = ask(port, "/metrics")
        assert status == 200
        assert "crosstable_database_bytes" in figures
        ended = process.end(signal.SIGTERM)
    assert ended.code == 0
    for line in ended.err.splitlines():
        assert json.loads(line)["level"] in ("INFO", "WARNING")


@pytest.mark.long
def test_a_token_that_discord_refuses_ends_at_once_without_showing_it(tmp_path: Path) -> None:
    refused = SCRIPT.replace(
        'print("connected", flush=True)', 'import discord; raise discord.LoginFailure("Improper token")'
    )
    with running(tmp_path, "-c", refused, DISCORD_TOKEN="very-secret", START_PATIENCE=600) as process:
        ended = process.end()
    assert ended.code == SETTINGS
    assert ended.complaint.startswith("Discord did not accept the token")
    assert "very-secret" not in ended.err


def test_a_port_for_web_pages_without_their_folder_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, "-c", SCRIPT, DISCORD_TOKEN="not-a-token", SITE_PORT="0") as process:
        ended = process.end()
    assert ended.code == SETTINGS
    assert "SITE_PORT is set, but SITE_FOLDER is not." in ended.complaint
