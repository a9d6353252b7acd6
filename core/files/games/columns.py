"""Column names of a file of pairings and of its tables of players and event.

    division, round, number1, player1, number2, player2, result, score1, score2, began, rated
    division, number, name, rating, games, ...
    division, key, value

Only the first is required.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import FilePlayer
from core.files.common.tables import MOST_ROWS, TableRow, decode, read_rows
from core.files.common.text import shorten

_SIDES = (
    *(("1", name) for name in ("player1", "first", "white", "player", "playera", "p1", "name", "name1", "home")),
    *(("1", name) for name in ("winner", "winners", "weiß", "weiss", "blancas", "blancs", "bianco", "biały")),
    *(("2", name) for name in ("player2", "second", "black", "opponent", "playerb", "p2", "opp", "name2", "away")),
    *(("2", name) for name in ("loser", "losers", "schwarz", "negras", "noirs", "nero", "czarny")),
)
_OF_SIDE = {
    "number": ("no", "number", "nr"),
    "rating": ("rating", "elo", "rtg"),
    "score": ("score", "points", "pts"),
    "team": ("team", "club"),
}
_ANY_SIDE = {word: key for key, words in _OF_SIDE.items() for word in words if key in ("rating", "score")}
_PEOPLE = {"1": "first", "2": "second"}
_NO_PERSON = {"firstname", "secondname", "homename", "awayname"}
"""Columns of other tables: a forename is not a first player."""

_COLUMNS = {
    "division": ("division", "div", "section", "group"),
    "round": ("round", "rd", "rnd", "r", "roundno", "roundnumber", "runde", "ronda", "ronde", "turno", "runda"),
    "date": ("date", "day", "played", "playedon", "dateplayed", "gamedate", "when", "datum", "fecha", "data"),
    "timestamp": ("timestamp", "createdat", "playedat", "datetime", "dateandtime", "finishedat", "endedat"),
    "result": ("result", "res", "results", "outcome", "gameresult", "ergebnis", "resultado", "résultat", "wynik"),
    "winner": ("winner", "winnername"),
    "loser": ("loser", "losername"),
    "began": ("began", "color", "colour"),
    "rated": ("rated",),
}


def _words() -> dict[str, str]:
    words: dict[str, str] = {}
    for side, name in _SIDES:
        words |= dict.fromkeys((name, f"{name}name", f"{name}player", f"{name}playername"), _PEOPLE[side])
        for key, parts in _OF_SIDE.items():
            for part in parts:
                letter = "a" if side == "1" else "b"
                parts_of = (f"{name}{part}", f"{part}{name}", f"{part}{side}", f"{part}{letter}")
                words |= dict.fromkeys(parts_of, f"{key}{side}")
    words = {word: key for word, key in words.items() if word not in _NO_PERSON}
    return words | {word: key for key, known in _COLUMNS.items() for word in known}


_WORDS = _words()
PAIRINGS = (
    *("division", "round", "number1", "player1", "number2", "player2"),
    *("result", "score1", "score2", "began", "rated"),
)
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
    "board": "board",
}
"""Columns of the second table, with their fields of `FilePlayer`."""
assert set(PLAYER_FIELDS.values()) | {"published", "line", "out"} == set(FilePlayer.__match_args__)
PLAYERS = ("division", *PLAYER_FIELDS)
KEYS = ("division", "key", "value")


HEADER = "white,black,result, or player,opponent,result, or winner,loser"
"""What a list of games needs at least."""


class Tables(NamedTuple):
    """Rows of the three tables, and the first one's columns."""

    columns: dict[str, int]
    pairings: list[TableRow]
    players: list[TableRow]
    keys: list[TableRow]


def table_rows(data: bytes) -> list[TableRow]:
    text = decode(data)
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The table has more than {MOST_ROWS} lines. Upload one event at a time.")
    return read_rows(text)


def pairings_columns(cells: Sequence[str]) -> dict[str, int] | None:
    """Return where each column is (of equals the first); None for no header of pairings."""
    columns: dict[str, int] = {}
    for index, key in enumerate(_keys(cells)):
        if key is not None:
            columns.setdefault(key, index)
    for key, other in (("first", "winner"), ("second", "loser"), ("date", "timestamp")):
        if key not in columns and other in columns:
            columns[key] = columns[other]
    if not {"first", "second"} <= columns.keys():
        return None
    return columns if columns.keys() & {"result", "winner", "score"} or {"score1", "score2"} <= columns.keys() else None


def check_columns(header: TableRow) -> None:
    """Raise InputError if two columns mean the same."""
    seen: dict[str, str] = {}
    for key, cell in zip(_keys(header.cells), header.cells, strict=False):
        if key is not None and key in seen and key != "timestamp":
            one, other = shorten(seen[key]), shorten(cell)
            raise InputError(
                f'Line {header.line}: the columns "{one}" and "{other}" mean the same. Rename or delete one of them.'
            )
        if key is not None:
            seen[key] = cell


def is_without_result(cells: Sequence[str]) -> bool:
    return pairings_columns(cells) is None and {"first", "second"} <= set(_keys(cells))


def _keys(cells: Sequence[str]) -> list[str | None]:
    words = [re.sub(r"[\W_]+", "", cell.casefold()) for cell in cells[:100]]
    keys = [_WORDS.get(word) for word in words]
    players = [index for index, key in enumerate(keys) if key == "first"]
    if len(players) == 2 and "second" not in keys and words[players[0]] == words[players[1]]:
        keys[players[1]] = "second"  # date, player, player, score
    for kind in ("rating", "score"):
        places = [index for index, word in enumerate(words) if _ANY_SIDE.get(word) == kind]
        if len(places) == 2 and kind == "score" and "result" in keys and words[places[0]] != "score":
            keys[places[0]] = keys[places[1]] = None  # the points of both before the game
        elif len(places) == 2:
            keys[places[0]], keys[places[1]] = f"{kind}1", f"{kind}2"
        elif len(places) == 1 and kind == "score":
            keys[places[0]] = None if "result" in keys else "score"
        elif len(places) == 1 and "second" in keys[places[0] :]:
            keys[places[0]] = "rating1"
    return keys


def is_white_first(cells: Sequence[str], columns: dict[str, int]) -> bool:
    word = cells[columns["first"]].casefold()
    return any(white in word for white in ("white", "weiß", "weiss", "blanc", "bianco", "biały"))


def split_tables(rows: Iterable[TableRow], columns: dict[str, int]) -> Tables:
    tables = Tables(columns, [], [], [])
    here = tables.pairings
    for row in rows:
        words = tuple(cell.casefold() for cell in row.cells[: len(PLAYERS)])
        if len(words) > len(KEYS) and words == PLAYERS[: len(words)]:  # older files have fewer columns
            here = tables.players
        elif words[: len(KEYS)] == KEYS:
            here = tables.keys
        else:
            here.append(row)
    return tables
