"""The practice club: the same bot on a simulated Discord, in a browser page, with a demo club already in it.

The only module of the program that knows simcord.
"""

import asyncio
import contextlib
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
from discord.app_commands import AppCommandError

from bot.app import CrosstableBot
from bot.cli.database import require_usable
from bot.cli.run import stop_on_signals
from bot.exit_codes import FAILED, StartError
from bot.practice.demo import DIRECTOR, EVENINGS, MEMBER, MEMBERS, NEWCOMER, Played, fill
from bot.services.framework.context import Member, Services
from bot.services.framework.whole_clubs import recalculate_outdated
from bot.site.publish import site_server
from bot.store.database import migrate
from bot.store.database.transactions import Database
from bot.ui.buttons.event import event_buttons
from bot.ui.cards.section import rating_card
from bot.ui.framework.errors import handle, is_known

SITE = Path("site")

WELCOME = """\
**Welcome to the practice club.** All of it is invented and stays on this computer. Choose above who you are, and try:
1. as **Nora**: `/rating update` with opponents `974 951 2471 1585`, score `3`
2. as **Tobias**, the director: `/td import` with the file `bot/samples/sample-event.csv`
3. as **Pip**, who has no rating yet: `/rating update` with opponents `W1200 L1350 W1100`, rating `1150`, games `6`
"""


async def show(bot: CrosstableBot, channel: Any, people: dict[str, Any], played: Played, welcome: str) -> None:
    """Post answers of the last days in the channel, and then the welcome.

    channel, people: simcord's. The welcome is last because the page opens at the bot's latest message. Cards with small
    print or mentions are not used: the page draws neither in embeds.
    """
    channel_ = await _sendable(bot, channel.id)
    await people[MEMBER].slash(channel, "leaderboard", list="oracle")
    await people[EVENINGS[0]].slash(channel, "rating history", list="uschess-quick")
    await channel_.send(
        embed=rating_card(played.event),
        view=event_buttons(played.event),
    )
    shown = await people[DIRECTOR].slash(channel, "events", event=str(played.section))
    chart = await people[DIRECTOR].click(shown.response, label="Crosstable")
    await people[DIRECTOR].click(chart.response, label="Post here")
    await people[MEMBER].slash(channel, "leaderboard")
    await channel_.send(welcome)


async def _sendable(bot: CrosstableBot, channel_id: int) -> discord.TextChannel:
    found = await bot.fetch_channel(channel_id)
    assert isinstance(found, discord.TextChannel)
    return found


CLUB, CHANNEL = "Riverside Chess Club", "ratings"


@dataclass(frozen=True, slots=True)
class PracticePage:
    """The served page; its address lets anybody who has it act in the practice club."""

    url: str
    closed: asyncio.Event


