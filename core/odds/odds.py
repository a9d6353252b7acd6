"""The odds of an event: the one door to what is simulated."""

from core.odds.chances import Odds
from core.odds.open_event import OpenEvent

RUNS, RUNS_IN_A_ROUND = 10_000, 2_000
"""How often the rest is played: where a round is closed, and while one is being played."""


def odds_of(event: OpenEvent, seed: int, runs: int = RUNS, places: int = 0) -> Odds:
    """Play the rest of an event many times over; the same facts and the same seed give the same odds.

    places: of how many places from the first on everybody's share is told.
    Takes up to a second of a processor for a hundred players.
    """
    # With numpy, which takes a tenth of a second and 20 MB that nobody without odds needs.
    from core.odds.simulation import simulate

    return simulate(event, seed, runs, places)
