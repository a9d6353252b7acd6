"""Other clubs beside heavy work: what /rating update and /leaderboard wait, and how long the event loop stands still.

One club has a history of years; it folds it again, tries a large file out and stores it, and one of its members gives
the heaviest command twelve times at once. Another club reports and reads ten times a second meanwhile.
"""

import asyncio
import random
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from statistics import median

from bot.services.context import Actor, Member, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.forecast.goal import goal
from bot.services.heavy import TooManyError
from bot.services.imports.import_event import confirm_import, preview_import
from bot.services.imports.import_report import ImportOptions
from bot.services.players.leaderboard import leaderboard
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.transaction import write_for_club
from bot.services.upkeep.refold import refold
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.rows import FactPosition, NewEvent
from core.crosstable import Crosstable, Entrant, Game
from core.formats.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.bench.databases import CLUB, KINDS, TODAY, databases
from tests.bench.measure import Figure, ms, p99, settle_memory, show

LIST = RatingList.USCHESS_REGULAR
NEIGHBOUR = 501
PLAYERS, ROUNDS = 8, 5
PAUSE, TICK = 0.1, 0.005
MOST_P99, MOST, MOST_STILL, MOST_MEMORY = 0.5, 1.0, 0.1, 120
"""Seconds of another club's p99 and worst wait, of the loop's longest stop, and MB more at the peak."""

DANA, TESS = Member(1, "Dana"), Member(2, "Tess")
_interactions = count(1)


def actor_of(club: int, member: Member = TESS) -> Actor:
    return Actor(club, member, next(_interactions), manager=member is TESS)


@dataclass
class Watch:
    """What another club and the loop met while something was under way; seconds.

    still: how long the loop did not turn, and what this process worked meanwhile.
    """

    updates: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    still: list[tuple[float, float]] = field(default_factory=list)
    took: float = 0.0
    memory: float = 0.0


async def run(*, quick: bool) -> None:
    events, players_of_file, flood = (60, 60, 4) if quick else (5000, 2000, 12)
    file = swiss(players_of_file)
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            await _fill(services, events)
            settle_memory()
            for name, job in _heavy_work(services, events, file, players_of_file, flood).items():
                _show(kind, name, await _beside(services, job))


def _heavy_work(
    services: Services, events: int, file: bytes, size: int, flood: int
) -> dict[str, Callable[[], Awaitable[object]]]:
    games = events * ROUNDS * PLAYERS // 2
    return {
        "nothing": lambda: asyncio.sleep(2),
        f"{games:,} games folded again": lambda: _refold(services),
        f"a dry run of {size:,} players": lambda: preview_import(services, actor_of(CLUB), file, ImportOptions()),
        f"that file stored, with {games:,} games behind it": lambda: _store(services, file),
        f"a member's goals of 60 opponents, {flood} at once": lambda: _goals(services, flood),
    }


def _show(kind: str, name: str, seen: Watch) -> None:
    waits = [*seen.updates, *seen.boards]
    still, own = max(still for still, _ in seen.still), max(min(pair) for pair in seen.still)
    show(
        f"another club on {kind} beside {name} ({seen.took:.1f} s)",
        [
            Figure("/rating update, median", ms(median(seen.updates))),
            Figure("/leaderboard, median", ms(median(seen.boards))),
            _held_against(f"both, p99 of {len(waits)}", ms(p99(waits)), p99(waits) / MOST_P99),
            _held_against("both, worst", ms(max(waits)), max(waits) / MOST),
            Figure("the event loop's longest stop", ms(still)),
            _held_against("  of which this process was at work", ms(own), own / MOST_STILL),
            _held_against("memory at the peak, more", f"{seen.memory:.0f} MB", seen.memory / MOST_MEMORY),
        ],
        f"ratio = to {MOST_P99} s, {MOST} s, {MOST_STILL} s and {MOST_MEMORY} MB",
    )


def _held_against(what: str, value: str, ratio: float) -> Figure:
    return Figure(what, value, ratio, "<= 1")


async def _beside(services: Services, job: Callable[[], Awaitable[object]]) -> Watch:
    """Do a job, with another club beside it from a moment before to a moment after."""
    seen = Watch()
    before = _peak()
    async with watched(services, seen):
        await asyncio.sleep(0.5)
        start = time.perf_counter()
        await job()
        seen.took = time.perf_counter() - start
        await asyncio.sleep(0.3)
    seen.memory = _peak() - before
    return seen


