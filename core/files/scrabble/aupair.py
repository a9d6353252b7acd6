"""AUPAIR `.tou`, WESPA's format.

    *M30.11.2025 Event
    *Section
                                          0
    Name                 2473 +4 2561   3

Each round: score and opponent; 2 before the score is a win, 1 a draw; + before the opponent: went first. A bye has
the player as opponent.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.common.dates import day_in
from core.files.common.tables import MOST_ROWS, decode
from core.files.common.text import ParseWarnings, clean, fault, shorten

FORMAT = "AUPAIR (.tou)"
MOST_PLAYERS, MOST_ROUNDS = 2_000, 99
_NAME_WIDTH = 20
_LONGEST_LINE = 5_000
_EVENT = re.compile(r"\*M[ \t]*([0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4})[ \t]*(.*)")
_END = re.compile(r"\*\*+[ \t]*END OF FILE", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"(?:^|[ \t])\+?[0-9]+(?=[ \t+]|$)")
_ROUND = re.compile(r"[ \t]*(\+?)([0-9]{1,4})(?:[ \t]+|(?=\+))(\+?)[ \t]*([0-9]{1,4})(?=[ \t]|$)")
_WOOGLES_FORFEITS = ((150, 100), (100, 150))
_SCORES = {"2": 1.0, "1": 0.5}
_WORDS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss"}


class _Cell(NamedTuple):
    """A round: game score, points on the board, whether the player began."""

    opponent: int
    score: float
    points: int
    began: bool


class _Line(NamedTuple):
    line: int
    name: str
    cells: list[_Cell]


class _Text(NamedTuple):
    line: int
    text: str


def is_aupair(text: str) -> bool:
    return _EVENT.match(text[:_LONGEST_LINE].lstrip()) is not None


def read_aupair(data: bytes) -> FileEvent:
    text = decode(data)
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines. Upload one event at a time.")
    doubts = ParseWarnings()
    day, name, blocks = _blocks(text, doubts)
    if sum(len(lines) for _, lines in blocks) > MOST_PLAYERS + len(blocks):
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one section at a time.")
    sections = [_section(title, lines, doubts) for title, lines in blocks if lines]
    if not any(section.players for section in sections):
        raise InputError("There are no players in this AUPAIR file. Write one line for each below the section's.")
    return FileEvent(FORMAT, tuple(sections), name=name, day=day, board=GameType.SCRABBLE, remarks=doubts.remarks())


def _blocks(text: str, doubts: ParseWarnings) -> tuple[date | None, str | None, list[tuple[str | None, list[_Text]]]]:
    day: date | None = None
    name: str | None = None
    blocks: list[tuple[str | None, list[_Text]]] = []
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.rstrip()
        if not line.strip():
            continue
        if len(line) > _LONGEST_LINE:
            raise fault(number, f"it has more than {_LONGEST_LINE} characters. This is not a player of an AUPAIR file.")
        if _END.match(line):
            break
        if match := _EVENT.match(line):
            if name is None and day is None:
                day, name = day_in(match[1]), clean(match[2]) or None
                if day is None:
                    doubts.add(number, "dates", f'"{match[1]}" is not a date. Ignored')
        elif line.startswith("*"):
            blocks.append((clean(line.lstrip("*")) or None, []))
        else:
            if not blocks:
                blocks.append((None, []))
            blocks[-1][1].append(_Text(number, line))
    return day, name, blocks


def _section(title: str | None, texts: Sequence[_Text], doubts: ParseWarnings) -> FileSection:
    if not _is_player(texts[0].text):
        texts = texts[1:]
    lines = [_read_line(text, len(texts)) for text in texts]
    games: list[Game] = []
    byes: list[Bye] = []
    for number, mine in enumerate(lines, start=1):
        for round_number, cell in enumerate(mine.cells, start=1):
            if cell.opponent == number:
                byes.append(Bye(round_number, number, _bye_kind(cell), points=cell.points))
                continue
            theirs = _theirs(lines, number, mine, round_number, cell)
            if _is_forfeit(cell, theirs):
                kind = ByeKind.FORFEIT_WIN if cell.score == 1 else ByeKind.FORFEIT_LOSS
                byes.append(Bye(round_number, number, kind, cell.opponent, cell.points))
                if number < cell.opponent:
                    text = f"round {round_number}: {cell.points} to {theirs.points} is read as a forfeit"
                    doubts.add(mine.line, "forfeits against an opponent", text)
            elif number < cell.opponent:
                _doubt_points(mine, round_number, cell, theirs, doubts)
                began = None if cell.began == theirs.began else cell.began
                games.append(Game(round_number, number, cell.opponent, cell.score, began, cell.points, theirs.points))
    games.sort(key=attrgetter("round", "first"))
    byes.sort(key=attrgetter("round", "entrant"))
    players = tuple(FilePlayer(number, line.name, line=line.line) for number, line in enumerate(lines, start=1))
    return FileSection(players, tuple(games), tuple(byes), name=title)


def _is_player(text: str) -> bool:
    return bool(text.strip(" \t0123456789+")) and len(re.findall(r"(?:^|[ \t+])[0-9]+", text)) != 1


def _read_line(text: _Text, most: int) -> _Line:
    start = _FIRST_NUMBER.search(text.text, 1)
    ends = [len(text.text) if start is None else start.start()]
    if ends[0] < _NAME_WIDTH < len(text.text):
        ends.append(_NAME_WIDTH)
    for end in ends:
        name = clean(text.text[:end])
        cells = list(_cells(text.text[end:]))
        if name and None not in cells and all(1 <= cell.opponent <= most for cell in cells if cell):
            return _Line(text.line, name, _checked(text, [cell for cell in cells if cell]))
    for round_number, cell in enumerate(_cells(text.text[ends[0] :]), start=1):
        if cell is None:
            raise fault(text.line, f"round {round_number} is not a score and opponent. Write them like 2473 4.")
        if not 1 <= cell.opponent <= most:
            raise fault(
                text.line, f"round {round_number}: there is no player {cell.opponent} among {most}. Correct the number."
            )
    raise fault(text.line, f'"{shorten(text.text[:100])}" has no name. Write one before the scores.')


def _checked(text: _Text, cells: list[_Cell]) -> list[_Cell]:
    if len(cells) > MOST_ROUNDS:
        raise fault(text.line, f"it has more than {MOST_ROUNDS} rounds. Upload one event at a time.")
    return cells


def _cells(text: str) -> Iterator[_Cell | None]:
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _ROUND.match(text, position, end)
        score: float | None = None
        if match is not None:
            before, written, after, opponent = match.groups()
            score = 0.0 if len(written) < 4 else _SCORES.get(written[0])
        if match is None or score is None:
            yield None
            return
        yield _Cell(int(opponent), score, int(written[-3:]), bool(before or after))
        position = match.end()


def _bye_kind(cell: _Cell) -> ByeKind:
    if cell.score == 1:
        return ByeKind.FULL_POINT
    if cell.score == 0.5:
        return ByeKind.HALF_POINT
    return ByeKind.FORFEIT_LOSS if cell.points else ByeKind.UNPLAYED


def _is_forfeit(mine: _Cell, theirs: _Cell) -> bool:
    points, others = mine.points, theirs.points
    return not points or not others or (points, others) in _WOOGLES_FORFEITS


def _theirs(lines: Sequence[_Line], number: int, mine: _Line, round_number: int, cell: _Cell) -> _Cell:
    other = lines[cell.opponent - 1]
    theirs = other.cells[round_number - 1] if round_number <= len(other.cells) else None
    if theirs is not None and theirs.opponent == number and cell.score + theirs.score == 1:
        return theirs
    where = f"round {round_number}: player {number} has player {cell.opponent}"
    if theirs is None or theirs.opponent != number:
        has = "nothing" if theirs is None else f"player {theirs.opponent}"
        raise fault(mine.line, f"{where}, who has {has} there (line {other.line}). Correct one of the two lines.")
    nobody_won = cell.score == theirs.score == 0 and _is_forfeit(cell, theirs)
    if not nobody_won:
        raise fault(
            mine.line,
            f"{where} and {_WORDS[cell.score]}, who has {_WORDS[theirs.score]} (line {other.line}). "
            "Correct one of the two lines.",
        )
    return theirs


def _doubt_points(mine: _Line, round_number: int, cell: _Cell, theirs: _Cell, doubts: ParseWarnings) -> None:
    by_points = 0.5 if cell.points == theirs.points else float(cell.points > theirs.points)
    if by_points != cell.score:
        text = f"round {round_number}: {cell.points} to {theirs.points} is recorded as {_WORDS[cell.score]}. Stored so"
        doubts.add(mine.line, "results that contradict the points", text)
