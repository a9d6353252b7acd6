"""A round robin whose columns are players, not rounds."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.event.crosstable import Bye, ByeKind, Game
from core.files.common.tables import TableRow
from core.files.common.text import fault, shorten

SUPPOSED = "the columns are players. The rounds of the games are assumed"

_SELF = re.compile(r"[*x×■█#\\/\s-]{0,20}", re.IGNORECASE)
_RESULTS = re.compile(r"[10½=+\s-]{0,20}")
_WON = re.compile(r"[1½=+]")
_SCORES = {"1": 1.0, "½": 0.5, "=": 0.5, "0": 0.0}
_OTHER = {"1": "0", "0": "1", "½": "½", "=": "=", "+": "-", "-": "+"}
_FORFEITS = {"+": ByeKind.FORFEIT_WIN, "-": ByeKind.FORFEIT_LOSS}


def turn_of(number: int, opponent: int, highest: int) -> int:
    """Return a round for a game whose round is unknown: the circle method, nobody twice in a round."""
    if highest % 2:
        return (number + opponent) % highest + 1
    low, high = sorted((number, opponent))
    return ((2 * low if high == highest else low + high) % (highest - 1)) + 1


def is_round_robin(rows: Sequence[TableRow], columns: Sequence[int | None]) -> bool:
    """Return whether there are as many columns as lines, with bare results off the diagonal."""
    if len(rows) != len(columns) or len(rows) < 2:
        return False
    cells = [[_text(row, column) for column in columns] for row in rows]
    others = [text for at, line in enumerate(cells) for column, text in enumerate(line) if column != at]
    return (
        all(_SELF.fullmatch(line[at]) for at, line in enumerate(cells))
        and all(map(_RESULTS.fullmatch, others))
        and any(map(_WON.search, others))
    )


def games_of_cycles(
    rows: Sequence[TableRow], cycles: Sequence[Sequence[int | None]], numbers: Sequence[int]
) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return the games and forfeits of one table per cycle, cycle after cycle. numbers: pairing number of each line."""
    games: list[Game] = []
    byes: list[Bye] = []
    for columns in cycles:
        before = max([0, *(game.round for game in games), *(bye.round for bye in byes)])
        played, forfeited = games_of_round_robin(rows, columns, numbers)
        games += [replace(game, round=before + game.round) for game in played]
        byes += [replace(bye, round=before + bye.round) for bye in forfeited]
    return tuple(games), tuple(byes)


def games_of_round_robin(
    rows: Sequence[TableRow], columns: Sequence[int | None], numbers: Sequence[int]
) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return games and forfeits. numbers: pairing number of each line."""
    games: list[Game] = []
    byes: list[Bye] = []
    cycle = len(rows) if len(rows) % 2 else len(rows) - 1
    for at, row in enumerate(rows):
        for other in range(at + 1, len(rows)):
            pair = numbers[at], numbers[other]
            first = turn_of(at + 1, other + 1, len(rows))
            for turn, result in enumerate(_each(row, rows[other], columns[other], columns[at], pair)):
                number = first + turn * cycle
                if result in _SCORES:
                    games.append(Game(number, *pair, _SCORES[result]))
                else:
                    byes.append(Bye(number, pair[0], _FORFEITS[result], pair[1]))
                    byes.append(Bye(number, pair[1], _FORFEITS[_OTHER[result]], pair[0]))
    games.sort(key=lambda game: (game.round, game.first))
    return tuple(games), tuple(sorted(byes, key=lambda bye: (bye.round, bye.entrant)))


def _each(row: TableRow, other: TableRow, mine: int | None, theirs: int | None, pair: tuple[int, int]) -> str:
    here, there = (re.sub(r"\s", "", _text(*cell)) for cell in ((row, mine), (other, theirs)))
    if "".join(_OTHER[result] for result in here) != there and not (here == there == "-"):
        found = [f'"{shorten(text)}"' if text else "nothing" for text in (here, there)]
        raise fault(
            row.line,
            f"player {pair[0]} has {found[0]} against player {pair[1]}, who has {found[1]} there. Correct one of them.",
        )
    return "" if here == there == "-" else here


def _text(row: TableRow, column: int | None) -> str:
    return re.sub(r"0[.,]5", "½", row.cell(column)).replace("1/2", "½")
