"""The outbox: what is put with a change is sent once, whoever sends it and whenever they were stopped."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import discord
import pytest
from sqlalchemy import func, select, update

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.framework.context import Services
from bot.services.framework.outbox import MOVED, Moved, try_paused
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.club import clubs
from bot.store.database.tables import club
from bot.store.database.tables import outbox as outbox_table
from bot.store.messages import outbox
from bot.ui.messages import worker as sending
from bot.ui.messages.handler import CannotSendError, Sending, SendLaterError
from bot.ui.messages.worker import OutboxWorker
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import Actors, Clock, now, person, rows

CLUB = 500


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what the handler of boards has been given."""
    seen: list[Any] = []

    async def handle(one: Sending) -> None:
        seen.append((one.one.subject, one.one.details))

    monkeypatch.setitem(sending.HANDLERS, "board", handle)
    return seen


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[datetime]]:
    """Return a function that lets the handler of boards fail."""

    def fail(error: BaseException, *, times: int = 10_000) -> list[datetime]:
        tried: list[datetime] = []

        async def handle(one: Sending) -> None:
            tried.append(one.services.now())
            if len(tried) <= times:
                raise error

        monkeypatch.setitem(sending.HANDLERS, "board", handle)
        return tried

    return fail


def a_worker(services: Services, **more: Any) -> OutboxWorker:
    return OutboxWorker(mock.Mock(), services, **more)


def http_error(code: int, status: int = 403) -> discord.HTTPException:
    response = mock.Mock(status=status, reason="")
    kind = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    return kind.get(status, discord.HTTPException)(response, {"code": code, "message": ""})


async def put(
    services: Services, subject: str = "1", details: Any = None, *, club_id: int = CLUB, **later: float
) -> None:
    def work(connection: outbox.Connection) -> None:
        clubs.lock_club(connection, club_id, services.now())
        outbox.put(connection, club_id, "board", subject, services.now() + timedelta(**later), details)

    await services.database.write(work, club=club_id)


async def waiting(services: Services, kind: str = "board") -> list[Any]:
    columns = (outbox_table.c.subject, outbox_table.c.paused)
    query = select(*columns).where(outbox_table.c.kind == kind).order_by(outbox_table.c.id)
    return [tuple(row) for row in await rows(services.database, query)]


async def test_it_is_sent_once_when_it_is_due_however_often_it_was_put(
    services: Services, clock: Clock, sent: list[Any]
) -> None:
    for number in range(50):
        await put(services, details=number, seconds=20)
        clock.move(seconds=0.1)
    await a_worker(services).send_due()
    assert sent == []
    clock.move(seconds=20)
    await a_worker(services).send_due()
    await a_worker(services).send_due()
    assert sent == [("1", 49)]
    assert await waiting(services) == []


async def test_two_processes_send_it_once(services: Services, sent: list[Any]) -> None:
    for subject in "abcde":
        await put(services, subject)
    await asyncio.gather(*(a_worker(services).send_due() for _ in range(4)))
    assert sorted(subject for subject, _ in sent) == ["a", "b", "c", "d", "e"]


