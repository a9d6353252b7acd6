"""The margins of a cell, counted: where a margin lies among them, and how they are spread.

A margin is the higher rated player's points less the lower's. A game of equals has no higher: it counts half either way
round. So everything is counted in half games, and all figures are exact.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt


@dataclass(frozen=True, slots=True)
class Margins:
    """Counted margins, in points.

    values: ascending, each once. below: half games under each of them, and in the end all.
    """

    values: tuple[int, ...] = ()
    below: tuple[int, ...] = (0,)

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> "Margins":
        """Return margins from half games by margin."""
        values = tuple(sorted(counts))
        return cls(values, (0, *accumulate(counts[value] for value in values)))

    @property
    def halves(self) -> int:
        """Return how many half games there are."""
        return self.below[-1]

    @property
    def games(self) -> int:
        return self.halves // 2

    def counts(self) -> dict[int, int]:
        """Return half games by margin."""
        return {value: self.below[place + 1] - self.below[place] for place, value in enumerate(self.values)}

    def mid_rank(self, margin: int) -> int:
        """Return how many half games are below a margin, counted twice, and those equal to it, counted once."""
        place = bisect_left(self.values, margin)
        below = self.below[place]
        if place < len(self.values) and self.values[place] == margin:
            return below + self.below[place + 1]
        return 2 * below

    def between(self, low: int, high: int) -> int:
        """Return how many half games have a margin from low up to, but not including, high."""
        return self.below[bisect_left(self.values, high)] - self.below[bisect_left(self.values, low)]

    @property
    def mean(self) -> float:
        """Return the mean margin of at least one game."""
        return sum(value * count for value, count in self.counts().items()) / self.halves

    @property
    def deviation(self) -> float:
        """Return the standard deviation around that mean, of these games themselves."""
        total = sum(value * count for value, count in self.counts().items())
        squares = sum(value * value * count for value, count in self.counts().items())
        return sqrt(squares * self.halves - total * total) / self.halves

    def at(self, percent: float) -> float:
        """Return the margin that has so many of a hundred games below it, of at least one game.

        The games stand at the mid-ranks 100 (i - 1/2) / n; between them the line is straight.
        """
        wanted = percent / 100 * self.halves
        before = float(self.values[0])
        left = 0.0
        for place, value in enumerate(self.values):
            count = self.below[place + 1] - self.below[place]
            # A margin's games reach from half a game inside its first edge to half a game inside its last one.
            inside = min(1.0, count / 2)
            first, last = self.below[place] + inside, self.below[place + 1] - inside
            if wanted <= last:
                if wanted >= first or place == 0:
                    return float(value)
                return before + (value - before) * (wanted - left) / (first - left)
            before, left = float(value), last
        return float(self.values[-1])
