"""A history of Scrabble games as CSV, plain or packed with gzip: one line a game, told by the names of its columns.

FiveThirtyEight's set of cross-tables.com's games has gameid, winnerscore, winneroldrating, loserscore, loseroldrating,
date and more; a score of 0 there was not recorded, a rating of 0 is none. The short form has rating_hi, rating_lo,
score_hi, score_lo; date and gameid are looked at where they are.

Counted are games since 1 March 2006, when the words changed, with both scores and both ratings; of several with the
same gameid the first. The file is read piece by piece: it may be large.
"""

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import TextIO

from core.errors import InputError
from core.event_file import Remark
from core.formats.doubts import Doubts
from core.formats.scores import shorten
from core.qursh.history import History, Skipped, Tally, build

MOST_UNPACKED, MOST_GAMES = 1024**3, 10_000_000
EARLIEST = date(2006, 3, 1)
"""QURSH, history: dictionary changes and rating deflation."""

HIGHEST_SCORE, HIGHEST_RATING = 2_000, 9_999
_GZIP = b"\x1f\x8b"
_LFS = "version https://git-lfs"
_PIECE, _LONGEST_LINE, _ROWS_BETWEEN = 1 << 20, 1 << 23, 20_000
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
    source = io.BytesIO(data)
    unpacked = io.BufferedReader(_Unpacked(source, data.startswith(_GZIP)), _PIECE)
    reading = _Reading(io.TextIOWrapper(unpacked, encoding="utf-8-sig", errors="replace", newline=""))
    try:
        reading.header()
        while reading.rows(_ROWS_BETWEEN):
            # Each gameid is remembered until the end.
            if reading.games > MOST_GAMES:
                raise InputError(
                    f"The file has more than {MOST_GAMES:,} games: upload a part, such as those since 2006."
                )
            if progress is not None:
                progress(source.tell(), len(data))
    except csv.Error as error:
        raise InputError(f'Line {reading.line}: the table breaks off ({error}): check its " marks.') from None
    except (OSError, EOFError, zlib.error):
        raise InputError("The packed file is damaged: pack it with gzip again, or upload the CSV as it is.") from None
    return reading.finished(origin, loaded)


class _Unpacked(io.RawIOBase):
    """The text of a file, unpacked where it is packed, up to a size that no history has."""

    def __init__(self, source: io.BytesIO, is_packed: bool) -> None:
        self._stream: io.BytesIO | gzip.GzipFile = gzip.GzipFile(fileobj=source) if is_packed else source
        self._left = MOST_UNPACKED
        self._unbroken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        count: int = self._stream.readinto(buffer)
        self._left -= count
        if self._left < 0:
            raise InputError("The file has more than 1 GiB: upload a part of the games, such as those since 2006.")
        # A line is held in memory as a whole.
        piece = bytes(buffer[:count])
        self._unbroken = 0 if b"\n" in piece or b"\r" in piece else self._unbroken + count
        if self._unbroken > _LONGEST_LINE:
            raise InputError("The file has no lines: upload a CSV with one line a game.")
        return count


class _Reading:
    """What was read up to a row."""

    def __init__(self, text: TextIO) -> None:
        self._reader = csv.reader(text)
        self._tally = Tally()
        self._doubts = Doubts()
        self._skipped = dict.fromkeys(Skipped, 0)
        self._seen: set[str] = set()
        self._read = 0
        self._figures: Callable[[Sequence[str]], tuple[str, ...]] = itemgetter(0)
        self._date: int | None = None
        self._gameid: int | None = None

    @property
    def line(self) -> int:
        return self._reader.line_num

    @property
    def games(self) -> int:
        return self._read

    def header(self) -> None:
        """Read where each column is; raise InputError where some are missing."""
        cells = next((row for row in self._reader if any(cell.strip() for cell in row)), None)
        if cells is None:
            raise InputError("The file is empty: upload a CSV with one line a game.")
        if cells[0].startswith(_LFS):
            raise InputError("That is a pointer of Git LFS, not the games themselves: download the file behind it.")
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
        skipped, seen, add = self._skipped, self._seen, self._tally.add
        figures, day, gameid = self._figures, self._date, self._gameid
        for row in self._reader:
            if not row:
                continue
            left -= 1
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
                    elif gameid is not None and row[gameid] in seen:
                        skipped[Skipped.TWICE] += 1
                    else:
                        add(winner_rating, loser_rating, _margin(winner, loser, winner_rating, loser_rating))
                        if gameid is not None and row[gameid]:
                            seen.add(row[gameid])
            except (ValueError, IndexError):
                self._unreadable(row)
            if not left:
                return True
        return False

    def finished(self, origin: str, loaded: date) -> GameHistory:
        """Return the history; raise InputError where there is no game in it."""
        history = build(self._tally.cells(), origin, loaded, self._read, self._skipped)
        if not history.used:
            why = ", ".join(f"{count} {_WORDS[reason]}" for reason, count in history.skipped) or "no line below it"
            raise InputError(f"No game of the file counts ({why}): upload one with scores, ratings and dates.")
        return GameHistory(history, self._doubts.remarks())

    def _unreadable(self, row: Sequence[str]) -> None:
        self._skipped[Skipped.UNREADABLE] += 1
        text = f'"{shorten(",".join(row)[:200])}" has no two scores and two ratings: left out'
        self._doubts.add(self.line, "games that cannot be read", text)


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
