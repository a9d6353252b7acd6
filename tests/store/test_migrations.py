"""The history of the database: up, checked, down and up again, on both kinds."""

import asyncio
import sqlite3
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Dialect, MetaData, delete, func, insert, inspect, select

from bot.services.context import Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.players.undo_last import undo_last
from bot.services.upkeep.refold import refold_outdated
from bot.services.upkeep.verify import verify_everywhere
from bot.store import migrate
from bot.store.database import Connection, Database, DatabaseError
from bot.store.schema import comparison
from bot.store.tables import event, metadata, player, schema_step
from core.formats.typed.opponents import parse_opponents
from tests.conftest import Actors, person

pytestmark = pytest.mark.plain_tables


async def tables(database: Database) -> set[str]:
    return set(await database.read(lambda connection: inspect(connection).get_table_names(), club=None))


@pytest.mark.sampled(2)
async def test_the_history_runs_up_is_checked_runs_down_and_up(database: Database) -> None:
    everything = {table.name for table in metadata.sorted_tables} | {"alembic_version"}
    assert await migrate.differences(database) == []
    assert await tables(database) == everything
    await migrate.downgrade(database, "base")
    assert await tables(database) == {"alembic_version"}
    await migrate.upgrade(database)
    assert await migrate.differences(database) == []
    assert await tables(database) == everything
    await migrate.require_current(database)
    noted = await database.read(lambda connection: connection.execute(select(schema_step)).all(), club=None)
    assert noted[0] == ("0012", "0011", True)


