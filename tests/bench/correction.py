"""The first of 500 events that move two lists is corrected: how long another club waits, and what it takes in all."""

import asyncio
import time

from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.framework.whole_clubs import recalculate_club
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import players
from core.event.corrections import RoundResult
from core.lists import RatingList
from tests.bench.club import DANA, NEIGHBOUR, actor_of
from tests.bench.databases import CLUB, databases
from tests.bench.drawn_club import fill_club
from tests.bench.measure import Figure, ms, settle_memory, show

BOTH = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
MOST_WAIT = 2.0
"""Seconds that another club waits for the lock."""


def edit_of_first(connection: Connection) -> tuple[int, EventEdit]:
    """Return the first event and another result of its first game."""
    first = facts.refs_from(connection, CLUB, BOTH[1], facts.BEGINNING)[0].id
    table = facts.crosstables(connection, [first])[first]
    game = table.games[0]
    player = table.entrant(game.first).player
    assert isinstance(player, int)
    member = players.by_ids(connection, CLUB, [player])[player]
    return first, EventEdit(round=game.round, member=member, result=RoundResult.LOSS if game.score else RoundResult.WIN)


async def run(*, quick: bool) -> None:
    members, events = (20, 120) if quick else (60, 500)
    async with databases() as maker:
        services = await maker.new("sqlite")
        await fill_club(services, CLUB, members, events, BOTH)
        settle_memory()
        start = time.perf_counter()
        await recalculate_club(services, CLUB)
        whole = time.perf_counter() - start
        first, edit = await services.database.read(edit_of_first, club=CLUB)
        waits, end = list[float](), asyncio.Event()

        async def write() -> None:
            while not end.is_set():
                began = time.perf_counter()
                await set_rating(services, actor_of(NEIGHBOUR), SetRatingRequest(DANA, 1500, 30))
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(0.05)

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.3)
        start = time.perf_counter()
        await correct_event(services, actor_of(CLUB), first, [edit], "a wrong result")
        took = time.perf_counter() - start
        end.set()
        await writing
        figures = [
            Figure("the whole club recalculated", f"{whole:.1f} s"),
            Figure("the first event corrected, in all", f"{took:.1f} s", took / whole, "<= 3"),
            Figure("another club's longest write", ms(max(waits)), max(waits) / MOST_WAIT, "<= 1"),
        ]
        show(f"a correction under {events} events of two lists on SQLite", figures)
