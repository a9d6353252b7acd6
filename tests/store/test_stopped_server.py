"""A PostgreSQL server that goes away, in the middle of a statement, of COMMIT, while nobody looks."""

import asyncio
import contextlib
import logging
import socket
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from bot.store.database.transactions import BusyError, Connection, Database, UnavailableError, UncertainCommitError
from tests.conftest import StoppableServer

pytestmark = pytest.mark.postgres

MINUTE = "The database did not answer, so nothing was stored. Try again in a minute."


@pytest.fixture
async def notes(own_server: StoppableServer) -> AsyncIterator[Database]:
    """Return a database with a table of notes on a running server."""
    await own_server.start()
    with psycopg.connect(own_server.url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS note")
        connection.execute("CREATE TABLE note (text text UNIQUE)")
    database = Database(own_server.url)
    yield database
    await own_server.start()
    await database.close()


def add(text: str) -> "Note":
    return Note(text)


class Note:
    """Work that stores a note."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO note VALUES (%s)", (self.text,))


async def texts(database: Database) -> list[str]:
    return await database.read(
        lambda c: list(c.exec_driver_sql("SELECT text FROM note ORDER BY text").scalars()), club=None
    )


async def test_a_server_that_restarted_unnoticed_costs_nobody_a_command(
    notes: Database, own_server: StoppableServer
) -> None:

    def linger(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(0.5)")

    await asyncio.gather(*(notes.read(linger, club=None) for _ in range(5)))
    await own_server.stop()
    await own_server.start()
    await asyncio.gather(*(notes.write(add(f"{number}"), club=number) for number in range(6)))
    assert await texts(notes) == ["0", "1", "2", "3", "4", "5"]


async def test_an_unreachable_server_is_logged_for_the_operator_once(
    notes: Database, own_server: StoppableServer, caplog: pytest.LogCaptureFixture
) -> None:
    await notes.write(add("before"), club=5)
    await own_server.stop()
    for _ in range(3):
        with pytest.raises(UnavailableError) as caught:
            await notes.write(add("during"), club=5)
        assert caught.value.message == MINUTE
        assert type(caught.value) is UnavailableError
        with pytest.raises(UnavailableError):
            await texts(notes)
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1
    assert "check that the database runs" in lines[0]
    await own_server.start()
    await notes.write(add("after"), club=5)
    assert await texts(notes) == ["after", "before"]


async def test_a_server_that_stops_within_a_statement_has_stored_nothing(
    notes: Database, own_server: StoppableServer
) -> None:
    inside = threading.Event()

    def slow(connection: Connection) -> None:
        add("half")(connection)
        inside.set()
        connection.exec_driver_sql("SELECT pg_sleep(30)")

    writing = asyncio.create_task(notes.write(slow, club=5))
    await asyncio.to_thread(inside.wait, 60)
    await own_server.stop()
    with pytest.raises(UnavailableError) as caught:
        await writing
    assert caught.value.message == MINUTE
    await own_server.start()
    assert await texts(notes) == []


async def test_a_server_that_stops_within_commit_leaves_doubt(notes: Database, own_server: StoppableServer) -> None:
    def linger(connection: Connection) -> None:
        connection.exec_driver_sql(
            "CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$"
        )
        connection.exec_driver_sql(
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION linger()"
        )

    await notes.write(linger, club=None)
    writing = asyncio.create_task(notes.write(add("in doubt"), club=5))
    await _until_commit_is_under_way(own_server)
    await own_server.stop()
    with pytest.raises(UncertainCommitError) as caught:
        await writing
    assert "nothing was stored" not in caught.value.message
    await own_server.start()
    assert await texts(notes) == []
    await notes.write(lambda c: c.exec_driver_sql("DROP FUNCTION linger CASCADE"), club=None)


async def _until_commit_is_under_way(server: StoppableServer) -> None:
    query = "SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active'"
    for _ in range(100):
        with psycopg.connect(server.url) as connection:
            if connection.execute(query).fetchone() == (1,):
                return
        await asyncio.sleep(0.1)
    raise AssertionError("no COMMIT came")


@contextlib.contextmanager
def losing_the_answer_to_commit(server: Path, folder: Path) -> Iterator[threading.Event]:
    """Stand between the bot and a server."""
    done = threading.Event()

    def carry(client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as upstream:
            upstream.connect(str(server))
            answering = threading.Thread(target=carry_back, args=(client, upstream), daemon=True)
            answering.start()
            with contextlib.suppress(OSError):
                while data := _received(client):
                    upstream.sendall(data)
                upstream.shutdown(socket.SHUT_RDWR)
            answering.join()

    def carry_back(client: socket.socket, upstream: socket.socket) -> None:
        cut = False
        while data := _received(upstream):
            if b"COMMIT\0" in data and armed.is_set() and not done.is_set():
                done.set()
                cut = True
                break
            client.sendall(data)
        if cut:
            client.shutdown(socket.SHUT_RDWR)

    armed = threading.Event()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / ".s.PGSQL.5432"))
        listening.listen()

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=carry, args=(listening.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield armed
        listening.shutdown(socket.SHUT_RDWR)
    assert done.is_set()


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except OSError:
        return b""


async def test_a_commit_whose_answer_is_lost_is_reported_as_uncertain(
    notes: Database, own_server: StoppableServer, short_folder: Path
) -> None:
    with losing_the_answer_to_commit(own_server.socket, short_folder) as armed:
        through = Database(f"postgresql://postgres@/postgres?host={quote(str(short_folder))}")
        assert await texts(through) == []
        armed.set()
        with pytest.raises(UncertainCommitError):
            await through.write(add("stored"), club=5)
        assert await texts(through) == ["stored"]
        await through.close()


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Return a folder whose name is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        yield Path(folder)


async def test_who_waits_too_long_for_a_lock_is_asked_to_try_again(
    notes: Database, own_server: StoppableServer
) -> None:
    await notes.write(add("held"), club=None)
    with psycopg.connect(own_server.url) as other:
        other.execute("SELECT * FROM note FOR UPDATE")

        def impatient(connection: Connection) -> None:
            connection.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")
            connection.exec_driver_sql("UPDATE note SET text = 'mine'")

        def slow(connection: Connection) -> None:
            connection.exec_driver_sql("SET LOCAL statement_timeout = '50ms'")
            connection.exec_driver_sql("SELECT pg_sleep(5)")

        for work in (impatient, slow):
            with pytest.raises(BusyError, match="Try again in a minute"):
                await notes.write(work, club=5)
    assert await texts(notes) == ["held"]


async def test_a_transaction_is_given_its_limits_and_a_read_cannot_write(notes: Database) -> None:
    def limits(connection: Connection) -> list[str]:
        return [
            connection.exec_driver_sql(f"SHOW {name}").scalar_one()
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        ]

    assert await notes.read(limits, club=None) == await notes.write(limits, club=None) == ["1min", "30s", "1min"]
    with pytest.raises(Exception, match="read-only transaction"):
        await notes.read(add("sly"), club=None)
    assert await texts(notes) == []


async def test_a_read_sees_one_state_from_its_first_statement_on(notes: Database, own_server: StoppableServer) -> None:
    def look(connection: Connection) -> tuple[int, int]:
        count = "SELECT count(*) FROM note"
        first = connection.exec_driver_sql(count).scalar_one()
        with psycopg.connect(own_server.url) as other:
            other.execute("INSERT INTO note VALUES ('later')")
        return first, connection.exec_driver_sql(count).scalar_one()

    assert await notes.read(look, club=None) == (0, 0)
    assert await texts(notes) == ["later"]
