"""A line of a list of Oracle players, as CSV files and reports have them."""

from dataclasses import dataclass

from core.oracle.kinds import PlayerKind


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A player's standing.

    player_id: the number in CSV files.
    log_strength: relative to the Keeper.
    standard_error: of the log strength, where it is known.
    confidence: the figure that the seed's program keeps instead; files carry it on.
    """

    player_id: int
    name: str
    kind: PlayerKind = PlayerKind.HUMAN
    is_keeper: bool = False
    log_strength: float = 0.0
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    standard_error: float | None = None
    confidence: float | None = None

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2
