"""What PostgreSQL is given together: nobody misses a row that waits, and a refusal is told to whom it belongs."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import String, func, insert, literal_column, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.services.context import Actor, Services
from bot.services.events.record import record_own_event
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.store import clubs, together
from bot.store.database import Connection, Database
from bot.store.derived import standings
from bot.store.errors import is_delivered_twice
from bot.store.postgres_threads import PREPARE_AFTER, _prepare_if_direct
from bot.store.prepared import Prepared, run_plain
from bot.store.tables import audit, board_count, games_count
from bot.store.upsert import adding
from core.lists import RatingList
from tests.conftest import SharedServer, person
from tests.services.folding_checks import event

CLUB, NOW = 500, datetime(2026, 11, 25, tzinfo=UTC)
ADD = Prepared(insert(audit))
ADD_TO_COUNT = Prepared(lambda dialect: adding(dialect, board_count, "players"))
NOTES = Prepared(select(audit.c.action).order_by(audit.c.id))
PLAYERS = Prepared(select(board_count.c.players))

Reader = Callable[[Connection], list[str]]


def note(action: str, interaction: int | None = None) -> dict[str, Any]:
    told = {"at": NOW, "actor_id": 1, "action": action, "subject_id": None, "details": None}
    return {"club_id": CLUB, "interaction_id": interaction, **told}


@pytest.fixture
async def club(database: Database) -> Database:
    await database.write(lambda connection: clubs.lock_club(connection, CLUB, NOW), club=CLUB)
    return database


def by_prepared(connection: Connection) -> list[str]:
    return [row.action for row in NOTES.rows(connection, {})]


def by_sqlalchemy(connection: Connection) -> list[str]:
    return list(connection.execute(select(audit.c.action).order_by(audit.c.id)).scalars())


def by_text(connection: Connection) -> list[str]:
    return list(connection.exec_driver_sql("SELECT action FROM audit ORDER BY id").scalars())


def by_text_within(connection: Connection) -> list[str]:
    written = literal_column("(SELECT max(action) FROM audit)", String)
    return [row.action for row in Prepared(select(written.label("action"))).rows(connection, {})]


def by_inner_select(connection: Connection) -> list[str]:
    inner = select(audit.c.action).order_by(audit.c.id).limit(1).scalar_subquery()
    return [row.action for row in Prepared(select(inner.label("action"))).rows(connection, {})]


@pytest.mark.parametrize("read", [by_prepared, by_sqlalchemy, by_text, by_text_within, by_inner_select])
async def test_a_row_that_waits_is_seen_by_whoever_reads_its_table(club: Database, read: Reader) -> None:
    def work(connection: Connection) -> list[str]:
        ADD.run(connection, note("one"))
        return read(connection)

    assert await club.write(work, club=CLUB) == ["one"]
    assert await club.read(by_sqlalchemy, club=CLUB) == ["one"]


@pytest.mark.parametrize("read", [by_prepared, by_sqlalchemy, by_text])
async def test_a_refusal_is_the_same_whoever_sends_the_row(club: Database, read: Reader) -> None:
    def work(connection: Connection) -> list[str]:
        ADD.run(connection, note("two", 1))
        return read(connection)

    await club.write(lambda connection: ADD.run(connection, note("one", 1)), club=CLUB)
    with pytest.raises(IntegrityError) as refused:
        await club.write(work, club=CLUB)
    assert is_delivered_twice(refused.value)
    assert await club.read(by_sqlalchemy, club=CLUB) == ["one"]


async def test_what_waits_is_sent_before_another_write(club: Database) -> None:
    def work(connection: Connection) -> None:
        ADD.run(connection, note("one"))
        connection.execute(update(audit).values(action="two"))
        ADD.run(connection, note("three"))
        Prepared(update(audit).where(audit.c.action == "three").values(action="four")).run(connection, {})

    await club.write(work, club=CLUB)
    assert await club.read(by_sqlalchemy, club=CLUB) == ["two", "four"]


async def test_a_row_is_added_to_again_and_again(club: Database) -> None:
    """Two parts of one statement would not see each other's row."""
    one = {"club_id": CLUB, "list": "us-regular", "active": True, "shown": 1500}

    def work(connection: Connection) -> list[int]:
        for players in (1, 2, 3):
            ADD_TO_COUNT.run(connection, {**one, "players": players})
        return [row.players for row in PLAYERS.rows(connection, {})]

    assert await club.write(work, club=CLUB) == [6]


async def test_a_table_that_triggers_keep_is_read_behind_what_waits(services: Services) -> None:
    await set_rating(services, Actor(CLUB, person("Tess"), 1, manager=True), SetRatingRequest(person("Dana"), 1500, 25))
    games = Prepared(select(func.sum(games_count.c.players).label("players")).where(games_count.c.games == 77))

    def work(connection: Connection) -> tuple[int, int]:
        (old,) = standings.on_list(connection, CLUB, RatingList.USCHESS_REGULAR, ())
        before = games.rows(connection, {})[0].players or 0
        standings.put_many(connection, CLUB, RatingList.USCHESS_REGULAR, [(old, replace(old, games=77))])
        return before, games.rows(connection, {})[0].players

    assert await services.database.write(work, club=CLUB) == (0, 1)


