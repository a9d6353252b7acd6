"""A history of Scrabble games as CSV, optionally gzipped; read piece by piece.

FiveThirtyEight's columns gameid, winnerscore, winneroldrating, loserscore, loseroldrating, date, or rating_hi,
rating_lo, score_hi, score_lo. Counted: since 1 March 2006 (new word list), with scores and ratings; a gameid once.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, compress, islice
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple, Protocol, TextIO

from core.errors import InputError
from core.event.event_file import Remark
from core.files.common.packed import GZIP, MOST_CELLS, PIECE, Unpacked
from core.files.common.text import ParseWarnings, shorten
from core.rating.qursh.cells import EARLIEST, FINEST_GRID
from core.rating.qursh.history import CellCounter, History, Skipped, build

LONGEST = 32
_MOST_BITS, _MOST_WORDS = 100_000_000, 500_000
"""Remembered gameids: numbers below the first, and so many others."""


class GameIds:
    """Which gameids were there before."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._words: set[str] = set()

    def add(self, gameid: str) -> bool:
        """Keep a gameid; return whether it is new. Raise ValueError if invalid."""
        if len(gameid) > LONGEST:
            raise ValueError
        if not (gameid.isascii() and gameid.isdigit() and gameid[0] != "0" and int(gameid) < _MOST_BITS):
            return self._add_word(gameid)
        place, bit = int(gameid) >> 3, 1 << (int(gameid) & 7)
        self._remove_empty_row(place)
        if self._bits[place] & bit:
            return False
        self._bits[place] |= bit
        return True

    def add_many(self, ids: Sequence[str]) -> Any:
        """Add each and return an array of whether it was new; empty ones are.

        Raise ValueError, having added none, if one is too long.
        """
        import numpy as np  # when a history is loaded, and not when the bot starts

        if max(map(len, ids), default=0) > LONGEST:
            raise ValueError
        joined = ",".join(ids)
        plain = joined.isascii() and joined.replace(",", "").isdigit() and not joined.startswith(("0", ","))
        if plain and not (",0" in joined or ",," in joined or joined.endswith(",")):
            numbers = np.array([*map(int, ids)], dtype=object if len(max(ids, key=len)) > 18 else np.int64)
            if self.holds(numbers):
                return self.add_numbers(numbers)
        return np.fromiter((not gameid or self.add(gameid) for gameid in ids), bool, len(ids))

    @staticmethod
    def holds(numbers: Any) -> bool:
        return bool(numbers.max(initial=0) < _MOST_BITS)

    def add_numbers(self, numbers: Any) -> Any:
        """Add numbers that `holds` accepts; return which are new, as arrays."""
        import numpy as np

        new = np.zeros(len(numbers), dtype=bool)
        if len(numbers):
            self._remove_empty_row(int(numbers.max()) >> 3)
            each, first = np.unique(numbers, return_index=True)
            bits = np.frombuffer(self._bits, dtype=np.uint8)
            places, masks = each >> 3, (1 << (each & 7)).astype(np.uint8)
            unseen = (bits[places] & masks) == 0
            np.bitwise_or.at(bits, places, masks)
            new[first[unseen]] = True
        return new

    def _remove_empty_row(self, place: int) -> None:
        if place >= len(self._bits):
            # More than asked for: numbers mostly ascend.
            self._bits.extend(bytes(place + 1 + place // 8 - len(self._bits)))

    def _add_word(self, gameid: str) -> bool:
        if gameid in self._words:
            return False
        if len(self._words) >= _MOST_WORDS:
            raise InputError(f"More than {_MOST_WORDS:,} gameids are not numbers. Number the games 1, 2, 3.")
        self._words.add(gameid)
        return True


# Count regular rows by the thousand.


_MOST_KNOWN = 20_000
"""Different figures to remember; beyond, rows are read one by one."""


class Known(dict[str, float]):
    """Numbers by their text, 0 if unknown; raise ValueError for no number.

    highest: limit. whole: integers only.
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
    """Whether a written day counts; raise ValueError if invalid."""

    def __init__(self, earliest: str) -> None:
        super().__init__()
        self.earliest = earliest

    def __missing__(self, text: str) -> bool:
        if text[4:5] != "-":
            raise ValueError
        # Dates such as 2006-03-01 sort as text.
        counts = text >= self.earliest
        if len(self) < _MOST_KNOWN:
            self[text] = counts
        return counts


class Places(NamedTuple):
    """Columns of both scores, both ratings, day and gameid; None if none."""

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
        """Keep the rows marked True."""

    def counting(self, column: int, days: Days) -> Any:
        """Return which rows are of a day that counts as a boolean array."""

    def figures(self, column: int, known: Known) -> Any:
        """Return a column's figures, an array of float64."""

    def new(self, column: int, seen: GameIds) -> Any:
        """Keep a column's gameids; return which of them are new as a boolean array."""


class CleanGames:
    """Counts blocks of ordinary rows into a tally."""

    def __init__(self, places: Places, scores: Known, ratings: Known, days: Days) -> None:
        self._columns = tuple(zip(places.figures, (scores, scores, ratings, ratings), strict=True))
        self._day, self._gameid, self._days = places.day, places.gameid, days

    def count(self, cells: Cells, seen: GameIds, tally: CellCounter) -> Counted:
        """Count rows; raise ValueError or IndexError, having counted none, if one is odd."""
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
        import numpy as np

        return np.fromiter(map(days.__getitem__, self._texts(column)), bool, len(self))

    def figures(self, column: int, known: Known) -> Any:
        import numpy as np

        return np.fromiter(map(known.__getitem__, self._texts(column)), np.float64, len(self))

    def new(self, column: int, seen: GameIds) -> Any:
        return seen.add_many(list(self._texts(column)))

    def _texts(self, column: int) -> Iterator[str]:
        return map(itemgetter(column), self._rows)


# Lines without quotation marks, split by numpy in a quarter of the time of csv.


_COMMA, _BREAK, _ZERO, _HYPHEN = b",\n0-"
_DAY, _YEAR = len("2006-03-01"), len("2006")
_MOST_DIGITS = 9


class Blocks:
    """Gives a file in blocks of whole lines."""

    def __init__(self, source: BinaryIO) -> None:
        self._source, self._rest = source, b""

    def take(self, size: int) -> bytes:
        """Return about `size` bytes up to a line's end; empty at the end."""
        while True:
            more = self._source.read(size)
            block = self._rest + more
            if not more:
                self._rest = b""
                return block
            # A carriage return may be half of a line break.
            end = block.rfind(b"\n") + 1 or block.rfind(b"\r", 0, -1) + 1
            self._rest = block[end:]
            if end:
                return block[:end]


class PlainLines:
    """Cells of a block of lines, by column; raise ValueError if it needs a CSV reader."""

    def __init__(self, block: bytes, cells: int) -> None:
        import numpy as np

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
        # A line begins behind the end of the one before.
        self._begins = np.concatenate(([-1], self._ends[:-1, -1]))

    def __len__(self) -> int:
        return len(self._ends)

    def keep(self, which: Any) -> None:
        self._ends, self._begins = self._ends[which], self._begins[which]

    def counting(self, column: int, days: Days) -> Any:
        import numpy as np

        starts, ends = self._cells(column)
        if not (ends - starts == _DAY).all() or not (self._bytes[starts + _YEAR] == _HYPHEN).all():
            return np.fromiter(map(days.__getitem__, self._texts(column)), bool, len(self))
        return self._bytes[starts[:, None] + np.arange(_DAY)].view(f"S{_DAY}")[:, 0] >= days.earliest.encode()

    def figures(self, column: int, known: Known) -> Any:
        import numpy as np

        numbers = self._numbers(column)
        if numbers is None:
            return np.fromiter(map(known.__getitem__, self._texts(column)), np.float64, len(self))
        if numbers.max(initial=0) > known.highest:
            raise ValueError
        return numbers.astype(np.float64)

    def new(self, column: int, seen: GameIds) -> Any:
        numbers = self._numbers(column)
        # A leading 0 makes a word; empty is none.
        if numbers is None or (self._bytes[self._cells(column)[0]] <= _ZERO).any() or not seen.holds(numbers):
            return seen.add_many(self._texts(column))
        return seen.add_numbers(numbers)

    def _numbers(self, column: int) -> Any:
        import numpy as np

        starts, ends = self._cells(column)
        widths = ends - starts
        most = int(widths.max(initial=0))
        if most > _MOST_DIGITS:
            return None
        numbers = np.zeros(len(ends), np.int64)
        for digits in range(most):
            digit = self._bytes[ends - 1 - digits] - _ZERO  # wraps below 0
            digit[widths <= digits] = 0
            if digit.max(initial=0) > 9:
                return None
            numbers += digit * np.int64(10**digits)
        return numbers

    def _texts(self, column: int) -> list[str]:
        block = self._block
        return [
            block[start:end].decode("utf-8", "replace")
            for start, end in zip(*(places.tolist() for places in self._cells(column)), strict=True)
        ]

    def _cells(self, column: int) -> tuple[Any, Any]:
        return (self._ends[:, column - 1] if column else self._begins) + 1, self._ends[:, column]


HIGHEST_SCORE, HIGHEST_RATING = 2_000, 9_999
_LFS = "version https://git-lfs"
_HEAD, _BLOCK, _ROWS_AT_ONCE = 1 << 14, 1 << 19, 500
_FEWEST_AT_ONCE = 200
"""Rows from which columns are worth it."""

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_MOST_BAD = 1_000
"""Lines without a game to read in any case; beyond, as many must have one."""

_FORMS = (
    ("winnerscore", "loserscore", "winneroldrating", "loseroldrating"),
    ("score_hi", "score_lo", "rating_hi", "rating_lo"),
)
"""Forms of columns: both scores, then both ratings."""

_WORDS = {
    Skipped.TOO_OLD: f"before {EARLIEST.isoformat()}",
    Skipped.NO_SCORE: "without both scores",
    Skipped.UNRATED: "without both ratings",
    Skipped.TWICE: "with a gameid that was used before",
    Skipped.UNREADABLE: "that cannot be read",
}

_OF_CLEAN = (Skipped.TOO_OLD, Skipped.NO_SCORE, Skipped.UNRATED, Skipped.TWICE)
"""The order of reasons for leaving out clean rows."""

Progress = Callable[[int, int], None]
"""Takes the bytes read and all bytes."""


@dataclass(frozen=True, slots=True)
class GameHistory:
    """What was read; remarks name the first unreadable lines."""

    history: History
    remarks: tuple[Remark, ...]


def is_game_history(data: bytes) -> bool:
    """Return whether a file is gzipped or has at least three of the columns."""
    if data.startswith(GZIP):
        return True
    beginning = data[:_HEAD].decode("utf-8-sig", "replace").lstrip()
    words = {cell.strip(' "').casefold() for cell in _LINE_BREAK.split(beginning, maxsplit=1)[0].split(",")}
    return beginning.startswith(_LFS) or any(len(words & set(form)) >= 3 for form in _FORMS)


def read_game_history(data: bytes, origin: str, loaded: date, progress: Progress | None = None) -> GameHistory:
    """Read a history.

    origin: its source, for people.
    """
    source = Unpacked(data)
    reading = _Reading(Blocks(io.BufferedReader(source, PIECE)))
    try:
        reading.header()
        while reading.block():
            if progress is not None:
                progress(source.position, len(data))
    except csv.Error:
        raise InputError(f"Line {reading.line}: the table ends too early. Check its quotation marks.") from None
    return reading.finished(origin, loaded)


class _Reading:
    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        # For csv: lines to read next, the last one, and how many others there were.
        self._next, self._last, self._others = b"", 0, 0
        self._reader = csv.reader(chain.from_iterable(self._texts()))
        self._tally = CellCounter(FINEST_GRID)
        self._doubts = ParseWarnings()
        self._skipped = dict.fromkeys(Skipped, 0)
        self._seen = GameIds()
        self._scores = Known(HIGHEST_SCORE, whole=True)
        self._ratings = Known(HIGHEST_RATING, whole=False)
        self._days = Days(EARLIEST.isoformat())
        self._taken = self._empty = self._without_game = 0
        self._figures: Callable[[Sequence[str]], tuple[str, ...]] = itemgetter(0)
        self._places = Places((0, 0, 0, 0), None, None)
        self._line: int | None = None

    @property
    def line(self) -> int:
        return self._others + self._reader.line_num if self._line is None else self._line

    def _give(self, block: bytes) -> None:
        self._next = block
        self._last += block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
        self._last += bool(block) and not block.endswith((b"\n", b"\r"))

    def _texts(self) -> Iterator[TextIO]:
        encoding = "utf-8-sig"
        while self._next:
            text, encoding, self._next = self._next.decode(encoding, "replace"), "utf-8", b""
            yield io.StringIO(text, newline="")
            # A quoted cell goes on in the next line.
            if not self._next:
                self._give(self._blocks.take(_BLOCK))

    def header(self) -> None:
        self._give(self._blocks.take(_HEAD))
        first = islice(self._reader, _MOST_BAD)
        cells = next((row for row in first if any(cell.strip() for cell in row)), None)
        if cells is None:
            raise InputError("The file is empty. Upload a CSV with one line per game.")
        if cells[0].startswith(_LFS):
            raise InputError("The file is a Git LFS pointer. Download the file that it points to.")
        self._check_cells(cells)
        words = [cell.strip().casefold() for cell in cells]
        places = {word: place for place, word in enumerate(words) if word}
        form = next((form for form in _FORMS if places.keys() >= set(form)), None)
        if form is None:
            nearest = max(_FORMS, key=lambda form: len(places.keys() & set(form)))
            missing = ", ".join(name for name in nearest if name not in places)
            raise InputError(
                f"Line {self.line}: the header lacks {missing}. QURSH requires both scores and "
                "both ratings of each game."
            )
        own, theirs, rating, other = (places[name] for name in form)
        self._figures = itemgetter(own, theirs, rating, other)
        self._places = Places((own, theirs, rating, other), places.get("date"), places.get("gameid"))
        self._cells, self._clean = len(cells), CleanGames(self._places, self._scores, self._ratings, self._days)
        self._as_csv()

    def block(self) -> bool:
        block = self._blocks.take(_BLOCK)
        try:
            lines = PlainLines(block, self._cells)
            count = len(lines)
            self._count(lines)
        except (ValueError, IndexError):
            self._give(block)
            self._as_csv()
        else:
            self._others += count
        return bool(block)

    def _as_csv(self) -> None:
        while (left := self._last - self._reader.line_num) > 0:
            begun = self.line
            rows = list(islice(self._reader, min(left, _ROWS_AT_ONCE)))
            try:
                self._count(Rows(rows))
            except (ValueError, IndexError):
                self._one_by_one(rows, begun)

    def _count(self, cells: Cells) -> None:
        rows = len(cells)
        if rows < _FEWEST_AT_ONCE:
            raise ValueError
        counted = self._clean.count(cells, self._seen, self._tally)
        self._taken += rows
        for reason, count in zip(_OF_CLEAN, counted, strict=True):
            self._skipped[reason] += count

    @property
    def _read(self) -> int:
        return self._taken - self._empty

    def _one_by_one(self, rows: Sequence[Sequence[str]], line: int) -> None:
        for row in rows:
            # Quoted cells may have line breaks.
            line += 1 + sum(len(_LINE_BREAK.findall(cell)) for cell in row)
            self._line = line
            self._taken += 1
            self._one(row)
        self._line = None

    def _one(self, row: Sequence[str]) -> None:
        if not row:
            self._empty += 1
            self._bad()
            return
        _, day, gameid = self._places
        try:
            if day is not None and not self._days[row[day]]:
                self._skipped[Skipped.TOO_OLD] += 1
                return
            winner, loser, winner_rating, loser_rating = [float(figure or 0) for figure in self._figures(row)]
            if winner == 0 or loser == 0:
                self._skipped[Skipped.NO_SCORE] += 1
            elif winner_rating == 0 or loser_rating == 0:
                self._skipped[Skipped.UNRATED] += 1
            else:
                margin = _margin(winner, loser, winner_rating, loser_rating)
                if gameid is not None and row[gameid] and not self._seen.add(row[gameid]):
                    self._skipped[Skipped.TWICE] += 1
                else:
                    self._tally.add(winner_rating, loser_rating, margin)
        except (ValueError, IndexError):
            self._unreadable(row)

    def finished(self, origin: str, loaded: date) -> GameHistory:
        history = build(self._tally.cells(), origin, loaded, self._read, self._skipped, kept=FINEST_GRID)
        if not history.used:
            why = ", ".join(f"{count} {_WORDS[reason]}" for reason, count in history.skipped) or "no line below it"
            raise InputError(f"No game of the file counts ({why}). Upload one with scores, ratings and dates.")
        return GameHistory(history, self._doubts.remarks())

    def _unreadable(self, row: Sequence[str]) -> None:
        self._check_cells(row)
        self._bad()
        self._skipped[Skipped.UNREADABLE] += 1
        text = f'"{shorten(",".join(row)[:200])}" lacks a score or a rating. Ignored'
        self._doubts.add(self.line, "games that cannot be read", text)

    def _check_cells(self, row: Sequence[str]) -> None:
        if len(row) > MOST_CELLS:
            raise InputError(f"Line {self.line} has more than {MOST_CELLS} cells. Upload a CSV with one line per game.")

    def _bad(self) -> None:
        self._without_game += 1
        if self._without_game > _MOST_BAD and self._without_game > self._read / 2:
            raise InputError(
                f"Of the first {self.line:,} lines {self._without_game:,} have no game. Upload a CSV with one line per "
                "game, without empty ones."
            )


def _margin(winner: float, loser: float, winner_rating: float, loser_rating: float) -> int:
    if not (0 < winner <= HIGHEST_SCORE and 0 < loser <= HIGHEST_SCORE):
        raise ValueError
    if not (0 < winner_rating <= HIGHEST_RATING and 0 < loser_rating <= HIGHEST_RATING):
        raise ValueError
    margin = winner - loser
    if not margin.is_integer() or not winner.is_integer():
        raise ValueError
    return int(margin)
