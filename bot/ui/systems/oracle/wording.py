"""Oracle's figures and sentences."""

from core.rating.oracle.config import PlayerKind
from core.rating.oracle.formula import Interval, Reason, displayed
from core.rating.oracle.state import PlayerState, ResultTally

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.EXPECTED: "From round {#0}, {#1} games of {2} against {3}: expected **{value}**",
    Reason.MULTIPLIER: "A, the mean of both players' multipliers after {#0} and {#1} games: **{value}**",
    Reason.OWN_MULTIPLIER: "A after {#0} games, the opponent's being unknown: **{value}**",
    Reason.CHANGE_IN_ORDER: "Game by game, {0} points against {1} expected, A {2}: ln(s/s') changes by **{value}**",
    Reason.CHANGE_BY_MEAN: "The order is unknown, so each game counts the mean of {0} points, against {1} "
    "expected, A {2}: ln(s/s') changes by **{value}**",
    Reason.CHANGE_WINS_FIRST: "The order is unknown and taken as wins, losses, draws: {0} points against {1} "
    "expected, A {2}: ln(s/s') changes by **{value}**",
    Reason.MOVED_HALF: "Half of it for each player: ln s = {0} + {1} = **{value}**",
    Reason.MOVED_WHOLE: "The Keeper stays, so all of it is the opponent's: ln s = {0} + {1} = **{value}**",
    Reason.REBALANCED: "Half of it each, then all are divided by the Keeper's: ln s = {0} + {1} = **{value}**",
    Reason.KEEPER: "The Keeper's rating is by definition **{value}**",
    Reason.RATING: "100 s / (s + 1) with ln s = {0}: **{value}**",
    Reason.ERROR: "Standard error of ln s, from {0} of information in {#1} games: about **{value}**",
    Reason.INTERVAL: "With a chance of 95% the rating lies between {0} and **{value}**",
    Reason.PERFORMANCE: "Performance: {0} of {#1} games are expected at **{value}**",
    Reason.CALIBRATED: "Recalculated from all matches at once, {#0} of them this player's games: "
    "ln s = {1}, **{value}**",
}

KIND_WORDS: dict[PlayerKind, str] = {
    PlayerKind.HUMAN: "human",
    PlayerKind.AI_KEEPER: "the Keeper",
    PlayerKind.AI_AGGRESSIVE: "aggressive engine",
    PlayerKind.AI_DEFENSIVE: "defensive engine",
    PlayerKind.AI_BALANCED: "balanced engine",
    PlayerKind.AI_HEURISTIC: "heuristic engine",
    PlayerKind.AI_HYBRID: "hybrid engine",
}


def record(tally: ResultTally) -> str:
    """Return wins, losses and draws: 12-8-1, or 12-8 without draws."""
    return f"{tally.wins}-{tally.losses}" + (f"-{tally.draws}" if tally.draws else "")


def tally_of(state: PlayerState) -> ResultTally:
    return ResultTally(state.wins, state.losses, state.draws)


def percent(chance: float) -> str:
    """Return a chance in percent with one decimal; never 0 or 100."""
    return f"{min(99.9, max(0.1, 100 * chance)):.1f}%"


def interval_text(interval: Interval) -> str:
    """Return an interval of displayed ratings: 41–62."""
    return f"{displayed(interval.low)}–{displayed(interval.high)}"


def standing_text(state: PlayerState) -> str:
    return f"{displayed(state.rating)}" if state.is_rated else "new"
