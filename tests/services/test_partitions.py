"""PostgreSQL's partitions by club: the tables are in order, and a journey's statements look at one partition each."""

import re
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest
from folding_checks import CLUB, record_section, report
from sqlalchemy import Engine, ForeignKeyConstraint, PrimaryKeyConstraint, UniqueConstraint, event, select, text

from bot.services.context import Actor, Services
from bot.services.players.leaderboard import leaderboard
from bot.services.players.profile import profile_card
from bot.services.players.undo_last import undo_last
from bot.services.upkeep.verify import verify_everywhere
from bot.store import migrate, one_club, prepared, together
from bot.store.database import Database
from bot.store.kept import traces
from bot.store.schema.comparison import first_difference
from bot.store.schema.partitions import PARTITIONS, partitioned
from bot.store.tables import event as event_table
from core.lists import RatingList
from tests.conftest import SharedServer, make_partitions, now, person, rows

pytestmark = pytest.mark.postgres

Statement = tuple[str, Any]


@pytest.fixture
async def services(shared_server: SharedServer) -> AsyncIterator[Services]:
    shared_server.connection.execute("DROP DATABASE IF EXISTS partitions")
    shared_server.connection.execute("CREATE DATABASE partitions")
    url = shared_server.url.replace("/postgres?", "/partitions?")
    make_partitions(url)
    services = Services(Database(url), now)
    yield services
    await services.engine.close()
    await services.database.close()


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Statement]]:
    """Return what one club's transactions run from now on: statements with their parameters."""
    ran: list[Statement] = []

    def note(_connection: Any, _cursor: Any, text: str, parameters: Any, *_more: Any) -> None:
        if one_club.current() is not None and text.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
            ran.append((text, parameters[0] if isinstance(parameters, list) else parameters))

    run, send = prepared._Form.run, together.Together.send

    def run_and_note(form: Any, connection: Any, *rows: Any) -> Any:
        note(connection, None, form._text, form._values(rows[0]))
        return run(form, connection, *rows)

    def send_and_note(waiting: Any, connection: Any) -> None:
        if waiting._added:
            text, parameters = waiting.statement()
            ran.append((text, tuple(parameters)))
        send(waiting, connection)

    monkeypatch.setattr(prepared._Form, "run", run_and_note)
    monkeypatch.setattr(together.Together, "send", send_and_note)
    event.listen(Engine, "before_cursor_execute", note)
    yield ran
    event.remove(Engine, "before_cursor_execute", note)


def test_every_key_and_reference_between_clubs_tables_has_the_club() -> None:
    """What Citus asks of tables that it distributes by club, too."""
    tables = partitioned()
    of_clubs = [table for table in tables.sorted_tables if table.name != "club" and "club_id" in table.c]
    assert len(of_clubs) > 20
    for table in of_clubs:
        unique = [index for index in table.indexes if index.unique]
        keys = [one for one in table.constraints if isinstance(one, PrimaryKeyConstraint | UniqueConstraint)]
        for key in (*unique, *keys):
            assert "club_id" in {column.name for column in key.columns}, (table.name, key.name)
        for reference in (one for one in table.constraints if isinstance(one, ForeignKeyConstraint)):
            assert "club_id" in reference.column_keys, (table.name, reference.name)
            assert reference.referred_table in (*of_clubs, tables.tables["club"])


def triggers(url: str) -> list[tuple[Any, ...]]:
    of = "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger"
    with psycopg.connect(url) as connection:
        return connection.execute(f"{of} WHERE NOT tgisinternal AND tgparentid = 0 ORDER BY 1, 2".encode()).fetchall()


def test_they_have_the_triggers_of_the_plain_tables(services: Services, shared_server: SharedServer) -> None:
    """What a table's own migration makes beside it: without it nobody was found by name."""
    there = triggers(services.database.address.replace("+psycopg", ""))
    assert there == triggers(shared_server.url)
    assert {table for table, *_ in there} >= {"player", "standing"}


async def test_a_journeys_statements_look_at_one_partition(services: Services, named: list[Statement]) -> None:
    database = services.database
    assert await database.read(first_difference, club=None) is None
    section = partial(record_section, services=services)
    games = [(1, 1, 2, 1.0), (1, 3, 4, 0.5), (2, 1, 3, 1.0), (2, 2, 4, 0.0)]
    for club in (CLUB, CLUB + 1):
        who = partial(Actor, club, person("Dana"))
        await report(services, who(club * 10), "W1500 D1600 L1700", now().date())
        await report(services, who(club * 10 + 1), "W1400", now().date())
        await leaderboard(services, who(club * 10 + 2), RatingList.USCHESS_REGULAR)
        await profile_card(services, who(club * 10 + 3), None)
        await undo_last(services, who(club * 10 + 4), None)
    await database.write(lambda connection: section(connection, names="ABCD", games=games), club=CLUB)
    assert not any([one.differences async for one in verify_everywhere(services)])
    await database.write(lambda connection: traces.erase_club(connection, CLUB + 1), club=CLUB + 1)
    (left,) = await rows(database, select(event_table.c.club_id).distinct())
    assert left == (CLUB,)

    assert len(named) > 200
    with psycopg.connect(database.address.replace("postgresql+psycopg", "postgresql")) as connection:
        for text, parameters in dict(named).items():
            plan = connection.execute(f"EXPLAIN {text}".encode(), parameters).fetchall()
            looked_at = set(re.findall(r"_p(\d+)\b", " ".join(line for (line,) in plan)))
            assert len(looked_at) <= 1, (text, plan)


async def test_a_revision_that_makes_indexes_anew_makes_them_in_every_partition(services: Services) -> None:
    await migrate.downgrade(services.database, "0016")
    await migrate.upgrade(services.database, "0017")
    assert await services.database.read(first_difference, club=None) is None
    indexes = text(
        "SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'entrant_p%' AND indexdef LIKE '%(player_id)%'"
    )
    made = await services.database.read(lambda connection: connection.execute(indexes).scalars().all(), club=None)
    assert len(made) == PARTITIONS
    assert all("WHERE (player_id IS NOT NULL)" in index for index in made)
