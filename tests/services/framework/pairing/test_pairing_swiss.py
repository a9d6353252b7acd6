"""Whole Swiss events by the engine."""

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest
import pytest_asyncio

from bot.services.framework.pairing.engine import SwissEngine, pair_round
from core.event.crosstable import ByeKind
from core.tournament.pairing.by_hand import doubts_about, require_boards
from core.tournament.pairing.methods import method_named
from core.tournament.pairing.snapshot import ForbiddenPair, Pairing, Snapshot
from tests.core.tournament.pairing.pairing_factories import after, snapshot
from tests.depth import chosen

SWISS = method_named("swiss")
ROUNDS = 5


@pytest_asyncio.fixture
async def engine() -> AsyncIterator[SwissEngine]:
    engine = SwissEngine()
    yield engine
    await engine.close()


def asked_and_away(chance: Random, before: Snapshot) -> Snapshot:
    numbers = [entrant.number for entrant in before.entrants]
    away = frozenset(chance.sample(numbers, len(numbers) // 10))
    asked = {number: ByeKind.HALF_POINT for number in chance.sample(numbers, 1) if number not in away}
    return replace(before, absent=away, asked=asked)


@pytest.mark.parametrize("seed", range(chosen(4, 100)))
async def test_every_round_is_legal_whatever_happened_before(seed: int, engine: SwissEngine) -> None:
    chance = Random(seed)
    forbidden = (ForbiddenPair(1, 2), ForbiddenPair(3, 4, until=2))
    before = snapshot(chance.randint(12, 24), rounds=ROUNDS, forbidden=forbidden, white_first=chance.random() < 0.5)
    accelerated = chance.random() < 0.5
    for _ in range(ROUNDS):
        before = asked_and_away(chance, replace(before, accelerated=accelerated))
        boards = await pair_round(engine, SWISS, before)
        pairings = [Pairing(board.first, board.second) for board in boards]

        require_boards(before, pairings)
        assert sum(board.second is None for board in boards) == len(before.playing) % 2
        # Who is at the top of the last round may have a colour once more (C.04.3, C3).
        if before.round < ROUNDS:
            assert doubts_about(before, pairings) == ()
        results = {place: chance.choice([1.0, 0.5, 0.0, 0.0, 1.0, None]) for place in range(len(boards))}
        before = after(before, boards, results, forbidden=forbidden)


@pytest.mark.long
async def test_pairing_does_not_depend_on_names_or_order(engine: SwissEngine) -> None:
    before = snapshot(11)
    boards = await pair_round(engine, SWISS, before)
    before = after(before, boards, dict.fromkeys(range(5), 1.0))
    table = before.crosstable
    people = [replace(one, name=f"Somebody {one.number}", player=one.number) for one in reversed(table.entrants)]
    other = replace(table, entrants=tuple(people), games=table.games[::-1])

    expected = await pair_round(engine, SWISS, before)
    assert await pair_round(engine, SWISS, replace(before, crosstable=other)) == expected


@pytest.mark.long
@pytest.mark.parametrize("white_first", [True, False])
async def test_the_first_number_has_the_colour_that_was_drawn(white_first: bool, engine: SwissEngine) -> None:
    boards = await pair_round(engine, SWISS, snapshot(8, white_first=white_first))

    assert (boards[0].first == 1) is white_first
