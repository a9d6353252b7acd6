"""Matches as columns of whole numbers, for a fit of all at once."""

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.rating.oracle.formula import check_counts


class Match(NamedTuple):
    """A bare score, the first player's."""

    first: int
    second: int
    wins: int
    losses: int
    draws: int = 0


class MatchHistory:
    """Integer columns: first, second, wins, losses, draws. players: highest number plus one."""

    def __init__(self) -> None:
        self.players = 0
        self.columns: tuple[array[int], ...] = tuple(array("q") for _ in Match._fields)

    @classmethod
    def of_columns(cls, *columns: Sequence[int]) -> "MatchHistory":
        """Return a history of five columns, draws last; raise InputError as `add` does."""
        history = cls()
        history.columns = tuple(map(_column, columns))
        history._check()
        history.players = max((max(column, default=-1) for column in history.columns[:2]), default=-1) + 1
        return history

    def add(self, first: int, second: int, wins: int, losses: int, draws: int = 0) -> None:
        """Add a bare score; raise InputError if invalid."""
        check_counts(wins, losses, draws)
        if first < 0 or second < 0:
            raise InputError(f"There is no player {min(first, second)}. Numbers begin with 0.")
        if first == second:
            raise InputError(f"Player {first} cannot play against themselves. Give two different players.")
        for column, value in zip(self.columns, (first, second, wins, losses, draws), strict=True):
            column.append(value)
        self.players = max(self.players, first + 1, second + 1)

    def __len__(self) -> int:
        return len(self.columns[0])

    def __iter__(self) -> Iterator[Match]:
        return map(Match, *self.columns)

    def _check(self) -> None:
        if len(self.columns) != len(Match._fields) or len({len(column) for column in self.columns}) != 1:
            raise InputError("A history requires five columns of the same length: first, second, wins, losses, draws.")
        if not len(self):
            return
        if min(min(column) for column in self.columns) < 0:
            row = next(row for row, match in enumerate(self, start=1) if min(match) < 0)
            raise InputError(f"Row {row} has a negative number. Players and games count from 0.")
        if any(first == second for first, second in zip(*self.columns[:2], strict=True)):
            row = next(row for row, match in enumerate(self, start=1) if match.first == match.second)
            raise InputError(f"Row {row} is a match against oneself. Give two different players.")


def _column(values: Sequence[int]) -> "array[int]":
    return values if isinstance(values, array) and values.typecode == "q" else array("q", values)
