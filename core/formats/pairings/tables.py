"""The tables that a file of pairings can have, one after the other, and what their columns are called.

    division, round, number1, player1, number2, player2, result, score1, score2, began, rated
    division, number, name, rating, games, ...
    division, key, value

The first alone is enough, in the words of other programs too; the others tell all that is known of players and event.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.common.tables import MOST_ROWS, TableRow, decode, read_rows

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