@asynccontextmanager
async def practice_club(database: Database, port: int, more: str = "") -> AsyncIterator[PracticePage]:
    """Serve the practice club on a database that is at this version's revision. more: ends the welcome."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord's self-check makes a client without intents
    for name in ("bot.app", "bot.ui.framework.server"):  # no news that it is ready, and what was asked
        logging.getLogger(name).setLevel(logging.WARNING)
    import simcord

    services = Services(database)
    bot = CrosstableBot(services, shard_count=1)
    async with simcord.run(bot, check_errors=False, settle_timeout=30) as env:
        _mute_expected_errors(bot)
        # Made in the same order each time, these get the same ids each time: the stored club stays theirs.
        guild = env.create_guild(CLUB)
        # Who may manage the server sees /td; elsewhere an admin shows it to directors under Integrations.
        permissions = discord.Permissions(manage_guild=True)
        td_role = guild.create_role("Tournament director", permissions=permissions, color=0x2E9E5B)
        channel = guild.create_text_channel(CHANNEL)
        actors = {}
        for demo in MEMBERS:
            user = env.create_user(demo.name.split()[0].lower(), global_name=demo.name)
            actors[demo.name] = guild.add_member(user, roles=[td_role] if demo.name == DIRECTOR else [])
        members = {name: Member(actor.id, name) for name, actor in actors.items()}
        assert bot.user is not None
        await bot.user.edit(username="Crosstable")
        played = await fill(services, guild.id, td_role.id, members)
        # Ids of interactions hold the time. Without the true time they would be those of the last run, and the
        # bot would take every command for one that it has already answered.
        await env.advance_time((datetime.now(UTC) - env.now()).total_seconds())
        await show(bot, channel, actors, played, f"{WELCOME}{more}")
        viewers = [actors[MEMBER], actors[DIRECTOR], actors[NEWCOMER]]
        async with env.preview(channel, viewers=viewers, layout="channel", port=port) as preview:
            closed = asyncio.Event()
            watching = asyncio.create_task(_set_on_close(preview, closed))
            sending = asyncio.create_task(bot.outbox.run())
            try:
                yield PracticePage(preview.url, closed)
            finally:
                watching.cancel()
                sending.cancel()
                bot.outbox.stop()
                await database.drain(20)


def _mute_expected_errors(bot: CrosstableBot) -> None:
    """Keep a known error, which is one sentence to the member, out of simcord's list of what failed.

    It would show "The bot action failed" on the page, and keep the command in the composer.
    """
    recording = bot.tree.on_error

    async def on_error(interaction: discord.Interaction[CrosstableBot], error: AppCommandError) -> None:
        await (handle if is_known(error) else recording)(interaction, error)

    bot.tree.on_error = on_error  # type: ignore[method-assign]


async def _set_on_close(preview: Any, closed: asyncio.Event) -> None:  # simcord's Preview, imported when it runs
    await preview.wait_closed()
    closed.set()


def _require_no_folder(path: Path) -> None:
    if path.is_dir():
        raise StartError(f"{path} is a folder, not a database: check PRACTICE_DATABASE.")


async def run_practice(path: Path, port: int, *, browser: bool, fresh: bool) -> None:
    """Serve the practice club until SIGINT, SIGTERM or the page's own end; raise StartError in one line."""
    _require_free(port)
    _require_no_folder(path)
    if fresh:
        try:
            _remove(path)
        except OSError as error:
            raise StartError(f"{path} cannot be removed ({error.strerror}): check PRACTICE_DATABASE.") from None
    database = Database(f"sqlite:///{path}")
    stop = stop_on_signals()
    try:
        with contextlib.suppress(OSError):  # `require_usable` says why
            database.make_file()
        if await _needs_upgrade(database):
            await migrate.upgrade(database)
            await recalculate_outdated(Services(database))
        await require_usable(database, "PRACTICE_DATABASE")
        async with _calculators() as calculators, practice_club(database, port, calculators) as page:
            print(f"\nThe practice club is open: {page.url}\n{calculators}\nStop it with Ctrl+C.\n", flush=True)
            if browser and _has_screen():
                with contextlib.suppress(webbrowser.Error):
                    await asyncio.to_thread(webbrowser.open, page.url)
            waits = [asyncio.create_task(event.wait()) for event in (stop, page.closed)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
    except ModuleNotFoundError as error:
        raise StartError(
            f"The practice club needs {error.name}: run `make run` or install crosstable[practice]."
        ) from None
    finally:
        await database.close()


@asynccontextmanager
async def _calculators() -> AsyncIterator[str]:
    """Serve the calculators, if `make site` has built them; yield the line that says where they are."""
    if not (SITE / "index.html").exists():
        yield "Calculators in the browser: run `make site` first (needs npm)."
        return
    server = site_server(SITE, "127.0.0.1", 0)
    await server.open()
    try:
        yield f"Calculators in the browser: http://127.0.0.1:{server.port}/"
    finally:
        await server.close()


def _has_screen() -> bool:
    """Return whether a browser window can open here; a text browser would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _require_free(port: int) -> None:
    """Raise StartError when the port is taken, such as by a practice club that is still open."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise StartError(f"Port {port} is in use: set PRACTICE_PORT to another, or to 0 for any.", FAILED) from None


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


async def _needs_upgrade(database: Database) -> bool:
    """Return whether the practice database is new or behind; `require_usable` refuses a broken one."""
    try:
        return await migrate.current(database) != migrate.head()
    except Exception:
        return False
