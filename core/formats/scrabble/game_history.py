"""A history of Scrabble games as CSV, plain or packed with gzip: one line a game, told by the names of its columns.

FiveThirtyEight's set of cross-tables.com's games has gameid, winnerscore, winneroldrating, loserscore, loseroldrating,
date and more; a score of 0 there was not recorded, a rating of 0 is none. The short form has rating_hi, rating_lo,
score_hi, score_lo; date and gameid are looked at where they are.

Counted are games since 1 March 2006, when the words changed, with both scores and both ratings; of several with the
same gameid the first. The file is read piece by piece: it may be large.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from operator import itemgetter
from typing import TextIO

from core.errors import InputError
from core.event_file import Remark
from core.formats.common.names import shorten
from core.formats.common.packed import Unpacked
from core.formats.common.warnings import ParseWarnings
from core.qursh.cells import FINEST_GRID
from core.qursh.history import CellCounter, History, Skipped, build
from core.qursh.settings import EARLIEST

HIGHEST_SCORE, HIGHEST_RATING = 2_000, 9_999
_LFS = "version https://git-lfs"
_PIECE, _ROWS_BETWEEN = 1 << 16, 20_000
_MOST_CELLS, _LONGEST_GAMEID = 200, 32
_MOST_BAD = 1_000
"""So many lines without a game are read in any case; after that there must be as many with one."""
_MOST_BITS, _MOST_WORDS = 100_000_000, 500_000
"""The gameids that are remembered: numbers below the first, and so many others."""

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
    unpacked = io.BufferedReader(source, _PIECE)
    reading = _Reading(io.TextIOWrapper(unpacked, encoding="utf-8-sig", errors="replace", newline=""))
    try:
        reading.header()
        while reading.rows(_ROWS_BETWEEN):
            if progress is not None:
                progress(source.position, len(data))
    except csv.Error as error:
        raise InputError(f'Line {reading.line}: the table breaks off ({error}): check its " marks.') from None
    return reading.finished(origin, loaded)


class _GameIds:
    """The gameids that were there before: numbers as bits, for there are a million of them."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._words: set[str] = set()

    def add(self, gameid: str) -> bool:
        """Keep a gameid; return whether it is new. Raise ValueError for what is none."""
        if len(gameid) > _LONGEST_GAMEID:
            raise ValueError
        if not (gameid.isascii() and gameid.isdigit() and gameid[0] != "0" and int(gameid) < _MOST_BITS):
            return self._add_word(gameid)
        place, bit = int(gameid) >> 3, 1 << (int(gameid) & 7)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 - len(self._bits)))
        if self._bits[place] & bit:
            return False
        self._bits[place] |= bit
        return True

    def _add_word(self, gameid: str) -> bool:
        if gameid in self._words:
            return False
        if len(self._words) >= _MOST_WORDS:
            raise InputError(f"More than {_MOST_WORDS:,} gameids are no numbers: number the games 1, 2, 3.")
        self._words.add(gameid)
        return True


class _Reading:
    """What was read up to a row."""

    def __init__(self, text: TextIO) -> None:
        self._reader = csv.reader(text)
        self._tally = CellCounter(FINEST_GRID)
        self._doubts = ParseWarnings()
        self._skipped = dict.fromkeys(Skipped, 0)
        self._seen = _GameIds()
        self._read = self._without_game = 0
        self._figures: Callable[[Sequence[str]], tuple[str, ...]] = itemgetter(0)
        self._date: int | None = None
        self._gameid: int | None = None

    @property
    def line(self) -> int:
        return self._reader.line_num

    def header(self) -> None:
        """Read where each column is; raise InputError where some are missing."""
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
        self._figures = itemgetter(*(places[name] for name in form))
        self._date, self._gameid = places.get("date"), places.get("gameid")

    def rows(self, most: int) -> bool:
        """Count so many rows; return whether there may be more."""
        left = most
        earliest = EARLIEST.isoformat()
        skipped, is_new, add = self._skipped, self._seen.add, self._tally.add
        figures, day, gameid = self._figures, self._date, self._gameid
        for row in self._reader:
            left -= 1
            if not row:
                self._bad()
                if not left:
                    return True
                continue
            self._read += 1
            try:
                # Dates such as 2006-03-01 stand in the order of their letters.
                if day is not None and row[day][4:5] != "-":
                    raise ValueError
                if day is not None and row[day] < earliest:
                    skipped[Skipped.TOO_OLD] += 1
                else:
                    winner, loser, winner_rating, loser_rating = [float(figure or 0) for figure in figures(row)]
                    if winner == 0 or loser == 0:
                        skipped[Skipped.NO_SCORE] += 1
                    elif winner_rating == 0 or loser_rating == 0:
                        skipped[Skipped.UNRATED] += 1
                    else:
                        margin = _margin(winner, loser, winner_rating, loser_rating)
                        if gameid is not None and row[gameid] and not is_new(row[gameid]):
                            skipped[Skipped.TWICE] += 1
                        else:
                            add(winner_rating, loser_rating, margin)
            except (ValueError, IndexError):
                self._unreadable(row)
            if not left:
                return True
        return False

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
        if len(row) > _MOST_CELLS:
            raise InputError(f"Line {self.line} has more than {_MOST_CELLS} cells: upload a CSV with one line a game.")

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
