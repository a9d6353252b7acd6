"""Bounds on heavy work: who may have how much under way, and whose turn is next."""

import asyncio

import pytest

from bot.services.framework.context import (
    AT_ONCE,
    MOST_OF_A_CLUB,
    MOST_OF_A_MEMBER,
    MOST_OF_ALL,
    HeavyWork,
    TooManyError,
)


class Jobs:
    """Heavy jobs that run until they are let go, in the order in which they had their turn."""

    def __init__(self) -> None:
        self.heavy = HeavyWork()
        self.ran: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, club: int | None, user: int) -> "asyncio.Task[None]":
        end = self._ends[name] = asyncio.Event()

        async def job() -> None:
            async with self.heavy.turn(club, user):
                self.ran.append(name)
                await end.wait()

        task = self._tasks[name] = asyncio.create_task(job())
        await settle()
        return task

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await settle()

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_job_of_a_club_and_two_of_all_run_at_a_time() -> None:
    jobs = Jobs()
    for name, club, user in (("a", 1, 1), ("b", 1, 2), ("c", 2, 3), ("d", 3, 4)):
        await jobs.ask(name, club, user)
    assert jobs.ran == ["a", "c"]
    assert AT_ONCE == 2
    await jobs.end("c")
    assert jobs.ran == ["a", "c", "d"]
    await jobs.end("a")
    assert jobs.ran == ["a", "c", "d", "b"]


async def test_what_a_member_asks_for_beyond_a_few_is_refused_in_a_sentence() -> None:
    jobs = Jobs()
    for number in range(MOST_OF_A_MEMBER):
        await jobs.ask(str(number), 1, 7)
    with pytest.raises(
        TooManyError, match=rf"^You already have {MOST_OF_A_MEMBER} of these requests running. Wait for their answers.$"
    ):
        await (await jobs.ask("one more", 1, 7))
    await jobs.end("0")
    await jobs.ask("afterwards", 1, 7)
    await jobs.end("1")
    await jobs.end("2")
    assert jobs.ran[-1] == "afterwards"


async def test_a_full_club_is_refused_and_others_are_not() -> None:
    jobs = Jobs()
    for number in range(MOST_OF_A_CLUB):
        await jobs.ask(str(number), 1, number)
    with pytest.raises(TooManyError, match=r"^This club already has"):
        await (await jobs.ask("one more", 1, 99))
    await jobs.ask("another club's", 2, 100)
    assert jobs.ran == ["0", "another club's"]


async def test_everybody_is_refused_when_too_many_wait() -> None:
    jobs = Jobs()
    for number in range(MOST_OF_ALL):
        await jobs.ask(str(number), None, number)
    with pytest.raises(TooManyError, match=r"^Too many clubs"):
        await (await jobs.ask("one more", 1000, 1000))


async def test_a_club_that_asks_often_does_not_go_before_one_that_asks_once() -> None:
    jobs = Jobs()
    await jobs.ask("first", 1, 1)
    await jobs.ask("second", 2, 2)
    for number in range(5):
        await jobs.ask(f"busy {number}", 1, 10 + number)
    await jobs.ask("quiet", 3, 30)
    await jobs.end("first")
    assert jobs.ran[2:] == ["quiet"]
    await jobs.end("second")
    assert jobs.ran[2:] == ["quiet", "busy 0"]


async def test_who_is_cancelled_gives_the_turn_back() -> None:
    jobs = Jobs()
    await jobs.ask("runs", 1, 1)
    await jobs.ask("waits", 1, 2)
    await jobs.ask("next", 1, 3)
    await jobs.cancel("waits")
    await jobs.cancel("runs")
    assert jobs.ran == ["runs", "next"]


async def test_an_error_gives_the_turn_back() -> None:
    heavy = HeavyWork()
    with pytest.raises(ZeroDivisionError):
        async with heavy.turn(1, 1):
            raise ZeroDivisionError
    async with asyncio.timeout(60), heavy.turn(1, 1):
        pass
