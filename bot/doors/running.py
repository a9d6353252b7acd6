"""`crosstable run`: the settings, the health server, the database and the bot, in this order."""

from bot.doors.database import open_database
from bot.doors.patience import patiently
from bot.doors.serving import run_bot
from bot.doors.stop import stop_on_signals
from bot.exits import StartError
from bot.services.backup.make import DailyBackups
from bot.services.backup.retention import Retention
from bot.settings import Settings


async def run(settings: Settings, *, set_up: bool) -> None:
    """Run the real bot until it is stopped; raise StartError when it cannot start."""
    if settings.discord_token is None:
        raise StartError("DISCORD_TOKEN is not set: `crosstable init` asks for it; `crosstable practice` does without.")
    stop = stop_on_signals()
    if set_up:
        from bot.doors.migrating import bring_up

        await patiently(lambda: bring_up(open_database(settings), only_if_empty=True), settings.start_patience, stop)
    database, folder = open_database(settings), settings.backup_dir
    health = None
    if settings.health_port is not None:
        from bot.health.server import Health

        health = Health(settings.health_host, settings.health_port, database, folder)
        await health.open()
    try:
        await run_bot(
            settings.discord_token.get_secret_value(),
            database,
            shards=settings.shards,
            patience=settings.start_patience,
            stop=stop,
            health=health,
            backups=DailyBackups(folder, Retention.read(settings.backup_keep)) if folder else None,
        )
    finally:
        if health is not None:
            await health.close()
