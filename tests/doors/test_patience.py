"""Waiting for what is out of reach, at the start: how long, and for what not."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.doors import patience
from bot.doors.patience import patiently
from bot.doors.serving import run_bot
from bot.doors.stop import Stop
from bot.exits import Exit, StartError
from bot.store.database import Database

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that were made; none of them takes time."""
    pauses: list[float] = []

    async def pause(waiting: Any, seconds: float) -> None:
        waiting.close()
        pauses.append(seconds)
        raise TimeoutError

    monkeypatch.setattr(patience.asyncio, "wait_for", pause)
    monkeypatch.setattr(patience.time, "monotonic", lambda: sum(pauses))
    monkeypatch.setattr(patience.random, "uniform", lambda _low, high: high)
    return pauses


async def test_the_pauses_double_up_to_a_minute_until_patience_ends(
    clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    async def away() -> None:
        raise StartError("Discord cannot be reached.", Exit.UNREACHABLE)

    with caplog.at_level(logging.WARNING), pytest.raises(StartError, match="cannot be reached"):
        await patiently(away, 200, Stop())
    assert clock == [1, 2, 4, 8, 16, 32, 60, 60]
    assert [record.message for record in caplog.records][:2] == [
        "Discord cannot be reached. Trying again in 1.0 s.",
        "Discord cannot be reached. Trying again in 2.0 s.",
    ]


async def test_what_comes_back_is_used_and_what_is_wrong_is_not_waited_for(clock: list[float]) -> None:
    tries = []

    async def comes_back() -> None:
        tries.append(1)
        if len(tries) < 4:
            raise StartError("away", Exit.UNREACHABLE)

    await patiently(comes_back, 600, Stop())
    assert clock == [1, 2, 4]

    async def wrong() -> None:
        raise StartError("a wrong token")

    with pytest.raises(StartError, match="a wrong token"):
        await patiently(wrong, 600, Stop())
    assert clock == [1, 2, 4]


async def test_a_signal_ends_the_waiting() -> None:
    for number, interrupts in ((signal.SIGTERM, False), (signal.SIGINT, True)):
        stop, tries = Stop(), []

        async def away(stop: Stop = stop, number: int = number, tries: list[int] = tries) -> None:
            tries.append(1)
            stop.signalled(number)
            raise StartError("away", Exit.UNREACHABLE)

        if interrupts:
            with pytest.raises(StartError, match="Stopped before"):
                await asyncio.wait_for(patiently(away, 600, stop), 30)
        else:
            await asyncio.wait_for(patiently(away, 600, stop), 30)
        assert tries == [1]


class _Answer:
    reason = "No"

    def __init__(self, status: int) -> None:
        self.status = status


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (discord.LoginFailure("Improper token has been passed."), 78),
        (discord.ConnectionClosed(None, shard_id=0, code=4010), 78),
        (discord.PrivilegedIntentsRequired(None), 78),
        (discord.HTTPException(_Answer(400), "invalid"), 78),
        (discord.HTTPException(_Answer(429), "slower"), 69),
        (discord.DiscordServerError(_Answer(503), "upstream"), 69),
        (discord.GatewayNotFound(), 69),
        (aiohttp.ServerDisconnectedError(), 69),
        (OSError(-3, "Temporary failure in name resolution"), 69),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
async def test_the_code_tells_what_passes_from_what_does_not(
    problem: Exception, code: int, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise problem

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", refuse)
    with pytest.raises(StartError) as caught:
        await run_bot("not-a-token", Database(f"sqlite:///{sqlite_template}"))
    assert caught.value.code == code


SCRIPT = """
import asyncio, sys
from bot.doors.stop import stop_on_signals

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
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(50) == 130
        assert time.monotonic() - began < 50
