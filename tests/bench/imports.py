"""An import: the dry run and the confirmation of a file of 1,000 players and nine rounds, another club beside both."""

import asyncio
import gc
import json
import time
from datetime import date
from statistics import median
from typing import Any

from sqlalchemy import delete

from bot.services.context import Services
from bot.services.imports.import_event import confirm_import, preview_import
from bot.services.imports.import_report import ImportOptions
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.store.database import Connection
from bot.store.tables import entrant, game, journal, standing
from tests.bench.databases import CLUB, KINDS, databases
from tests.bench.measure import Figure, Times, ms, ratio_of, settle_memory, show, spread
from tests.bench.neighbours import DANA, LIST, NEIGHBOUR, Watch, actor_of, swiss, watched

MOST_CPU, MOST_WAIT = 0.6, 0.1
"""Seconds of CPU of both together, and of another club's worst wait."""

FLOOR = (entrant, game, journal, standing)
"""Tables whose rows of an import the floor stores again, in one COMMIT; players are not among them."""


async def run(*, quick: bool) -> None:
    players, rounds = (100, 2) if quick else (1000, 5)
    file = swiss(players)
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            for club in (CLUB, NEIGHBOUR):
                await set_rating(services, actor_of(club), SetRatingRequest(DANA, 1500, 30))
            await _import(services, CLUB + 1000, swiss(20))  # the first builds every statement
            settle_memory()
            looked, stored, both, floor = [], [], [], []
            for number in range(rounds):
                club = CLUB + 2000 + number
                gc.collect()  # what the last one has left; beside another club it would be a stop of our own making
                one, two = await _import(services, club, file)
                looked.append(one)
                stored.append(two)
                both.append(one + two)
                floor.append(await _plain_inserts(services, club))
            gc.collect()
            seen = Watch()
            async with watched(services, seen):
                await asyncio.sleep(0.5)
                await _import(services, CLUB + 3000, file)
                await asyncio.sleep(0.3)
            _show(kind, players, (looked, stored, both, floor), seen)


def _show(kind: str, players: int, times: tuple[Times, Times, Times, Times], seen: Watch) -> None:
    looked, stored, both, floor = times
    waits = [*seen.updates, *seen.boards]
    still, own = max(pause for pause, _ in seen.still), max(min(pair) for pair in seen.still)
    show(
        f"import of {players:,} players and nine rounds on {kind}",
        [
            Figure("dry run, CPU", ms(median(looked)), spread=spread(looked)),
            Figure("confirmation, CPU", ms(median(stored)), spread=spread(stored)),
            Figure("both, CPU", ms(median(both)), median(both) / MOST_CPU, "<= 1", spread(both)),
            Figure(
                "entrants, games, journal, standings by plain INSERTs, CPU", ms(median(floor)), spread=spread(floor)
            ),
            Figure("both : the plain INSERTs", "", ratio_of(both, floor)),
            Figure("another club's report meanwhile, median", ms(median(seen.updates))),
            Figure("its leaderboard, median", ms(median(seen.boards))),
            Figure("both, worst", ms(max(waits)), max(waits) / MOST_WAIT, "<= 1"),
            Figure("the event loop's longest stop", ms(still)),
            Figure("  of which this process was at work", ms(own)),
        ],
        f"CPU of the whole process; ratio = to {MOST_CPU} s of CPU, and to {MOST_WAIT} s of waiting",
    )


async def _import(services: Services, club: int, file: bytes) -> tuple[float, float]:
    """Look at a file and store it as the commands do; return the CPU of both, the server's not among it."""
    start = time.process_time()
    report = await preview_import(services, actor_of(club), file, ImportOptions(day=date(2020, 1, 1), lists=(LIST,)))
    looked = time.process_time()
    assert report.pending_id is not None
    await confirm_import(services, actor_of(club), report.pending_id)
    return looked - start, time.process_time() - looked


async def _plain_inserts(services: Services, club: int) -> float:
    """Take away what an import has stored in the tables of the floor, store it again; return the CPU of storing."""

    def take(connection: Connection) -> list[tuple[str, list[tuple[Any, ...]]]]:
        rows = []
        for table in FLOOR:
            found = connection.exec_driver_sql(f"SELECT * FROM {table.name} WHERE club_id = {club}")
            marks = ", ".join(["?" if services.database.is_sqlite else "%s"] * len(found.keys()))
            rows.append((f"INSERT INTO {table.name} VALUES ({marks})", [tuple(map(_as_given, row)) for row in found]))
        for table in reversed(FLOOR):
            connection.execute(delete(table).where(table.c.club_id == club))
        return rows

    def store(connection: Connection) -> None:
        for statement, rows in taken:
            connection.exec_driver_sql(statement, rows)

    taken = await services.database.write(take, club=None)
    start = time.process_time()
    await services.database.write(store, club=None)
    return time.process_time() - start


def _as_given(value: Any) -> Any:
    """Return a value as a plain INSERT takes it: psycopg reads JSON, and writes only text."""
    return json.dumps(value) if isinstance(value, dict | list) else value
