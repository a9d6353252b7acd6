"""An event of more than 16 rounds is rated in two segments, one of more than 35 in three (NASPA, rating segments)."""

from itertools import pairwise
from typing import NamedTuple

LONGEST, MOST_IN_TWO = 16, 35


class Rounds(NamedTuple):
    """The rounds of a segment, both included."""

    first: int
    last: int

    def covers(self, number: int) -> bool:
        return self.first <= number <= self.last


def segments_of(rounds: int) -> tuple[Rounds, ...]:
    """Return the segments of an event, as equal as can be, the longer ones first."""
    count = 1 if rounds <= LONGEST else 2 if rounds <= MOST_IN_TWO else 3
    lasts = [-(-rounds * part // count) for part in range(count + 1)]
    return tuple(Rounds(before + 1, last) for before, last in pairwise(lasts))
