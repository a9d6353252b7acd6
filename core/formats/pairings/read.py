"""Rows of pairings, CSV or TSV, one a game: round, white, black, result, or round, player1, score1, player2, score2.

A column division makes sections. A player Bye, or none, is a bye. Scores that are no game points are those of the game:
of Scrabble where one has three digits, and then a score of 0 or less is a forfeit, unless a result says otherwise; else
of any game, such as 2-0 or 11-7.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from core.crosstable import Bye, ByeKind, EventKind, Game, GameType, TimeControl, is_forfeited
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.common.byes import BYE_BY_SCORE, is_bye
from core.formats.common.tables import MOST_ROWS, TableRow, Value, decode, read_rows, unguarded
from core.formats.common.text import ParseWarnings, clean, fault, shorten

# What a file of pairings tells of the event and of each section, in its third table: division, key, value.


_CONTROL = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class SectionDetails:
    """What is known of a section beyond its players and games."""

    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    rounds_planned: int | None = None


@dataclass(frozen=True, slots=True)
class PairingsDetails:
    """What is known of an event; sections by the name of the division."""

    name: str | None = None
    began: date | None = None
    day: date | None = None
    board: GameType | None = None
    city: str | None = None
    federation: str | None = None
    sections: dict[str, SectionDetails] = field(default_factory=dict)

    def of(self, division: str) -> SectionDetails:
        return self.sections.get(division, SectionDetails())


def read_details(rows: Sequence[TableRow]) -> PairingsDetails:
    """Read the table; raise InputError with the line for a value that is none."""
    texts: dict[str, str] = {}
    days: dict[str, date] = {}
    board: GameType | None = None
    sections: dict[str, SectionDetails] = {}
    for row in rows:
        division, key, value = (unguarded(row.cell(index)) for index in range(3))
        key = key.casefold()
        if not value:
            continue
        try:
            if key in ("kind", "time control", "rounds"):
                sections[clean(division)] = _changed(sections.get(clean(division), SectionDetails()), key, value)
            elif key in ("began", "day"):
                days[key] = date.fromisoformat(value)
            elif key == "board":
                board = GameType(value.casefold())
            elif key in ("name", "city", "federation"):
                texts[key] = clean(value)
            else:
                raise ValueError
        except ValueError:
            raise fault(row.line, f'{shorten(key)} "{shorten(value)}" cannot be read: correct or delete it.') from None
    return PairingsDetails(
        name=texts.get("name"),
        began=days.get("began"),
        day=days.get("day"),
        board=board,
        city=texts.get("city"),
        federation=texts.get("federation"),
        sections=sections,
    )


def _changed(details: SectionDetails, key: str, value: str) -> SectionDetails:
    """Return details with one more value; raise ValueError for one that is none."""
    kind, time_control, rounds = details.kind, details.time_control, details.rounds_planned
    if key == "kind":
        kind = EventKind(value.casefold())
    elif key == "rounds":
        if not re.fullmatch(r"[0-9]{1,4}", value):
            raise ValueError
        rounds = int(value)
    elif match := _CONTROL.fullmatch(value):
        time_control = TimeControl(int(match[1]), int(match[2]))
    else:
        raise ValueError
    return SectionDetails(kind, time_control, rounds)


def details_rows(event: FileEvent, divisions: Sequence[str]) -> list[list[Value]]:
    """Return the rows of the table; divisions: what each section is called in the file."""
    rows: list[list[Value]] = [
        ["", "name", event.name],
        ["", "began", event.began.isoformat() if event.began else None],
        ["", "day", event.day.isoformat() if event.day else None],
        ["", "board", event.board.value],
        ["", "city", event.city],
        ["", "federation", event.federation],
    ]
    for section, division in zip(event.sections, divisions, strict=True):
        rows.append([division, "kind", None if section.kind is EventKind.TOURNAMENT else section.kind.value])
        rows.append([division, "time control", str(section.time_control) if section.time_control else None])
        rows.append([division, "rounds", section.rounds_planned])
    return [row for row in rows if row[2] not in (None, "")]


# Results as rows of pairings have them: 1-0, ½-½, 0.5-0.5, 0-1F, +/-, W, a bye's letter.


RESULTS = "1-0, 1/2-1/2 or 0-1; + - for a forfeit; B, H, Z or U for no game"
"""What a result may be, in words for people."""
UNTOLD = "?"
"""A game that was played, whose result nothing tells."""


class RowResult(NamedTuple):
    """What a row says.

    score: the first player's, of a played game; None where nothing tells it.
    byes: what each of the two has instead of a game, None for nothing; both None for a played game.
    """

    score: float | None
    byes: tuple[ByeKind | None, ByeKind | None] = (None, None)

    @property
    def is_played(self) -> bool:
        return self.byes == (None, None)


_WIN, _LOSS = ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS
_SCORES = {
    1.0: ("1-0", "1", "w", "win", "won", "white"),
    0.5: ("0.5-0.5", "0.5", "d", "draw", "tie", "=", "=-="),
    0.0: ("0-1", "0", "l", "loss", "lost", "black"),
}
_FORFEITS = {
    (_WIN, _LOSS): ("+--", "+-", "1-0f", "1f-0", "1-0ff", "1f-0f", "1-f"),
    (_LOSS, _WIN): ("--+", "-+", "0-1f", "0f-1", "0-1ff", "0f-1f", "f-1"),
    (_LOSS, _LOSS): ("---", "--", "0-0", "0f-0f", "0-0f", "f-f"),
}
_OUTCOMES = {word: RowResult(score) for score, words in _SCORES.items() for word in words}
_OUTCOMES |= {word: RowResult(None, byes) for byes, words in _FORFEITS.items() for word in words}
_OUTCOMES |= {kind.value.casefold(): RowResult(None, (kind, None)) for kind in ByeKind}
_OUTCOMES[UNTOLD] = RowResult(None)
_PENDING = {"", "*"}
_LONGEST = 20
_WRITTEN = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: UNTOLD}


def is_pending(text: str) -> bool:
    """Tell whether a result says that there is none yet."""
    return text in _PENDING


def parse_result(text: str) -> RowResult | None:
    """Read a result; return None for anything else."""
    if len(text) > _LONGEST:
        return None
    word = re.sub(r"[\s()]+", "", text.casefold()).replace(",", ".").replace("½", "0.5").replace("1/2", "0.5")
    word = re.sub(r"[/:–—]", "-", word)
    word = re.sub(r"(?<![0-9])\.5", "0.5", word)
    word = re.sub(r"([01])\.0+(?![0-9])", r"\1", word).replace("0.50", "0.5")
    return _OUTCOMES.get(word)


def result_text(score: float | None) -> str:
    """Return a played game's result as it is written."""
    return _WRITTEN[score]


