"""Read pairings, CSV or TSV: white, black, result, or player1, score1, player2, score2.

Optional: round or date, else in listed order; division. A player Bye, or none, is a bye. Other scores are of Scrabble
if one has three digits (0 or less is a forfeit), else of any game, such as 2-0.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from operator import attrgetter
from typing import Any

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, EventKind, Game, GameType, TimeControl, is_forfeited
from core.event.event_file import LOOK_AT, MOST_TEAM_CHARACTERS, UNREAD, FileEvent, FilePlayer, FileSection, Remark
from core.files.common.byes import BYE_BY_SCORE
from core.files.common.dates import ANYWHERE, Calendar, day_in
from core.files.common.people import is_nobody, one_spelling
from core.files.common.tables import TableRow, Value, decode, first_line, read_rows, unguarded, without_titles
from core.files.common.text import ParseWarnings, clean, fault, shorten
from core.files.games.columns import (
    HEADER,
    PLAYER_FIELDS,
    Tables,
    check_columns,
    is_white_first,
    pairings_columns,
    split_tables,
    table_rows,
)
from core.files.games.results import (
    RESULTS,
    RowResult,
    bye_by_points,
    is_pending,
    parse_result,
    score_of,
    turned,
    won_by_first,
)
from core.files.games.rounds import MOST_ROUNDS, ReportedRow, TiedToDays, in_rounds, once_each, round_days
from core.words import spelling_key

_CONTROL = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class SectionDetails:
    """What is known about a section beyond its players and games."""

    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    rounds_planned: int | None = None


@dataclass(frozen=True, slots=True)
class PairingsDetails:
    """What is known about an event; sections by the name of the division."""

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
            elif key == "played":
                continue  # for people: the result is what is rated
            elif key in ("name", "city", "federation"):
                texts[key] = clean(value)
            else:
                raise ValueError
        except ValueError:
            raise fault(row.line, f'{shorten(key)} "{shorten(value)}" cannot be read. Correct or delete it.') from None
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
    """Return the table's rows. divisions: the sections' names in the file."""
    rows: list[list[Value]] = [
        ["", "name", event.name],
        ["", "began", event.began.isoformat() if event.began else None],
        ["", "day", event.day.isoformat() if event.day else None],
        ["", "board", None if event.of_any_game else event.board.value],
        ["", "city", event.city],
        ["", "federation", event.federation],
        ["", "played", event.played],
    ]
    for section, division in zip(event.sections, divisions, strict=True):
        rows.append([division, "kind", None if section.kind is EventKind.TOURNAMENT else section.kind.value])
        rows.append([division, "time control", str(section.time_control) if section.time_control else None])
        rows.append([division, "rounds", section.rounds_planned])
    return [row for row in rows if row[2] not in (None, "")]


MOST_PLAYERS = 2_000
_RATING = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?)(?:[pP/]([0-9]{1,4}))?")
_UNRATED = {"", "-", "0", "unr", "unr.", "unrated", "nr"}
_NUMBERS = {"games": (0, 1_000_000), "born_year": (1, 9_999), "board": (1, 999)}


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
        """Return a player's number; raise InputError if it is another's."""
        number = _number(row, number_text)
        known = self.sections.get(division, {}).get(number)
        if known is None:
            self._add(row, division, FilePlayer(number, name or f"Player {number}", line=row.line))
        elif name and known.name != name:
            raise fault(
                row.line,
                f'player {number} is "{shorten(name)}", but "{shorten(known.name)}" in line {known.line}. '
                "Correct one of them.",
            )
        return number

    def by_name(self, row: TableRow, division: str, name: str, rating_text: str) -> int:
        """Return the number of a player without one in the file; they are numbered as they come."""
        rating, games = _rating(row, rating_text)
        number = self._names.get((division, name.casefold()))
        if number is None:
            number = len(self.sections.get(division, ())) + 1
            self._add(row, division, FilePlayer(number, name, rating, games, line=row.line))
        elif rating is not None and rating != (known := self.sections[division][number]).rating:
            first = f"{known.rating or 0:g} in line {known.line}"
            text = f'"{shorten(name)}" has the rating {rating:g}, but {first}. First one used'
            self._doubts.add(row.line, "ratings that differ", text)
        return number

    def join(self, row: TableRow, division: str, number: int, team: str) -> None:
        """Put a player last into a team; raise InputError for one of another team."""
        section = self.sections[division]
        known = section[number]
        if known.team is None:
            place = 1 + sum(player.team == team for player in section.values())
            section[number] = replace(known, team=team, board=place)
        elif known.team != team:
            raise fault(
                row.line,
                f'"{shorten(known.name)}" plays for "{shorten(team)}", but for "{shorten(known.team)}" above. '
                "Correct one of them.",
            )

    def _add(self, row: TableRow, division: str, player: FilePlayer) -> None:
        self._count += 1
        if self._count > MOST_PLAYERS:
            raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one section at a time.")
        section = self.sections.setdefault(division, {})
        if player.number in section:
            raise fault(row.line, f"player {player.number} is listed twice. Give each player a different number.")
        section[player.number] = player
        self._names.setdefault((division, player.name.casefold()), player.number)

    def _read(self, row: TableRow) -> None:
        division, *cells = [unguarded(cell) for cell in row.cells]
        fields: dict[str, Any] = {}
        for column, text in zip(PLAYER_FIELDS.values(), cells, strict=False):
            if text:
                fields[column] = _value(row, column, text)
        if "number" not in fields or "name" not in fields:
            raise fault(row.line, "the player has no number or no name. Write both.")
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
            raise fault(row.line, f'"{shorten(text)}" is not a number from {least} to {most}.')
        return int(text)
    if column == "born":
        born = day_in(text)
        if born is None:
            raise fault(
                row.line, f'born "{shorten(text)}" is not a date. Write year-month-day, for example 2012-05-30.'
            )
        return born
    return clean(text)


def _number(row: TableRow, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not int(text):
        raise fault(row.line, f'"{shorten(text)}" is not a player\'s number. Write one from 1 upward.')
    return int(text)


def _rating(row: TableRow, text: str) -> tuple[float | None, int | None]:
    if text.casefold() in _UNRATED:
        return None, None
    match = _RATING.fullmatch(text)
    if match is None:
        raise fault(row.line, f'"{shorten(text)}" is not a rating. Write a number, or nothing.')
    return float(match[1]) or None, None if match[2] is None else int(match[2])


FORMAT = "pairings (CSV)"
SCRABBLE_SCORE = 100
"""Scores from here on are Scrabble's."""

