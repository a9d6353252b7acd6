"""A club's history of games."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings import qursh as qursh_history
from bot.services.ratings.qursh import (
    MOST_BYTES,
    HistoryInUse,
    QuantileSide,
    check_size,
    history_in_use,
    place_game,
    preview_history,
    reset_history,
    store_history,
)
from bot.store.database.tables import audit, history
from core.errors import InputError, NotAllowedError
from core.rating.qursh.history import SHIPPED
from tests.conftest import Actors, rows

HEADER = "rating_hi,rating_lo,score_hi,score_lo\n"
ROSA, ADA = QuantileSide("Rosa", 1800, 410), QuantileSide("Ada", 1675, 400)


def games(margin: int, count: int = 300) -> bytes:
    """Return games of 1800 against 1675 with one margin."""
    return (HEADER + f"1800,1675,{400 + margin},400\n" * count).encode()


async def load_history(services: Services, by: Actor, data: bytes, origin: str, progress: Any = None) -> HistoryInUse:
    """Look at a file of games and store it."""
    looked = await preview_history(services, by, data, origin, progress)
    return await store_history(services, by, looked.pending_id, looked.digest)


async def count(services: Services, table: Any) -> int:
    ((amount,),) = await rows(services.database, select(func.count()).select_from(table))
    return int(amount)


async def test_a_game_is_placed_by_what_was_loaded_last(services: Services, actor: Actors) -> None:
    """All margins below the game's 10 are 100 %, all above are 0 %, all equal are 50 %."""
    for margin, percent in ((5, 1000), (10, 500), (15, 0)):
        await load_history(services, actor("Tess", manager=True), games(margin), f"by {margin}")
        report = await place_game(services, actor(), ROSA, ADA)
        assert report.placed.first_tenths == percent
        assert report.history.origin == f"by {margin}"
    assert await count(services, history) == 1
    await reset_history(services, actor("Tess", manager=True))
    assert (await place_game(services, actor(), ROSA, ADA)).placed.first_tenths == 460  # the seed's own example


async def test_one_interaction_loads_once(services: Services, actor: Actors) -> None:
    director = actor("Tess", manager=True)
    first = await load_history(services, director, games(5), "once")
    await load_history(services, actor("Tess", manager=True), games(10), "later")
    with pytest.raises(AlreadyDoneError):
        await load_history(services, director, games(5), "once")
    assert first.history.origin == "once"
    assert await count(services, audit) == 2


async def test_delivered_twice_at_once_it_is_stored_once(services: Services, actor: Actors) -> None:
    director = actor("Tess", manager=True)
    loads = (load_history(services, director, games(5), "once") for _ in range(4))
    done = await asyncio.gather(*loads, return_exceptions=True)
    assert sum(isinstance(one, AlreadyDoneError) for one in done) == 3
    assert (await count(services, history), await count(services, audit)) == (1, 1)


async def test_a_reset_delivered_again_changes_nothing(services: Services, actor: Actors) -> None:
    await load_history(services, actor("Tess", manager=True), games(5), "here")
    director = actor("Tess", manager=True)
    assert (await reset_history(services, director)).history is SHIPPED
    with pytest.raises(AlreadyDoneError):
        await reset_history(services, director)
    with pytest.raises(InputError, match="The built-in table is already in use"):
        await reset_history(services, actor("Tess", manager=True))


async def test_members_cannot_load(services: Services, actor: Actors) -> None:
    with pytest.raises(NotAllowedError):
        await load_history(services, actor(), games(5), "mine")
    with pytest.raises(NotAllowedError):
        await reset_history(services, actor())
    assert (await history_in_use(services, actor().club_id)).history is SHIPPED


def test_a_file_that_is_too_large_is_refused_before_it_is_downloaded() -> None:
    check_size(MOST_BYTES)
    with pytest.raises(InputError, match="64 MiB"):
        check_size(MOST_BYTES + 1)


async def test_others_go_on_while_a_file_is_read(services: Services, actor: Actors) -> None:
    """The reading waits in its thread until the loop has run something else: it would never end on the loop itself."""
    loop, seen = asyncio.get_running_loop(), []

    def progress(done: int, total: int) -> None:
        if not seen:
            seen.append((done, total))
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(timeout=60)

    data = games(5, 60_000)
    report = await load_history(services, actor("Tess", manager=True), data, "many", progress)
    assert report.history.used == 60_000
    assert seen[0][1] == len(data)


async def test_a_stored_history_is_read_once_for_many_rankings(services: Services, actor: Actors) -> None:
    await load_history(services, actor("Tess", manager=True), games(5, 999), "kept")
    first = await history_in_use(services, actor().club_id)
    misses = qursh_history._parsed.cache_info().misses
    assert (await history_in_use(services, actor().club_id)).history is first.history
    assert (await place_game(services, actor(), ROSA, ADA)).history is first.history
    assert qursh_history._parsed.cache_info().misses == misses
