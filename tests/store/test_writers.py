"""Writers that wait go together: each as a whole or not at all, in the order in which they came, and told the truth."""

import asyncio
import gc
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, event, insert, select, text
from sqlalchemy.exc import IntegrityError

from bot.store import writers
from bot.store.database import BusyError, Connection, Database, UnavailableError
from bot.store.errors import FullError
from bot.store.waiting import MOST_WAITING
from bot.store.writers import MOST_TOGETHER, SEVERAL_SECONDS, TOGETHER_SECONDS

NOTE = Table(
    "note",
    MetaData(),
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("text", String, unique=True),
)

Work = Callable[[Connection], Any]


@pytest.fixture
async def notes(database: Database) -> AsyncIterator[Database]:
    """Return a database with a table of notes, which has room for one of each."""
    await database.write(lambda connection: NOTE.create(connection), club=None)
    yield database
    await database.write(lambda connection: NOTE.drop(connection), club=None)


def add(note: str, then: Work = lambda _: None) -> Work:
    """Return work that stores a note and returns it; then: what it does next."""

    def work(connection: Connection) -> str:
        connection.execute(insert(NOTE).values(text=note))
        then(connection)
        return note

    return work


def fail(_: Connection) -> None:
    raise ZeroDivisionError


async def texts(database: Database) -> list[str]:
    query = select(NOTE.c.text).order_by(NOTE.c.number)
    return await database.read(lambda connection: list(connection.execute(query).scalars()), club=None)


@asynccontextmanager
async def held(database: Database, club: int = 1) -> AsyncIterator[None]:
    """Write for a club as long as the block lasts."""
    inside, release = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        inside.set()
        assert release.wait(60)

    writing = asyncio.create_task(database.write(hold, club=club))
    assert await asyncio.to_thread(inside.wait, 60)
    try:
        yield
    finally:
        release.set()
        await writing


async def lined_up(database: Database, *works: Work) -> list[Any]:
    """Let works line up behind a writer of their club; return what each returned or raised."""
    async with held(database):
        writing = [asyncio.create_task(database.write(work, club=1)) for work in works]
        await asyncio.sleep(0)
    return await asyncio.gather(*writing, return_exceptions=True)


@contextmanager
def commits() -> Iterator[list[Connection]]:
    seen: list[Connection] = []
    note = seen.append  # one object, by which it is found again
    event.listen(Engine, "commit", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "commit", note)


async def test_who_waits_is_stored_by_one_commit_in_the_order_of_their_coming(notes: Database) -> None:
    wanted = [f"{number}" for number in range(20)]
    with commits() as seen:
        assert await lined_up(notes, *map(add, wanted)) == wanted
    assert len(seen) == 2
    assert await texts(notes) == wanted


async def test_nobody_is_answered_before_the_commit(notes: Database) -> None:
    there: list[bool] = []

    async def write(note: str) -> None:
        await notes.write(add(note), club=1)
        there.append(note in await texts(notes))

    async with held(notes):
        writing = [asyncio.create_task(write(f"{number}")) for number in range(8)]
        await asyncio.sleep(0)
    await asyncio.gather(*writing)
    assert there == [True] * 8


async def test_what_one_raises_undoes_theirs_alone(notes: Database) -> None:
    first, failed, twice, last = await lined_up(
        notes, add("first"), add("failed", fail), add("twice", add("first")), add("last")
    )
    assert (first, last) == ("first", "last")
    assert isinstance(failed, ZeroDivisionError)
    assert isinstance(twice, IntegrityError)
    assert await texts(notes) == ["first", "last"]


