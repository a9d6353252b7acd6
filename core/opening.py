"""A starting rating, or a correction: a fact of any system."""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting rating, or a correction of a rating.

    games: rated games behind it; None keeps the games, the record and the norms that are there.
    peak: highest established rating; None takes the rating itself, or the peak so far where that is higher.
    floor: an imposed floor; None keeps the one that is there.
    player: whose it is, as in `Entrant.player`; None where no stored player is.
    """

    rating: float
    games: int | None = None
    peak: float | None = None
    floor: float | None = None
    player: Hashable | None = None
