"""A crosstable as a table, CSV or TSV.

The template, one line a player, in any order of columns; the header names them:

    number, name, rating, games, id, born, 1, 2, 3, ...

rating and games (the rated games behind the rating), id (US Chess) and born may be left out. A round has W4, D4 or L4:
win, draw or loss against player 4; X or F: won or lost by forfeit; B, H, Z or U: a full-point, half-point or
zero-point bye, or nothing. Empty is nothing too.
"""

import re
from datetime import date

from core.crosstable import ByeKind
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.chess.wall_chart import RESULTS, PrintedCell, games_of_chart
from core.formats.common.cells import unguarded
from core.formats.common.names import shorten
from core.formats.common.tables import TableRow, decode, first_line, read_rows
from core.words import counted

FORMAT = "crosstable (CSV)"
MOST_PLAYERS, MOST_ROUNDS = 2_000, 99

_COLUMNS = {
    "number": ("number", "no", "no.", "nr", "nr.", "#", "pair", "pairing number"),
    "name": ("name", "player"),
    "rating": ("rating", "rtg", "elo"),
    "games": ("games",),
    "id": ("id", "uschess id", "us chess id", "uscf id"),
    "born": ("born", "birth date", "birthday"),
}
_ROUND = re.compile(r"(?:round|rd\.?|r)?\s*([0-9]{1,3})")
_CELL = re.compile(r"([A-Za-z])\s*([0-9]{1,5})?\s*[WBwb]?")
_BLANKS = {"", "-", "--", "0"}
_BYE_LETTERS = {kind.value for kind in ByeKind}


def is_csv_table(text: str) -> bool:
    """Tell whether text begins with the header of such a table."""
    try:
        (row,) = read_rows(first_line(text))
    except (InputError, ValueError):  # no row, or no table
        return False
    columns, rounds = _header(row)
    return "name" in columns and bool(rounds)


def read_csv_table(data: bytes) -> FileEvent:
    """Read a crosstable; raise InputError with the line for one that contradicts itself."""
    header, *rows = read_rows(decode(data))
    columns, rounds = _header(header)
    if "name" not in columns or not rounds:
        raise InputError(
            "Line 1: the header needs a column name and one for each round: write number,name,rating,1,2,3."
        )
    if max(rounds) > MOST_ROUNDS:
        raise InputError(f"There are more than {MOST_ROUNDS} rounds: upload the later ones as an event of their own.")
    if len(rows) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players: upload one section at a time.")
    remarks: list[Remark] = []
    players: list[FilePlayer] = []
    chart: dict[int, list[PrintedCell | None]] = {}
    lines: dict[int, int] = {}
    printed: dict[str, PrintedCell | None] = dict.fromkeys(_BLANKS)
    in_order = [rounds.get(number) for number in range(1, max(rounds) + 1)]
    for place, row in enumerate(rows, start=1):
        player = _player(row, columns, place, remarks)
        if player.number in chart:
            raise InputError(
                f"Line {row.line}: player {player.number} stands there twice, first in line {lines[player.number]}: "
                "give each their own number."
            )
        players.append(player)
        lines[player.number] = row.line
        chart[player.number] = [_cell(row, index, printed) for index in in_order]
    if not players:
        raise InputError("There are no players below the header: write one line for each.")
    try:
        games, byes = games_of_chart(chart)
    except InputError as error:
        raise InputError(_with_line(error.message, lines)) from None
    return FileEvent(FORMAT, (FileSection(tuple(players), games, byes),), remarks=tuple(remarks))


def _header(row: TableRow) -> tuple[dict[str, int], dict[int, int]]:
    """Return where each column is, and each round."""
    columns: dict[str, int] = {}
    rounds: dict[int, int] = {}
    for index, cell in enumerate(row.cells):
        word = cell.casefold()
        known = next((name for name, words in _COLUMNS.items() if word in words), None)
        match = _ROUND.fullmatch(word)
        if known is not None:
            columns.setdefault(known, index)
        elif match is not None and int(match[1]) >= 1:
            rounds.setdefault(int(match[1]), index)
    return columns, rounds


def _player(row: TableRow, columns: dict[str, int], place: int, remarks: list[Remark]) -> FilePlayer:
    number = _whole(row, columns, "number", 1, 99_999)
    name = unguarded(row.cell(columns["name"]))
    if not name:
        raise InputError(f"Line {row.line}: the player has no name: write one.")
    rating, provisional = _rating(row, columns)
    games = _whole(row, columns, "games", 0, 100_000)
    if games is not None and provisional is not None and games != provisional:
        remarks.append(
            Remark(row.line, f"the rating is based on {counted(provisional, 'game')}, the games say {games}: {games}")
        )
    return FilePlayer(
        number=place if number is None else number,
        name=name[:100],
        rating=rating,
        games=provisional if games is None else games,
        uschess_id=unguarded(row.cell(columns.get("id"))) or None,
        born=_born(row, columns),
        line=row.line,
    )


def _whole(row: TableRow, columns: dict[str, int], column: str, least: int, most: int) -> int | None:
    text = row.cell(columns.get(column))
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise InputError(f'Line {row.line}: {column} "{shorten(text)}" is no number from {least} to {most}.')
    return int(text)


def _rating(row: TableRow, columns: dict[str, int]) -> tuple[float | None, int | None]:
    """Return the rating, and the games that stand behind it as in 1210P7; None for unrated."""
    text = row.cell(columns.get("rating"))
    if text.casefold() in ("", "-", "0", "unr", "unr.", "unrated", "nr"):
        return None, None
    match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,9})?)(?:[pP/]([0-9]{1,4}))?", text)
    if match is None or not 100 <= float(match[1]) <= 3000:
        raise InputError(
            f'Line {row.line}: "{shorten(text)}" is not a rating: write one between 100 and 3000, or nothing.'
        )
    return float(match[1]), None if match[2] is None else int(match[2])


def _born(row: TableRow, columns: dict[str, int]) -> date | None:
    text = row.cell(columns.get("born"))
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(
            f'Line {row.line}: born "{shorten(text)}" is no date: write year-month-day, such as 2012-05-30.'
        ) from None


def _cell(row: TableRow, index: int | None, printed: dict[str, PrintedCell | None]) -> PrintedCell | None:
    """Return a cell. printed: those that were read before by their text, and now this one."""
    text = row.cell(index)
    if text in printed:
        return printed[text]
    # =2 and ½2 are draws with number 2, as many crosstables print them.
    match = _CELL.fullmatch(re.sub("^[=½]", "D", text))
    letter = "" if match is None else match[1].upper()
    if match is None or (letter not in "WDL" and letter not in _BYE_LETTERS):
        raise InputError(f'Line {row.line}: "{shorten(text)}" is no result: write {RESULTS}.')
    opponent = int(match[2]) if match[2] and int(match[2]) else None
    cell = printed[text] = PrintedCell(letter, opponent if letter in "WDLXF" else None)
    return cell


def _with_line(message: str, lines: dict[int, int]) -> str:
    """Put the line of the player whom a message is about before it."""
    match = re.match(r"Player ([0-9]+)", message)
    return f"Line {lines[int(match[1])]}: {message}" if match and int(match[1]) in lines else message