_ROUND = re.compile(r"(?:round|rd\.?|r)?\s*([0-9]{1,2})", re.IGNORECASE)
_ROUND_TITLE = re.compile(r"(?:round|runde|ronda|ronde|rodada|turno)\s+([0-9]{1,2})\b(.*)", re.IGNORECASE)
_NO_NAME = re.compile(rf".*(?:chess-results|last update|https?:)|{_ROUND_TITLE.pattern}", re.IGNORECASE)
_DAY = re.compile(r"[0-9]{4}[/-][0-9]{2}[/-][0-9]{2}")
_OF_BRACKET = re.compile(
    r"(?:quarter|semi|demi|viertel|halb|1/[248] )?[ -]?finals?e?|round of [0-9]+|last [0-9]+|(?:3rd|third) place.*",
    re.IGNORECASE,
)
_GAME = re.compile(r"(?:1|0|½|1/2|0[.,]5|\+)\s*[-–:]\s*(?:1|0|½|1/2|0[.,]5|-)")
_NOBODY = {"", "-", "—"}
_BEGAN = {"1": True, "2": False, "w": True, "b": False, "white": True, "black": False}
_TWO_SCORES = re.compile(r"([0-9]{1,6})\s*[-:–—]\s*([0-9]{1,6})")
_NOT = {"no", "n", "0", "false"}


def is_pairings(text: str) -> bool:
    _, table = without_titles(text, _is_header)
    try:
        return any(map(_is_header, read_rows(first_line(table)) if first_line(table) else ()))
    except InputError:
        return False


def _is_header(row: TableRow) -> bool:
    return pairings_columns(row.cells) is not None


