"""Random walks of voids, corrections and their undo among what they rest on and what rests on them."""

import pytest

from bot.store.database.transactions import Database
from tests.soak import operations
from tests.soak.walk import walk_at_random

OPERATIONS = {
    operations.own_event: 10,
    operations.import_chess: 6,
    operations.void: 10,
    operations.restore_voided: 14,
    operations.amend: 12,
    operations.take_correction_back: 12,
    operations.merge_two: 2,
    operations.part_two: 2,
}
"""Each with its weight; what merges does to the tables is a part of what an undo has to know."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [11, 12, 13])
@pytest.mark.both_databases
async def test_ratings_are_those_of_the_facts_after_any_changes(database: Database, seed: int) -> None:
    walk = await walk_at_random(database, seed, 50, OPERATIONS)
    assert walk.done["void"]
    assert walk.done["amend"]
    assert walk.done["restore_voided"] or walk.done["take_correction_back"]
