"""How a Glicko-2 rating came about, step by step."""

from typing import TYPE_CHECKING

from core.explain import Step
from core.glicko2.formula import SCALE, weight
from core.glicko2.reasons import Reason

if TYPE_CHECKING:
    from core.glicko2.event import PlayerResult

_SOURCE = "Glicko-2 2013"


def steps_of(result: "PlayerResult") -> tuple[Step, ...]:
    """Return the steps of a player's event, with those of the period that it lies in."""
    start, moved, games = result.start, result.update, len(result.games)
    first = Reason.START if result.before.start is None else Reason.PERIOD_START
    steps = [Step(f"{_SOURCE}, step 1", first, start.rating, (start.deviation, start.volatility))]
    steps.append(Step(f"{_SOURCE}, step 2", Reason.SCALED_RATING, start.mu, (start.rating, SCALE)))
    steps.append(Step(f"{_SOURCE}, step 2", Reason.SCALED_DEVIATION, start.phi, (start.deviation, SCALE)))
    for game in result.games:
        met = (game.round, game.rating, game.deviation, weight(game.deviation))
        steps.append(Step(f"{_SOURCE}, step 3", Reason.GAME_EXPECTANCY, game.expected, met))
    if result.earlier:
        steps.append(Step(f"{_SOURCE}, step 3", Reason.EARLIER_GAMES, result.earlier, (games,)))
    steps.append(Step(f"{_SOURCE}, step 3", Reason.VARIANCE, moved.v, (len(result.after.results),)))
    steps.append(Step(f"{_SOURCE}, step 4", Reason.DELTA, moved.delta, (moved.v, moved.surplus)))
    steps.append(
        Step(f"{_SOURCE}, step 5", Reason.VOLATILITY, moved.volatility, (start.volatility, result.edition.tau))
    )
    steps.append(Step(f"{_SOURCE}, step 6", Reason.PERIOD_DEVIATION, moved.phi_star, (start.phi, moved.volatility)))
    steps.append(Step(f"{_SOURCE}, step 7", Reason.NEW_DEVIATION, moved.phi, (moved.phi_star, moved.v)))
    figures = (start.mu, moved.phi, moved.surplus)
    steps.append(Step(f"{_SOURCE}, step 7", Reason.NEW_SCALED_RATING, moved.mu, figures))
    steps.append(Step(f"{_SOURCE}, step 8", Reason.DEVIATION, moved.player.deviation, (moved.phi, SCALE)))
    steps.append(Step(f"{_SOURCE}, step 8", Reason.NEW_RATING, moved.player.rating, (moved.mu, SCALE)))
    clean = result.score in (0, games)
    reason = Reason.PERFORMANCE_CLEAN if clean else Reason.PERFORMANCE
    steps.append(Step(f"{_SOURCE}, performance", reason, result.performance, (result.score, games)))
    return tuple(steps)