def read_pairings(data: bytes, calendar: Calendar = ANYWHERE) -> FileEvent:
    titles, text = without_titles(decode(data), _is_header)
    header, *rows = table_rows(text.encode()) or [TableRow(1, [])]
    columns = pairings_columns(header.cells)
    if columns is None:
        raise InputError(f"Line 1: the header needs two players and a result. Write {HEADER}.")
    check_columns(header)
    doubts = ParseWarnings()
    rows, columns = _under_round_titles(titles, header, rows, columns)
    unread = [
        Remark(header.line, UNREAD.format(shorten(name), "result"), LOOK_AT)
        for at, name in enumerate(header.cells)
        if at not in columns.values() and any(_GAME.fullmatch(row.cell(at)) for row in rows)
    ]
    if _is_bracket(header, rows, columns):
        columns = {key: place for key, place in columns.items() if key != "round"}
    tables = split_tables(rows, columns)
    details = read_details(tables.keys)
    white_first = is_white_first(header.cells, columns)
    highest = _highest_score(tables, ("score",) if white_first else ("score", "result"))
    scrabble = details.board is GameType.SCRABBLE or highest >= SCRABBLE_SCORE
    points = scrabble or highest > 1
    roster = Roster(tables.players, doubts)
    days = TiedToDays(tables.pairings, columns.get("date"), doubts, calendar)
    spelt = _spellings(tables.pairings, columns, doubts)
    reading = _Reading(columns, white_first, points, scrabble, roster, spelt, doubts)
    reported = [one for row, day in days.rows if (one := reading.read(row, day)) is not None]
    if not reading.white_first:
        reported = once_each(reported, doubts)
    listed = "round" not in columns
    reported = in_rounds(reported) if listed else reported
    for one in reported:
        reading.store(one)
    dated = {name: round_days(one for one in reported if one.division == name) for name in roster.sections}
    if not roster.sections:
        raise InputError("There are no games below the header. Write one line per game.")
    return FileEvent(
        FORMAT,
        tuple(
            replace(reading.section(division, details), conduct=dated[division], listed=listed)
            for division in roster.sections
        ),
        name=details.name or next((title for title in titles if not _NO_NAME.match(title)), None),
        began=details.began or days.first,
        day=details.day or days.last,
        board=details.board or (GameType.SCRABBLE if scrabble else GameType.CHESS),
        of_any_game=points and not scrabble and details.board is None,
        city=details.city,
        federation=details.federation,
        ratings_of=ExternalSystem.FIDE if any("chess-results" in title.casefold() for title in titles) else None,
        remarks=(*unread, *doubts.remarks()),
        unsure=days.unsure,
    )


def _under_round_titles(
    titles: Sequence[str], header: TableRow, rows: list[TableRow], columns: dict[str, int]
) -> tuple[list[TableRow], dict[str, int]]:
    """Return rows with the round and day of the line above them, as chess-results.com has all pairings on a page."""
    found = [match for title in titles if (match := _ROUND_TITLE.match(title))]
    if "round" in columns or not found:
        return rows, columns
    width, under = len(header.cells), found[-1]
    numbered: list[TableRow] = []
    for row in rows:
        filled = [cell for cell in row.cells if cell]
        title = _ROUND_TITLE.match(filled[0]) if len(filled) == 1 else None
        if title is not None:
            under = title
        elif row.cells != header.cells:
            day = _DAY.search(under[2])
            cells = [row.cell(at) for at in range(width)]
            numbered.append(TableRow(row.line, [*cells, under[1], day[0] if day else ""]))
    return numbered, {"date": width + 1, **columns, "round": width}


def _spellings(rows: Sequence[TableRow], columns: Mapping[str, int], doubts: ParseWarnings) -> Mapping[str, str]:
    if columns.keys() & {"number1", "number2"}:
        return {}
    sittings = []
    for row in rows:
        division, number, *names = (
            clean(unguarded(row.cell(columns.get(key)))) for key in ("division", "round", "first", "second")
        )
        rounds = [(division, number)] if number else []
        sittings.append((row.line, [row.line, *rounds], names))
    return one_spelling(sittings, doubts)


def _is_bracket(header: TableRow, rows: Sequence[TableRow], columns: Mapping[str, int]) -> bool:
    """Return whether rounds are a bracket's: Semifinal, or as challonge counts, negative after a loss, or by stage."""
    rounds = [row.cell(columns.get("round")) for row in rows] if "round" in columns else []
    named = any(text.startswith("-") or _OF_BRACKET.fullmatch(text) for text in rounds)
    return named or "stage name" in map(str.casefold, header.cells)


