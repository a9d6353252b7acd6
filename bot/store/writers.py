"""Writers of a club: one transaction at a time, and who waits meanwhile goes together with others in the next one.

Each writer's work has a savepoint of its own, so that it is done as a whole or not at all, and nobody hears that theirs
is stored before the COMMIT that they share. Thirty-two reports at once take half as long as with a COMMIT for each:
the disk is waited for once, and what runs again at once is found in the processor's caches.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import copy_context
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from bot import measures
from bot.store import together
from bot.store.errors import CLUB_BUSY, BusyError, spoils_the_connection
from bot.store.prepared import run_plain
from bot.store.waiting import MOST_WAITING, until_done

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
Outcome = tuple[Any, Exception | None]
"""What work returned, or what it raised."""

MOST_TOGETHER = 32

TOGETHER_SECONDS = 0.05
"""After so long nobody else is taken along: other clubs wait for SQLite's one writer."""

GATHER_SECONDS, SEVERAL_SECONDS = 0.003, 0.05
"""So long does a transaction wait for others to come along, while it is not so long since several went together."""


class Transaction(Protocol):
    """Runs work in one transaction."""

    def __call__(self, work: Callable[[Connection], Result], /) -> Awaitable[Result]: ...


class Writers:
    """Lets the writers of each club follow each other, first come first.

    share: gives what a transaction of a club holds beside its turn.
    """

    def __init__(self, transaction: Transaction, share: Callable[[int], AbstractAsyncContextManager[None]]) -> None:
        self._transaction, self._share = transaction, share
        self._lines: dict[int, _Line] = {}
        self._several = 0, 0.0  # so many went together last, and when

    async def write(self, work: Callable[[Connection], Result], club: int) -> Result:
        """Run work in a transaction, its own or one with others of this club; raise BusyError when too many wait.

        Who is cancelled leaves the line, or stays until the work has ended that has begun.
        """
        context = copy_context()
        writer = _Writer(lambda connection: context.run(work, connection))
        self._line_up(writer, club)
        result: Result = await writer.result()
        return result

    @asynccontextmanager
    async def alone(self, club: int) -> AsyncIterator[None]:
        """Hold the club's turn, so that nobody of it writes; raise BusyError when too many wait."""
        writer = _Writer(None)
        line = self._line_up(writer, club)
        try:
            await writer.done
            async with self._share(club):
                writer.begin()
                yield
        finally:
            if not writer.done.cancelled():
                self._go_on(line, club)

    def _line_up(self, writer: "_Writer", club: int) -> "_Line":
        line = self._lines.get(club)
        if line is None:
            line = self._lines[club] = _Line(deque((writer,)))
            self._go_on(line, club)
        elif len(line.waiting) >= MOST_WAITING:
            raise BusyError(CLUB_BUSY)
        else:
            line.waiting.append(writer)
        return line

    def _go_on(self, line: "_Line", club: int) -> None:
        """Let who stands in front begin; forget a line where nobody does."""
        while line.waiting and line.waiting[0].done.cancelled():
            line.waiting.popleft()
        if not line.waiting:
            del self._lines[club]
        elif line.waiting[0].work is None:
            line.waiting.popleft().done.set_result(None)
        else:  # soon, so that who comes at the same moment comes along
            line.task = asyncio.create_task(self._write(line, club))

    async def _write(self, line: "_Line", club: int) -> None:
        writers: Sequence[_Writer] = ()
        outcomes: Sequence[Outcome] = ()
        try:
            await self._gather(line)
            async with self._share(club):
                writers = line.begin_together()
                if writers:
                    outcomes = await self._transaction(_one_after_another([writer.work for writer in writers]))
        except Exception as error:  # all of it is rolled back, and each of them is told
            writers = writers or line.begin_together()
            outcomes = [(None, error)] * len(writers)
        except BaseException:
            for writer in writers:
                writer.done.cancel()
            raise
        finally:
            for writer, outcome in zip(writers, outcomes, strict=False):
                writer.settle(*outcome)
            for writer in reversed(writers[len(outcomes) :]):
                if writer.done.cancelled():
                    writer.settle(None, None)
                else:
                    writer.has_begun = False
                    line.waiting.appendleft(writer)
            if len(outcomes) > 1:
                self._several = len(outcomes), time.perf_counter()
            self._go_on(line, club)

    async def _gather(self, line: "_Line") -> None:
        """Let those come along who have just been answered and write again, or who read while others wrote.

        Else one who came first would go alone, and all others behind: a COMMIT and cold caches more. Where clubs
        are quiet nobody waits.
        """
        several, at = self._several
        if len(line.waiting) < several and time.perf_counter() - at < SEVERAL_SECONDS:
            # In a thread: a simulated Discord, such as the practice page's, keeps the loop's time itself.
            await asyncio.to_thread(time.sleep, GATHER_SECONDS)


class _Line:
    """A club's writers that wait, while one of them or several write."""

    __slots__ = ("task", "waiting")

    def __init__(self, waiting: "deque[_Writer]") -> None:
        self.waiting = waiting
        self.task: asyncio.Task[None] | None = None  # kept, as the loop does not

    def begin_together(self) -> "list[_Writer]":
        """Return those who stand in front and may write together, and note that they have begun."""
        together: list[_Writer] = []
        while self.waiting and len(together) < MOST_TOGETHER and self.waiting[0].work is not None:
            writer = self.waiting.popleft()
            if not writer.done.cancelled():
                writer.begin()
                together.append(writer)
        return together


class _Writer:
    """One who stands in line.

    work: None for who writes alone, whose turn it is when `done` is. ended: what one waits for who is cancelled while
    their work goes on; made then, for `asyncio.shield` would make it for everybody.
    """

    __slots__ = ("asked", "done", "ended", "has_begun", "work")

    def __init__(self, work: Work | None) -> None:
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[None] | None = None
        self.asked, self.has_begun = time.perf_counter(), False

    def begin(self) -> None:
        self.has_begun = True
        measures.observe("database_wait_seconds", time.perf_counter() - self.asked, what="share")

    async def result(self) -> Any:
        """Return what the work did, or raise what it raised; who is cancelled stays until what has begun has ended."""
        try:
            return await self.done
        except asyncio.CancelledError:
            if self.has_begun:
                self.ended = asyncio.get_running_loop().create_future()
                await until_done(self.ended)
            raise

    def settle(self, result: Any, error: Exception | None) -> None:
        self.has_begun = False
        if self.done.cancelled():
            if self.ended is not None:
                self.ended.set_result(None)
        elif error is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(error)


def _one_after_another(works: Sequence[Any]) -> Callable[[Connection], Sequence[Outcome]]:
    """Return what runs works in one transaction and returns their outcomes; the last ones are left out for time.

    What one of them raises undoes that one alone. Where the database lets nothing else be done, it is raised.
    """

    def run(connection: Connection) -> Sequence[Outcome]:
        if len(works) == 1:
            return [(works[0](connection), None)]
        outcomes: list[Outcome] = []
        ends = time.perf_counter() + TOGETHER_SECONDS
        for work in works:
            # Those before stay until COMMIT: to let go of each would be a statement more.
            run_plain(connection, "SAVEPOINT own")
            try:
                outcome = work(connection)
                together.send(connection)
                outcomes.append((outcome, None))
            except Exception as error:
                if spoils_the_connection(error):
                    raise
                together.drop(connection)
                try:
                    run_plain(connection, "ROLLBACK TO SAVEPOINT own")
                except Exception:  # the whole transaction is gone, for the reason that came first
                    raise error from None
                outcomes.append((None, error))
            if time.perf_counter() >= ends:
                break
        return outcomes

    return run
