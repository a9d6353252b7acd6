"""What Elo needs to know of a player between events."""

from dataclasses import dataclass, replace
from typing import Any

from core.errors import RuleError
from core.opening import Opening

LOWEST_RATING, HIGHEST_RATING = 100.0, 3500.0
"""No rating beyond them is accepted as typed by a person; results may lead there."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's standing; the default is an unrated player.

    rating: in rating points, unrounded; None while unrated. games: rated games.
    """

    rating: float | None = None
    games: int = 0

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
    """Return the state after an opening; raise RuleError for what Elo's ratings do not have."""
    if not LOWEST_RATING <= opening.rating <= HIGHEST_RATING:
        raise RuleError(
            f"An Elo rating lies between {LOWEST_RATING:g} and {HIGHEST_RATING:g}: {opening.rating:g} does not."
        )
    if opening.games is not None and opening.games < 0:
        raise RuleError(f"A rating is based on 0 games or more, not on {opening.games}.")
    if opening.peak is not None or opening.floor is not None:
        raise RuleError("Elo's ratings have no floors: leave peak and floor out.")
    games = state.games if opening.games is None else opening.games
    return replace(state, rating=float(opening.rating), games=games)