def _highest_score(tables: Tables, of_both: Sequence[str]) -> int:
    """Return the highest score in the columns of each side, and in those of both."""
    columns = [tables.columns.get(key) for key in ("score1", "score2")]
    texts = [unguarded(row.cell(column)) for row in tables.pairings for column in columns]
    written = [tables.columns[key] for key in of_both if key in tables.columns]
    both = (_both_scores(unguarded(row.cell(column))) for row in tables.pairings for column in written)
    texts += [text for two in both if two is not None for text in two]
    return max((abs(int(text)) for text in texts if re.fullmatch(r"-?[0-9]{1,6}", text)), default=0)


def _both_scores(text: str) -> tuple[str, str] | None:
    """Return both sides of 3-1, or the sets that each won in 11-7 9-11 11-5; None for a result."""
    match = _TWO_SCORES.fullmatch(text)
    if match is not None and parse_result(text) is None:
        return match[1], match[2]
    sets = [_TWO_SCORES.fullmatch(one) for one in re.split(r"[,;\s]+", text)] if len(text) <= 100 else []
    if len(sets) < 2 or not all(sets):
        return None
    won = [int(one[1]) - int(one[2]) for one in sets if one is not None]
    return str(sum(one > 0 for one in won)), str(sum(one < 0 for one in won))


