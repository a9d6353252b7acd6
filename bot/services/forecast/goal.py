"""What score a field of opponents demands: the evaluator run on every score that is still possible."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace

from bot.services.context import Actor, Services
from bot.services.events.report import EventReport
from bot.services.events.submission import EventSubmission
from bot.services.forecast.hypothetical import HypotheticalEvent, hypothetical_event
from core.formats.typed.opponents import ParsedOpponent, ParsedOpponents
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class GoalReport:
    """Every possible score that counts with its outcome, lowest first, and the least that reaches the target.

    fixed: points from games that are played already, of which there are `played`.
    needed: None where no score reaches the target.
    """

    target: float
    played: int
    fixed: float
    outcomes: tuple[tuple[float, EventReport], ...]
    needed: float | None

    @property
    def best(self) -> EventReport:
        """Return the outcome of winning everything."""
        return self.outcomes[-1][1]


async def goal(
    services: Services,
    actor: Actor | None,
    target: float,
    written: EventSubmission,
    turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> GoalReport:
    """Return what each score would bring; opponents with a result count as played.

    actor: None outside a club, as for an estimate. turn: waited for before the long part, when all is read.
    """
    supposed, known, still_open = await _supposed(services, actor, written)
    fixed = sum(known)
    halves = range(0, 2 * still_open + 1, 1 if supposed.counts_draws else 2)
    # A hundred events rated one after another are felt by everybody else.
    async with turn():
        outcomes = await asyncio.to_thread(_rated, supposed, [fixed + half / 2 for half in halves])
    # What is shown counts: 1799.6 is shown as 1800.
    needed = next((score for score, report in outcomes if _reaches(report, target)), None)
    return GoalReport(target, len(known), fixed, outcomes, needed)


async def _supposed(
    services: Services, actor: Actor | None, written: EventSubmission
) -> tuple[HypotheticalEvent, list[float], int]:
    """Return the event as one of which only a total is told, the scores that are known, and how many games are not.

    Draws that do not count are left out.
    """
    results = [game.score for game in written.opponents.games]
    known = [score for score in results if score is not None]
    rounds = tuple(
        replace(entry, score=None) if isinstance(entry, ParsedOpponent) else entry for entry in written.opponents.rounds
    )
    open_event = replace(written, opponents=ParsedOpponents(rounds), score=sum(known), results=None)
    supposed = await hypothetical_event(services, actor, open_event)
    if 0.5 in known and len(set(results)) > 1 and not supposed.counts_draws:
        counting = tuple(
            entry for entry in written.opponents.rounds if not isinstance(entry, ParsedOpponent) or entry.score != 0.5
        )
        return await _supposed(services, actor, replace(written, opponents=ParsedOpponents(counting), results=None))
    return supposed, known, len(results) - len(known)


def _rated(supposed: HypotheticalEvent, scores: Sequence[float]) -> tuple[tuple[float, EventReport], ...]:
    reports = [(score, supposed.with_score(score).rate_if_it_counts()) for score in scores]
    counting = tuple((score, report) for score, report in reports if report is not None)
    if not counting:
        supposed.with_score(scores[0]).rate()  # says why nothing of it counts
    return counting


def _reaches(report: EventReport, target: float) -> bool:
    after = SYSTEMS[report.rating_list].rating_after(report.outcome)
    return after is not None and max(after.rating, after.displayed) >= target
