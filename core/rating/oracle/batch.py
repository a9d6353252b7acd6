"""Fit all matches at once, with standard errors (seed, "Batch Processing").

Newton's method on the log posterior; the prior bounds players who only won. The seed's fixed step may not converge.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.errors import NotFoundError, RuleError
from core.rating.oracle.config import DEFAULT, Draws, OracleConfig
from core.rating.oracle.formula import (
    LEVEL,
    Interval,
    likelihood_of_superiority,
    rating_interval,
    rating_of,
    win_probability,
)
from core.rating.oracle.match_history import Match, MatchHistory
from core.words import counted

if TYPE_CHECKING:
    from core.rating.oracle.posterior import Posterior


LONGEST_STEP = 2.0
"""Limits one round's step: far out the parabola says little."""

FLAT = 1e-10
"""A gradient, in game points, taken as zero."""

MOST_ROUNDS = 60


class Problem(Protocol):
    """A posterior and a place on it."""

    def linearise(self) -> float:
        """Compute gradient and curvature here; return the largest part of the gradient."""

    def solve(self, largest: float) -> float:
        """Find the step to the parabola's top for that gradient; return its largest part."""

    def move(self, share: float) -> None:
        """Take a share of the step."""


class Climb(NamedTuple):
    """How a climb went. gradient: the largest part where it ended, in game points."""

    iterations: int
    gradient: float
    converged: bool


def maximise(problem: Problem, tolerance: float, most: int) -> Climb:
    """Climb until a step is smaller than the tolerance."""
    gradient = problem.linearise()
    for iteration in range(min(most, MOST_ROUNDS)):
        if gradient < FLAT:
            return Climb(iteration, gradient, True)
        longest = problem.solve(gradient)
        problem.move(min(1.0, LONGEST_STEP / longest) if longest else 1.0)
        gradient = problem.linearise()
        if longest < tolerance:
            return Climb(iteration + 1, gradient, True)
    return Climb(min(most, MOST_ROUNDS), gradient, gradient < FLAT)


class Links(NamedTuple):
    """Groups of players, larger first.

    strong: linked by wins or draws both ways. weak: by games. only_wins, only_losses: without a loss or a win.
    """

    strong: tuple[tuple[int, ...], ...]
    weak: tuple[tuple[int, ...], ...]
    only_wins: tuple[int, ...]
    only_losses: tuple[int, ...]


class NoMaximumError(RuleError):
    """Maximum likelihood would send a strength to zero or infinity, or leave a level open."""

    def __init__(self, message: str, links: Links) -> None:
        super().__init__(message)
        self.links = links


def links_of(matches: Iterable[Match], keeper: int, *, counts_draws: bool = True) -> Links:
    """Return how the players with a game, and the Keeper, are linked."""
    beaten: dict[int, set[int]] = {keeper: set()}
    beaten_by: dict[int, set[int]] = {keeper: set()}
    for first, second, wins, losses, draws in matches:
        drawn = draws if counts_draws else 0
        for winner, loser, points in ((first, second, wins + drawn), (second, first, losses + drawn)):
            if points:
                beaten.setdefault(winner, set()).add(loser)
                beaten_by.setdefault(loser, set()).add(winner)
                beaten.setdefault(loser, set())
                beaten_by.setdefault(winner, set())
    both_ways = {player: beaten[player] | beaten_by[player] for player in beaten}
    return Links(
        strong=_ordered(_strong(beaten, beaten_by)),
        weak=_ordered(_reached(both_ways, both_ways)),
        only_wins=tuple(sorted(player for player in beaten if beaten[player] and not beaten_by[player])),
        only_losses=tuple(sorted(player for player in beaten if beaten_by[player] and not beaten[player])),
    )


def check_one_maximum(links: Links, names: Sequence[str] | None = None) -> None:
    """Raise NoMaximumError unless chains of wins lead from everybody to everybody."""
    if len(links.strong) == 1:
        return

    def named(players: Sequence[int]) -> str:
        shown = [names[player] if names and player < len(names) else f"player {player}" for player in players[:3]]
        more = len(players) - len(shown)
        return ", ".join(shown) + (f" and {more} more" if more else "")

    why = []
    if links.only_wins:
        why.append(f"{named(links.only_wins)} only won")
    if links.only_losses:
        why.append(f"{named(links.only_losses)} only lost")
    if len(links.weak) > 1:
        why.append(f"{named(links.weak[1])} never met the others, directly or through anybody")
    if not why:
        why.append(f"{named(links.strong[1])} won all or lost all against the others")
    raise NoMaximumError(f"The best fit requires a prior: {'; '.join(why)}. Set a prior, for example 1.5.", links)