# The tables that a file of pairings can have, one after the other, and what their columns are called.
#
#     division, round, number1, player1, number2, player2, result, score1, score2, began, rated
#     division, number, name, rating, games, ...
#     division, key, value
#
# The first alone is enough, in the words of other programs too; the others tell all that is known of players and
# event.


_COLUMNS = {
    "division": ("division", "div", "div.", "section", "group"),
    "round": ("round", "rd", "rd.", "rnd", "r"),
    "number1": ("number1", "no1", "white no", "white no.", "white number", "player1 number"),
    "first": ("player1", "player", "name1", "first", "white", "white name", "white player", "player1 name"),
    "rating1": ("rating1", "white rating", "white elo", "whiteelo", "white rtg", "player1 rating"),
    "number2": ("number2", "no2", "black no", "black no.", "black number", "player2 number"),
    "second": ("player2", "opponent", "name2", "second", "black", "black name", "black player", "player2 name"),
    "rating2": ("rating2", "black rating", "black elo", "blackelo", "black rtg", "player2 rating"),
    "result": ("result", "res", "res."),
    "score1": ("score1", "points1", "white score", "player1 score", "first score"),
    "score2": ("score2", "points2", "black score", "player2 score", "opponent score", "second score"),
    "began": ("began",),
    "rated": ("rated",),
}
PAIRINGS = (
    *("division", "round", "number1", "player1", "number2", "player2"),
    *("result", "score1", "score2", "began", "rated"),
)
"""The header that is written."""
PLAYER_FIELDS = {
    "number": "number",
    "name": "name",
    "rating": "rating",
    "games": "games",
    "us chess id": "uschess_id",
    "fide id": "fide_id",
    "naspa id": "naspa_id",
    "born": "born",
    "born year": "born_year",
    "federation": "federation",
    "sex": "sex",
    "title": "title",
    "state": "state",
    "team": "team",
    "class": "rating_class",
}
"""The columns of the second table, and what they are to a `FilePlayer`."""
assert set(PLAYER_FIELDS.values()) | {"line"} == set(FilePlayer.__match_args__)
PLAYERS = ("division", *PLAYER_FIELDS)
KEYS = ("division", "key", "value")


