"""What one game would bring both sides: the evaluator run on each of its results."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.services.context import Actor, Services
from bot.services.events.submission import EventSubmission
from bot.services.forecast.hypothetical import HypotheticalEvent, hypothetical_event, hypothetical_event_of
from bot.store.rows import Player
from core.errors import InputError, RatingError
from core.formats.typed.opponents import ParsedOpponent, ParsedOpponents
from core.lists import RatingList
from core.outcome import Outcome
from core.rating_system import AsOpponent
from core.systems import SYSTEMS

RESULTS = (1.0, 0.5, 0.0)
"""The scores that a game may end with."""


@dataclass(frozen=True, slots=True)
class PredictedSide:
    """One side of a game that is supposed.

    player: None for a rating that somebody typed. rating: before the game; None for an unrated player.
    outcomes: by the side's own score; none where nothing can be told, and `why` not if it is for the rules.
    """

    player: Player | None
    rating: float | None
    outcomes: Mapping[float, Outcome]
    why: str | None = None

    @property
    def expected(self) -> float | None:
        """Return the expected score, which the result does not change; None where nothing is expected."""
        return next((outcome.expected for outcome in self.outcomes.values()), None)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A game on a list, as both sides would be rated for it."""

    rating_list: RatingList
    own: PredictedSide
    opponent: PredictedSide


async def predict(services: Services, actor: Actor | None, written: EventSubmission) -> Prediction:
    """Return what a win, a draw and a loss would bring each side; raise InputError unless there is one opponent.

    actor: None outside a club, where rating and games must be given and the opponent is a rating.
    """
    games = written.opponents.games
    if len(written.opponents.rounds) != 1 or games[0].score is not None:
        raise InputError("A prediction is about one game: write one opponent without a result, such as 1500 or @Dana.")
    supposed = await hypothetical_event(services, actor, replace(written, score=0.0))
    own = PredictedSide(supposed.player, supposed.rating, await asyncio.to_thread(_outcomes, supposed))
    rating_list, other = next(iter(supposed.states)), supposed.crosstable.entrants[1]
    known = next(iter(supposed.opponents.values()), None)
    if actor is None or known is None or own.rating is None:
        return Prediction(rating_list, own, PredictedSide(known, other.rating, {}))
    counts = SYSTEMS[rating_list].as_opponent(supposed.states[rating_list], supposed.day)
    assert counts is not None
    theirs = await _other_side(services, actor, known, other.rating, supposed.player, counts, rating_list)
    return Prediction(rating_list, own, theirs)


async def _other_side(
    services: Services,
    actor: Actor,
    player: Player,
    rating: float | None,
    against: Player,
    counts: AsOpponent,
    rating_list: RatingList,
) -> PredictedSide:
    """Return the same game as the opponent would report it; counts: what their own opponent counts with."""
    back = ParsedOpponents((ParsedOpponent(against.name, rating=counts.rating),))
    written = EventSubmission(back, score=0.0, rating_list=rating_list)
    try:
        supposed = (await hypothetical_event_of(services, actor, player, written)).with_deviation(counts.deviation)
        return PredictedSide(player, rating, await asyncio.to_thread(_outcomes, supposed))
    except RatingError as error:
        return PredictedSide(player, rating, {}, error.message)


def _outcomes(supposed: HypotheticalEvent) -> dict[float, Outcome]:
    """Return what each result brings; one that does not count is left out."""
    reports = {score: supposed.with_results([score]).rate_if_it_counts() for score in RESULTS}
    return {score: report.outcome for score, report in reports.items() if report is not None}
