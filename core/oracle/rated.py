"""A match as it was rated, from one player's side."""

from typing import NamedTuple

from core.oracle.scale import win_probability


class RatedMatch(NamedTuple):
    """A match as one of its players had it.

    round: the first one. points, expected: game points. in_order: whether the results were rated as they were played.
    wins_first: whether they were rated wins first, for the order is not told.
    opponents_games: before the match; None where nobody knows them, and the player's own stand in.
    multiplier: A. change: of ln(s/s_opponent). moved: what of it the player took: half, all against the Keeper, or
        nothing for the Keeper.
    """

    round: int
    opponent: int
    against_keeper: bool
    games: int
    points: float
    in_order: bool
    log_strength: float
    opponents_log_strength: float
    games_before: int
    opponents_games: int | None
    multiplier: float
    change: float
    moved: float
    wins_first: bool = False

    @property
    def expected(self) -> float:
        return self.games * win_probability(self.log_strength - self.opponents_log_strength)

    @property
    def information(self) -> float:
        """Return the sum of P(1-P) over the games."""
        chance = win_probability(self.log_strength - self.opponents_log_strength)
        return self.games * chance * (1 - chance)
