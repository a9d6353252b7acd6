"""An entered rating: initial, or a correction."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

ESTABLISHED_GAMES = 50
"""What a rating without games counts for: the most that any can."""


class EnteredRecord(NamedTuple):
    """Results behind an entered rating, perhaps of fewer games.

    confidence: of the Oracle seed. standard_error: of the log strength.
    """

    wins: int
    losses: int
    draws: int
    confidence: float | None = None
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class EnteredRating:
    """An entered rating.

    games: None keeps games, record and norms. peak: None for the rating or a higher peak. floor: imposed; None
    keeps it.
    player: as in `Entrant.player`. record: of these games.
    """

    rating: float
    games: int | None = None
    peak: float | None = None
    floor: float | None = None
    player: Hashable | None = None
    record: EnteredRecord | None = None
