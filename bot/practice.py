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
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
from discord.app_commands import AppCommandError

from bot.app import STRANGE_SCHEMA, CrosstableBot, StartError, require_usable, stop_on_signals
from bot.practice_scrabble import NAME as SCRABBLE
from bot.practice_scrabble import fill_scrabble
from bot.services.club_settings import SettingsChange, club_settings
from bot.services.context import Actor, Member, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.oracle.match import MatchSubmission, record_match
from bot.services.oracle.pools import ParsedSide
from bot.services.oracle.settings import PoolChange, pool_settings
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.upkeep.refold import refold_outdated
from bot.store import migrate
from bot.store.database import Database
from bot.store.schema.repair import SchemaError
from bot.ui.framework.error_handler import handle, is_known
from core.formats.typed.opponents import parse_opponents
from core.formats.typed.scores import parse_results
from core.lists import RatingList
from core.oracle.kinds import PlayerKind

CLUB, CHANNEL = "Riverside Chess Club", "ratings"


@dataclass(frozen=True, slots=True)
class Demo:
    """An invented member: stored rating and games, and what they scored in the two past events.

    fide, open: their FIDE rating, and what they scored in an event that waits for the next FIDE list.
    """

    name: str
    rating: float | None = None
    games: int = 0
    autumn: str = ""
    quads: str = ""
    fide: int | None = None
    open: str = ""


MEMBER, DIRECTOR, NEWCOMER = "Nora Quill", "Tobias Arbor", "Pip Newcombe"
MEMBERS = (
    Demo(MEMBER, 1470, 25),
    Demo(DIRECTOR, 1912, 340, "W1688 W1751 D1840 L2010", "W1702 W1610 D1755", 1874, "W1790 D1955 L2042 W1836 D1901"),
    Demo(NEWCOMER),
    Demo("Mara Lindqvist", 1755, 88, "W1490 D1912 W1630 L2010", "D1912 W1610 L1702", 1731, "L1955 W1722 D1801 L1874"),
    Demo("Idris Vale", 1702, 61, "L1912 W1455 W1520 D1688", "L1912 W1755 W1610"),
    Demo("Bea Castellan", 2010, 512, "W1755 W1840 W1702 D1912", fide=1968, open="W1801 W1874 D2042 W1955 D1990"),
    Demo("Otto Finch", 1610, 44, "W1320 L1755 D1520 W1455", "L1702 L1912 L1755"),
    Demo("Yuki Marlowe", 1520, 33, "L1702 W1210 D1610 D1490", "W1455 W1320 D1490"),
    Demo("Gwen Harrow", 1490, 29, "L1755 W1320 W1210 D1520", "D1520 W1320 L1455"),
    Demo("Leif Tansy", 1455, 19, "L1702 L1610 W1210 W1320", "L1520 W1490 W1320"),
    Demo("Sol Petrakis", 1320, 12, "L1610 L1490 L1455 W1210", "L1490 L1520 L1455"),
    Demo("June Abara", 1210, 7, "L1520 L1490 L1455 L1320"),
    Demo("Rafi Ostrow", 1210, 41),
)

KEEPER, ENGINE = "Keeper", "Foxglove"
MATCHES = (
    (MEMBER, KEEPER, "WLWWDLWWLW", 20),
    (DIRECTOR, KEEPER, "WWWLWWDWWWLW", 18),
    ("Idris Vale", KEEPER, "LWLWWLLDWL", 16),
    ("Bea Castellan", ENGINE, "WWLWWDWW", 12),
    (MEMBER, "Idris Vale", "WWLDW", 9),
    ("Yuki Marlowe", ENGINE, "LLWLDL", 7),
    (DIRECTOR, "Bea Castellan", "LWLLDW", 5),
    (MEMBER, ENGINE, "LWWLD", 2),
)
"""Oracle matches: whose, against whom, their results in the order of play, and how many days ago."""

WELCOME = (
    "**Welcome to the practice club.** Everything here is invented and stays on this computer.\n"
    "Type `/` to pick a command; choose above who you are. As Nora, try `/rating update` with "
    "opponents `974 951 2471 1585`, score `3` and rules `informal calculator (2020)`; then `/norms`, "
    "`/rating goal`, `/leaderboard`, `/fide list`, `/oracle board`, and `/qursh standings` with the event "
    f"{SCRABBLE}. Tobias is the tournament director (TD): he may use `/rating set`, `/club settings`, and "
    "`/event import` with the file `docs/sample-event.csv`, which rates a whole section. Pip has no rating yet: add "
    "`rating` and `games`, or `games: 0`."
)


@dataclass(frozen=True, slots=True)
class PracticePage:
    """The served page; its address lets anybody who has it act in the practice club."""

    url: str
    closed: asyncio.Event