class Tables(NamedTuple):
    """The rows of the three tables, and where the first one's columns are."""

    columns: dict[str, int]
    pairings: list[TableRow]
    players: list[TableRow]
    keys: list[TableRow]


def table_rows(data: bytes) -> list[TableRow]:
    """Return the rows of a table; raise InputError for one with too many lines, of which most may be blank."""
    text = decode(data)
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The table has more than {MOST_ROWS} lines: upload one event at a time.")
    return read_rows(text)


def pairings_columns(cells: Sequence[str]) -> dict[str, int] | None:
    """Return where each column is, None for a row that is no header of pairings."""
    columns: dict[str, int] = {}
    for index, cell in enumerate(cells[:100]):
        word = " ".join(cell.casefold().replace("_", " ").split())
        joined = word.replace(" ", "")
        for name, words in _COLUMNS.items():
            if word in words or joined in words:
                columns.setdefault(name, index)
    if not {"round", "first", "second"} <= columns.keys():
        return None
    return columns if "result" in columns or {"score1", "score2"} <= columns.keys() else None


def is_white_first(cells: Sequence[str], columns: dict[str, int]) -> bool:
    """Tell whether the header says that the first player had White."""
    return "white" in cells[columns["first"]].casefold()


def split_tables(rows: Iterable[TableRow], columns: dict[str, int]) -> Tables:
    """Return the rows of each table, without their headers."""
    tables = Tables(columns, [], [], [])
    here = tables.pairings
    for row in rows:
        words = tuple(cell.casefold() for cell in row.cells[: len(PLAYERS)])
        if words[: len(PLAYERS)] == PLAYERS:
            here = tables.players
        elif words[: len(KEYS)] == KEYS:
            here = tables.keys
        else:
            here.append(row)
    return tables


# The players of a file of pairings: from its second table, or from the rows themselves.


MOST_PLAYERS = 2_000
_RATING = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?)(?:[pP/]([0-9]{1,4}))?")
_UNRATED = {"", "-", "0", "unr", "unr.", "unrated", "nr"}
_NUMBERS = {"games": (0, 1_000_000), "born_year": (1, 9_999)}


