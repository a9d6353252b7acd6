"""Two ratings: "I am expected to win, but by how much?" (QURSH). Margins by quantile, quantiles by margin."""

from typing import NamedTuple

from core.qursh.history import History
from core.qursh.quantile import Quantile, margin_for, quantile

MARGINS = (-200, -150, -100, -50, -25, 0, 25, 50, 75, 100, 150, 200, 300)
PERCENTS = (5, 10, 25, 50, 75, 90, 95)


class PairTable(NamedTuple):
    """What margins are worth between two ratings, as the higher rated player sees them.

    games: a game for each margin, placed. margins: what each of the percents takes, in points.
    """

    games: tuple[Quantile, ...]
    margins: tuple[tuple[int, float], ...]

    @property
    def even(self) -> float:
        """Return by how many points the higher rated player has to win for 50 percent."""
        return dict(self.margins)[50]


def pair_table(history: History, higher: float, lower: float) -> PairTable:
    """Return the table of two ratings; raise InputError where one is none."""
    games = tuple(quantile(history, higher, lower, max(margin, 0), max(-margin, 0)) for margin in MARGINS)
    return PairTable(games, tuple((percent, margin_for(history, higher, lower, percent)) for percent in PERCENTS))
