"""Rows of pairings, CSV or TSV, one a game: round, white, black, result, or round, player1, score1, player2, score2.

A column division makes sections. A player Bye, or none, is a bye. Scores that are no game points are those of the game:
of Scrabble where one has three digits, and then a score of 0 or less is a forfeit, unless a result says otherwise; else
of any game, such as 2-0 or 11-7.
"""

import re
from collections.abc import Mapping
from operator import attrgetter

from core.crosstable import Bye, ByeKind, Game, GameType, is_forfeited
from core.errors import InputError
from core.event_file import FileEvent, FileSection
from core.formats.common.byes import is_bye
from core.formats.common.cells import unguarded
from core.formats.common.names import shorten
from core.formats.common.tables import TableRow, read_rows
from core.formats.common.warnings import ParseWarnings, clean, fault
from core.formats.pairings.details import PairingsDetails, read_details
from core.formats.pairings.players import Roster
from core.formats.pairings.results import RESULTS, RowResult, is_pending, parse_result
from core.formats.pairings.tables import Tables, is_white_first, pairings_columns, split_tables, table_rows

FORMAT = "pairings (CSV)"
MOST_ROUNDS = 99
SCRABBLE_SCORE = 100
"""From which on a score is one of Scrabble."""

_ROUND = re.compile(r"(?:round|rd\.?|r)?\s*([0-9]{1,2})", re.IGNORECASE)
_NOBODY = {"", "-", "—"}
_BEGAN = {"1": True, "2": False}
_NOT = {"no", "n", "0", "false"}
_BYE_BY_SCORE = {1.0: ByeKind.FULL_POINT, 0.5: ByeKind.HALF_POINT, 0.0: ByeKind.ZERO_POINT}


def is_pairings(text: str) -> bool:
    """Tell whether a text begins with the header of such a table."""
    header = text[:10_000].lstrip().partition("\n")[0]
    try:
        rows = read_rows(header)
    except InputError:
        return False
    return bool(rows) and pairings_columns(rows[0].cells) is not None


def read_pairings(data: bytes) -> FileEvent:
    """Read pairings; raise InputError with the line for those that contradict each other."""
    header, *rows = table_rows(data) or [TableRow(1, [])]
    columns = pairings_columns(header.cells)
    if columns is None:
        raise InputError("Line 1: the header needs round, two players and a result: write round,white,black,result.")
    doubts = ParseWarnings()
    tables = split_tables(rows, columns)
    details = read_details(tables.keys)
    highest = _highest_score(tables)
    scrabble = details.board is GameType.SCRABBLE or highest >= SCRABBLE_SCORE
    points = scrabble or highest > 1
    roster = Roster(tables.players, doubts)
    reading = _Reading(columns, is_white_first(header.cells, columns), points, scrabble, roster, doubts)
    for row in tables.pairings:
        reading.add(row)
    if not roster.sections:
        raise InputError("There are no games below the header: write one line for each.")
    return FileEvent(
        FORMAT,
        tuple(reading.section(division, details) for division in roster.sections),
        name=details.name,
        began=details.began,
        day=details.day,
        board=details.board or (GameType.SCRABBLE if scrabble else GameType.CHESS),
        of_any_game=points and not scrabble and details.board is None,
        city=details.city,
        federation=details.federation,
        remarks=doubts.remarks(),
    )


def _highest_score(tables: Tables) -> int:
    """Return the highest score, by its size: 1 or less where all are game points."""
    columns = [tables.columns.get(key) for key in ("score1", "score2")]
    texts = (unguarded(row.cell(column)) for row in tables.pairings for column in columns)
    return max((abs(int(text)) for text in texts if re.fullmatch(r"-?[0-9]{1,6}", text)), default=0)


