"""Wins, losses and spread of a division, byes and forfeits included, as standings show them."""

from typing import NamedTuple

from core.crosstable import ByeKind
from core.qursh.field import Division

_BYES = {
    ByeKind.FULL_POINT: (1.0, 0.0),
    ByeKind.FORFEIT_WIN: (1.0, 0.0),
    ByeKind.HALF_POINT: (0.5, 0.5),
    ByeKind.FORFEIT_LOSS: (0.0, 1.0),
}
"""Wins and losses that a round without a game counts; the other kinds count nothing."""


class WinLossRecord(NamedTuple):
    """A tie is half a win and half a loss. spread: points on the board less the opponents', signed."""

    wins: float = 0.0
    losses: float = 0.0
    spread: int = 0

    def plus(self, wins: float, losses: float, spread: int) -> "WinLossRecord":
        return WinLossRecord(self.wins + wins, self.losses + losses, self.spread + spread)


def records_of(division: Division) -> dict[int, WinLossRecord]:
    """Return everybody's record by number."""
    records = {player.number: WinLossRecord() for player in division.players}
    for game in division.games:
        spread = 0
        if game.first_points is not None and game.second_points is not None:
            spread = game.first_points - game.second_points
        won = game.score
        lost = None if won is None else 1 - won
        records[game.first] = records[game.first].plus(won or 0.0, lost or 0.0, spread)
        records[game.second] = records[game.second].plus(lost or 0.0, won or 0.0, -spread)
    for bye in division.byes:
        wins, losses = _BYES.get(bye.kind, (0.0, 0.0))
        records[bye.entrant] = records[bye.entrant].plus(wins, losses, bye.points or 0)
    return records
