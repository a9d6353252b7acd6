"""A database of an unreleased version is recognised, told what it lacks, and mended where adding is enough."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.services.context import Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.upkeep.refold import refold_outdated
from bot.services.upkeep.verify import verify_club
from bot.store import clubs, migrate
from bot.store.database import Connection, Database
from bot.store.schema import triggers
from bot.store.schema.comparison import first_difference
from bot.store.schema.repair import SchemaError
from bot.store.tables import board_figure, club
from core.formats.typed.opponents import parse_opponents
from tests.conftest import TODAY, Actors, rows

pytestmark = pytest.mark.plain_tables

ADVICE = r": this (file|database) was made by an unreleased version; run `crosstable repair`\."
ONLY_ADDS = r", and `crosstable repair` only adds: restore a backup, or export the events "


@pytest.fixture
async def database(database: Database) -> AsyncIterator[Database]:
    """Hand on a database of a kind, and make its tables anew when the test has spoiled them."""
    yield database
    if not database.is_sqlite:
        await change(database, ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"])
        await migrate.upgrade(database)


async def change(database: Database, statements: Sequence[str]) -> None:
    def work(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    await database.write(work, club=None)


async def first(database: Database) -> str | None:
    found = await database.read(first_difference, club=None)
    return None if found is None else str(found)


async def test_the_tables_of_the_history_are_those_of_this_version(database: Database) -> None:
    assert await first(database) is None


EARLY_0004 = ["ALTER TABLE entrant DROP COLUMN class", "ALTER TABLE club DROP COLUMN fide_files"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("spoiled", "missing", "added"),
    [
        (EARLY_0004, "club.fide_files", ["club.fide_files", "entrant.class"]),
        (EARLY_0004[:1], "entrant.class", ["entrant.class"]),
        (["DROP INDEX ix_standing_shown"], "standing index ix_standing_shown", ["standing index ix_standing_shown"]),
        (["DROP TABLE title"], "title", ["title"]),
        (["DROP TABLE unshown", *EARLY_0004[:1]], "entrant.class", ["unshown", "entrant.class"]),
        (
            # With the index that goes with it, as a version before it had neither.
            ["DROP INDEX ix_event_waits_until", "ALTER TABLE event DROP COLUMN waits_until"],
            "event.waits_until",
            ["event.waits_until", "event index ix_event_waits_until"],
        ),
    ],
)
async def test_what_is_missing_is_named_and_added(
    database: Database, services: Services, actor: Actors, spoiled: list[str], missing: str, added: list[str]
) -> None:
    await record_own_event(services, actor(), EventSubmission(parse_opponents("W1400 D1500"), rating=1450.0, games=30))
    await change(database, spoiled)
    with pytest.raises(SchemaError, match=f"^{missing} is missing{ADVICE}$"):
        await migrate.require_current(database)
    with pytest.raises(SchemaError, match=f"^{missing} is missing{ADVICE}$"):
        await migrate.upgrade(database)
    assert sorted(await migrate.repair(database)) == sorted(added)
    await migrate.require_current(database)
    assert await migrate.differences(database) == []
    assert await migrate.repair(database) == []
    await record_own_event(services, actor(), EventSubmission(parse_opponents("W1400 D1500")), twice=True)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("gone", ["journal", "standing", "board", "board_count", "norm", "title"])
async def test_a_table_of_what_is_derived_that_comes_back_empty_is_filled_from_the_facts(
    database: Database, services: Services, actor: Actors, gone: str
) -> None:
    won = EventSubmission(parse_opponents("W1900 W1800 W1850 D1900"), rating=1500.0, games=30, day=TODAY - timedelta(9))
    await record_own_event(services, actor(), won)
    await record_own_event(services, actor(), EventSubmission(parse_opponents("L1400 L1500")))
    await change(database, [f"DROP TABLE {gone}"])
    back, *kept = await migrate.repair(database)
    assert back == gone
    # Some tables are kept by triggers: those of the standings went with them, and gains and peaks go by the journal.
    of = {"standing": ("games_count", "known_part", "board_figure"), "journal": ("board_figure",)}.get(gone, ())
    assert all(any(name in one for one in kept) for name in of)
    assert all(any(name in one for name in of) for one in kept)
    assert await refold_outdated(services) == 1
    assert await verify_club(services, actor().club_id) == []
    assert await rows(database, select(club.c.fold_version)) == [(clubs.FOLD_VERSION,)]
    assert await refold_outdated(services) == 0


async def test_tables_that_triggers_keep_come_back_with_those_that_they_go_by(
    database: Database, services: Services, actor: Actors
) -> None:
    won = EventSubmission(parse_opponents("W1900 W1800"), rating=1500.0, games=30, day=TODAY - timedelta(9))
    await record_own_event(services, actor(), won)
    gone = ["journal", "standing", *(table.name for table in triggers.KEPT)]
    await change(database, [f"DROP TABLE {name}" for name in gone])
    assert {*gone} <= {*await migrate.repair(database)}
    assert await refold_outdated(services) == 1
    assert await verify_club(services, actor().club_id) == []
    assert len(await rows(database, select(board_figure))) == 2
    assert await migrate.repair(database) == []


async def test_what_is_not_derived_comes_back_without_a_fold(
    database: Database, services: Services, actor: Actors
) -> None:
    await record_own_event(services, actor(), EventSubmission(parse_opponents("W1400 D1500"), rating=1450.0, games=30))
    await change(database, ["DROP INDEX ix_standing_shown", "DROP TABLE unshown"])
    await migrate.repair(database)
    assert await refold_outdated(services) == 0


async def test_an_added_column_refers_to_its_table_as_the_one_of_the_history_does(database: Database) -> None:
    if database.is_sqlite:
        await change(database, ["DROP TABLE title", _TITLE_WITHOUT_EVENT])
    else:
        await change(database, ["ALTER TABLE title DROP COLUMN event_id"])
    assert await migrate.repair(database) == ["title.event_id"]
    assert await first(database) is None


_TITLE_WITHOUT_EVENT = """
CREATE TABLE title (
    player_id INTEGER NOT NULL CONSTRAINT fk_title_player_id REFERENCES player (id),
    list VARCHAR(32) NOT NULL, scheme VARCHAR(32) NOT NULL, level INTEGER NOT NULL,
    club_id BIGINT NOT NULL, date DATE NOT NULL, seq INTEGER NOT NULL,
    CONSTRAINT pk_title PRIMARY KEY (player_id, list, scheme, level))"""


@pytest.mark.parametrize(
    ("spoiled", "difference"),
    [
        ("ALTER TABLE player DROP COLUMN name", "player.name is missing"),
        ("ALTER TABLE player ADD COLUMN shoe_size INTEGER", "player.shoe_size is unknown to this version"),
        ("DROP INDEX ix_standing_date", None),
    ],
)
async def test_what_adding_does_not_mend_is_left_as_it_is(
    database: Database, spoiled: str, difference: str | None
) -> None:
    """Neither a column that must not be empty nor one too many; and then nothing else is added either."""
    await change(database, [spoiled, "CREATE TABLE note (id INTEGER)", "CREATE INDEX ix_note ON note (id)"])
    if difference is None:
        assert await migrate.repair(database) == ["standing index ix_standing_date"]
        return
    await change(database, EARLY_0004[:1])
    with pytest.raises(SchemaError, match=f"^{difference}{ONLY_ADDS}|^entrant.class is missing{ADVICE}"):
        await migrate.require_current(database)
    with pytest.raises(SchemaError, match=f"^{difference}{ONLY_ADDS}"):
        await migrate.repair(database)
    assert await first(database) == "entrant.class is missing"


async def test_a_column_of_another_kind_is_named_with_both(database: Database) -> None:
    if database.is_sqlite:
        await change(database, ["ALTER TABLE entrant DROP COLUMN class", "ALTER TABLE entrant ADD COLUMN class TEXT"])
    else:
        await change(database, ["ALTER TABLE entrant ALTER COLUMN class TYPE TEXT"])
    sentence = rf"^entrant\.class is text where varchar\(16\) is needed{ONLY_ADDS}"
    with pytest.raises(SchemaError, match=sentence):
        await migrate.require_current(database)
    with pytest.raises(SchemaError, match=sentence):
        await migrate.repair(database)


async def test_tables_of_a_backup_program_and_an_administrators_index_are_let_be(database: Database) -> None:
    await change(
        database, ["CREATE TABLE _backup_seq (id INTEGER)", "CREATE INDEX fast_players ON player (club_id, created_at)"]
    )
    await migrate.require_current(database)


async def test_a_unique_index_too_many_is_not_let_be_for_it_refuses_rows(database: Database) -> None:
    await change(database, ["CREATE UNIQUE INDEX one_name ON player (club_id, name)"])
    assert await first(database) == "player index one_name is unknown to this version"


async def test_an_index_of_our_name_on_other_columns_is_named_with_both(database: Database) -> None:
    await change(
        database, ["DROP INDEX ix_standing_date", "CREATE UNIQUE INDEX ix_standing_date ON standing (club_id, list)"]
    )
    assert await first(database) == (
        "standing index ix_standing_date is unique on (club_id, list) where on (club_id, list, active, date) is needed"
    )


async def test_which_rows_stand_in_an_index_counts(database: Database) -> None:
    index = "ix_journal_opening_id"
    await change(database, [f"DROP INDEX {index}", f"CREATE INDEX {index} ON journal (opening_id)"])
    needed = "on (opening_id) if opening_id IS NOT NULL"
    assert await first(database) == f"journal index {index} is on (opening_id) where {needed} is needed"
    await change(database, [f"DROP INDEX {index}"])
    assert await migrate.repair(database) == [f"journal index {index}"]
    assert await first(database) is None


async def test_the_order_of_an_index_counts(database: Database) -> None:
    await change(
        database,
        [
            "DROP INDEX ix_standing_games",
            "CREATE INDEX ix_standing_games ON standing (club_id, list, games, player_id)",
        ],
    )
    assert await first(database) == (
        "standing index ix_standing_games is on (club_id, list, games, player_id) "
        "where on (club_id, list, games falling, player_id) is needed"
    )
