"""The engine's process: its answers, and what becomes of a round when it stops, hangs or is missing."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.services.framework.pairing import child
from bot.services.framework.pairing.engine import (
    EngineDiedError,
    EngineFailedError,
    EngineMissingError,
    EngineTimeoutError,
    ForbiddenPairsError,
    NoLegalPairingError,
    SwissEngine,
    pair_round,
)
from core.errors import RuleError
from core.event.crosstable import Crosstable, Entrant
from core.files.chess.trf_read import read_trf
from core.tournament.pairing.methods import method_named
from core.tournament.pairing.snapshot import ForbiddenPair, Snapshot
from core.tournament.pairing.trf26 import EngineText, engine_text
from tests.core.golden_cases import golden
from tests.core.tournament.pairing.pairing_factories import DAY, played, snapshot

SWISS = method_named("swiss")
HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
ENDS = (sys.executable, "-c", "input()")


@pytest_asyncio.fixture
async def engine() -> AsyncIterator[SwissEngine]:
    engine = SwissEngine()
    yield engine
    await engine.close()


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


def alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("case", golden("pairing/dutch"))
async def test_a_published_round_is_paired_as_published(case: dict[str, Any], engine: SwissEngine) -> None:
    (section,) = read_trf(case["report"].lstrip().encode()).sections
    people = tuple(Entrant(player.number, player.rating) for player in section.players)
    table = Crosstable(DAY, people, section.games, section.byes)
    absent = frozenset(bye.entrant for bye in section.byes if bye.round == case["round"])
    before = Snapshot(table, case["round"], section.rounds_planned or 0, absent=absent)

    boards = await pair_round(engine, SWISS, before)

    assert sorted([board.first, board.second or 0] for board in boards) == sorted(case["pairs"])


@pytest.mark.long
async def test_one_process_answers_round_after_round(engine: SwissEngine) -> None:
    first = await engine.pair(engine_text(snapshot(5)))
    process = engine.process_id

    assert await engine.pair(engine_text(snapshot(5))) == first
    assert engine.process_id == process


@pytest.mark.long
async def test_sixty_four_asked_at_once_have_each_their_own_answer(engine: SwissEngine) -> None:
    fields = [2 + number % 7 for number in range(64)]

    answers = await asyncio.gather(*(engine.pair(engine_text(snapshot(players))) for players in fields))

    seen = [sorted(number for pair in answer for number in pair if number) for answer in answers]
    assert seen == [list(range(1, players + 1)) for players in fields]


async def test_a_process_that_was_killed_is_started_again(engine: SwissEngine) -> None:
    before = await engine.pair(engine_text(snapshot(6)))
    killed = engine.process_id
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    assert await engine.pair(engine_text(snapshot(6))) == before
    assert engine.process_id != killed


@pytest.mark.long
async def test_one_that_is_killed_in_the_middle_is_asked_again_once(tmp_path: Path) -> None:
    # It hangs at the first start, and answers at the second.
    mark = tmp_path / "started"
    source = (
        f"import pathlib, runpy, time; mark = pathlib.Path({str(mark)!r}); first = not mark.exists(); mark.touch();"
        f"first and time.sleep(600); runpy.run_path({child.__file__!r}, run_name='__main__')"
    )
    engine = SwissEngine((sys.executable, "-c", source))
    asked = asyncio.create_task(engine.pair(engine_text(snapshot(2))))
    await until(mark.exists)
    assert engine.process_id is not None
    os.kill(engine.process_id, signal.SIGKILL)

    assert {*(await asked)[0]} == {1, 2}
    await engine.close()


async def test_one_that_stops_twice_is_said_to_have_stopped() -> None:
    engine = SwissEngine(ENDS)

    with pytest.raises(EngineDiedError, match="The pairing engine stopped twice"):
        await engine.pair(engine_text(snapshot(2)))
    assert engine.process_id is None


async def test_one_that_takes_too_long_is_killed_and_the_next_is_answered() -> None:
    engine = SwissEngine(HANGS, limit=0.3)
    asked = asyncio.create_task(engine.pair(engine_text(snapshot(2))))
    await until(lambda: engine.process_id)
    process = engine.process_id
    assert process is not None

    with pytest.raises(EngineTimeoutError, match=r"^This round could not be paired within a minute"):
        await asked
    assert not alive(process)
    assert engine.process_id is None


async def test_who_gives_up_stops_the_process_and_lets_the_next_in() -> None:
    engine = SwissEngine(HANGS)
    asked = asyncio.create_task(engine.pair(engine_text(snapshot(2))))
    await until(lambda: engine.process_id)
    process = engine.process_id
    assert process is not None
    asked.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not alive(process)


async def test_the_loop_goes_on_while_a_round_is_paired() -> None:
    engine = SwissEngine(HANGS)
    asked = asyncio.create_task(engine.pair(engine_text(snapshot(2))))
    for _ in range(100):
        await asyncio.sleep(0)

    assert not asked.done()
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


async def test_without_the_package_it_says_what_to_install() -> None:
    # Neither the site's packages nor the environment's paths: as where gacrux was never installed.
    engine = SwissEngine((sys.executable, "-I", "-S", child.__file__))

    with pytest.raises(
        EngineMissingError, match=r"Swiss pairings need the package gacrux, which .* choose round robin"
    ):
        await engine.pair(engine_text(snapshot(2)))
    await engine.close()


async def test_a_text_that_the_engine_does_not_understand_is_our_fault(engine: SwissEngine) -> None:
    with pytest.raises(EngineFailedError):
        await engine.pair(EngineText("001 nonsense\n", 1, (1, 2)))

    assert len(await engine.pair(engine_text(snapshot(2)))) == 1


async def test_an_idle_process_goes_home() -> None:
    engine = SwissEngine(warm=0)
    await engine.pair(engine_text(snapshot(2)))
    await until(lambda: engine.process_id is None)
    assert len(await engine.pair(engine_text(snapshot(2)))) == 1
    await engine.close()


async def test_two_who_have_met_cannot_be_paired_again(engine: SwissEngine) -> None:
    with pytest.raises(NoLegalPairingError, match="No pairing of round 2 is legal"):
        await pair_round(engine, SWISS, snapshot(2, [played(1, 1, 2)], round=2))


@pytest.mark.long
async def test_forbidden_pairs_that_are_to_blame_are_named_and_others_are_not(engine: SwissEngine) -> None:
    forbidden = (ForbiddenPair(1, 2),)

    with pytest.raises(ForbiddenPairsError, match=r"without these forbidden pairs: Player 1 and Player 2\. Allow them"):
        await pair_round(engine, SWISS, snapshot(2, forbidden=forbidden))
    with pytest.raises(NoLegalPairingError, match="is legal"):
        await pair_round(engine, SWISS, snapshot(2, [played(1, 1, 2)], round=2, forbidden=forbidden))


@pytest.mark.parametrize("there", [0, 1])
async def test_nobody_and_one_alone_are_not_paired(there: int, engine: SwissEngine) -> None:
    absent = frozenset(range(there + 1, 5))

    with pytest.raises(RuleError, match=r"Fewer than two players play in round 1"):
        await pair_round(engine, SWISS, replace(snapshot(4), absent=absent))
    assert engine.process_id is None