class _Reading:
    def __init__(
        self,
        columns: Mapping[str, int],
        white_first: bool,
        points: bool,
        scrabble: bool,
        roster: Roster,
        spelt: Mapping[str, str],
        doubts: ParseWarnings,
    ) -> None:
        self._columns, self.white_first, self._points, self._scrabble = columns, white_first, points, scrabble
        self._roster, self._spelt, self._doubts = roster, spelt, doubts
        self._games: dict[str, list[Game]] = {}
        self._byes: dict[str, list[Bye]] = {}
        self._taken: dict[tuple[str, int, int], int] = {}
        self._teams: dict[str, str] = {}

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

    def read(self, row: TableRow, day: date | None) -> ReportedRow | None:
        division = clean(self._text(row, "division"))
        round_number = self._round(row)
        first, second = (self._player(row, division, side) for side in ("1", "2"))
        teams = self._join_teams(row, division, (first, second))
        points, theirs = self._scores(row)
        outcome = self._outcome(row, points, theirs, alone=first is None or second is None)
        if first is None and second is not None:
            first, second, points = second, None, theirs
            outcome = turned(outcome) if outcome is not None else None
        if first is None:
            raise fault(row.line, "no player is named. Write two players, or one and Bye.")
        if first == second:
            raise fault(row.line, "a player cannot play against themselves. Write the opponent, or Bye.")
        if outcome is not None and second is None and len(teams) == 2 and outcome.score == 1:
            outcome = RowResult(None, (ByeKind.FORFEIT_WIN, None))  # an empty seat of the other team
        if outcome is None:
            where = f"round {round_number}: " if round_number else ""
            self._doubts.add(row.line, "games without a result", f"{where}no result yet. Ignored")
            return None
        return ReportedRow(row, division, round_number, first, second, outcome, points, theirs, day)

    def store(self, reported: ReportedRow) -> None:
        row, division, round_number, first, second, outcome, points, theirs, _ = reported
        if second is None or (outcome.byes[1] is None and not outcome.is_played):
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
        if "round" not in self._columns:
            return 0
        text = self._text(row, "round")
        match = _ROUND.fullmatch(text)
        if match is None or int(match[1]) < 1:
            raise fault(row.line, f'"{shorten(text)}" is not a round. Write a number from 1 to {MOST_ROUNDS}.')
        return int(match[1])

    def _player(self, row: TableRow, division: str, side: str) -> int | None:
        number = self._text(row, f"number{side}")
        name = self._name(row, "first" if side == "1" else "second")
        if not number and (name in _NOBODY or is_nobody(name)):
            return None
        if f"number{side}" in self._columns:
            return self._roster.by_number(row, division, number, name)
        return self._roster.by_name(row, division, name, self._text(row, f"rating{side}"))

    def _name(self, row: TableRow, column: str) -> str:
        name = clean(self._text(row, column))
        return self._spelt.get(name, name)

    def _join_teams(self, row: TableRow, division: str, players: Sequence[int | None]) -> dict[str, str]:
        """Return the players of a row with their teams; an empty cell repeats the row above."""
        for side, number in zip(("team1", "team2"), players, strict=True):
            if team := clean(self._text(row, side))[:MOST_TEAM_CHARACTERS]:
                self._teams[side] = team
            if side in self._columns and side in self._teams and number is not None:
                self._roster.join(row, division, number, self._teams[side])
        if len(set(self._teams.values())) < len(self._teams):
            raise fault(row.line, "both teams have the same name. Write two different names.")
        return self._teams

    def _scores(self, row: TableRow) -> tuple[int | None, int | None]:
        if not self._points:
            return None, None
        scores: list[int | None] = []
        both = _both_scores(self._text(row, "score")) or _both_scores(self._text(row, "result"))
        for text in both or (self._text(row, "score1"), self._text(row, "score2")):
            if text and not re.fullmatch(r"-?[0-9]{1,6}", text):
                raise fault(row.line, f'"{shorten(text)}" is not a score. Write points, for example 401.')
            scores.append(int(text) if text else None)
        return scores[0], scores[1]

    def _outcome(self, row: TableRow, points: int | None, theirs: int | None, *, alone: bool) -> RowResult | None:
        text = self._text(row, "result") or self._text(row, "score")
        if not is_pending(text) and (not self._points or _both_scores(text) is None):
            outcome = parse_result(text)
            if outcome is None:
                raise fault(row.line, f'"{shorten(text)}" is not a result. Write {RESULTS}.')
            return won_by_first(outcome) if self._is_winner_first else outcome
        if "winner" in self._columns and not self._has_scores(row):
            return self._by_winner(row)
        if not self._points:
            return self._by_game_points(row, alone)
        if alone:
            return bye_by_points(points, theirs)
        if points is None and theirs is None:
            return None
        if points is None or theirs is None:
            raise fault(row.line, "one of the two scores is missing. Write both.")
        if self._scrabble and is_forfeited(points, theirs):
            self._doubts.add(row.line, "forfeits against an opponent", f"{points} to {theirs} is read as a forfeit")
            kinds = [ByeKind.FORFEIT_WIN if won else ByeKind.FORFEIT_LOSS for won in (points > theirs, theirs > points)]
            return RowResult(None, (kinds[0], kinds[1]))
        return RowResult(0.5 if points == theirs else float(points > theirs))

    @property
    def _is_winner_first(self) -> bool:
        return self._columns.get("winner") == self._columns["first"]

    def _has_scores(self, row: TableRow) -> bool:
        return any(self._text(row, column) for column in ("score", "score1", "score2"))

    def _by_winner(self, row: TableRow) -> RowResult | None:
        if self._is_winner_first:
            return RowResult(1.0)
        winner = self._name(row, "winner")
        for alike in (str.casefold, spelling_key):
            names = [alike(self._name(row, side)) for side in ("first", "second")]
            if names.count(alike(winner)) == 1:
                return RowResult(1.0 - names.index(alike(winner)))
        outcome = None if is_pending(winner) else parse_result(winner)
        if outcome is None and not is_pending(winner):
            raise fault(
                row.line, f'"{shorten(winner)}" is not one of the two players. Write the winner\'s name, or draw.'
            )
        return outcome

    def _by_game_points(self, row: TableRow, alone: bool) -> RowResult | None:
        mine, theirs = (self._text(row, column) for column in ("score1", "score2"))
        if not mine and not theirs:
            return RowResult(None, (ByeKind.FULL_POINT, ByeKind.FULL_POINT)) if alone else None
        if alone:
            first, second = (BYE_BY_SCORE.get(score_of(parse_result(text or "0"))) for text in (mine, theirs))
            outcome = RowResult(None, (first, second)) if first is not None and second is not None else None
        else:
            outcome = parse_result(f"{mine or 0}-{theirs or 0}")
        if outcome is None:
            text = f'"{shorten(mine)}" and "{shorten(theirs)}" are not a result'
            raise fault(row.line, f"{text}. Write 1 and 0, or 0.5 each.")
        return outcome

    def _began(self, row: TableRow) -> bool | None:
        return True if self.white_first else _BEGAN.get(self._text(row, "began").casefold())

    def _take(self, row: TableRow, division: str, round_number: int, number: int) -> None:
        line = self._taken.setdefault((division, round_number, number), row.line)
        if line != row.line:
            name = self._roster.sections[division][number].name
            raise fault(
                row.line,
                f'round {round_number}: "{shorten(name)}" is listed twice, first in line {line}. Correct one of them.',
            )