class Roster:
    """Sections by the name of the division, and their players by number."""

    def __init__(self, rows: Sequence[TableRow], doubts: ParseWarnings) -> None:
        self.sections: dict[str, dict[int, FilePlayer]] = {}
        self._names: dict[tuple[str, str], int] = {}
        self._doubts = doubts
        self._count = 0
        for row in rows:
            self._read(row)

    def by_number(self, row: TableRow, division: str, number_text: str, name: str) -> int:
        """Return the number of a player who has one; raise InputError where it is another player's."""
        number = _number(row, number_text)
        known = self.sections.get(division, {}).get(number)
        if known is None:
            self._add(row, division, FilePlayer(number, name or f"Player {number}", line=row.line))
        elif name and known.name != name:
            raise fault(
                row.line,
                f'player {number} is "{shorten(name)}", but "{shorten(known.name)}" in line {known.line}: correct one.',
            )
        return number

    def by_name(self, row: TableRow, division: str, name: str, rating_text: str) -> int:
        """Return the number of a player who has none in the file; they are numbered as they come."""
        rating, games = _rating(row, rating_text)
        number = self._names.get((division, name.casefold()))
        if number is None:
            number = len(self.sections.get(division, ())) + 1
            self._add(row, division, FilePlayer(number, name, rating, games, line=row.line))
        elif rating is not None and rating != (known := self.sections[division][number]).rating:
            text = (
                f'"{shorten(name)}" has the rating {rating:g}, but {known.rating or 0:g} in line {known.line}: that one'
            )
            self._doubts.add(row.line, "ratings that differ", text)
        return number

    def _add(self, row: TableRow, division: str, player: FilePlayer) -> None:
        self._count += 1
        if self._count > MOST_PLAYERS:
            raise InputError(f"There are more than {MOST_PLAYERS} players: upload one section at a time.")
        section = self.sections.setdefault(division, {})
        if player.number in section:
            raise fault(row.line, f"player {player.number} stands there twice: give each their own number.")
        section[player.number] = player
        self._names.setdefault((division, player.name.casefold()), player.number)

    def _read(self, row: TableRow) -> None:
        division, *cells = [unguarded(cell) for cell in row.cells]
        fields: dict[str, Any] = {}
        for column, text in zip(PLAYER_FIELDS.values(), cells, strict=False):
            if text:
                fields[column] = _value(row, column, text)
        if "number" not in fields or "name" not in fields:
            raise fault(row.line, "the player has no number or no name: write both.")
        rating = fields.pop("rating", (None, None))
        fields.setdefault("games", rating[1])
        self._add(row, clean(division), FilePlayer(rating=rating[0], line=row.line, **fields))


def _value(row: TableRow, column: str, text: str) -> Any:
    if column == "number":
        return _number(row, text)
    if column == "rating":
        return _rating(row, text)
    if column in _NUMBERS:
        least, most = _NUMBERS[column]
        if not re.fullmatch(r"[0-9]{1,7}", text) or not least <= int(text) <= most:
            raise fault(row.line, f'"{shorten(text)}" is no number from {least} to {most}.')
        return int(text)
    if column == "born":
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise fault(row.line, f'born "{shorten(text)}" is no date: write year-month-day.') from None
    return clean(text)


def _number(row: TableRow, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not int(text):
        raise fault(row.line, f'"{shorten(text)}" is no player\'s number: write one from 1 upward.')
    return int(text)


def _rating(row: TableRow, text: str) -> tuple[float | None, int | None]:
    """Return the rating, and the games that stand behind it as in 1210P7; None for unrated."""
    if text.casefold() in _UNRATED:
        return None, None
    match = _RATING.fullmatch(text)
    if match is None:
        raise fault(row.line, f'"{shorten(text)}" is not a rating: write a number, or nothing.')
    return float(match[1]) or None, None if match[2] is None else int(match[2])


FORMAT = "pairings (CSV)"
MOST_ROUNDS = 99
SCRABBLE_SCORE = 100
"""From which on a score is one of Scrabble."""

_ROUND = re.compile(r"(?:round|rd\.?|r)?\s*([0-9]{1,2})", re.IGNORECASE)
_NOBODY = {"", "-", "—"}
_BEGAN = {"1": True, "2": False}
_NOT = {"no", "n", "0", "false"}


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
            kind = outcome.byes[0] or BYE_BY_SCORE.get(outcome.score or 0.0, ByeKind.ZERO_POINT)
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
            first, second = (BYE_BY_SCORE.get(_score(parse_result(text or "0"))) for text in (mine, theirs))
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
