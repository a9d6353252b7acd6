"""A short random walk of eight people at once."""

import pytest

from bot.store.database import Database
from tests.soak.operations import OPERATIONS
from tests.soak.walk import walk_at_random


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, 2])
async def test_random_walks_of_eight_people_store_what_the_facts_give(database: Database, seed: int) -> None:
    walk = await walk_at_random(database, seed, 60, OPERATIONS)
    assert sum(walk.done.values()) > 20
