"""The bot of the wire bench."""

import asyncio
import sys
from typing import Any

import discord
from discord import app_commands
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.app import CrosstableBot
from bot.cli.run import serve
from bot.services.framework.context import Services
from bot.store.database.transactions import Database
from tests.wire.discord_here import TOKEN
from tests.wire.program import use


async def smallest_command(database: Database) -> app_commands.Command[Any, ..., Any]:
    """Return the smallest command that defers, stores a row durably and answers with an embed."""
    if database.file is not None:
        engine = create_async_engine(f"sqlite+aiosqlite:///{database.file}.smallest")
        settings = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")
    else:
        engine, settings = create_async_engine(database.address), ()
    async with engine.connect() as connection:
        for setting in settings:
            await connection.exec_driver_sql(setting)
        await connection.exec_driver_sql("CREATE TABLE report (user_id bigint, opponents text, score text)")
        await connection.commit()
    insert = text("INSERT INTO report VALUES (:user_id, :opponents, :score)")

    @app_commands.command(name="smallest", description="Store a row")
    async def smallest(interaction: discord.Interaction[Any], opponents: str, score: str) -> None:
        await interaction.response.defer()
        async with engine.begin() as connection:
            await connection.execute(insert, {"user_id": interaction.user.id, "opponents": opponents, "score": score})
        await interaction.followup.send(embed=discord.Embed(title="Stored", description=f"Score {score}"))

    return smallest


async def main(host: str, url: str) -> None:
    use(host)
    database = Database(url)
    bot = CrosstableBot(Services(database), shard_count=1)
    bot.tree.add_command(await smallest_command(database))
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(15, stop.set)
    await serve(TOKEN, bot, stop)


if __name__ == "__main__":
    discord.utils.setup_logging(level=40)
    asyncio.run(main(*sys.argv[1:]))
