"""What leaves the store of a paired evening: rounds, pairings, reports, byes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class RoundStatus(StrEnum):
    """How far a round is: seen by directors alone, played, over."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class PairingKind(StrEnum):
    """What an entrant has in a round: a game, a bye that the pairing gave, or one that was asked."""

    GAME = "G"
    PAIRED_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"


class GameResult(StrEnum):
    """The result of a pairing, from the side of who begins."""

    WIN = "1-0"
    DRAW = "½"
    LOSS = "0-1"
    FORFEIT_WIN = "+-"
    FORFEIT_LOSS = "-+"
    NOBODY = "--"

    @property
    def is_played(self) -> bool:
        return self in _SCORES

    @property
    def score(self) -> float | None:
        """Return the points of who begins in a game; None where none was played."""
        return _SCORES.get(self)

    @property
    def turned(self) -> "GameResult":
        """Return the same result from the other side."""
        return _TURNED.get(self, self)

    @property
    def sign(self) -> str:
        """Return how it stands between two names."""
        return "½-½" if self is GameResult.DRAW else f"{self.value[0]}/{self.value[1]}" if not self.is_played else self


_SCORES = {GameResult.WIN: 1.0, GameResult.DRAW: 0.5, GameResult.LOSS: 0.0}
_TURNED = {
    GameResult.WIN: GameResult.LOSS,
    GameResult.LOSS: GameResult.WIN,
    GameResult.FORFEIT_WIN: GameResult.FORFEIT_LOSS,
    GameResult.FORFEIT_LOSS: GameResult.FORFEIT_WIN,
}


class ReportState(StrEnum):
    """What has become of a report; who decides is a director."""

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    DECIDED = "decided"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Round:
    """A round. facts: digest of what it was paired from. corrected: after a later round was paired."""

    number: int
    status: RoundStatus
    facts: str
    drafted_by: int
    published_at: datetime | None = None
    closed_at: datetime | None = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom on a board; first begins. A bye has board 0 and no second. id: 0 before it is stored.

    goes_on: in a knockout, the entrant who does where the game does not say; play_off: the score that decided it.
    paired_at: in free pairing, where games stand in no round of everybody's, and board is the game's number.
    """

    round: int
    board: int
    first: int
    second: int | None
    kind: PairingKind = PairingKind.GAME
    by_hand: bool = False
    id: int = 0
    goes_on: int | None = None
    play_off: str | None = None
    paired_at: datetime | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the entrants whose round it is."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_game(self) -> bool:
        return self.kind is PairingKind.GAME


@dataclass(frozen=True, slots=True)
class Report:
    """One version of what was said of a pairing. id: 0 before it is stored."""

    pairing_id: int
    version: int
    result: GameResult
    reported_by: int
    reported_at: datetime
    state: ReportState = ReportState.REPORTED
    state_by: int | None = None
    state_at: datetime | None = None
    first_points: int | None = None
    second_points: int | None = None
    note: str | None = None
    id: int = 0

    @property
    def told(self) -> tuple[GameResult, int | None, int | None]:
        """Return what it says, to compare with another."""
        return self.result, self.first_points, self.second_points


@dataclass(frozen=True, slots=True)
class AskedBye:
    """A round that an entrant asked not to play. kind: H, F or Z."""

    number: int
    round: int
    kind: PairingKind
    asked_by: int