@asynccontextmanager
async def practice_club(database: Database, port: int) -> AsyncIterator[PracticePage]:
    """Serve the practice club on a database that is at this version's revision."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord's self-check makes a client without intents
    logging.getLogger("bot.app").setLevel(logging.WARNING)  # no news here that it is ready
    import simcord

    services = Services(database)
    bot = CrosstableBot(services, shard_count=1)
    async with simcord.run(bot, check_errors=False, settle_timeout=30) as env:
        _let_sentences_be_no_alarm(bot)
        # Made in the same order each time, these get the same ids each time: the stored club stays theirs.
        guild = env.create_guild(CLUB)
        # Who may manage the server sees /club; elsewhere an admin shows it to directors under Integrations.
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
        await _fill(services, guild.id, td_role.id, members)
        # Ids of interactions hold the time. Without the true time they would be those of the last run, and the
        # bot would take every command for one that it has already answered.
        await env.advance_time((datetime.now(UTC) - env.now()).total_seconds())
        await actors[DIRECTOR].send(channel, WELCOME)
        viewers = [actors[MEMBER], actors[DIRECTOR], actors[NEWCOMER]]
        async with env.preview(channel, viewers=viewers, layout="channel", port=port) as preview:
            closed = asyncio.Event()
            watching = asyncio.create_task(_set_when_closed(preview, closed))
            sending = asyncio.create_task(bot.outbox.run())
            try:
                yield PracticePage(preview.url, closed)
            finally:
                watching.cancel()
                sending.cancel()
                bot.outbox.stop()
                await database.drain(20)


def _let_sentences_be_no_alarm(bot: CrosstableBot) -> None:
    """Keep a known error, which is one sentence to the member, out of simcord's list of what failed.

    It would show "The bot action failed" on the page, and keep the command in the composer.
    """
    recording = bot.tree.on_error

    async def on_error(interaction: discord.Interaction[CrosstableBot], error: AppCommandError) -> None:
        await (handle if is_known(error) else recording)(interaction, error)

    bot.tree.on_error = on_error  # type: ignore[method-assign]


async def _set_when_closed(preview: Any, closed: asyncio.Event) -> None:  # simcord's Preview, imported when it runs
    await preview.wait_closed()
    closed.set()


async def _fill(services: Services, club_id: int, td_role_id: int, members: dict[str, Member]) -> None:
    """Put the demo club into a database that does not have it yet.

    Every write has an interaction id of its own, counted from 1: done again, it changes nothing.
    """
    director, today = members[DIRECTOR], services.today(None)
    steps = iter(range(1, 1000))

    def actor(member: Member) -> Actor:
        return Actor(club_id, member, interaction_id=next(steps), manager=True)

    await club_settings(services, actor(director), SettingsChange(td_role_id=td_role_id))
    for demo in MEMBERS:
        if demo.rating is not None:
            opening = SetRatingRequest(
                members[demo.name], demo.rating, demo.games, day=today - timedelta(days=120), reason="demo club"
            )
            await set_rating(services, actor(director), opening)
    for name, days_ago, results in (
        ("Riverside Autumn Swiss", 41, {demo.name: demo.autumn for demo in MEMBERS}),
        ("November Quads", 13, {demo.name: demo.quads for demo in MEMBERS}),
    ):
        for member, opponents in results.items():
            if opponents:
                day, whose = today - timedelta(days=days_ago), members[member]
                event = EventSubmission(parse_opponents(opponents), name=name, day=day, member=whose)
                await record_own_event(services, actor(director), event)
    for demo in MEMBERS:
        if demo.fide is not None:
            event = EventSubmission(
                parse_opponents(demo.open),
                rating_list=RatingList.FIDE_STANDARD,
                rating=float(demo.fide),
                games=75,
                name="Riverside FIDE Open",
                day=today - timedelta(days=4),
                member=members[demo.name],
            )
            await record_own_event(services, actor(director), event)
    await pool_settings(services, actor(director), RatingList.ORACLE, PoolChange(keeper=ParsedSide(KEEPER)))
    for name, opponent, played, days_ago in MATCHES:
        match = MatchSubmission(
            ParsedSide(opponent, members.get(opponent)),
            results=parse_results(played),
            member=ParsedSide(name, members[name]),
            kind=PlayerKind.AI_AGGRESSIVE if opponent == ENGINE else None,
            day=today - timedelta(days=days_ago),
        )
        await record_match(services, actor(director), match)
    await fill_scrabble(services, actor(director))


async def run_practice(path: Path, port: int, *, browser: bool, fresh: bool) -> None:
    """Serve the practice club until SIGINT, SIGTERM or the page's own end; raise StartError in one line."""
    _require_free(port)
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
            await refold_outdated(Services(database))
        await require_usable(database, "PRACTICE_DATABASE")
        async with practice_club(database, port) as page:
            print(f"\nThe practice club is open: {page.url}\nStop it with Ctrl+C.\n", flush=True)
            if browser and _has_screen():
                with contextlib.suppress(webbrowser.Error):
                    await asyncio.to_thread(webbrowser.open, page.url)
            waits = [asyncio.create_task(event.wait()) for event in (stop, page.closed)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
    except SchemaError:
        raise StartError(
            f"{path} was made by an unreleased version: `python -m bot practice --fresh` begins anew.", STRANGE_SCHEMA
        ) from None
    except ModuleNotFoundError as error:
        raise StartError(
            f"The practice club needs {error.name}: run `make run` or install crosstable[practice]."
        ) from None
    finally:
        await database.close()


def _has_screen() -> bool:
    """Tell whether a browser window can open here: a text browser would take the terminal over."""
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
            raise StartError(f"Port {port} is in use: set PRACTICE_PORT to another, or to 0 for any.") from None


def _remove(path: Path) -> None:
    """Remove a SQLite database with the files beside it."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


async def _needs_upgrade(database: Database) -> bool:
    """Tell whether the practice database is new or behind; a broken one is left to `require_usable`."""
    try:
        return await migrate.changes(database)
    except Exception:
        return False
