"""A history of Scrabble games as CSV, plain or packed with gzip: one line a game, told by the names of its columns.

FiveThirtyEight's set of cross-tables.com's games has gameid, winnerscore, winneroldrating, loserscore, loseroldrating,
date and more; a score of 0 there was not recorded, a rating of 0 is none. The short form has rating_hi, rating_lo,
score_hi, score_lo; date and gameid are looked at where they are.

Counted are games since 1 March 2006, when the words changed, with both scores and both ratings; of several with the
same gameid the first. The file is read piece by piece: it may be large.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice
from operator import itemgetter
from typing import TextIO

from core.errors import InputError
from core.event_file import Remark
from core.formats.common.names import shorten
from core.formats.common.packed import MOST_CELLS, PIECE, Unpacked
from core.formats.common.warnings import ParseWarnings
from core.formats.scrabble.clean_games import Cells, CleanGames, Days, Known, Places, Rows
from core.formats.scrabble.game_ids import GameIds
from core.formats.scrabble.plain_lines import Blocks, PlainLines
from core.qursh.cells import FINEST_GRID
from core.qursh.history import CellCounter, History, Skipped, build
from core.qursh.settings import EARLIEST

HIGHEST_SCORE, HIGHEST_RATING = 2_000, 9_999
_LFS = "version https://git-lfs"
_HEAD, _BLOCK, _ROWS_AT_ONCE = 1 << 14, 1 << 19, 500
_FEWEST_AT_ONCE = 200
"""Rows from which columns are worth it."""

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_MOST_BAD = 1_000
"""So many lines without a game are read in any case; after that there must be as many with one."""

_FORMS = (
    ("winnerscore", "loserscore", "winneroldrating", "loseroldrating"),
    ("score_hi", "score_lo", "rating_hi", "rating_lo"),
)
"""Columns that a file has, one form or the other: both scores, then both ratings."""

_WORDS = {
    Skipped.TOO_OLD: f"before {EARLIEST.isoformat()}",
    Skipped.NO_SCORE: "without both scores",
    Skipped.UNRATED: "without both ratings",
    Skipped.TWICE: "with a gameid that was there before",
    Skipped.UNREADABLE: "that cannot be read",
}

_OF_CLEAN = (Skipped.TOO_OLD, Skipped.NO_SCORE, Skipped.UNRATED, Skipped.TWICE)
"""The order in which clean rows tell why they were left out."""

Progress = Callable[[int, int], None]
"""Takes how many of how many bytes of the file have been read."""


@dataclass(frozen=True, slots=True)
class GameHistory:
    """What was read; remarks name the first lines that cannot be."""

    history: History
    remarks: tuple[Remark, ...]


def read_game_history(data: bytes, origin: str, loaded: date, progress: Progress | None = None) -> GameHistory:
    """Read a history; raise InputError for a file that lacks columns, is damaged or has no game that counts.

    origin: where the games are from, in words for people.
    """
    source = Unpacked(data)
    reading = _Reading(Blocks(io.BufferedReader(source, PIECE)))
    try:
        reading.header()
        while reading.block():
            if progress is not None:
                progress(source.position, len(data))
    except csv.Error as error:
        raise InputError(f'Line {reading.line}: the table breaks off ({error}): check its " marks.') from None
    return reading.finished(origin, loaded)


class _Reading:
    """What was read up to a row."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        # Of lines that csv reads: those that it is to read next, the last one, and how many others there were.
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
        """Return the line that is read, or that the row at hand ends on."""
        return self._others + self._reader.line_num if self._line is None else self._line

    def _give(self, block: bytes) -> None:
        """Let csv read a block next."""
        self._next = block
        self._last += block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
        self._last += bool(block) and not block.endswith((b"\n", b"\r"))

    def _texts(self) -> Iterator[TextIO]:
        encoding = "utf-8-sig"
        while self._next:
            text, encoding, self._next = self._next.decode(encoding, "replace"), "utf-8", b""
            yield io.StringIO(text, newline="")
            # More is asked for before it is given where a cell within " marks goes on there.
            if not self._next:
                self._give(self._blocks.take(_BLOCK))

    def header(self) -> None:
        """Read where each column is; raise InputError where some are missing."""
        self._give(self._blocks.take(_HEAD))
        first = islice(self._reader, _MOST_BAD)
        cells = next((row for row in first if any(cell.strip() for cell in row)), None)
        if cells is None:
            raise InputError("The file is empty: upload a CSV with one line a game.")
        if cells[0].startswith(_LFS):
            raise InputError("That is a pointer of Git LFS, not the games themselves: download the file behind it.")
        self._check_cells(cells)
        words = [cell.strip().casefold() for cell in cells]
        places = {word: place for place, word in enumerate(words) if word}
        form = next((form for form in _FORMS if places.keys() >= set(form)), None)
        if form is None:
            nearest = max(_FORMS, key=lambda form: len(places.keys() & set(form)))
            missing = ", ".join(name for name in nearest if name not in places)
            raise InputError(
                f"Line {self.line}: the header lacks {missing}: QURSH needs both scores and both ratings of each game, "
                "spreads or results alone do not do."
            )
        own, theirs, rating, other = (places[name] for name in form)
        self._figures = itemgetter(own, theirs, rating, other)
        self._places = Places((own, theirs, rating, other), places.get("date"), places.get("gameid"))
        self._cells, self._clean = len(cells), CleanGames(self._places, self._scores, self._ratings, self._days)
        self._as_csv()

    def block(self) -> bool:
        """Count the next block of lines; return whether there was one."""
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
        """Count the rows of the lines that csv was given."""
        while (left := self._last - self._reader.line_num) > 0:
            begun = self.line
            rows = list(islice(self._reader, min(left, _ROWS_AT_ONCE)))
            try:
                self._count(Rows(rows))
            except (ValueError, IndexError):
                self._one_by_one(rows, begun)

    def _count(self, cells: Cells) -> None:
        """Count rows together; raise ValueError or IndexError, having counted none, if one is odd or they are few."""
        rows = len(cells)
        if rows < _FEWEST_AT_ONCE:
            raise ValueError
        counted = self._clean.count(cells, self._seen, self._tally)
        self._taken += rows
        for reason, count in zip(_OF_CLEAN, counted, strict=True):
            self._skipped[reason] += count

    @property
    def _read(self) -> int:
        """Return how many rows were read that are not empty."""
        return self._taken - self._empty

    def _one_by_one(self, rows: Sequence[Sequence[str]], line: int) -> None:
        """Count rows of which some are not as most are; line: the one before them."""
        for row in rows:
            # A cell within " marks may have line breaks of its own.
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
        """Return the history; raise InputError where there is no game in it."""
        history = build(self._tally.cells(), origin, loaded, self._read, self._skipped, kept=FINEST_GRID)
        if not history.used:
            why = ", ".join(f"{count} {_WORDS[reason]}" for reason, count in history.skipped) or "no line below it"
            raise InputError(f"No game of the file counts ({why}): upload one with scores, ratings and dates.")
        return GameHistory(history, self._doubts.remarks())

    def _unreadable(self, row: Sequence[str]) -> None:
        self._check_cells(row)
        self._bad()
        self._skipped[Skipped.UNREADABLE] += 1
        text = f'"{shorten(",".join(row)[:200])}" has no two scores and two ratings: left out'
        self._doubts.add(self.line, "games that cannot be read", text)

    def _check_cells(self, row: Sequence[str]) -> None:
        if len(row) > MOST_CELLS:
            raise InputError(f"Line {self.line} has more than {MOST_CELLS} cells: upload a CSV with one line a game.")

    def _bad(self) -> None:
        """Count a line without a game; raise InputError where they are more than the others: that is no history."""
        self._without_game += 1
        if self._without_game > _MOST_BAD and self._without_game > self._read / 2:
            raise InputError(
                f"Of the first {self.line:,} lines {self._without_game:,} have no game: upload a CSV with one line a "
                "game, without empty ones."
            )


def _margin(winner: float, loser: float, winner_rating: float, loser_rating: float) -> int:
    """Return the first player's points less the second's; raise ValueError for what no game has."""
    if not (0 < winner <= HIGHEST_SCORE and 0 < loser <= HIGHEST_SCORE):
        raise ValueError
    if not (0 < winner_rating <= HIGHEST_RATING and 0 < loser_rating <= HIGHEST_RATING):
        raise ValueError
    margin = winner - loser
    if not margin.is_integer() or not winner.is_integer():
        raise ValueError
    return int(margin)
