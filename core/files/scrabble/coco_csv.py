"""CoCo's results as CSV, with an optional roster:

    Submitted On, Round, Winner, Winners Score, Opponent, Opponents Score
    Name, Rating

A player Bye is a bye; 0 or -50 a forfeit. Repeated results count once.
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from operator import attrgetter

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType, is_forfeited
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.common.people import is_nobody, one_spelling
from core.files.common.tables import TableRow, unguarded
from core.files.common.text import ParseWarnings, clean, fault, shorten
from core.files.games.columns import table_rows

FORMAT = "CoCo results (CSV)"
MOST_PLAYERS, MOST_ROUNDS = 2_000, 99
_NEEDED = ("round", "winner", "winners score", "opponent", "opponents score")
_HEADER = "Write Round, Winner, Winners Score, Opponent, Opponents Score."
_LONGEST_HEADER = 2_000


def is_coco(text: str) -> bool:
    for line in text[:400_000].split("\n"):
        if (
            len(line) < _LONGEST_HEADER
            and "inner" in line
            and _results_header(re.split(r"[,;\t|]", line.replace('"', ""))) is not None
        ):
            return True
    return False


def read_coco(data: bytes) -> FileEvent:
    doubts = ParseWarnings()
    roster: list[TableRow] = []
    results: list[tuple[TableRow, dict[str, int]]] = []
    columns: dict[str, int] | None = None
    in_roster = False
    for row in table_rows(data):
        header = _results_header(row.cells)
        if header is not None:
            columns, in_roster = header, False
        elif [cell.casefold() for cell in row.cells if cell][:2] == ["name", "rating"]:
            in_roster = True
        elif in_roster:
            roster.append(row)
        elif columns is not None:
            results.append((row, columns))
        else:
            raise fault(row.line, f"the header above it is missing. {_HEADER}")
    if columns is None:
        raise InputError(f"The results have no header. {_HEADER}")
    return _Reading(doubts).event(roster, results)


def _results_header(cells: Sequence[str]) -> dict[str, int] | None:
    words = [cell.strip().casefold().replace("'", "").replace("’", "") for cell in cells]
    return {name: words.index(name) for name in _NEEDED} if all(name in words for name in _NEEDED) else None


class _Reading:
    def __init__(self, doubts: ParseWarnings) -> None:
        self._doubts = doubts
        self._players: dict[str, FilePlayer] = {}
        self._taken: dict[tuple[int, int], int] = {}
        self._seen: dict[tuple[int, frozenset[tuple[str, int | None]]], int] = {}
        self._games: list[Game] = []
        self._byes: list[Bye] = []
        self._spelt: Mapping[str, str] = {}

    def event(self, roster: Sequence[TableRow], results: Sequence[tuple[TableRow, dict[str, int]]]) -> FileEvent:
        self._spelt = one_spelling(self._sittings(roster, results), self._doubts)
        for row in roster:
            self._enter(row)
        entered = bool(self._players)
        for row, columns in results:
            self._result(row, columns, entered)
        if not self._players:
            raise InputError("There are no players below the header. Write one line for each game.")
        self._games.sort(key=attrgetter("round", "first"))
        self._byes.sort(key=attrgetter("round", "entrant"))
        section = FileSection(tuple(self._players.values()), tuple(self._games), tuple(self._byes))
        return FileEvent(FORMAT, (section,), board=GameType.SCRABBLE, remarks=self._doubts.remarks())

    def _sittings(
        self, roster: Sequence[TableRow], results: Sequence[tuple[TableRow, dict[str, int]]]
    ) -> Iterator[tuple[int, Sequence[Hashable], Sequence[str]]]:
        for row in roster:
            yield row.line, ["roster"], [clean(unguarded(row.cell(0)))]
        for row, columns in results:
            names = [clean(unguarded(row.cell(columns[key]))) for key in ("winner", "opponent")]
            yield row.line, [row.line, row.cell(columns["round"])], names

    def _name(self, row: TableRow, column: int) -> str:
        name = clean(unguarded(row.cell(column)))
        return self._spelt.get(name, name)

    def _enter(self, row: TableRow) -> None:
        name, rating = self._name(row, 0), unguarded(row.cell(1)).casefold()
        if is_nobody(name):
            return
        if not name:
            raise fault(row.line, "the player has no name. Write one.")
        known = self._players.get(name.casefold())
        if known is not None:
            raise fault(
                row.line, f'"{shorten(name)}" is listed twice, first in line {known.line}. Give each a different name.'
            )
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,9})?|-|unr\.?|unrated|", rating):
            raise fault(row.line, f'"{shorten(rating)}" is not a rating. Write a number, or nothing.')
        self._add(row, name, float(rating) if rating[:1].isdigit() else None)

    def _add(self, row: TableRow, name: str, rating: float | None) -> FilePlayer:
        if len(self._players) >= MOST_PLAYERS:
            raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one section at a time.")
        player = FilePlayer(len(self._players) + 1, name, rating or None, line=row.line)
        self._players[name.casefold()] = player
        return player

    def _number(self, row: TableRow, name: str, entered: bool) -> int:
        player = self._players.get(name.casefold())
        if player is None:
            player = self._add(row, name, None)
            if entered:
                self._doubts.add(
                    row.line, "players who are not in the roster", f'"{shorten(name)}" is not in the roster'
                )
        return player.number

    def _result(self, row: TableRow, columns: dict[str, int], entered: bool) -> None:
        round_text = row.cell(columns["round"])
        if not re.fullmatch(r"[0-9]{1,2}", round_text) or int(round_text) < 1:
            raise fault(row.line, f'"{shorten(round_text)}" is not a round. Write a number from 1 to {MOST_ROUNDS}.')
        round_number = int(round_text)
        winner, loser = (self._name(row, columns[key]) for key in ("winner", "opponent"))
        if not winner or not loser:
            raise fault(row.line, "a player has no name. Write both, or Bye.")
        if winner.casefold() == loser.casefold():
            raise fault(row.line, "a player cannot play against themselves. Write the opponent's name, or Bye.")
        points, theirs = (_points(row, columns[key]) for key in ("winners score", "opponents score"))
        if (points is None) != (theirs is None):
            raise fault(row.line, "one of the two scores is missing. Write both.")
        if points is not None and theirs is not None and points < theirs:
            raise fault(
                row.line, f"the winner's score, {points}, is lower than the loser's, {theirs}. Correct the scores."
            )
        sent = (round_number, frozenset({(winner.casefold(), points), (loser.casefold(), theirs)}))
        if sent in self._seen:
            text = f"the same result as in line {self._seen[sent]}. Counted once"
            self._doubts.add(row.line, "results that were sent twice", text)
            return
        self._seen[sent] = row.line
        if is_nobody(winner) or is_nobody(loser):
            won = is_nobody(loser)
            number = self._take(row, round_number, winner if won else loser, entered)
            spread = None if points is None or theirs is None else points - theirs if won else theirs - points
            kind = ByeKind.FULL_POINT if won else ByeKind.FORFEIT_LOSS
            self._byes.append(Bye(round_number, number, kind, points=spread))
            return
        first = self._take(row, round_number, winner, entered)
        second = self._take(row, round_number, loser, entered)
        if points is not None and theirs is not None and is_forfeited(points, theirs):
            text = f"round {round_number}: {points} to {theirs} is read as a forfeit"
            self._doubts.add(row.line, "forfeits against an opponent", text)
            kind = ByeKind.FORFEIT_WIN if points > theirs else ByeKind.FORFEIT_LOSS
            self._byes.append(Bye(round_number, first, kind, second, points))
            self._byes.append(Bye(round_number, second, ByeKind.FORFEIT_LOSS, first, theirs))
        else:
            score = 0.5 if points is not None and points == theirs else 1.0
            self._games.append(Game(round_number, first, second, score, None, points, theirs))

    def _take(self, row: TableRow, round_number: int, name: str, entered: bool) -> int:
        number = self._number(row, name, entered)
        line = self._taken.setdefault((round_number, number), row.line)
        if line != row.line:
            raise fault(
                row.line,
                f'round {round_number}: "{shorten(name)}" is listed twice, first in line {line}. Correct one of them.',
            )
        return number


def _points(row: TableRow, index: int) -> int | None:
    text = unguarded(row.cell(index))
    if not text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise fault(row.line, f'"{shorten(text)}" is not a score. Write points, for example 401.')
    return int(text)


_COCO = "Upload the event's results as CSV."
RATED = f"The table has records without games. {_COCO}"
LIST = f"A rating list has no games. {_COCO}"
STANDINGS = "Standings have no games. Export the tournament as tsh."
_RATED_HEADER = re.compile(r"[ \t]*NAME[ \t]+RECORD[ \t]+SPREAD[ \t]+OLD RAT", re.IGNORECASE)
_LIST_HEADER = re.compile(r"NICK[ \t]+Name[ \t]+Games[ \t]+Rat", re.IGNORECASE)
_COLUMNS = {"rank", "username", "wins", "losses", "draws"}
_CHARACTERS, _LINES = 20_000, 20


def check_games(text: str) -> None:
    """Raise InputError for the header of a file without games."""
    start = text[:_CHARACTERS]
    header = start.lstrip().partition("\n")[0]
    if any(_RATED_HEADER.match(line) for line in start.split("\n")[:_LINES]):
        raise InputError(RATED)
    if _LIST_HEADER.match(header):
        raise InputError(LIST)
    if _COLUMNS.issubset(cell.strip(' "\r').casefold() for cell in header.split(",")):
        raise InputError(STANDINGS)
