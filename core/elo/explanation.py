"""How an Elo rating came about, step by step."""

from typing import TYPE_CHECKING

from core.elo.formula import is_clean
from core.elo.reasons import Reason
from core.explain import CommonReason, Step

if TYPE_CHECKING:
    from core.elo.event import PlayerResult

_SOURCE = "Elo 1978"


def steps_of(result: "PlayerResult") -> tuple[Step, ...]:
    """Return the steps of a player's event."""
    steps, games = [], len(result.games)
    if result.before.rating is None:
        steps.append(Step(f"{_SOURCE}, start", Reason.START, result.start))
    for game in result.games:
        steps.append(Step(f"{_SOURCE}, 8.43", Reason.GAME_EXPECTANCY, game.expected, (game.round, game.rating)))
    steps.append(Step(f"{_SOURCE}, 8.43", CommonReason.EXPECTED_SCORE, result.expected, (games,)))
    figures = (result.edition.k, result.score, result.expected)
    steps.append(Step(f"{_SOURCE}, 1.62", Reason.CHANGE, result.change, figures))
    assert result.after.rating is not None
    steps.append(Step(f"{_SOURCE}, 1.62", Reason.NEW_RATING, result.after.rating, (result.start, result.change)))
    clean = is_clean(result.score, games)
    reason = Reason.PERFORMANCE_CLEAN if clean else Reason.PERFORMANCE
    steps.append(Step(f"{_SOURCE}, performance", reason, result.performance, (result.score, games)))
    return tuple(steps)
