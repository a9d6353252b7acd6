"""What NASPA's rules need to know of a player between events."""

from dataclasses import dataclass, replace
from typing import Any

from core.errors import RuleError
from core.naspa.formula import FEW_CAREER_GAMES
from core.opening import Opening

LOWEST_RATING, HIGHEST_RATING = 1.0, 3000.0
"""The floor is tsh's (NASPA, floor); no rating above 3000 is accepted as typed by a person."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's standing; the default is an unrated player.

    rating: in rating points, whole after each event; None while unrated.
    games: rated games of the career.
    """

    rating: float | None = None
    games: int = 0

    @property
    def established(self) -> bool:
        """Return whether the multiplier is that for many games."""
        return self.rating is not None and self.games >= FEW_CAREER_GAMES

    def to_json(self) -> dict[str, Any]:
        """Return the fields that differ from an unrated player's; `from_json` reads them back."""
        data: dict[str, Any] = {}
        if self.rating is not None:
            data["rating"] = self.rating
        if self.games:
            data["games"] = self.games
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(**data)


def open_rating(state: PlayerState, opening: Opening) -> PlayerState:
    """Return the state after an opening; raise RuleError for what NASPA's ratings do not have."""
    if not LOWEST_RATING <= opening.rating <= HIGHEST_RATING:
        raise RuleError(f"A NASPA rating lies between 1 and 3000: {opening.rating:g} does not.")
    if opening.games is not None and opening.games < 0:
        raise RuleError(f"A rating is based on 0 games or more, not on {opening.games}.")
    if opening.peak is not None or opening.floor is not None:
        raise RuleError("NASPA's ratings have no floor of one's own and none from a peak: leave peak and floor out.")
    games = state.games if opening.games is None else opening.games
    return replace(state, rating=float(opening.rating), games=games)
