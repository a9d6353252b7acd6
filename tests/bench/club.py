"""A club of 10,000 players and 30,000 games: boards, search, history; its recalculation beside another club."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from statistics import median

from sqlalchemy import update

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.find_player import known_players
from bot.services.framework.whole_clubs import recalculate_club
from bot.services.ratings.history import HistoryQuery, rating_history_of
from bot.services.ratings.leaderboard import BoardOrder, leaderboard
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.rows import Player
from bot.store.database.tables import journal, standing
from bot.store.database.transactions import Connection
from core.files.typed.opponents import parse_opponents
from tests.bench.databases import CLUB, KINDS, databases
from tests.bench.drawn_club import GAMES, LIST, fill_club
from tests.bench.measure import Figure, Times, ms, p99, settle_memory, show, spread

NEIGHBOUR = 501
PAUSE, TICK = 0.1, 0.005
MOST_CPU, MOST_WAIT, MOST_STILL = 0.05, 2.0, 0.1
"""Seconds of CPU of a read, of another club's longest wait, of the event loop's longest stop."""

WORDS = ("", "e", "ma", "vin", "rosun", "julia tam", "99")
DANA, TESS = Member(1, "Dana"), Member(2, "Tess")
_interactions = count(1)


def actor_of(club: int, member: Member = TESS) -> Actor:
    return Actor(club, member, next(_interactions), manager=member is TESS)


async def run(*, quick: bool) -> None:
    members, events, rounds = (300, 60, 3) if quick else (10_000, 30_000 // GAMES, 15)
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            busiest = await fill_club(services, CLUB, members, events)
            await set_rating(services, actor_of(NEIGHBOUR), SetRatingRequest(DANA, 1500, 30))
            settle_memory()
            figures = [await _read(what, ask, rounds) for what, ask in _reads(services, busiest, members).items()]
            show(
                f"reads on {kind}: a club of {members:,} players, CPU of this process; ratio = to {ms(MOST_CPU)}",
                figures,
                f"(medians of {rounds} each)",
            )
            await services.database.write(_spoil, club=CLUB)
            await _recalculate(services, kind, events * GAMES)


def _spoil(connection: Connection) -> None:
    connection.execute(update(journal).where(journal.c.club_id == CLUB).values(after=1.0, performance=1.0, state={}))
    connection.execute(update(standing).where(standing.c.club_id == CLUB).values(rating=1.0, shown=1, state={}))


def _reads(services: Services, busiest: Player, members: int) -> dict[str, Callable[[], Awaitable[object]]]:
    reads: dict[str, Callable[[], Awaitable[object]]] = {}
    for order in BoardOrder:
        for where, page in (("first page", 0), ("middle page", members // 20)):
            ask = partial(leaderboard, services, actor_of(CLUB), LIST, order, page=page)
            reads[f"board by {order.value}: {where}"] = ask
    for words in WORDS:
        reads[f"search: {words!r}"] = partial(known_players, services, actor_of(CLUB), LIST, words, 25)
    reads["history of one player"] = partial(rating_history_of, services, actor_of(CLUB), busiest, HistoryQuery())
    return reads


async def _read(what: str, ask: Callable[[], Awaitable[object]], rounds: int) -> Figure:
    taken = []
    await ask()
    for _ in range(rounds):
        start = time.process_time()
        await ask()
        taken.append(time.process_time() - start)
    return Figure(what, ms(median(taken)), median(taken) / MOST_CPU, "<= 1", spread(taken))


async def _recalculate(services: Services, kind: str, games: int) -> None:
    updates, boards = list[float](), list[float]()
    stops = list[tuple[float, float]]()
    """How long the event loop did not turn, and what of it this process worked."""
    end = asyncio.Event()
    written = EventSubmission(parse_opponents("W1400 D1500"))

    async def report() -> None:
        await record_own_event(services, actor_of(NEIGHBOUR, DANA), written, twice=True)

    async def look() -> None:
        await leaderboard(services, actor_of(NEIGHBOUR, DANA), LIST)

    async def timed(times: list[float], job: Callable[[], Awaitable[None]]) -> None:
        while not end.is_set():
            start = time.perf_counter()
            await job()
            times.append(time.perf_counter() - start)
            await asyncio.sleep(PAUSE)

    async def tick() -> None:
        while not end.is_set():
            start, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK)
            stopped = time.perf_counter() - start - TICK
            stops.append((stopped, min(stopped, time.process_time() - worked)))

    watching = asyncio.gather(timed(updates, report), timed(boards, look), tick())
    await asyncio.sleep(0.5)
    start = time.perf_counter()
    await recalculate_club(services, CLUB)
    took = time.perf_counter() - start
    await asyncio.sleep(0.3)
    end.set()
    await watching
    show(
        f"recalculation of {games:,} games on {kind}, another club beside it",
        [
            Figure("in all", f"{took:.1f} s"),
            *_waits("another club's /rating update", updates),
            *_waits("another club's /leaderboard", boards),
            Figure("the event loop's longest stop", ms(max(stopped for stopped, _ in stops))),
            _held("  of which this process was at work", max(worked for _, worked in stops), MOST_STILL),
        ],
        f"ratio = to {MOST_WAIT:g} s, and to {MOST_STILL:g} s of the event loop",
    )


def _waits(what: str, times: Times) -> list[Figure]:
    return [
        Figure(f"{what}, median", ms(median(times))),
        Figure("  p99", ms(p99(times))),
        _held("  longest", max(times), MOST_WAIT),
    ]


def _held(what: str, seconds: float, most: float) -> Figure:
    return Figure(what, ms(seconds), seconds / most, "<= 1")
