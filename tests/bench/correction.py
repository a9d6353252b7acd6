"""The first of 500 events that move two lists is corrected, then voided: how long the lock is held, and in all."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from sqlalchemy import select

from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.void import void_event
from bot.services.framework.context import Services
from bot.services.framework.rating_changes import AskFirstError
from bot.services.framework.whole_clubs import recalculate_club
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import event
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


def edit_of_first(connection: Connection) -> tuple[int, EventEdit]:
    """Return the first event and another result of its first game."""
    first = connection.execute(
        select(event.c.id).where(event.c.club_id == CLUB).order_by(event.c.date, event.c.seq).limit(1)
    ).scalar_one()
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
        figures = [Figure("the whole club recalculated", f"{whole:.1f} s")]
        acts: dict[str, Callable[[], Awaitable[object]]] = {
            "corrected": lambda: correct_event(services, actor_of(CLUB), first, [edit], "a wrong result"),
            "voided": lambda: _void(services, first),
        }
        for what, act in acts.items():
            took, longest = await _timed(services, act)
            figures += [
                Figure(f"the first event {what}, in all", f"{took:.1f} s", took / whole, "<= 5"),
                Figure("  another club's longest write", ms(longest), longest / whole, "<= 0.5"),
            ]
        show(f"under {events} events of two lists on SQLite", figures, "ratio = to the whole club")


async def _void(services: Services, event_id: int) -> None:
    """Void an event, which asks first whether its effect is meant."""
    try:
        await void_event(services, actor_of(CLUB), event_id, "not played")
    except AskFirstError as asked:
        await void_event(services, actor_of(CLUB), event_id, "not played", shown_as=asked.found.moves.digest)


async def _timed(services: Services, act: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Return how long something takes, and how long another club, which needs SQLite's one lock, waits at most."""
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
    await act()
    took = time.perf_counter() - start
    end.set()
    await writing
    return took, max(waits)
