"""Databases that released versions filled come to this version, keep what was stored, and go back and forth."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.services.context import Services
from bot.services.upkeep.refold import refold_outdated
from bot.services.upkeep.verify import verify_everywhere
from bot.store import migrate
from bot.store.database import Connection, Database
from bot.store.schema.comparison import canonical, expected, first_difference, found
from bot.store.tables import metadata
from tests.store.released import FOLDER, REVISIONS, Contents, contents_of, fill, write_file

pytestmark = pytest.mark.plain_tables

CLUB = 700


@pytest.fixture(params=REVISIONS)
def revision(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def stored(database: Database, revision: str, tmp_path: Path) -> AsyncIterator[Contents]:
    """Leave the database as a released version would, and return what it holds."""
    yield await fill(database, revision, tmp_path)
    if not database.is_sqlite:
        # Whatever a test left: the next one finds an empty database of this version.
        await migrate.downgrade(database, "base")
        await migrate.upgrade(database)


def test_there_is_a_database_of_every_revision() -> None:
    assert list(REVISIONS) == [f"{number:04}" for number in range(1, int(migrate.head()) + 1)]
    assert all(path.stat().st_size < 120_000 for path in FOLDER.glob("*.xz"))


def test_a_released_database_has_rows_in_every_table(revision: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(write_file(revision, tmp_path / "released.db"))) as released:
        names = [name for (name,) in released.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: released.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
    assert all(counts.values()), counts
    assert counts["event"] == 200
    if revision == migrate.head():
        assert counts.keys() == {*metadata.tables, "alembic_version"}


@pytest.mark.sampled(7)
async def test_a_released_database_comes_to_this_version_and_back_loses_nothing_and_is_what_its_facts_give(
    database: Database, services: Services, stored: Contents, revision: str
) -> None:
    columns = {name: list(rows[0]) for name, rows in stored.items()}
    await migrate.upgrade(database)
    await migrate.require_current(database)
    assert await migrate.differences(database) == []

    def look(connection: Connection) -> tuple[str, str, Contents]:
        return canonical(found(connection)), canonical(expected(connection.dialect)), contents_of(connection, columns)

    there, needed, kept = await database.read(look, club=None)
    assert there == needed
    assert kept == stored

    await migrate.downgrade(database, revision)
    assert await database.read(contents_of, club=None) == stored
    await migrate.upgrade(database)
    assert await database.read(first_difference, club=None) is None

    if not database.is_sqlite and revision not in (REVISIONS[0], REVISIONS[-1]):
        return  # what its facts give is the same in either kind of database
    await refold_outdated(services)
    verified = [club async for club in verify_everywhere(services)]
    assert [club.club_id for club in verified] == [CLUB]
    assert [(club.problem, list(map(str, club.differences))) for club in verified] == [(None, [])]


@pytest.mark.long
@pytest.mark.parametrize("revision", [REVISIONS[-1]], indirect=True)
async def test_a_filled_database_goes_all_the_way_down_and_up_step_by_step(
    database: Database, stored: Contents, revision: str
) -> None:
    for step in reversed(REVISIONS[:-1]):
        await migrate.downgrade(database, step)
        assert await migrate.current(database) == step
    for step in REVISIONS[1:]:
        await migrate.upgrade(database, step)
    await migrate.require_current(database)
    after = await database.read(contents_of, club=None)
    assert [row["id"] for row in after["event"]] == [row["id"] for row in stored["event"]]
