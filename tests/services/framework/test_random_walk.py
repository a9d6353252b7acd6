"""A short random walk of eight people at once."""

import pytest

from bot.store.database.transactions import Database
from tests.soak.operations import OPERATIONS
from tests.soak.paired import PAIRED, forfeited_twice, missing_but_seated
from tests.soak.walk import CLUB, walk_at_random


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, 2])
async def test_random_walks_of_eight_people_store_what_the_facts_give(database: Database, seed: int) -> None:
    walk = await walk_at_random(database, seed, 60, OPERATIONS)
    assert sum(walk.done.values()) > 20


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_random_walks_at_paired_evenings_seat_only_who_is_there(database: Database, seed: int) -> None:
    walk = await walk_at_random(database, seed, 150, PAIRED)
    assert walk.done["publish"]
    for wrong in (missing_but_seated, forfeited_twice):
        assert not await database.read(wrong, club=CLUB), "\n".join(walk.log[-40:])
