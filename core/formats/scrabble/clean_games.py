"""The games of a history that are as most are, counted by the thousand: a tenth of the time that one by one takes.

What a cell says is looked up, for a million games have few different figures; cells and gameids are found by column.
"""

from collections.abc import Sequence
from typing import Any

from core.formats.scrabble.game_ids import GameIds
from core.qursh.history import CellCounter

FEWEST = 200
"""Games from which columns are worth it."""

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


def count_games(figures: Sequence[float], ids: Sequence[str], seen: GameIds, tally: CellCounter) -> int:
    """Count games, and return how many were there before.

    figures: both scores, then both ratings, one game after another. ids: a gameid each, empty for none, or no ids.
    """
    if len(figures) < 4 * FEWEST:
        return _one_by_one(figures, ids, seen, tally)
    import numpy as np  # when a history is loaded, and not when the bot starts

    columns: Any = np.array(figures).reshape(-1, 4)
    twice = 0
    if ids:
        new = np.array(seen.add_many(ids))
        twice = len(ids) - int(new.sum())
        columns = columns[new]
    tally.add_many(columns[:, 2], columns[:, 3], columns[:, 0] - columns[:, 1])
    return twice


def _one_by_one(figures: Sequence[float], ids: Sequence[str], seen: GameIds, tally: CellCounter) -> int:
    twice = 0
    for place in range(len(figures) // 4):
        winner, loser, winner_rating, loser_rating = figures[4 * place : 4 * place + 4]
        if ids and ids[place] and not seen.add(ids[place]):
            twice += 1
        else:
            tally.add(winner_rating, loser_rating, int(winner - loser))
    return twice
