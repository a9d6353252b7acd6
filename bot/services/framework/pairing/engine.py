"""The Swiss engine's process, started on demand and killable.

Pairing holds a core and the interpreter for up to a minute.
"""

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import RatingError, RuleError
from core.tournament.pairing.methods import MOST_IN_SWISS, Method
from core.tournament.pairing.snapshot import Board, Pairing, Snapshot, seated

if TYPE_CHECKING:
    from core.tournament.pairing.trf26 import EngineText


log = logging.getLogger(__name__)

LIMIT_SECONDS = 60.0

WARM_SECONDS = 1800.0

_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("child.py")))


class EngineMissingError(RuleError):
    """The engine's package is not installed."""


class NoLegalPairingError(RuleError):
    """No legal pairing of the round exists (C.04.3, 1.9.3)."""


class EngineTimeoutError(RatingError):
    """The round took too long."""


class EngineDiedError(RatingError):
    """The engine's process ended in the middle, twice."""


class EngineFailedError(RuntimeError):
    """The engine rejected its input: a fault of the program."""


class _DiedError(Exception):
    pass


class SwissEngine:
    """Pairs Swiss rounds one at a time, in order."""

    def __init__(
        self, command: Sequence[str] = _COMMAND, *, limit: float = LIMIT_SECONDS, warm: float = WARM_SECONDS
    ) -> None:
        self._command = tuple(command)
        self._limit = limit
        self._warm = warm
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._rest: asyncio.TimerHandle | None = None

    @property
    def process_id(self) -> int | None:
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def pair(self, question: "EngineText") -> tuple[Pairing, ...]:
        """Return a round's pairs in board order.

        Raise NoLegalPairingError, EngineMissingError, EngineTimeoutError or EngineDiedError (for people), or
        EngineFailedError.
        """
        async with self._turn:
            if self._rest is not None:
                self._rest.cancel()
            try:
                answer = await self._answer(question)
            except TimeoutError:
                log.error("pairing engine timed out: seconds=%g question=%s", self._limit, question.text)
                raise EngineTimeoutError(
                    "This round could not be paired within a minute. Pair it by hand, or make sections before round 1."
                ) from None
            except _DiedError:
                raise EngineDiedError(
                    "The pairing engine stopped twice. Pair the round again, or pair it by hand."
                ) from None
            self._rest = asyncio.get_running_loop().call_later(self._warm, self._kill)
        return _pairings(question, answer)

    async def close(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        await self._stop()

    async def _answer(self, question: "EngineText") -> dict[str, Any]:
        try:
            return await self._ask(question)
        except _DiedError:
            log.warning("pairing engine process ended, restarting")
        return await self._ask(question)

    async def _ask(self, question: "EngineText") -> dict[str, Any]:
        line = json.dumps({"text": question.text, "round": question.round}).encode() + b"\n"
        try:
            async with asyncio.timeout(self._limit):
                process = await self._started()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(line)
                await process.stdin.drain()
                answered = await process.stdout.readline()
        except ConnectionError:
            answered = b""
        except BaseException:
            # Late output would be read as the next answer.
            await self._stop()
            raise
        if not answered.endswith(b"\n"):
            await self._stop()
            raise _DiedError
        answer: dict[str, Any] = json.loads(answered)
        return answer

    async def _started(self) -> Process:
        if self._process is not None and self._process.returncode is not None:
            await self._stop()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _stop(self) -> None:
        self._kill()
        process, self._process = self._process, None
        if process is not None:
            await process.communicate()  # until its pipes are closed


def _pairings(question: "EngineText", answer: dict[str, Any]) -> tuple[Pairing, ...]:
    error = answer.get("error")
    if error is None:
        return question.pairings([(white, black) for white, black in answer["pairs"]])
    if error == "missing":
        raise EngineMissingError(
            "Swiss pairings need the package gacrux, which is missing here. Install the project again, "
            "or choose round robin."
        )
    if error == "no-legal-pairing":
        raise NoLegalPairingError(
            f"No pairing of round {question.round} is legal. Pair it by hand, or end the event here."
        )
    log.error("pairing engine failed: error=%s question=%s", answer["detail"], question.text)
    raise EngineFailedError(answer["detail"])


# Pair a round by the event's method.


_NAMED = 5


class ForbiddenPairsError(NoLegalPairingError):
    """Only the forbidden pairs prevent a legal pairing."""


async def pair_round(engine: SwissEngine, method: Method, snapshot: Snapshot) -> tuple[Board, ...]:
    """Return a round on its boards, every player once; raise RatingError if impossible.

    The caller stores byes and absences.
    """
    if len(snapshot.playing) < 2:
        raise RuleError(f"Fewer than two players play in round {snapshot.round}, so nobody can be paired.")
    if len(snapshot.playing) > MOST_IN_SWISS:
        raise RuleError(f"At most {MOST_IN_SWISS} players can be paired together. Make sections under Directors.")
    # Matching a large field takes seconds, which would block every club.
    plan = await asyncio.to_thread(method.plan, snapshot)
    pairings = list(plan.pairings)
    for part in plan.by_engine:
        pairings += await _by_engine(engine, part)
    return seated(snapshot, pairings)


async def _by_engine(engine: SwissEngine, snapshot: Snapshot) -> tuple[Pairing, ...]:
    from core.tournament.pairing.trf26 import engine_text

    try:
        return await engine.pair(engine_text(snapshot))
    except NoLegalPairingError:
        concerned = [pair for pair in snapshot.forbidden_now if pair <= set(snapshot.playing)]
        if not concerned:
            raise
    # Forbidden pairs are only to blame if the round can be paired without them.
    await engine.pair(engine_text(replace(snapshot, forbidden=())))
    names = sorted(" and ".join(snapshot.name(number) for number in sorted(pair)) for pair in concerned)
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    raise ForbiddenPairsError(
        f"Round {snapshot.round} cannot be paired without these forbidden pairs: "
        f"{'; '.join(names[:_NAMED])}{more}. Allow them once, or pair by hand."
    )