async def test_the_version_before_starts_on_what_the_next_one_only_added_to(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes are updated one by one: the others may be started again meanwhile."""
    needed, head = comparison.expected, migrate.head()

    def without_a_column(dialect: Dialect, *more: Any) -> comparison.Schema:
        return {part: words for part, words in needed(dialect, *more).items() if part != "club.time_zone"}

    async def note(follows: str, *, expand: bool) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(schema_step))
            row = {"revision": head, "follows": follows, "expand": expand}
            connection.execute(insert(schema_step).values(row))

        await database.write(work, club=None)

    monkeypatch.setattr(migrate, "head", lambda: "before")
    monkeypatch.setattr(migrate, "_revisions", lambda: {"before"})
    monkeypatch.setattr(comparison, "expected", without_a_column)
    await note("before", expand=True)
    await migrate.require_current(database)
    for follows, expand in (("before", False), ("long before", True)):
        await note(follows, expand=expand)
        with pytest.raises(DatabaseError, match="newer version; update the bot"):
            await migrate.require_current(database)
    await note("before", expand=True)
    monkeypatch.setattr(comparison, "expected", lambda *about: {**needed(*about), "club.gone": "integer"})
    with pytest.raises(DatabaseError, match=r"club\.gone is .* where integer is needed"):
        await migrate.require_current(database)


@pytest.mark.both_databases
async def test_what_the_next_version_only_adds_stops_nobody_of_this_one(
    services: Services, actor: Actors, trusting: None
) -> None:
    """One process is updated while the others, of this version, go on reporting."""
    database = services.database
    people = [f"Member {number}" for number in range(6)]
    for name in people:
        await set_rating(
            services, actor("Tess", manager=True), SetRatingRequest(person(name), 1500, 30, day=date(2025, 12, 1))
        )

    def step(connection: Connection) -> None:
        """Do as the next version's migration does, in its one transaction."""
        connection.exec_driver_sql("ALTER TABLE player ADD COLUMN newer INTEGER")
        connection.exec_driver_sql(
            "CREATE TABLE newer (club_id BIGINT NOT NULL, id INTEGER, PRIMARY KEY (club_id, id))"
        )
        row = {"revision": "newer", "follows": migrate.head(), "expand": True}
        connection.execute(insert(schema_step).values(row))
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'newer'")

    async def report(name: str, turn: int) -> None:
        written = EventSubmission(parse_opponents("W1400 D1600"), day=date(2026, 1, 1) + timedelta(turn))
        await record_own_event(services, actor(name), written)

    def undo(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE newer")
        connection.exec_driver_sql("ALTER TABLE player DROP COLUMN newer")
        connection.execute(delete(schema_step).where(schema_step.c.revision == "newer"))
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrate.head()}'")

    early = [report(name, turn) for turn in range(3) for name in people]
    late = [report(name, turn) for turn in range(3, 6) for name in people]
    try:
        await asyncio.gather(*early, database.write(step, club=None), *late)
        await migrate.require_current(database)
        stored = select(func.count()).select_from(event)
        assert await database.read(lambda connection: connection.execute(stored).scalar_one(), club=None) == 36
        assert [done.is_good async for done in verify_everywhere(services)] == [True]
    finally:
        await database.write(undo, club=None)


async def test_there_is_one_history_with_one_head() -> None:
    script = ScriptDirectory.from_config(migrate._config())
    assert script.get_heads() == [migrate.head()]
    assert {revision.revision for revision in script.walk_revisions()} == migrate._revisions()


async def test_a_database_that_is_behind_is_refused_with_the_command_to_run(database: Database) -> None:
    await migrate.downgrade(database, "base")
    try:
        with pytest.raises(DatabaseError, match="crosstable migrate"):
            await migrate.require_current(database)
    finally:
        await migrate.upgrade(database)


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (id INTEGER)")
    other.close()
    database = Database(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(DatabaseError, match="tables of another program"):
        await migrate.require_current(database)
    await database.close()


async def test_a_database_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    path = tmp_path / "mistyped.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(DatabaseError, match="There is no database"):
        await migrate.require_current(database)
    await database.close()
    assert not path.exists()


async def contents(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table that a database has, whatever this version knows of it."""

    def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        found = MetaData()
        found.reflect(connection)
        return {
            table.name: sorted((row._asdict() for row in connection.execute(select(table))), key=repr)
            for table in found.sorted_tables
            if table.name != "alembic_version"
        }

    return await database.read(read, club=None)


@pytest.fixture
async def filled_at_0001(services: Services, actor: Actors, trusting: None) -> dict[str, list[dict[str, Any]]]:
    """Leave a database at revision 0001 with rows in every table that has some there; return them."""
    await set_rating(services, actor("Tess", manager=True), SetRatingRequest(person("Dana"), 1580.0, 30, reason="list"))
    for opponents in ("W1400 W1400 D1400 L1400", "W1500 BYE W1500 W1500", "D1600"):
        await record_own_event(services, actor(), EventSubmission(parse_opponents(opponents), name="Open"))
    await record_own_event(services, actor("Eli"), EventSubmission(parse_opponents("W@Dana D1500"), games=0))
    await undo_last(services, actor(), None)
    await migrate.downgrade(services.database, "0001")
    return await contents(services.database)


async def test_the_second_revision_keeps_what_the_first_one_stored(
    database: Database, filled_at_0001: dict[str, list[dict[str, Any]]]
) -> None:
    assert {name for name, lines in filled_at_0001.items() if not lines} <= {"board", "title"}
    await migrate.upgrade(database, "0002")
    after = await contents(database)
    new_tables = after.keys() - filled_at_0001.keys()
    assert "demotion" in new_tables
    assert not any(after[name] for name in new_tables)
    usual = {"fold_version": 1, "adult": True}
    for name, lines in filled_at_0001.items():
        old = lines[0].keys() if lines else ()
        assert sorted(({key: line[key] for key in old} for line in after[name]), key=repr) == lines, name
        for line in after[name]:
            new = line.keys() - old
            assert {column: line[column] for column in new} == {column: usual.get(column) for column in new}
    assert after["club"][0].keys() >= {"house_rules", "fold_version"}
    assert after["player"][0].keys() >= {"born", "adult"}
    await migrate.upgrade(database)


@pytest.mark.long
async def test_what_was_migrated_goes_on_from_where_it_was(
    services: Services, actor: Actors, filled_at_0001: dict[str, list[dict[str, Any]]]
) -> None:
    """Folded again, 1580's title of 1400 is there with the points of a norm, and the ratings are what they were."""
    await migrate.upgrade(services.database)
    await migrate.require_current(services.database)
    assert await refold_outdated(services) == 1
    (dana, eli) = sorted((await contents(services.database))["standing"], key=lambda line: line["player_id"])
    before = sorted(filled_at_0001["standing"], key=lambda line: line["player_id"])
    assert [line["rating"] for line in (dana, eli)] == [line["rating"] for line in before]
    assert (dana["title_level"], dana["title_points"]) == (1400, 2)
    assert eli["title_level"] is None
    report = await record_own_event(services, actor(), EventSubmission(parse_opponents("D1600")))
    assert report.outcome.before is not None
    assert report.outcome.before.rating == dana["rating"]


@pytest.mark.long
async def test_the_second_revision_runs_down_and_up_on_a_database_with_rows(
    database: Database, filled_at_0001: dict[str, list[dict[str, Any]]]
) -> None:
    await migrate.upgrade(database, "0002")
    await migrate.downgrade(database, "0001")
    assert await contents(database) == filled_at_0001
    await migrate.upgrade(database)
    assert await migrate.differences(database) == []


async def test_members_of_before_are_known_in_files_by_the_name_they_had(services: Services, actor: Actors) -> None:
    database = services.database
    await set_rating(services, actor("Tess", manager=True), SetRatingRequest(person("Dana"), 1500, 30))
    await migrate.downgrade(database, "0006")
    await migrate.upgrade(database)
    found = select(player.c.name, player.c.known_as, player.c.hidden, player.c.left_at)
    rows = await database.read(lambda connection: connection.execute(found).all(), club=None)
    assert [tuple(row) for row in rows] == [("Dana", "dana", False, None)]
