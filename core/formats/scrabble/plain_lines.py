"""Lines of CSV without " marks, all of as many cells: taken apart by numpy where they stand, as no lists of cells.

Of a million lines that takes a quarter of the time that Python's csv does, which makes each cell.
"""

from typing import Any, BinaryIO

from core.formats.scrabble.clean_games import Days, Known
from core.formats.scrabble.game_ids import GameIds

_COMMA, _BREAK, _ZERO, _HYPHEN = b",\n0-"
_DAY, _YEAR = len("2006-03-01"), len("2006")
_MOST_DIGITS = 9


class Blocks:
    """Gives a file in blocks of whole lines."""

    def __init__(self, source: BinaryIO) -> None:
        self._source, self._rest = source, b""

    def take(self, size: int) -> bytes:
        """Return about so many bytes, up to a line's end or the file's; nothing when all were given."""
        while True:
            more = self._source.read(size)
            block = self._rest + more
            if not more:
                self._rest = b""
                return block
            # What ends in a carriage return may go on with the other half of its line break.
            end = block.rfind(b"\n") + 1 or block.rfind(b"\r", 0, -1) + 1
            self._rest = block[end:]
            if end:
                return block[:end]


class PlainLines:
    """The cells of a block of lines, by column; raise ValueError where it must be read as CSV is.

    cells: how many each line has.
    """

    def __init__(self, block: bytes, cells: int) -> None:
        import numpy as np  # when a history is loaded, and not when the bot starts

        if b'"' in block:
            raise ValueError
        if b"\r" in block:
            block = block.replace(b"\r\n", b"\n")
            if b"\r" in block:
                raise ValueError
        self._block = block if block.endswith(b"\n") else block + b"\n"
        self._bytes = np.frombuffer(self._block, np.uint8)
        marks = np.flatnonzero((self._bytes == _COMMA) | (self._bytes == _BREAK))
        if len(marks) % cells:
            raise ValueError
        self._ends = marks.reshape(-1, cells)
        if self._block.count(b"\n") != len(self) or not (self._bytes[self._ends[:, -1]] == _BREAK).all():
            raise ValueError
        # A line begins behind the end of the one before, and the first where the block does.
        self._begins = np.concatenate(([-1], self._ends[:-1, -1]))

    def __len__(self) -> int:
        return len(self._ends)

    def keep(self, which: Any) -> None:
        """Go on with the lines of which an array of truths tells so."""
        self._ends, self._begins = self._ends[which], self._begins[which]

    def counting(self, column: int, days: Days) -> Any:
        """Return which rows are of a day that counts, an array of truths."""
        import numpy as np

        starts, ends = self._cells(column)
        if not (ends - starts == _DAY).all() or not (self._bytes[starts + _YEAR] == _HYPHEN).all():
            return np.fromiter(map(days.__getitem__, self._texts(column)), bool, len(self))
        return self._bytes[starts[:, None] + np.arange(_DAY)].view(f"S{_DAY}")[:, 0] >= days.earliest.encode()

    def figures(self, column: int, known: Known) -> Any:
        """Return a column's figures, an array of float64."""
        import numpy as np

        numbers = self._numbers(column)
        if numbers is None:
            return np.fromiter(map(known.__getitem__, self._texts(column)), np.float64, len(self))
        if numbers.max(initial=0) > known.highest:
            raise ValueError
        return numbers.astype(np.float64)

    def new(self, column: int, seen: GameIds) -> Any:
        """Keep a column's gameids; return which of them are new, an array of truths."""
        numbers = self._numbers(column)
        # One that begins with 0 is a word, an empty one is none.
        if numbers is None or (self._bytes[self._cells(column)[0]] <= _ZERO).any() or not seen.holds(numbers):
            return seen.add_many(self._texts(column))
        return seen.add_numbers(numbers)

    def _numbers(self, column: int) -> Any:
        """Return a column as whole numbers, 0 for an empty cell; None where a cell has more than a few digits."""
        import numpy as np

        starts, ends = self._cells(column)
        widths = ends - starts
        most = int(widths.max(initial=0))
        if most > _MOST_DIGITS:
            return None
        numbers = np.zeros(len(ends), np.int64)
        for digits in range(most):
            digit = self._bytes[ends - 1 - digits] - _ZERO  # below 0 it begins again at 255
            digit[widths <= digits] = 0
            if digit.max(initial=0) > 9:
                return None
            numbers += digit * np.int64(10**digits)
        return numbers

    def _texts(self, column: int) -> list[str]:
        """Return a column as it is written."""
        block = self._block
        return [
            block[start:end].decode("utf-8", "replace")
            for start, end in zip(*(places.tolist() for places in self._cells(column)), strict=True)
        ]

    def _cells(self, column: int) -> tuple[Any, Any]:
        return (self._ends[:, column - 1] if column else self._begins) + 1, self._ends[:, column]