def _ordered(groups: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted((tuple(sorted(group)) for group in groups), key=lambda group: (-len(group), group)))


def _reached(edges: dict[int, set[int]], starts: Iterable[int]) -> list[list[int]]:
    seen: set[int] = set()
    groups = []
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        group = [start]
        for player in group:  # grows while it is walked
            new = edges[player] - seen
            seen |= new
            group += new
        groups.append(group)
    return groups


def _strong(edges: dict[int, set[int]], back: dict[int, set[int]]) -> list[list[int]]:
    done: list[int] = []
    seen: set[int] = set()
    for start in edges:
        stack = [] if start in seen else [(start, iter(edges[start]))]
        seen.add(start)
        while stack:
            player, others = stack[-1]
            new = next((other for other in others if other not in seen), None)
            if new is None:
                done.append(player)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(edges[new])))
    return _reached(back, reversed(done))


MOST_AT_ONCE = 3000
"""Up to so many players one inverse matrix gives all standard errors."""


class Probabilities(NamedTuple):
    """Chances in one game, the first player's."""

    win: float
    draw: float
    loss: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The most probable strengths by number.

    log_strengths: 0 without a game. gradient: remaining, in game points. log_likelihood: without the prior.
    nu: weight of draws in Davidson's model.
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
        return player in self._places

    def rating(self, player: int) -> float:
        return rating_of(self._strength(player), self.config.scale)

    def ratings(self) -> list[float]:
        return [rating_of(log_strength, self.config.scale) for log_strength in self.log_strengths]

    def variance(self, first: int, second: int) -> float:
        try:
            return self._posterior.variance(self._places[first], self._places[second])
        except KeyError as error:
            raise NotFoundError(f"Player {error.args[0]} has no game. Give a player who has played.") from None

    def standard_error(self, player: int) -> float:
        return sqrt(self.variance(player, self.keeper))

    def standard_errors(self) -> list[float | None]:
        """Return all by number, None without a game. A large pool takes one solution each."""
        if len(self._places) <= MOST_AT_ONCE:
            self._posterior.invert()
        return [
            self.standard_error(player) if player in self._places else None for player in range(len(self.log_strengths))
        ]

    def errors_given_keeper(self) -> list[float | None]:
        """Return all by number as `standard_errors`, where the Keeper is known, as in ratings match by match."""
        if len(self._places) <= MOST_AT_ONCE:
            self._posterior.invert()
        return [
            sqrt(self._posterior.variance_given_keeper(self._places[player])) if player in self._places else None
            for player in range(len(self.log_strengths))
        ]

    def log_nu_error(self) -> float | None:
        """Return the standard error of ln nu; None unless draws are fitted."""
        return self._posterior.log_nu_error()

    def interval(self, player: int, level: float = LEVEL) -> Interval:
        return rating_interval(self._strength(player), self.standard_error(player), level, self.config.scale)

    def superiority(self, first: int, second: int) -> float:
        return likelihood_of_superiority(self._strength(first) - self._strength(second), self.variance(first, second))

    def win_probability(self, first: int, second: int) -> float:
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
    count = max(history.players, keeper + 1, players or 0)
    if config.prior_sd is None:
        check_one_maximum(links_of(history, keeper, counts_draws=config.counts_draws), names)
    if config.draws is Draws.DAVIDSON and config.counts_draws:
        _check_decisive(history)
    # numpy takes 0.1 s and 20 MB: imported late.
    from core.rating.oracle.posterior import Posterior

    posterior = Posterior(history, keeper, config)
    done = maximise(posterior, config.convergence_threshold, config.max_iterations)
    if not done.converged:
        raise RuleError(
            f"The fit did not converge in {counted(done.iterations, 'round')} (gradient {done.gradient:.2g}). "
            "Raise max_iterations, or check the results."
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
        raise RuleError("Every game was drawn, so the weight of draws has no limit. Count draws as half a win.")
