"""The games of a history that are as most are, counted by the thousand: a tenth of the time that one by one takes.

What a cell says is looked up, for a million games have few different figures; rows are taken apart by column, in C.
"""

from collections.abc import Sequence
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

from core.formats.scrabble.game_ids import LONGEST, GameIds
from core.qursh.history import CellCounter

_MOST_KNOWN = 20_000
"""Different figures that are remembered: a file made to have more is read as slowly as one by one."""


class Known(dict[str, float]):
    """Figures by how they are written, 0 for one that is not told; raise ValueError for what is none.

    highest: of all. whole: whether only whole ones are figures.
    """

    def __init__(self, highest: int, *, whole: bool) -> None:
        super().__init__()
        self._highest, self._whole = highest, whole

    def __missing__(self, text: str) -> float:
        figure = float(text or 0)
        if not 0 <= figure <= self._highest or (self._whole and not figure.is_integer()):
            raise ValueError
        if len(self) < _MOST_KNOWN:
            self[text] = figure
        return figure


class Days(dict[str, bool]):
    """Whether a day as it is written counts; raise ValueError for what is none."""

    def __init__(self, earliest: str) -> None:
        super().__init__()
        self._earliest = earliest

    def __missing__(self, text: str) -> bool:
        if text[4:5] != "-":
            raise ValueError
        # Dates such as 2006-03-01 stand in the order of their letters.
        counts = text >= self._earliest
        if len(self) < _MOST_KNOWN:
            self[text] = counts
        return counts


class Places(NamedTuple):
    """Where a row has what counts: both scores, both ratings, the day and the gameid, None where there is none."""

    figures: tuple[int, int, int, int]
    day: int | None
    gameid: int | None


class Counted(NamedTuple):
    """Rows that were left out, by reason."""

    old: int
    unscored: int
    unrated: int
    twice: int


class CleanGames:
    """Counts rows that are all as most are into a tally."""

    def __init__(self, places: Places, scores: Known, ratings: Known, days: Days) -> None:
        first, second, one, other = map(itemgetter, places.figures)
        self._columns = ((first, scores), (second, scores), (one, ratings), (other, ratings))
        self._day = None if places.day is None else itemgetter(places.day)
        self._gameid = None if places.gameid is None else itemgetter(places.gameid)
        self._days = days

    def count(self, rows: Sequence[Sequence[str]], seen: GameIds, tally: CellCounter) -> Counted:
        """Count rows; raise ValueError or IndexError, having counted none of them, where one is odd."""
        import numpy as np  # when a history is loaded, and not when the bot starts

        old = 0
        if self._day is not None:
            new = list(map(self._days.__getitem__, map(self._day, rows)))
            old = new.count(False)
            if old:
                rows = list(compress(rows, new))
        first, second, one, other = (
            np.fromiter(map(known.__getitem__, map(cell, rows)), np.float64, len(rows)) for cell, known in self._columns
        )
        scored = (first != 0) & (second != 0)
        whole = scored & (one != 0) & (other != 0)
        scored_count, counting = int(scored.sum()), int(whole.sum())
        unrated, unscored = scored_count - counting, len(rows) - scored_count
        twice = 0
        if self._gameid is not None:
            ids = list(map(self._gameid, compress(rows, whole.tolist())))
            if max(map(len, ids), default=0) > LONGEST:
                raise ValueError
            kept = np.array(seen.add_many(ids), dtype=bool)
            twice = counting - int(kept.sum())
            whole[whole] = kept
        tally.add_many(one[whole], other[whole], (first - second)[whole])
        return Counted(old, unscored, unrated, twice)
