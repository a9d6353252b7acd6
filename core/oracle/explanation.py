"""How a rating came about, step by step, from the figures that the calculation left."""

from collections.abc import Sequence

from core.explain import CommonReason, Step
from core.oracle.config import OracleConfig, Rebalancing
from core.oracle.rated import RatedMatch
from core.oracle.reasons import Reason
from core.oracle.scale import rating_of
from core.oracle.state import PlayerState
from core.oracle.uncertainty import LEVEL, rating_interval

DOCUMENT = "Oracle"
"""The clauses are the headings of the seed's document."""


def steps_of(
    before: PlayerState,
    after: PlayerState,
    matches: Sequence[RatedMatch],
    performance: float,
    config: OracleConfig,
) -> tuple[Step, ...]:
    """Return the steps of a player's rating, in order."""
    steps: list[Step] = []
    for match in matches:
        _explain_match(match, after.is_keeper, config, steps)
    games, points = sum(match.games for match in matches), sum(match.points for match in matches)
    expected = sum(match.expected for match in matches)
    steps.append(Step(f"{DOCUMENT}, Update Formula", CommonReason.EXPECTED_SCORE, expected, (games,)))
    if after.is_keeper:
        steps.append(Step(f"{DOCUMENT}, Mathematical Foundation", Reason.KEEPER, after.rating))
    else:
        clause = f"{DOCUMENT}, Strength ↔ Rating Conversion"
        steps.append(Step(clause, Reason.RATING, after.rating, (after.log_strength,)))
    steps.append(Step(DOCUMENT, CommonReason.NEW_RATING, after.rating, (before.rating,)))
    if not after.is_keeper:
        error = after.standard_error(config)
        low, high = rating_interval(after.log_strength, error, LEVEL)
        clause = f"{DOCUMENT}, standard errors"
        steps.append(Step(clause, Reason.ERROR, error, (after.information, after.games)))
        steps.append(Step(clause, Reason.INTERVAL, high, (low,)))
    steps.append(Step(f"{DOCUMENT}, performance", Reason.PERFORMANCE, performance, (points, games)))
    return tuple(steps)


def _explain_match(match: RatedMatch, is_keeper: bool, config: OracleConfig, steps: list[Step]) -> None:
    clause = f"{DOCUMENT}, Update Formula"
    ratings = rating_of(match.log_strength), rating_of(match.opponents_log_strength)
    steps.append(Step(clause, Reason.EXPECTED, match.expected, (match.round, match.games, *ratings)))
    adaptive = f"{DOCUMENT}, Adaptive A"
    if match.opponents_games is None:
        steps.append(Step(adaptive, Reason.OWN_MULTIPLIER, match.multiplier, (match.games_before,)))
    else:
        games = (match.games_before, match.opponents_games)
        steps.append(Step(adaptive, Reason.MULTIPLIER, match.multiplier, games))
    reason = Reason.CHANGE_IN_ORDER if match.in_order else Reason.CHANGE_BY_MEAN
    if match.wins_first:
        reason = Reason.CHANGE_WINS_FIRST
    steps.append(Step(clause, reason, match.change, (match.points, match.expected, match.multiplier)))
    if not is_keeper:
        reason = Reason.MOVED_WHOLE if match.against_keeper else Reason.MOVED_HALF
        if match.against_keeper and config.rebalancing is Rebalancing.ALL:
            reason = Reason.REBALANCED
        steps.append(Step(clause, reason, match.log_strength + match.moved, (match.log_strength, match.moved)))