async def test_where_the_transaction_is_gone_all_of_them_are_told_and_nothing_is_stored(notes: Database) -> None:
    def break_off(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise ZeroDivisionError

    told = await lined_up(notes, add("first"), add("second", break_off), add("third"))
    assert [type(one) for one in told] == [ZeroDivisionError] * 3
    assert await texts(notes) == []
    assert await lined_up(notes, add("a"), add("b")) == ["a", "b"]


async def test_where_the_connection_breaks_all_of_them_are_told_and_the_next_have_another(notes: Database) -> None:
    """On SQLite the disk is full, after which the connection is not used again."""

    def spoil(connection: Connection) -> None:
        if notes.is_sqlite:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            connection.execute(insert(NOTE).values(text="x" * 10**6))
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    told = await lined_up(notes, add("first"), add("second", spoil), add("third"))
    assert {type(one) for one in told} == {FullError if notes.is_sqlite else UnavailableError}
    assert all("nothing was stored" in str(one) for one in told)
    assert await texts(notes) == []
    assert await lined_up(notes, add("a" * 10**5), add("b")) == ["a" * 10**5, "b"]


async def test_who_is_cancelled_leaves_the_line_and_keeps_nobody_out(notes: Database) -> None:
    async with held(notes):
        writing = [asyncio.create_task(notes.write(add(note), club=1)) for note in ("a", "b", "c")]
        await asyncio.sleep(0)
        writing[1].cancel()
        await asyncio.wait(writing[1:2])
    assert [await writing[0], await writing[2]] == ["a", "c"]
    assert writing[1].cancelled()
    assert await texts(notes) == ["a", "c"]


async def test_who_is_cancelled_while_all_of_them_write_stays_until_it_is_done(notes: Database) -> None:
    inside, release = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        inside.set()
        assert release.wait(60)

    async with held(notes):
        writing = [asyncio.create_task(notes.write(add(note, wait), club=1)) for note in ("a", "b")]
        await asyncio.sleep(0)
    await asyncio.to_thread(inside.wait, 60)
    writing[1].cancel()
    await asyncio.sleep(0.02)
    assert not writing[1].done()
    release.set()
    await asyncio.wait(writing)
    assert writing[1].cancelled()
    assert await texts(notes) == ["a", "b"]


async def test_who_is_cancelled_and_would_have_gone_on_with_the_next_ones_is_let_go(notes: Database) -> None:
    inside, release = threading.Event(), threading.Event()

    def linger(_: Connection) -> None:
        inside.set()
        assert release.wait(60)
        time.sleep(TOGETHER_SECONDS)

    async with held(notes):
        works = [add("a", linger), add("b"), add("c")]
        writing = [asyncio.create_task(notes.write(work, club=1)) for work in works]
        await asyncio.sleep(0)
    await asyncio.to_thread(inside.wait, 60)
    writing[1].cancel()  # has begun with the others, who take so long that nobody else comes along
    await asyncio.sleep(0.02)
    writing[1].cancel()
    release.set()
    assert await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), 30)
    assert writing[1].cancelled()
    assert [writing[0].result(), writing[2].result()] == ["a", "c"]
    assert await texts(notes) == ["a", "c"]


@pytest.mark.parametrize("then", [lambda _: None, fail])
async def test_who_is_cancelled_as_the_answer_comes_is_told_nothing_and_keeps_nobody(
    notes: Database, then: Work, caplog: pytest.LogCaptureFixture
) -> None:
    # At once after the loop has settled it, and before who waits goes on.
    settle, writing = writers._Writer.settle, list[asyncio.Task[str]]()

    def settled(writer: Any, *outcome: Any) -> None:
        settle(writer, *outcome)
        writing[0].cancel()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writers._Writer, "settle", settled)
        writing.append(asyncio.create_task(notes.write(add("a", then), club=1)))
        (outcome,) = await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), 30)
    assert isinstance(outcome, asyncio.CancelledError)
    assert await notes.write(add("b"), club=1) == "b"
    assert await texts(notes) == (["b"] if then is fail else ["a", "b"])
    writing.clear()
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_long_writers_are_not_taken_along_so_that_another_club_has_its_turn(notes: Database) -> None:
    def linger(_: Connection) -> None:
        time.sleep(TOGETHER_SECONDS)

    async with held(notes):
        many = [asyncio.create_task(notes.write(add(f"{number}", linger), club=1)) for number in range(6)]
        await asyncio.sleep(0)
        other = asyncio.create_task(notes.write(add("other"), club=2))
        await asyncio.sleep(0)
    await asyncio.gather(other, *many)
    found = await texts(notes)
    assert [note for note in found if note != "other"] == [f"{number}" for number in range(6)]
    assert found.index("other") <= 1


