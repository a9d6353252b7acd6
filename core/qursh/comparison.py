"""One group against three: what each player's score is with the ratings not grouped, and who gains by it.

The announcement: "Results were similar but expert-level players were penalized when a single group was used. Only 14%
had higher scores in the single group system compared with all of the < 1000 players."
"""

from dataclasses import dataclass
from typing import NamedTuple

from core.qursh.cells import GROUPS, group_of
from core.qursh.ranking import Ranking, RankingRow


class Compared(NamedTuple):
    """A player's line by three groups and by one; both hundredths and ranks are known."""

    three: RankingRow
    one: RankingRow

    @property
    def gain(self) -> int:
        """Return what a single group brings, in hundredths."""
        return (self.one.hundredths or 0) - (self.three.hundredths or 0)


class GroupGain(NamedTuple):
    """How many players of a group of ratings, by their own, have a higher score with a single group."""

    name: str
    higher: int
    lower: int
    players: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both rankings beside each other: lines by what a single group brings, the most first; groups highest first."""

    lines: tuple[Compared, ...]
    groups: tuple[GroupGain, ...]


def compare(three: Ranking, one: Ranking) -> Comparison:
    """Return two rankings of the same event beside each other."""
    other = {(row.division, row.player.number): row for row in one.rows}
    lines = sorted(
        (Compared(row, other[row.division, row.player.number]) for row in three.rows),
        key=lambda line: (-line.gain, line.three.rank, line.three.player.name),
    )
    gains = []
    for group in reversed(range(len(GROUPS))):
        found = [line.gain for line in lines if group_of(line.three.player.rating or 0) == group]
        if found:
            gains.append(
                GroupGain(GROUPS[group], sum(gain > 0 for gain in found), sum(gain < 0 for gain in found), len(found))
            )
    return Comparison(tuple(lines), tuple(gains))
