"""How a rating came about, step by step, from the figures that the segments left."""

from collections.abc import Sequence

from core.explain import Step
from core.naspa.editions import Edition
from core.naspa.formula import expected_wins
from core.naspa.newcomers import LOWEST, FirstRating
from core.naspa.reasons import Reason
from core.naspa.segment import ACCELERATED_ABOVE, Change, SegmentResult
from core.naspa.state import LOWEST_RATING

_SOURCE = "NASPA (estimate)"


def steps_of(
    segments: Sequence[SegmentResult], edition: Edition, opponents: Sequence[float], wins: float, performance: float
) -> tuple[Step, ...]:
    """Return the steps of a player's event, segment by segment, and the performance of the whole."""
    steps: list[Step] = []
    for segment in segments:
        if isinstance(segment.change, FirstRating):
            _explain_first(segment, segment.change, steps)
        else:
            _explain_change(segment, segment.change, edition, steps)
    steps.append(Step(f"{_SOURCE}, performance", Reason.PERFORMANCE, performance, (wins, len(opponents))))
    return tuple(steps)


def _explain_games(segment: SegmentResult, rating: float, steps: list[Step]) -> None:
    clause = f"{_SOURCE}, expected wins"
    for game in segment.games:
        expected = expected_wins(rating, game.rating)
        steps.append(Step(clause, Reason.GAME_EXPECTANCY, expected, (game.round, game.rating)))
    steps.append(Step(clause, Reason.EXPECTED_WINS, segment.expected, (len(segment.games),)))


def _explain_change(segment: SegmentResult, change: Change, edition: Edition, steps: list[Step]) -> None:
    before = segment.before
    assert before is not None
    games = len(segment.games)
    rounds = (segment.rounds.first, segment.rounds.last, games)
    steps.append(Step(f"{_SOURCE}, segments", Reason.SEGMENT, before, rounds))
    _explain_games(segment, before, steps)
    clause = f"{_SOURCE}, multipliers"
    excess = segment.wins - segment.expected
    steps.append(Step(clause, Reason.EXCESS_WINS, excess, (segment.wins, segment.expected)))
    for part in change.stretches:
        used = (part.before, part.multiplier, part.excess, segment.career_games)
        steps.append(Step(clause, Reason.MULTIPLIER, part.after, used))
    if edition.club:
        whole = change.stretches[-1].after - before
        steps.append(Step(f"{_SOURCE}, clubs", Reason.CLUB_THIRD, change.gain, (whole,)))
    if change.acceleration:
        figures = (change.gain, ACCELERATED_ABOVE * games)
        steps.append(Step(f"{_SOURCE}, acceleration", Reason.ACCELERATION, change.acceleration, figures))
    if change.floored:
        without = before + change.gain + change.acceleration
        steps.append(Step(f"{_SOURCE}, floor", Reason.FLOOR, LOWEST_RATING, (without,)))
    if change.feedback:
        steps.append(Step(f"{_SOURCE}, feedback", Reason.FEEDBACK, change.feedback))
    steps.append(Step(f"{_SOURCE}, rounding", Reason.RATING, change.rating, (before, change.unrounded)))


def _explain_first(segment: SegmentResult, first: FirstRating, steps: list[Step]) -> None:
    clause = f"{_SOURCE}, initial rating"
    games = len(segment.games)
    figures = (segment.rounds.first, segment.rounds.last, first.rated_opponents)
    steps.append(Step(clause, Reason.NEWCOMER, first.start, figures))
    if first.clipped != segment.wins:
        steps.append(Step(clause, Reason.NEWCOMER_WINS, first.clipped, (segment.wins, games)))
    steps.append(Step(clause, Reason.NEWCOMER_PERFORMANCE, first.performance, (first.clipped, games)))
    if first.performance < LOWEST:
        steps.append(Step(clause, Reason.NEWCOMER_LIFTED, LOWEST, (first.performance,)))
    if max(first.performance, LOWEST) > first.cap:
        steps.append(Step(clause, Reason.NEWCOMER_CAP, first.cap, (first.strongest, segment.wins, games)))
    if first.mean:
        steps.append(Step(clause, Reason.NEWCOMER_MEAN, first.rating))
    _explain_games(segment, first.rating, steps)
    steps.append(Step(f"{_SOURCE}, rounding", Reason.NEWCOMER_RATING, segment.rating, (first.rating,)))
