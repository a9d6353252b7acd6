"""Pair a round by the event's method."""

import asyncio
from dataclasses import replace

from bot.services.pairing.engine import NoLegalPairingError, SwissEngine
from core.errors import RuleError
from core.pairing.methods import MOST_IN_SWISS, Method
from core.pairing.order import seated
from core.pairing.snapshot import Board, Pairing, Snapshot

_NAMED = 5
"""How many forbidden pairs a refusal names."""


class ForbiddenPairsError(NoLegalPairingError):
    """The forbidden pairs leave no legal pairing, and without them there is one."""


async def pair_round(engine: SwissEngine, method: Method, snapshot: Snapshot) -> tuple[Board, ...]:
    """Return a round on its boards; raise RatingError with what to change where it cannot be paired.

    Everybody who plays stands in it exactly once. Asked byes and absent players do not; the caller stores those.
    """
    if len(snapshot.playing) < 2:
        raise RuleError(f"Fewer than two players play in round {snapshot.round}: there is nobody to pair.")
    if len(snapshot.playing) > MOST_IN_SWISS:
        raise RuleError(f"At most {MOST_IN_SWISS} players are paired together: make sections, under Directors.")
    # Matching a large field takes seconds, in which this process answers every club.
    plan = await asyncio.to_thread(method.plan, snapshot)
    pairings = list(plan.pairings)
    for part in plan.by_engine:
        pairings += await _by_engine(engine, part)
    return seated(snapshot, pairings)


async def _by_engine(engine: SwissEngine, snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a Swiss round."""
    from core.pairing.trf26 import engine_text

    try:
        return await engine.pair(engine_text(snapshot))
    except NoLegalPairingError:
        concerned = [pair for pair in snapshot.forbidden_now if pair <= set(snapshot.playing)]
        if not concerned:
            raise
    # One of them is to blame only where the round can be paired without.
    await engine.pair(engine_text(replace(snapshot, forbidden=())))
    names = sorted(" and ".join(snapshot.name(number) for number in sorted(pair)) for pair in concerned)
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    raise ForbiddenPairsError(
        f"Round {snapshot.round} cannot be paired while these shall not meet: {'; '.join(names[:_NAMED])}{more}. Pair "
        "without them once, or by hand."
    )