@asynccontextmanager
async def watched(services: Services, seen: Watch) -> AsyncIterator[None]:
    end = asyncio.Event()

    async def timed(times: list[float], job: Callable[[], Awaitable[object]]) -> None:
        while not end.is_set():
            start = time.perf_counter()
            await job()
            times.append(time.perf_counter() - start)
            await asyncio.sleep(PAUSE)

    async def tick() -> None:
        while not end.is_set():
            start, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK)
            seen.still.append((time.perf_counter() - start - TICK, time.process_time() - worked))

    written = EventSubmission(parse_opponents("W1400 D1500"))
    watching = [
        asyncio.create_task(
            timed(seen.updates, lambda: record_own_event(services, actor_of(NEIGHBOUR, DANA), written, twice=True))
        ),
        asyncio.create_task(timed(seen.boards, lambda: leaderboard(services, actor_of(NEIGHBOUR, DANA), LIST))),
        asyncio.create_task(tick()),
    ]
    try:
        yield
    finally:
        end.set()
        await asyncio.gather(*watching)


async def _refold(services: Services) -> None:
    await write_for_club(services, CLUB, refold, is_long=True)


async def _store(services: Services, file: bytes) -> None:
    report = await preview_import(services, actor_of(CLUB), file, ImportOptions(day=date(2020, 1, 1)))
    assert report.pending_id is not None
    await confirm_import(services, actor_of(CLUB), report.pending_id)


async def _goals(services: Services, flood: int) -> None:
    """Ask as the command does; what is refused is an answer too."""
    field_of_sixty = parse_opponents(" ".join(str(1200 + 10 * number) for number in range(60)))
    written = EventSubmission(field_of_sixty, rating=1500.0, games=3)

    async def one() -> bool:
        try:
            await goal(services, None, 2000.0, written, lambda: services.heavy.turn(CLUB, DANA.user_id))
        except TooManyError:
            return False
        return True

    answered = await asyncio.gather(*(one() for _ in range(flood)))
    if not any(answered):
        raise ValueError("not one of the goals was worked out")


async def _fill(services: Services, events: int) -> None:
    """Store sections of eight players, one a day, with nothing folded yet; let Dana play in both clubs."""

    def work(connection: Connection) -> None:
        draw = random.Random(1)
        clubs.lock_club(connection, CLUB, services.now())
        ids = [players.add_unlinked(connection, CLUB, f"Player {number}", services.now()).id for number in range(200)]
        for number, seq in enumerate(clubs.reserve_positions(connection, CLUB, events)):
            day = TODAY - timedelta(days=events - number)
            new = NewEvent(
                CLUB, FactPosition(day, seq), None, (LIST,), None, "file", TESS.user_id, None, services.now()
            )
            facts.add_event(connection, new, _section(draw, day, ids))

    await services.database.write(work, club=CLUB)
    for club in (CLUB, NEIGHBOUR):
        await set_rating(services, actor_of(club), SetRatingRequest(DANA, 1500, 30))


def _section(draw: random.Random, day: date, ids: list[int]) -> Crosstable:
    entrants = tuple(
        Entrant(place, draw.randrange(900, 2200), player=key, rated=True)
        for place, key in enumerate(draw.sample(ids, PLAYERS), start=1)
    )
    pairs = [(turn, *pair) for turn in range(1, ROUNDS + 1) for pair in _pairs(turn)]
    return Crosstable(day, entrants, tuple(Game(*pair, draw.choice((0.0, 0.5, 1.0))) for pair in pairs))


def _pairs(turn: int) -> list[tuple[int, int]]:
    """Return a round of a round robin of eight."""
    circle = [1, *(2 + (place + turn) % (PLAYERS - 1) for place in range(PLAYERS - 1))]
    return [(circle[at], circle[-1 - at]) for at in range(PLAYERS // 2)]


def swiss(size: int) -> bytes:
    """Return a file of so many players and nine rounds, in which everybody plays who is near."""
    draw = random.Random(2)
    lines = ["number,name,rating,games,1,2,3,4,5,6,7,8,9"]
    others = [[(number ^ turn) + 1 for turn in range(1, 10)] for number in range(size)]
    results: dict[tuple[int, int, int], str] = {}
    for number, row in enumerate(others, start=1):
        cells = []
        for turn, other in enumerate(row):
            if other > size:
                cells.append("B")
                continue
            mine = results.get((turn, number, other)) or draw.choice("WDL")
            results[turn, other, number] = {"W": "L", "L": "W", "D": "D"}[mine]
            cells.append(f"{mine}{other}")
        lines.append(f"{number},Guest N{number:05},{draw.randrange(900, 2200)},30,{','.join(cells)}")
    return "\n".join(lines).encode()


def _peak() -> float:
    """Return the most memory that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
