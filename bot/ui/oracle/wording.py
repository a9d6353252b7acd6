"""How Oracle figures are written for people."""

from core.oracle.matches import Tally
from core.oracle.scale import shown
from core.oracle.state import PlayerState
from core.oracle.uncertainty import Interval


def record(tally: Tally) -> str:
    """Return wins, losses and draws: 12-8-1, or 12-8 where nothing was drawn."""
    return f"{tally.wins}-{tally.losses}" + (f"-{tally.draws}" if tally.draws else "")


def tally_of(state: PlayerState) -> Tally:
    """Return the games of a player whose results are stored."""
    return Tally(state.wins, state.losses, state.draws)


def percent(chance: float) -> str:
    """Return a chance in percent with one decimal; never a certainty."""
    return f"{min(99.9, max(0.1, 100 * chance)):.1f} %"


def interval_text(interval: Interval) -> str:
    """Return an interval as shown ratings: 41–62."""
    return f"{shown(interval.low)}–{shown(interval.high)}"


def standing_text(state: PlayerState) -> str:
    """Return a rating as shown; somebody without a game is new."""
    return f"{shown(state.rating)}" if state.is_rated else "new"
