"""An import killed at any moment leaves the whole event or nothing of it."""

import signal
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store.database.transactions import Connection, Database
from tests.practice.processes import running

PLAYERS, GAMES = 30, 3 * 15
"""Three rounds in which everybody plays."""

SCRIPT = """
import asyncio, sys

from bot.services.framework.context import Actor, Member, Services
from bot.services.events.imports.import_event import confirm_import, preview_import
from bot.services.events.same_games import StoredAlready
from bot.services.events.imports.options import ImportOptions
from bot.store.database.transactions import Database

PLAYERS = 30
OTHERS = {{1: 1, 2: 3, 3: 5}}

def table(number):
    lines = ["number,name,rating,games,1,2,3"]
    cells = {{player: [] for player in range(PLAYERS)}}
    for by in OTHERS.values():
        met = set()
        for player in range(PLAYERS):
            if player not in met:
                other = next(one for one in range(PLAYERS) if one not in met and one != player and (player + one) % 2)
                met |= {{player, other}}
                cells[player].append(f"W{{other + 1}}")
                cells[other].append(f"L{{player + 1}}")
    for player, results in cells.items():
        lines.append(f"{{player + 1}},Player {{player}},{{1000 + player + number}},30," + ",".join(results))
    return "\\n".join(lines).encode()

async def main():
    services = Services(Database(sys.argv[1]))
    for number in range(1, 10_000):
        actor = Actor(7, Member(70, "Tess"), 2 * number, manager=True)
        seen = await preview_import(services, actor, table(number), ImportOptions())
        actor = Actor(7, Member(70, "Tess"), 2 * number + 1, manager=True)
        await confirm_import(services, actor, seen.pending_id, if_stored=StoredAlready.STAYS)
        print("stored", number, flush=True)

{patch}
asyncio.run(main())
"""

PAUSE = """
import time
from bot.store.ratings import journals
add = journals.add

def slow_add(*arguments, **options):
    add(*arguments, **options)
    print("in the middle", flush=True)
    time.sleep(60)

journals.add = slow_add
"""


async def imports(database: Database) -> int:
    """Return how many events a sound database holds."""

    def look(connection: Connection) -> int:
        if database.is_sqlite:
            assert connection.execute(text("PRAGMA integrity_check")).all() == [("ok",)]
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []

        def count(rows: str) -> int:
            return int(connection.execute(text(f"SELECT count(*) FROM {rows}")).scalar_one())

        events = count("event")
        assert count("audit WHERE action = 'import-event'") == events
        assert count("game") == GAMES * events
        assert count("entrant") == count("journal WHERE event_id IS NOT NULL") == PLAYERS * events
        once = PLAYERS * min(events, 1)
        assert [count("player"), count("standing"), count("entered_rating")] == [once] * 3
        assert count("pending_import") in (0, 1)
        return events

    return await database.read(look, club=None)


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_killed_before_the_commit_nothing_of_the_import_is_left(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    with running(tmp_path, "-c", SCRIPT.format(patch=PAUSE), database_url) as process:
        process.wait_for("in the middle")
        process.end(signal.SIGKILL)
    assert await imports(database) == 0


@pytest.mark.sampled(3)
@pytest.mark.both_databases
@pytest.mark.parametrize("stored", [1, 4])
async def test_a_killed_process_leaves_only_whole_imports(
    stored: int, database: Database, database_url: str, tmp_path: Path
) -> None:
    with running(tmp_path, "-c", SCRIPT.format(patch=""), database_url) as process:
        process.wait_for(f"stored {stored}$")
        ended = process.end(signal.SIGKILL)
    answered = ended.out.count("stored")
    assert await imports(database) in (answered, answered + 1)