async def test_what_is_refused_when_it_is_sent_undoes_that_writer_alone(club: Database) -> None:
    def add(action: str, interaction: int) -> Callable[[Connection], str]:
        def work(connection: Connection) -> str:
            ADD.run(connection, note(action, interaction))
            return action

        return work

    writing = [club.write(add(action, at), club=CLUB) for action, at in (("one", 1), ("two", 1), ("three", 3))]
    told = await asyncio.gather(*writing, return_exceptions=True)
    assert [told[0], told[2]] == ["one", "three"]
    assert isinstance(told[1], IntegrityError)
    assert await club.read(by_sqlalchemy, club=CLUB) == ["one", "three"]


@pytest.mark.parametrize("interaction", [2, 1])
async def test_a_row_of_a_writer_who_fails_goes_with_nobody(club: Database, interaction: int) -> None:
    """Sent all the same, one that is refused would take the others of the transaction with it."""

    def fails(connection: Connection) -> None:
        ADD.run(connection, note("one", interaction))
        raise ZeroDivisionError

    def works(connection: Connection) -> None:
        ADD.run(connection, note("two", 3))

    await club.write(lambda connection: ADD.run(connection, note("zero", 1)), club=CLUB)
    told = await asyncio.gather(*(club.write(one, club=CLUB) for one in (fails, works)), return_exceptions=True)
    # SQLite says at once that the interaction is there already.
    assert isinstance(told[0], ZeroDivisionError if interaction == 2 else (ZeroDivisionError, IntegrityError))
    assert told[1] is None
    assert await club.read(by_sqlalchemy, club=CLUB) == ["zero", "two"]


async def test_a_dry_run_is_refused_what_the_write_would_be(club: Database) -> None:
    def twice(connection: Connection) -> None:
        ADD.run(connection, note("one", 1))
        ADD.run(connection, note("two", 1))

    for run in (club.try_out, club.write):
        with pytest.raises(IntegrityError):
            await run(twice, club=CLUB)
    assert await club.read(by_sqlalchemy, club=CLUB) == []


@pytest.mark.parametrize("action", ["\0", "\ud800", "a" * 33])
async def test_a_text_that_is_none_is_refused(club: Database, action: str) -> None:
    """As by SQLAlchemy's plain statement: SQLite takes two of the three, and PostgreSQL none."""
    one_by_one = await club.write(lambda connection: outcome(connection, action, plain=True), club=CLUB)
    waiting = await club.write(lambda connection: outcome(connection, action, plain=False), club=CLUB)
    assert waiting == one_by_one


def outcome(connection: Connection, action: str, *, plain: bool) -> bool:
    """Return whether a text is taken, by SQLAlchemy's plain statement or by ours."""
    run_plain(connection, "SAVEPOINT here")
    try:
        if plain:
            connection.execute(insert(audit).values(note(action)))
        else:
            ADD.run(connection, note(action))
            together.send(connection)
    except (DBAPIError, ValueError):
        together.drop(connection)
        return False
    finally:
        run_plain(connection, "ROLLBACK TO SAVEPOINT here")
    return True


@pytest.mark.postgres
async def test_a_report_adds_its_rows_in_three_statements(
    shared_server: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[list[str]] = []
    send = together.Together.send

    def send_and_note(waiting: Any, connection: Connection) -> None:
        if waiting._added:
            sent.append(list(waiting._added))
        send(waiting, connection)

    monkeypatch.setattr(together.Together, "send", send_and_note)
    database = Database(shared_server.url)
    try:
        services = Services(database, lambda: NOW)
        actor = Actor(CLUB, person("Dana"), 1, manager=True)
        await record_own_event(services, actor, event("W1500 L1600 D1550", rating=1470, games=25))
        await services.engine.close()
    finally:
        await database.close()
        shared_server.empty()
    whole = {"event_list", "entrant", "game", "journal", "standing", "board_count", "audit"}
    assert {table for tables in sent for table in tables} >= whole
    assert len(sent) <= 3


class Pretended(SimpleNamespace):
    """A connection whose server says that its process has a number, where another was told when it was opened."""

    def execute(self, _: str) -> Any:
        return SimpleNamespace(fetchone=lambda: (self.process,))


def test_statements_are_prepared_where_no_pooler_stands_between(shared_server: SharedServer) -> None:
    with psycopg.connect(shared_server.url, prepare_threshold=None) as connection:
        assert _prepare_if_direct(connection).prepare_threshold == PREPARE_AFTER
    pooled: Any = Pretended(process=1, info=SimpleNamespace(backend_pid=2), prepare_threshold=None)
    assert _prepare_if_direct(pooled).prepare_threshold is None
