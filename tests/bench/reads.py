"""Sixty-four readers at once beside a writer: what a read takes, what the writer waits, and what stays bounded."""

import asyncio
import threading
import time
from dataclasses import dataclass
from itertools import count
from statistics import median

from bot.store.sqlite.threads import READERS

from bot.services.context import Actor, Member, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.players.rating_card import player_card
from core.formats.typed.opponents import parse_opponents
from tests.bench.databases import CLUB, KINDS, databases
from tests.bench.measure import Figure, ms, p99, settle_memory, show

READS_AT_ONCE = 64
AIM = "<= 3"
"""A read among 64, by itself, against one that is alone: it hops between threads either way."""

_interactions = count(1)


@dataclass
class Seen:
    """What the rounds showed: seconds of each round of reads, seconds of each write, the most threads."""

    rounds: list[float]
    writes: list[float]
    threads: int = 0


def actor() -> Actor:
    return Actor(CLUB, Member(1, "Dana"), next(_interactions))


async def report(services: Services, games: int | None = None) -> None:
    await record_own_event(services, actor(), EventSubmission(parse_opponents("W1400 L1500"), games=games), twice=True)


async def read(services: Services) -> None:
    await player_card(services, actor(), None, None)


async def rounds_of(services: Services, readers: int, rounds: int) -> Seen:
    """Let so many readers read at once, round after round, while one member reports event after event."""
    seen, over = Seen([], []), asyncio.Event()

    async def keep_reporting() -> None:
        while not over.is_set():
            start = time.perf_counter()
            await report(services)
            seen.writes.append(time.perf_counter() - start)

    reporting = asyncio.create_task(keep_reporting())
    for _ in range(rounds):
        start = time.perf_counter()
        await asyncio.gather(*(read(services) for _ in range(readers)))
        seen.rounds.append(time.perf_counter() - start)
        seen.threads = max(seen.threads, threading.active_count())
    over.set()
    await reporting
    return seen


async def run(*, quick: bool) -> None:
    rounds = 20 if quick else 500
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            await report(services, games=0)
            await rounds_of(services, READS_AT_ONCE, 3)  # opens every connection
            settle_memory()
            one = await rounds_of(services, 1, rounds)
            many = await rounds_of(services, READS_AT_ONCE, rounds)
            each = median(many.rounds) / READS_AT_ONCE
            show(
                f"reads on {kind}: {READS_AT_ONCE} at once beside a writer, {rounds * READS_AT_ONCE:,} in all",
                [
                    Figure("one reader: a read", ms(median(one.rounds))),
                    Figure(f"{READS_AT_ONCE} readers: a round, by the read", ms(each), each / median(one.rounds), AIM),
                    Figure("  a whole round, p99", ms(p99(many.rounds))),
                    Figure(
                        "  the writer's event, median",
                        ms(median(many.writes)),
                        median(many.writes) / median(one.writes),
                    ),
                    Figure("  the writer's event, longest", ms(max(many.writes))),
                    Figure("  events stored meanwhile", f"{len(many.writes):,}"),
                    Figure("  most threads in the process", f"{many.threads}"),
                ],
                f"(ratios to one reader; SQLite has {READERS} readers, a club half of them)",
            )