async def test_after_several_one_who_comes_first_waits_for_others(
    notes: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "GATHER_SECONDS", 0.5)
    monkeypatch.setattr(writers, "SEVERAL_SECONDS", 60)
    with commits() as seen:
        await lined_up(notes, add("a"), add("b"))
        first = asyncio.create_task(notes.write(add("first"), club=1))
        await asyncio.sleep(0.05)
        await asyncio.gather(first, notes.write(add("later"), club=1))
    assert len(seen) == 3
    assert await texts(notes) == ["a", "b", "first", "later"]


async def test_nobody_waits_for_others_who_do_not_come(notes: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "GATHER_SECONDS", 120)
    for number in range(3):
        await notes.write(add(f"{number}"), club=1)
    await lined_up(notes, add("a"), add("b"))
    await asyncio.sleep(SEVERAL_SECONDS)
    async with asyncio.timeout(60):
        await notes.write(add("alone again"), club=1)


async def test_no_more_than_so_many_go_together(notes: Database) -> None:
    wanted = [f"{number}" for number in range(MOST_TOGETHER + 3)]
    with commits() as seen:
        assert await lined_up(notes, *map(add, wanted)) == wanted
    assert len(seen) == 3


async def test_who_would_wait_behind_too_many_is_refused(notes: Database) -> None:
    async with held(notes):
        writing = [asyncio.create_task(notes.write(add(f"{number}"), club=1)) for number in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="This club is busy: try again in a minute"):
            await notes.write(add("too many"), club=1)
        with pytest.raises(BusyError, match="This club is busy: try again in a minute"):
            await notes.fold(add("too many"), club=1)
    await asyncio.gather(*writing)
    assert len(await texts(notes)) == MOST_WAITING
    assert notes._writers._lines == {}


class Walk:
    """Members of three clubs who write in all ways at once, some of whom fail or go."""

    def __init__(self, database: Database, seed: int) -> None:
        self.database, self.draw = database, random.Random(seed)
        self.stored: set[str] = set()
        self.refused: set[str] = set()
        self.inside: dict[int, int] = {}

    async def go(self, members: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for number in range(members):
                tasks.create_task(self._member(f"{number}"))
                await asyncio.sleep(self.draw.choice((0, 0, 0, 0.002)))

    async def _member(self, note: str) -> None:
        club, how = self.draw.randint(1, 3), self.draw.randrange(10)
        then = self.draw.choice((lambda _: None, lambda _: None, fail, add("there already")))
        work = self._watched(add(note, then), club)
        if how == 0:
            await self.database.fold(self._watched(lambda _: None, club), club=club)
            return
        if how == 1:
            task = asyncio.create_task(self.database.try_out(work, club=club))
        else:
            task = asyncio.create_task(self.database.write(work, club=club))
        if how == 2:
            await asyncio.sleep(0.001)
            task.cancel()
        (outcome,) = await asyncio.gather(task, return_exceptions=True)
        if outcome == note and how != 1:
            self.stored.add(note)
        elif not isinstance(outcome, asyncio.CancelledError):
            assert outcome == note or isinstance(outcome, ZeroDivisionError | IntegrityError), outcome
            self.refused.add(note)

    def _watched(self, work: Work, club: int) -> Work:
        """Return work during which no other of this club may be under way."""

        def watched(connection: Connection) -> Any:
            self.inside[club] = self.inside.get(club, 0) + 1
            try:
                assert self.inside[club] == 1
                return work(connection)
            finally:
                self.inside[club] -= 1

        return watched


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
async def test_whatever_comes_together_who_is_told_so_is_stored_and_nobody_else(notes: Database, seed: int) -> None:
    await notes.write(add("there already"), club=None)
    walk = Walk(notes, seed)
    await walk.go(150)
    found = await texts(notes)
    assert len(found) == len(set(found))
    assert walk.stored <= set(found)
    assert not walk.refused & set(found)
    assert len(walk.stored) > 20
    assert len(walk.refused) > 20
    assert notes._writers._lines == {}
