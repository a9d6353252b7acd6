"""The games of a history that are as most are, counted by the thousand: a tenth of the time that one by one takes.

What a cell says is looked up, for a million games have few different figures; rows are taken apart by column, in C.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from core.formats.scrabble.game_ids import GameIds
from core.qursh.history import CellCounter

_MOST_KNOWN = 20_000
"""Different figures that are remembered: a file made to have more is read as slowly as one by one."""


class Known(dict[str, float]):
    """Figures by how they are written, 0 for one that is not told; raise ValueError for what is none.

    highest: of all. whole: whether only whole ones are figures.
    """

    def __init__(self, highest: int, *, whole: bool) -> None:
        super().__init__()
        self.highest, self._whole = highest, whole

    def __missing__(self, text: str) -> float:
        figure = float(text or 0)
        if not 0 <= figure <= self.highest or (self._whole and not figure.is_integer()):
            raise ValueError
        if len(self) < _MOST_KNOWN:
            self[text] = figure
        return figure


class Days(dict[str, bool]):
    """Whether a day as it is written counts; raise ValueError for what is none."""

    def __init__(self, earliest: str) -> None:
        super().__init__()
        self.earliest = earliest

    def __missing__(self, text: str) -> bool:
        if text[4:5] != "-":
            raise ValueError
        # Dates such as 2006-03-01 stand in the order of their letters.
        counts = text >= self.earliest
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


class Cells(Protocol):
    """Rows that can be asked by column."""

    def __len__(self) -> int: ...

    def keep(self, which: Any) -> None:
        """Go on with the rows of which an array of truths tells so."""

    def counting(self, column: int, days: Days) -> Any:
        """Return which rows are of a day that counts, an array of truths."""

    def figures(self, column: int, known: Known) -> Any:
        """Return a column's figures, an array of float64."""

    def new(self, column: int, seen: GameIds) -> Any:
        """Keep a column's gameids; return which of them are new, an array of truths."""


class CleanGames:
    """Counts rows that are all as most are into a tally."""

    def __init__(self, places: Places, scores: Known, ratings: Known, days: Days) -> None:
        self._columns = tuple(zip(places.figures, (scores, scores, ratings, ratings), strict=True))
        self._day, self._gameid, self._days = places.day, places.gameid, days

    def count(self, cells: Cells, seen: GameIds, tally: CellCounter) -> Counted:
        """Count rows; raise ValueError or IndexError, having counted none of them, where one is odd."""
        old = 0
        if self._day is not None:
            new = cells.counting(self._day, self._days)
            old = len(cells) - int(new.sum())
            if old:
                cells.keep(new)
        first, second, one, other = (cells.figures(column, known) for column, known in self._columns)
        scored = (first != 0) & (second != 0)
        whole = scored & (one != 0) & (other != 0)
        scored_count, counting = int(scored.sum()), int(whole.sum())
        unrated, unscored = scored_count - counting, len(cells) - scored_count
        twice = 0
        if self._gameid is not None:
            cells.keep(whole)
            kept = cells.new(self._gameid, seen)
            twice = counting - int(kept.sum())
            whole[whole] = kept
        tally.add_many(one[whole], other[whole], (first - second)[whole])
        return Counted(old, unscored, unrated, twice)


class Rows:
    """Lists of cells as Cells."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def keep(self, which: Any) -> None:
        self._rows = list(compress(self._rows, which.tolist()))

    def counting(self, column: int, days: Days) -> Any:
        import numpy as np  # when a history is loaded, and not when the bot starts

        return np.fromiter(map(days.__getitem__, self._texts(column)), bool, len(self))

    def figures(self, column: int, known: Known) -> Any:
        import numpy as np

        return np.fromiter(map(known.__getitem__, self._texts(column)), np.float64, len(self))

    def new(self, column: int, seen: GameIds) -> Any:
        return seen.add_many(list(self._texts(column)))

    def _texts(self, column: int) -> Iterator[str]:
        return map(itemgetter(column), self._rows)
