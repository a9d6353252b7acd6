"""Two bots that start for the first time on the same database, at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from bot.store.database import migrate
from bot.store.database.transactions import Database
from tests.conftest import StoppableServer
from tests.depth import chosen
from tests.practice.processes import Ended, bot

ROUNDS = chosen(1, 5)


def start_both(folder: Path, url: str) -> list[Ended]:
    with ThreadPoolExecutor(2) as threads:
        return [future.result() for future in [threads.submit(bot, folder, "migrate", DATABASE_URL=url) for _ in "ab"]]


def check(ended: list[Ended]) -> None:
    for each in ended:
        assert (each.code, each.err) == (0, "")
        assert each.out == f"The database is at revision {migrate.head()}.\n"


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_both_succeed_on_sqlite(turn: int, tmp_path: Path) -> None:
    check(start_both(tmp_path, "sqlite:///club.db"))


async def test_tables_that_another_process_creates_meanwhile_are_our_own(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    revisions = iter([None, migrate.head()])

    async def current(_: Database) -> str | None:
        return next(revisions)

    monkeypatch.setattr(migrate, "current", current)
    await migrate.require_known(database)


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.parametrize("turn", range(ROUNDS))
def test_both_succeed_on_postgresql(turn: int, tmp_path: Path, own_server: StoppableServer) -> None:
    with psycopg.connect(own_server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE first{turn}")
    check(start_both(tmp_path, own_server.url.replace("/postgres?", f"/first{turn}?")))
