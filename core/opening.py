"""A starting rating, or a correction: a fact of any system."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple


class EnteredRecord(NamedTuple):
    """The results behind a rating that was entered, which may be of fewer games than are given.

    confidence: the figure that the Oracle seed's program keeps. standard_error: of the log strength. None where nobody
    gives them.
    """

    wins: int
    losses: int
    draws: int
    confidence: float | None = None
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting rating, or a correction of a rating.

    games: rated games behind it; None keeps the games, the record and the norms that are there.
    peak: highest established rating; None takes the rating itself, or the peak so far where that is higher.
    floor: an imposed floor; None keeps the one that is there.
    player: whose it is, as in `Entrant.player`; None where no stored player is.
    record: of these games; None where only their number is known.
    """

    rating: float
    games: int | None = None
    peak: float | None = None
    floor: float | None = None
    player: Hashable | None = None
    record: EnteredRecord | None = None