async def test_what_is_put_while_it_is_sent_is_sent_again(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    async def handle(one: Sending) -> None:
        seen.append(one.one.details)
        if len(seen) == 1:
            await put(services, details="new", seconds=20)

    monkeypatch.setitem(sending.HANDLERS, "board", handle)
    await put(services, details="old")
    await a_worker(services).send_due()
    assert seen == ["old"]
    clock.move(seconds=20)
    await a_worker(services).send_due()
    assert seen == ["old", "new"]
    assert await waiting(services) == []


async def test_what_a_stopped_process_had_claimed_is_sent_by_the_next(
    services: Services, clock: Clock, sent: list[Any]
) -> None:
    await put(services)
    until = clock() + timedelta(seconds=120)
    claimed = await services.database.write(
        lambda connection: outbox.claim(connection, CLUB, "board", clock(), until), club=CLUB
    )
    assert claimed is not None
    await put(services)  # what comes meanwhile does not make it free
    await a_worker(services).send_due()
    assert sent == []
    clock.move(seconds=120)
    await a_worker(services).send_due()
    assert sent == [("1", None)]


@pytest.mark.parametrize("error", [http_error(0, 503), TimeoutError(), OSError("reset"), http_error(0, 429)])
async def test_temporary_failures_are_retried_at_growing_intervals(
    services: Services, clock: Clock, failing: Callable[..., list[datetime]], error: Exception
) -> None:
    tried = failing(error, times=6)
    await put(services)
    await a_worker(services).send_due()
    for failures, minutes in enumerate((1, 5, 15, 60, 60, 60), start=1):
        clock.move(minutes=minutes - 0.1)
        await a_worker(services).send_due()
        assert len(tried) == failures
        clock.move(minutes=0.1)
        await a_worker(services).send_due()
        assert len(tried) == failures + 1
    assert await waiting(services) == []


@pytest.mark.parametrize(
    "error", [*(http_error(code) for code in (10003, 10008, 10011, 50001, 50013)), CannotSendError("It is gone.")]
)
async def test_what_cannot_pass_is_tried_once_and_noted_once(
    services: Services, clock: Clock, failing: Callable[..., list[datetime]], error: Exception
) -> None:
    tried = failing(error)
    for subject in ("1", "2"):
        await put(services, subject)
    told = mock.Mock(send=mock.AsyncMock())
    client = mock.Mock(get_partial_messageable=mock.Mock(return_value=told))
    await services.database.write(lambda connection: clubs.change(connection, CLUB, {"td_channel_id": 77}), club=CLUB)
    for minutes in (0, 1, 1, 60, 600):
        clock.move(minutes=minutes)
        await OutboxWorker(client, services).send_due()
        await put(services)
    assert len(tried) == 2
    assert [name for name, _ in await waiting(services)] == ["1", "2"]
    client.get_partial_messageable.assert_called_once_with(77, guild_id=CLUB)
    ((text,), _) = told.send.call_args
    assert text.count("**Live board**") == 1, "equal reasons are one line"

    failing(error, times=0)
    again = await services.database.write(lambda connection: outbox.retry_paused(connection, CLUB, clock()), club=CLUB)
    assert again == 2
    await a_worker(services).send_due()
    assert await waiting(services) == []


async def test_what_was_refused_is_tried_again_each_day_and_noted_once(
    services: Services, clock: Clock, failing: Callable[..., list[datetime]]
) -> None:
    tried = failing(http_error(50001), times=3)
    await put(services)
    told = mock.Mock(send=mock.AsyncMock())
    client = mock.Mock(get_partial_messageable=mock.Mock(return_value=told))
    await services.database.write(lambda connection: clubs.change(connection, CLUB, {"td_channel_id": 77}), club=CLUB)
    for hours, tries in ((0, 1), (23, 1), (2, 2), (24, 3)):
        clock.move(hours=hours)
        await OutboxWorker(client, services).send_due()
        await put(services)
        clock.move(minutes=1)
        await OutboxWorker(client, services).send_due()
        assert len(tried) == tries
    told.send.assert_called_once()
    clock.move(hours=25)
    await OutboxWorker(client, services).send_due()
    assert await waiting(services) == []


async def test_what_was_refused_is_tried_again_when_the_server_changes(
    services: Services, failing: Callable[..., list[datetime]]
) -> None:
    tried = failing(http_error(50001), times=1)
    await put(services)
    await a_worker(services).send_due()
    assert len(await waiting(services)) == 1
    assert await try_paused(services, CLUB) == 1
    await a_worker(services).send_due()
    assert len(tried) == 2
    assert await waiting(services) == []
    assert await try_paused(services, CLUB) == 0


async def test_a_mistake_of_ours_is_paused_after_five_times(
    services: Services, clock: Clock, failing: Callable[..., list[datetime]], caplog: pytest.LogCaptureFixture
) -> None:
    tried = failing(ZeroDivisionError())
    await put(services)
    for minutes in (0, 1, 5, 15, 60, 60, 600):
        clock.move(minutes=minutes)
        await a_worker(services).send_due()
    assert len(tried) == 5
    ((_, paused),) = await waiting(services)
    assert paused == "unexpected error, see the log"
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 5


async def test_a_failure_keeps_nothing_else_from_being_sent(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, str]] = []

    async def handle(one: Sending) -> None:
        seen.append((one.one.club_id, one.one.subject))
        if one.one.subject == "1":
            raise OSError

    monkeypatch.setitem(sending.HANDLERS, "board", handle)
    for club_id in (CLUB, CLUB + 1):
        for subject in ("1", "2"):
            await put(services, subject, club_id=club_id)
    await a_worker(services).send_due()
    assert sorted(seen) == [(CLUB, "1"), (CLUB, "2"), (CLUB + 1, "1"), (CLUB + 1, "2")]


