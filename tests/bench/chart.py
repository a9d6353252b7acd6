"""A chart of ten years: reading the history, laying the picture out, drawing it; and how large it is.

The best of several, as the specification measured its pictures: layouts and drawings in time of their own thread.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

from bot.services.context import Actor, Member, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.history.rating_history import HistoryQuery, compare_histories, rating_history_of
from bot.services.history.report import HistoryReport
from bot.services.history.window import Since
from bot.store.people import players
from bot.ui.cards.history import scene_of
from bot.ui.pictures.draw import draw
from core.formats.typed.opponents import parse_opponents
from tests.bench.databases import CLUB, TODAY, databases
from tests.bench.measure import Figure, ms, settle_memory, show

YEARS, EVENTS_A_YEAR, PEOPLE = 10, 40, 5
MOST_MS, MOST_KB = "<= 150", "<= 150"
RESULTS = ("W1500 L1600 D1550", "L1400 L1500 W1650", "W1700 D1450 W1350", "L1600 D1500 L1450")

_interactions = count(1)


def actor(number: int) -> Actor:
    return Actor(CLUB, Member(number + 1, f"Player {number + 1}"), next(_interactions))


async def filled(services: Services, events: int) -> None:
    """Let everybody play that many events, evenly over the years."""
    first = TODAY - timedelta(365 * YEARS)
    for at in range(events):
        day = first + timedelta(365 * YEARS * at // events)
        for number in range(PEOPLE):
            opponents = parse_opponents(RESULTS[(at * 7 + number) % len(RESULTS)])
            written = EventSubmission(opponents, day=day, games=0 if at == 0 else None, name=f"Event {at}")
            await record_own_event(services, actor(number), written, twice=True)


async def run(quick: bool = False) -> None:
    rounds, events = (3, 80) if quick else (15, YEARS * EVENTS_A_YEAR)
    async with databases() as maker:
        services = await maker.new("sqlite")
        await filled(services, events)
        settle_memory()
        others = await services.database.read(
            lambda connection: list(players.by_users(connection, CLUB, range(2, PEOPLE + 1)).values()), club=CLUB
        )
        reads = {
            "one player": lambda: rating_history_of(services, actor(0), None, HistoryQuery()),
            "five players": lambda: compare_histories(
                services, actor(0), [None, *others], HistoryQuery(since=Since.EVERYTHING)
            ),
        }
        figures: list[Figure] = []
        for what, ask in reads.items():
            report, reading = await ask(), []
            for _ in range(rounds):
                start = time.perf_counter()
                report = await ask()
                reading.append(time.perf_counter() - start)
            figures += _drawn(what, report, reading, rounds)
        show(
            "Charts of ratings",
            figures,
            f"{events} events in {YEARS} years, SQLite; the aim is for all of a chart",
        )


def _drawn(what: str, report: HistoryReport, reading: list[float], rounds: int) -> list[Figure]:
    scene = scene_of(report, "Riverside Chess Club")
    laid = _times(partial(scene_of, report, "Riverside Chess Club"), rounds)
    drawn = _times(partial(draw, scene), rounds)
    size = len(draw(scene)) / 1000
    whole = min(reading) + min(laid) + min(drawn)
    return [
        Figure(f"{what}: read", ms(min(reading))),
        Figure(f"{what}: laid out", ms(min(laid))),
        Figure(f"{what}: drawn", ms(min(drawn))),
        Figure(f"{what}: the whole chart", ms(whole), whole * 1000, MOST_MS if len(report.tracks) == 1 else ""),
        Figure(f"{what}: the picture", f"{size:.0f} kB", size, MOST_KB),
    ]


def _times(work: Callable[[], object], rounds: int) -> list[float]:
    found = []
    for _ in range(rounds):
        start = time.thread_time()
        work()
        found.append(time.thread_time() - start)
    return found