class _Reading:
    """The games and byes of each section, as far as they were read."""

    def __init__(
        self,
        columns: Mapping[str, int],
        white_first: bool,
        points: bool,
        scrabble: bool,
        roster: Roster,
        doubts: ParseWarnings,
    ) -> None:
        self._columns, self._white_first, self._points, self._scrabble = columns, white_first, points, scrabble
        self._roster, self._doubts = roster, doubts
        self._games: dict[str, list[Game]] = {}
        self._byes: dict[str, list[Bye]] = {}
        self._taken: dict[tuple[str, int, int], int] = {}

    def section(self, division: str, details: PairingsDetails) -> FileSection:
        own = details.of(division)
        return FileSection(
            tuple(self._roster.sections[division].values()),
            tuple(sorted(self._games.get(division, ()), key=attrgetter("round", "first"))),
            tuple(sorted(self._byes.get(division, ()), key=attrgetter("round", "entrant"))),
            name=division or None,
            kind=own.kind,
            time_control=own.time_control,
            rounds_planned=own.rounds_planned,
        )

    def add(self, row: TableRow) -> None:
        """Read a row; raise InputError with its line for one that contradicts another."""
        division = clean(self._text(row, "division"))
        round_number = self._round(row)
        first, second = (self._player(row, division, side) for side in ("1", "2"))
        points, theirs = self._scores(row)
        outcome = self._outcome(row, points, theirs, alone=first is None or second is None)
        if first is None and second is not None:
            first, second, points = second, None, theirs
            outcome = _turned(outcome) if outcome is not None else None
        if first is None:
            raise fault(row.line, "it names no player: write two, or one and Bye.")
        if first == second:
            raise fault(row.line, "nobody plays against themselves: write the opponent, or Bye.")
        if outcome is None:
            self._doubts.add(row.line, "games without a result", f"round {round_number}: no result yet: left out")
        elif second is None or (outcome.byes[1] is None and not outcome.is_played):
            kind = outcome.byes[0] or _BYE_BY_SCORE.get(outcome.score or 0.0, ByeKind.ZERO_POINT)
            self._take(row, division, round_number, first)
            self._add_bye(division, Bye(round_number, first, kind, second, points))
        elif outcome.is_played:
            for number in (first, second):
                self._take(row, division, round_number, number)
            game = Game(
                *(round_number, first, second, outcome.score, self._began(row), points, theirs),
                rated=self._text(row, "rated").casefold() not in _NOT,
            )
            self._games.setdefault(division, []).append(game)
        else:
            sides = ((first, outcome.byes[0], second, points), (second, outcome.byes[1], first, theirs))
            for number, forfeit, opponent, score in sides:
                assert forfeit is not None
                self._take(row, division, round_number, number)
                self._add_bye(division, Bye(round_number, number, forfeit, opponent, score))

    def _add_bye(self, division: str, bye: Bye) -> None:
        self._byes.setdefault(division, []).append(bye)

    def _text(self, row: TableRow, column: str) -> str:
        return unguarded(row.cell(self._columns.get(column)))

    def _round(self, row: TableRow) -> int:
        text = self._text(row, "round")
        match = _ROUND.fullmatch(text)
        if match is None or int(match[1]) < 1:
            raise fault(row.line, f'"{shorten(text)}" is no round: write a number from 1 to {MOST_ROUNDS}.')
        return int(match[1])

    def _player(self, row: TableRow, division: str, side: str) -> int | None:
        """Return a player's number, None where there is none."""
        number = self._text(row, f"number{side}")
        name = clean(self._text(row, "first" if side == "1" else "second"))
        if not number and (name in _NOBODY or is_bye(name)):
            return None
        if f"number{side}" in self._columns:
            return self._roster.by_number(row, division, number, name)
        return self._roster.by_name(row, division, name, self._text(row, f"rating{side}"))

    def _scores(self, row: TableRow) -> tuple[int | None, int | None]:
        """Return the points on the board of both, None where there are none."""
        if not self._points:
            return None, None
        scores: list[int | None] = []
        for column in ("score1", "score2"):
            text = self._text(row, column)
            if text and not re.fullmatch(r"-?[0-9]{1,6}", text):
                raise fault(row.line, f'"{shorten(text)}" is no score: write points, such as 401.')
            scores.append(int(text) if text else None)
        return scores[0], scores[1]

    def _outcome(self, row: TableRow, points: int | None, theirs: int | None, *, alone: bool) -> RowResult | None:
        """Return what the row says, None where there is no result yet."""
        text = self._text(row, "result")
        if not is_pending(text):
            outcome = parse_result(text)
            if outcome is None:
                raise fault(row.line, f'"{shorten(text)}" is no result: write {RESULTS}.')
            return outcome
        if not self._points:
            return self._by_game_points(row, alone)
        if alone:
            return _bye_by_points(points, theirs)
        if points is None and theirs is None:
            return None
        if points is None or theirs is None:
            raise fault(row.line, "one of the two scores is missing: write both.")
        if self._scrabble and is_forfeited(points, theirs):
            self._doubts.add(
                row.line, "forfeits against an opponent", f"{points} to {theirs} is taken as a forfeit, not as a game"
            )
            kinds = [ByeKind.FORFEIT_WIN if won else ByeKind.FORFEIT_LOSS for won in (points > theirs, theirs > points)]
            return RowResult(None, (kinds[0], kinds[1]))
        return RowResult(0.5 if points == theirs else float(points > theirs))

    def _by_game_points(self, row: TableRow, alone: bool) -> RowResult | None:
        """Return what two scores of game points say; a bye without any is one that gives a point."""
        mine, theirs = (self._text(row, column) for column in ("score1", "score2"))
        if not mine and not theirs:
            return RowResult(None, (ByeKind.FULL_POINT, ByeKind.FULL_POINT)) if alone else None
        if alone:
            first, second = (_BYE_BY_SCORE.get(_score(parse_result(text or "0"))) for text in (mine, theirs))
            outcome = RowResult(None, (first, second)) if first is not None and second is not None else None
        else:
            outcome = parse_result(f"{mine or 0}-{theirs or 0}")
        if outcome is None:
            text = f'"{shorten(mine)}" and "{shorten(theirs)}" are no result'
            raise fault(row.line, f"{text}: write 1 and 0, or 0.5 each.")
        return outcome

    def _began(self, row: TableRow) -> bool | None:
        return True if self._white_first else _BEGAN.get(self._text(row, "began"))

    def _take(self, row: TableRow, division: str, round_number: int, number: int) -> None:
        """Raise InputError where a player has something else in the round."""
        line = self._taken.setdefault((division, round_number, number), row.line)
        if line != row.line:
            name = self._roster.sections[division][number].name
            raise fault(
                row.line,
                f'round {round_number}: "{shorten(name)}" stands there twice, first in line {line}: correct one.',
            )


def _score(outcome: RowResult | None) -> float:
    return -1.0 if outcome is None or outcome.score is None else outcome.score


def _bye_by_points(points: int | None, theirs: int | None) -> RowResult:
    """Return what the points of a bye say, of whichever player there is."""
    kinds = []
    for score, other in ((points, theirs), (theirs, points)):
        if score is None or score > 0:
            kinds.append(ByeKind.FORFEIT_LOSS if score is None and other else ByeKind.FULL_POINT)
        else:
            kinds.append(ByeKind.FORFEIT_LOSS if score < 0 or other else ByeKind.UNPLAYED)
    return RowResult(None, (kinds[0], kinds[1]))


def _turned(outcome: RowResult) -> RowResult:
    """Return what the other side has."""
    score = None if outcome.score is None else 1 - outcome.score
    return RowResult(score, (outcome.byes[1] or outcome.byes[0], outcome.byes[0]))