async def test_what_is_to_be_sent_later_is_no_failure(
    services: Services, clock: Clock, failing: Callable[..., list[datetime]]
) -> None:
    tried = failing(SendLaterError(60), times=6)
    await put(services)
    for _ in range(9):
        await a_worker(services).send_due()
        clock.move(minutes=1)
    assert len(tried) == 7
    assert await waiting(services) == []


async def test_a_process_sends_only_for_its_own_present_servers(
    services: Services, sent: list[Any], clock: Clock
) -> None:
    for club_id in (CLUB, CLUB + 1, CLUB + 2):
        await put(services, str(club_id), club_id=club_id)
    left = update(club).where(club.c.id == CLUB + 2).values(left_at=clock())
    await services.database.write(lambda connection: connection.execute(left), club=CLUB + 2)
    await a_worker(services, is_mine=lambda club_id: club_id != CLUB).send_due()
    assert sent == [(str(CLUB + 1), None)]


class TestWhatAFoldLeaves:
    async def test_is_nothing_where_nothing_follows(self, services: Services, actor: Actors) -> None:
        await record_own_event(services, actor(), EventSubmission(parse_opponents("W1500"), rating=1500.0, games=40))
        ((put,),) = await rows(services.database, select(func.count()).select_from(outbox_table))
        assert put == 0

    async def test_is_who_moved_and_in_which_events(self, services: Services, actor: Actors) -> None:
        director = actor("Tess", manager=True)
        await set_rating(services, director, SetRatingRequest(person("Dana"), 1500.0, 40))
        await services.database.write(
            lambda connection: clubs.follow(connection, CLUB, "board", follows=True), club=CLUB
        )
        told = await record_own_event(services, actor(), EventSubmission(parse_opponents("W1500 W1500")))
        assert told.event_id is not None
        (first,) = await self.left(services)
        assert first == Moved(
            RatingList.USCHESS_REGULAR, {1: 1500}, frozenset({told.event_id}), person("Dana").user_id, now()
        )
        await undo_event(services, actor("Tess", manager=True), told.event_id)
        (_, second) = await self.left(services)
        ((shown,),) = {(one,) for one in second.players.values()}
        assert shown is not None
        assert shown > 1500
        assert second.events == {told.event_id}

    async def left(self, services: Services) -> list[Moved]:
        query = select(outbox_table.c.details).where(outbox_table.c.kind == MOVED).order_by(outbox_table.c.id)
        return [Moved.from_json(one) for row in await rows(services.database, query) for one in row.details]

    async def test_goes_when_whatever_follows_has_been_told(self, services: Services, actor: Actors) -> None:
        await set_rating(services, actor("Tess", manager=True), SetRatingRequest(person("Dana"), 1500.0, 40))
        await services.database.write(
            lambda connection: clubs.follow(connection, CLUB, "nothing known", follows=True), club=CLUB
        )
        for _ in range(3):
            await record_own_event(
                services, actor(), EventSubmission(parse_opponents("W1500"), name=str(_)), twice=True
            )
        assert len(await self.left(services)) == 3
        await a_worker(services).send_due()
        assert await self.left(services) == []


async def test_what_takes_the_number_of_a_row_that_is_gone_stays(services: Services, clock: Clock) -> None:
    """SQLite gives a free number to the next row: what a handler drops and puts is not what it was called for."""

    def made(connection: Any) -> outbox.Outgoing:
        clubs.lock_club(connection, CLUB, clock())
        outbox.put(connection, CLUB, "board", "first", clock())
        found = outbox.claim(connection, CLUB, "board", clock(), clock() + timedelta(minutes=2))
        assert found is not None
        outbox.drop(connection, CLUB, "board", ["first"])
        outbox.put(connection, CLUB, "board", "second", clock() + timedelta(days=1))
        outbox.sent(connection, found)
        outbox.pause(connection, found, "gone", clock())
        return found

    await services.database.write(made, club=CLUB)
    (left,) = await services.database.read(lambda connection: outbox.of_kind(connection, CLUB, "board"), club=CLUB)
    assert (left.subject, left.paused, left.due_at) == ("second", None, clock() + timedelta(days=1))
