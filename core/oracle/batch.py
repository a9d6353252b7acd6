"""All matches at once: the most probable strengths, and how far they may be off (seed, "Batch Processing").

The seed climbs with a fixed step, which oscillates or stops short. Here Newton's method reaches the top of the log
posterior, with a prior on every log strength that keeps who only won in sight; or there is an error that says why not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from core.errors import NotFoundError, RuleError
from core.oracle.components import check_one_maximum, links_of
from core.oracle.config import DEFAULT, Draws, OracleConfig
from core.oracle.history import MatchHistory
from core.oracle.newton import maximise
from core.oracle.scale import rating_of, win_probability
from core.oracle.uncertainty import (
    LEVEL,
    Interval,
    likelihood_of_superiority,
    rating_interval,
)
from core.words import counted

if TYPE_CHECKING:
    from core.oracle.posterior import Posterior

MOST_AT_ONCE = 3000
"""Players up to whom everybody's standard error comes from one inverse matrix."""


class Probabilities(NamedTuple):
    """What may come of one game, for the first player."""

    win: float
    draw: float
    loss: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The most probable strengths of everybody, by number.

    log_strengths: relative to the Keeper; 0 for those without a game, who stay unrated.
    iterations, gradient: rounds taken, and the largest part of the gradient that is left, in game points.
    log_likelihood: of the results, without the prior.
    nu: in Davidson's model, how much drawing weighs; the strengths then are those of decisive games.
    """

    log_strengths: tuple[float, ...]
    keeper: int
    config: OracleConfig
    iterations: int
    gradient: float
    log_likelihood: float
    nu: float | None
    _posterior: "Posterior" = field(repr=False, compare=False)
    _places: dict[int, int] = field(repr=False, compare=False)

    def is_rated(self, player: int) -> bool:
        """Tell whether somebody has a game, or is the Keeper."""
        return player in self._places

    def rating(self, player: int) -> float:
        """Return the unrounded rating on the configured scale."""
        return rating_of(self._strength(player), self.config.scale)

    def ratings(self) -> list[float]:
        """Return everybody's rating, by number."""
        return [rating_of(log_strength, self.config.scale) for log_strength in self.log_strengths]

    def variance(self, first: int, second: int) -> float:
        """Return the variance of the difference in log strength; raise NotFoundError for somebody without a game."""
        try:
            return self._posterior.variance(self._places[first], self._places[second])
        except KeyError as error:
            raise NotFoundError(f"Player {error.args[0]} has no game: give somebody who has played.") from None

    def standard_error(self, player: int) -> float:
        """Return the standard error of the log strength relative to the Keeper."""
        return sqrt(self.variance(player, self.keeper))

    def standard_errors(self) -> list[float | None]:
        """Return everybody's, by number; None for those without a game. A large pool takes one solution each."""
        if len(self._places) <= MOST_AT_ONCE:
            self._posterior.invert()
        return [
            self.standard_error(player) if player in self._places else None for player in range(len(self.log_strengths))
        ]

    def log_nu_error(self) -> float | None:
        """Return the standard error of ln nu; None unless draws were fitted."""
        return self._posterior.log_nu_error()

    def interval(self, player: int, level: float = LEVEL) -> Interval:
        """Return where the rating lies."""
        return rating_interval(self._strength(player), self.standard_error(player), level, self.config.scale)

    def superiority(self, first: int, second: int) -> float:
        """Return the chance that the first is the stronger of the two."""
        return likelihood_of_superiority(self._strength(first) - self._strength(second), self.variance(first, second))

    def win_probability(self, first: int, second: int) -> float:
        """Return the first one's expected score in a game."""
        return win_probability(self._strength(first) - self._strength(second))

    def probabilities(self, first: int, second: int) -> Probabilities:
        """Return the chances of a win, a draw and a loss: s_i : nu sqrt(s_i s_j) : s_j."""
        difference = self._strength(first) - self._strength(second)
        wins = win_probability(difference)
        drawn = (self.nu or 0.0) * sqrt(wins * (1 - wins))
        return Probabilities(wins / (1 + drawn), drawn / (1 + drawn), (1 - wins) / (1 + drawn))

    def _strength(self, player: int) -> float:
        if not 0 <= player < len(self.log_strengths):
            raise NotFoundError(f"There is no player {player}: the numbers go from 0 to {len(self.log_strengths) - 1}.")
        return self.log_strengths[player]


def fit(
    history: MatchHistory,
    config: OracleConfig = DEFAULT,
    *,
    players: int | None = None,
    keeper: int = 0,
    names: Sequence[str] | None = None,
) -> Fit:
    """Fit all matches at once; raise RuleError where there is no fit, or none was reached, with the reason.

    players: how many there are, those without a game included; None for those whom the history names.
    names: by number, for what an error says.
    """
    count = max(history.players, keeper + 1, players or 0)
    if config.prior_sd is None:
        check_one_maximum(links_of(history, keeper, counts_draws=config.counts_draws), names)
    if config.draws is Draws.DAVIDSON and config.counts_draws:
        _check_decisive(history)
    # With numpy, which takes a tenth of a second and 20 MB that nobody without Oracle needs.
    from core.oracle.posterior import Posterior

    posterior = Posterior(history, keeper, config)
    done = maximise(posterior, config.convergence_threshold, config.max_iterations)
    if not done.converged:
        raise RuleError(
            f"The fit was not reached in {counted(done.iterations, 'round')} (gradient {done.gradient:.2g}): "
            "raise max_iterations, or look at the results."
        )
    log_strengths = [0.0] * count
    for player, log_strength in zip(posterior.places, posterior.log_strengths(), strict=True):
        log_strengths[player] = log_strength
    return Fit(
        log_strengths=tuple(log_strengths),
        keeper=keeper,
        config=config,
        iterations=done.iterations,
        gradient=done.gradient,
        log_likelihood=posterior.log_likelihood(),
        nu=posterior.nu,
        _posterior=posterior,
        _places=posterior.places,
    )


def _check_decisive(history: MatchHistory) -> None:
    _, _, wins, losses, draws = history.columns
    if any(draws) and not any(wins) and not any(losses):
        raise RuleError("Every game was drawn, so how much drawing weighs has no limit: count draws as half a win.")
