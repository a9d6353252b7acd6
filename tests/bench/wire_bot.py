"""The bot of the wire bench: the real one with one command more, against a Discord on this machine."""

import asyncio
import cProfile
import os
import pstats
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import discord
import psycopg
from discord import app_commands

from bot.app import CrosstableBot
from bot.cli.run import serve
from bot.services.context import Services
from bot.store.database import Database
from tests.wire.discord_here import TOKEN
from tests.wire.program import use


async def smallest_command(database: Database) -> app_commands.Command[Any, ..., Any]:
    """Return the smallest command that defers, stores a row durably and answers with an embed."""
    values = "(user_id, opponents, score) VALUES"
    if database.file is not None:
        own = await aiosqlite.connect(Path(f"{database.file}.smallest"))
        await own.execute("PRAGMA journal_mode=WAL")
        await own.execute("PRAGMA synchronous=FULL")
        await own.execute("CREATE TABLE report (id INTEGER PRIMARY KEY, user_id, opponents TEXT, score TEXT)")

        async def store(*row: Any) -> None:
            await own.execute(f"INSERT INTO report {values} (?, ?, ?)", row)
            await own.commit()
    else:
        remote = await psycopg.AsyncConnection.connect(database.address.replace("+psycopg", ""))
        await remote.execute("CREATE TABLE report (id serial PRIMARY KEY, user_id bigint, opponents text, score text)")
        await remote.commit()
        turn = asyncio.Lock()

        async def store(*row: Any) -> None:
            async with turn:
                await remote.execute(f"INSERT INTO report {values} (%s, %s, %s)", row)
                await remote.commit()

    @app_commands.command(name="smallest", description="Store a row")
    async def smallest(interaction: discord.Interaction[Any], opponents: str, score: str) -> None:
        await interaction.response.defer()
        await store(interaction.user.id, opponents, score)
        await interaction.followup.send(embed=discord.Embed(title="Stored", description=f"Score {score}"))

    return smallest


class Profiles:
    """A profile of each thread, by the CPU time that it takes, so that waiting is not in it."""

    def __init__(self) -> None:
        self._kept: list[cProfile.Profile] = []

    def start(self) -> None:
        """Profile this thread, and those that are started from now on."""
        threading.setprofile(self._enter)
        self._enter()

    def _enter(self, *_: Any) -> None:
        # By this thread's own clock, whoever reads it: what it is still within at the end is told by another one.
        clock = time.pthread_getcpuclockid(threading.get_ident())
        profile = cProfile.Profile(partial(time.clock_gettime, clock))
        self._kept.append(profile)
        profile.enable()

    def write(self, path: str) -> None:
        """Write the threads' profiles together, as `pstats` reads them."""
        first, *others = self._kept
        stats = pstats.Stats(first)
        for other in others:
            stats.add(other)
        stats.dump_stats(path)


async def main(host: str, url: str, profile: str | None = None) -> None:
    """Serve until a signal; profile: a file to write what took the CPU to."""
    profiles = Profiles()
    if profile is not None:
        profiles.start()
    use(host)
    database = Database(url)
    bot = CrosstableBot(Services(database), shard_count=1)
    bot.tree.add_command(await smallest_command(database))
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(15, stop.set)
    await serve(TOKEN, bot, stop)
    if profile is not None:
        profiles.write(profile)


if __name__ == "__main__":
    discord.utils.setup_logging(level=int(os.environ.get("BENCH_LOG", "40")))
    try:
        asyncio.run(main(*sys.argv[1:]))
    finally:
        os._exit(0)  # the smallest command's own thread waits for nobody
