"""A club of ten years folded again from its first day: how long it takes, and how long everybody else waits."""

import asyncio
import random
import time
from datetime import timedelta

from bot.services.context import Services
from bot.services.transaction import write_for_club
from bot.services.upkeep.refold import refold
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import corrections, facts
from bot.store.people import players
from bot.store.rows import FactPosition, NewEvent, NewOpening
from core.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from tests.bench.databases import CLUB, KINDS, TODAY, databases
from tests.bench.measure import Figure, ms, p99, settle_memory, show

MEMBERS, IN_AN_EVENT, ROUNDS = 500, 8, 5
TEN_YEARS = 3650
LIST = RatingList.USCHESS_REGULAR


async def run(*, quick: bool) -> None:
    events = 200 if quick else 5_000
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            await services.database.write(lambda connection, made=services: _fill(connection, made, events), club=CLUB)
            settle_memory()
            waits: list[float] = []
            watching = asyncio.create_task(_watch(waits))
            start = time.perf_counter()
            await write_for_club(services, CLUB, refold)
            took = time.perf_counter() - start
            watching.cancel()
            games = events * IN_AN_EVENT * ROUNDS // 2
            show(
                f"history on {kind}",
                [
                    Figure(f"{events:,} events, {games:,} games of {MEMBERS} members, in seconds", "", took, "<= 20"),
                    Figure("  for each event", ms(took / events)),
                    Figure("everybody else waits at most", ms(max(waits))),
                    Figure("  of a hundred, ninety-nine at most", ms(p99(waits))),
                ],
                "One fold from the first day; meanwhile a task that wants its turn every 10 ms.",
            )


def _fill(connection: Connection, services: Services, events: int) -> None:
    """Store ten years of sections of eight, each of five rounds, at random."""
    chance = random.Random(1)
    clubs.lock_club(connection, CLUB, services.now())
    first_day = TODAY - timedelta(days=TEN_YEARS + 1)
    now = services.now()
    ids = [
        players.add_unlinked(connection, CLUB, f"Member {number}", now, uschess_id=None, fide_id=None).id
        for number in range(MEMBERS)
    ]
    seqs = iter(clubs.reserve_positions(connection, CLUB, MEMBERS + events))
    for player_id in ids:
        rating, games = chance.uniform(600, 2200), chance.choice([5, 30, 100])
        place = FactPosition(first_day, next(seqs))
        opening = NewOpening(CLUB, player_id, LIST, place, rating, games, None, None, None, 1, None, now)
        corrections.add_opening(connection, opening)
    for number in range(events):
        place = FactPosition(first_day + timedelta(days=1 + number * TEN_YEARS // events), next(seqs))
        entrants = tuple(
            Entrant(at, player=player_id, rated=True)
            for at, player_id in enumerate(chance.sample(ids, IN_AN_EVENT), start=1)
        )
        games = []
        for played in range(1, ROUNDS + 1):
            order = chance.sample(range(1, IN_AN_EVENT + 1), IN_AN_EVENT)
            games += [
                Game(played, one, other, chance.choice([0, 0.5, 1]))
                for one, other in zip(order[::2], order[1::2], strict=True)
            ]
        new = NewEvent(CLUB, place, f"Event {number}", (LIST,), None, "file", 1, None, now)
        facts.add_event(connection, new, Crosstable(place.date, entrants, tuple(games)))


async def _watch(waits: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await asyncio.sleep(0.01)
        waits.append(time.perf_counter() - start - 0.01)
