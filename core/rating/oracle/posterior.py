"""The posterior in numpy, solved by conjugate gradients.

With d = theta_i - theta_j, e = exp(d/2), Z = e + 1/e + nu, a pair's log likelihood is
(W_ij - W_ji)/2 d - N ln Z + D ln nu; nu = 0 is Bradley-Terry.
"""

from math import log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.rating.oracle.config import Draws, OracleConfig
from core.rating.oracle.match_history import MatchHistory

Array: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

MOST_FOR_DENSE = 500
"""Up to so many players variances come from the whole inverse matrix.

Steps do not: conjugate gradients are as quick here.
"""

_MOST_STEPS = 5000
"""Conjugate-gradient steps in one round; 10 to 30 are usual."""

_ROUGH = 1e-4
"""From here on single precision is enough."""

_EXACT = 1e-11
"""The factor by which a variance's residual falls."""


class Posterior:
    """The posterior of the Keeper and all with a game. Each pair is listed from both sides, sorted by player."""

    def __init__(self, history: MatchHistory, keeper: int, config: OracleConfig) -> None:
        first, second, wins, losses, draws = (np.frombuffer(column, dtype=np.int64) for column in history.columns)
        if not config.counts_draws:
            draws = np.zeros_like(draws)
        games = wins + losses + draws
        if not games.all():
            kept = games > 0
            first, second, wins, losses, draws, games = (
                column[kept] for column in (first, second, wins, losses, draws, games)
            )
        count = max(history.players, keeper + 1)
        present = np.zeros(count, dtype=bool)
        present[first] = present[second] = present[keeper] = True
        places = np.cumsum(present) - 1
        self.places: dict[int, int] = dict(zip(np.flatnonzero(present).tolist(), range(count), strict=False))
        self.size, self.keeper = len(self.places), int(places[keeper])
        self._enter(places[first], places[second], wins - losses, games)
        self._draws, decisive = float(draws.sum()), float((wins + losses).sum())
        self.has_draws = config.draws is Draws.DAVIDSON and self._draws > 0
        # Where all are equal, a game is drawn nu/(2 + nu) of the time.
        self._log_nu = log(2 * self._draws / decisive) if self.has_draws else 0.0
        self._ridge = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
        self._theta = np.zeros(self.size)
        self._inverse: Array | None = None
        self._border: Array | None = None
        self._of_keeper: Array | None = None

    def _enter(self, first: Numbers, second: Numbers, excess: Numbers, games: Numbers) -> None:
        row, column = np.concatenate((first, second)), np.concatenate((second, first))
        excess, games = np.concatenate((excess, -excess)), np.concatenate((games, games))
        size = self.size
        if len(row) > size * size:
            key = row * size + column
            all_games = _totals(key, games, size * size)
            met = np.flatnonzero(all_games)
            row, column = np.divmod(met, size)
            self._half_excess = _totals(key, excess, size * size)[met] / 2
            self._games = all_games[met]
        else:
            # order within a player does not matter; 32 bits sort twice as fast
            order = np.argsort(row.astype(np.int32))
            row, column = row[order], column[order]
            self._half_excess = excess[order] / 2
            self._games = games[order].astype(np.float64)
        self._row, self._column = row, column
        counts = np.bincount(row, minlength=size)
        # A Keeper without games has no pairs.
        self._rows: Numbers | slice = slice(None) if counts.all() else np.flatnonzero(counts)
        self._starts: Numbers = (np.cumsum(counts) - counts)[self._rows]

    def _summed(self, values: Array) -> Array:
        sums = np.zeros(self.size)
        sums[self._rows] = np.add.reduceat(values, self._starts)
        return sums

    def linearise(self) -> float:
        """Compute gradient and curvature here; return the largest part of the gradient."""
        theta = self._theta
        nu = np.exp(self._log_nu) if self.has_draws else 0.0
        # In place where possible: a large pool's arrays are expensive.
        half = theta.take(self._row)
        half -= theta.take(self._column)
        half /= 2
        odd = np.exp(half)
        inverse = 1 / odd
        both = odd + inverse
        odd -= inverse
        z = both + nu if nu else both
        share = np.divide(self._games, z, out=inverse)
        halves = np.multiply(share, odd, out=odd)  # N (P_ij - P_ji)/2
        halves /= 2
        weight = share / z  # -d2/dd2, and with draws (1 + nu cosh(d/2)/2) of it
        if nu:
            weight *= 1 + nu * both / 4
        self._gradient = self._summed(self._half_excess - halves) - self._ridge * theta
        self._half, self._weight, self._z = half, weight, z
        self._diagonal = self._summed(weight) + self._ridge
        largest = float(np.abs(self._gradient).max())
        if self.has_draws:
            drawn = share * nu  # each pair is listed twice, and so is its sum
            self._draw_gradient = self._draws - float(drawn.sum()) / 2
            self._draw_curvature = float((drawn * both / z).sum()) / 2
            self._draw_border = self._summed(-halves * nu / z)
            largest = max(largest, abs(self._draw_gradient))
        self._inverse = self._border = None
        return largest

    def solve(self, largest: float) -> float:
        """Find the Newton step, roughly while the gradient is large; return its largest part."""
        tolerance = 0.2 * min(0.5, sqrt(largest))
        if not self.has_draws:
            self._step, self._draw_step = self._solved(self._gradient, tolerance), 0.0
            return float(np.abs(self._step).max())
        # One unknown more, ln nu, is taken out first.
        along = self._solved(self._gradient, tolerance)
        border = self._solved(self._draw_border, tolerance)
        free = self._draw_curvature - float(self._draw_border @ border)
        self._draw_step = (self._draw_gradient - float(self._draw_border @ along)) / free
        self._step = along - self._draw_step * border
        return max(float(np.abs(self._step).max()), abs(self._draw_step))

    def move(self, share: float) -> None:
        self._theta = self._theta + share * self._step
        self._log_nu += share * self._draw_step

    def _matrix(self) -> Array:
        size = self.size
        matrix = -_totals(self._row * size + self._column, self._weight, size * size).reshape(size, size)
        np.fill_diagonal(matrix, self._diagonal)
        if not self._ridge:
            # Without a prior the level is free: tying the mean keeps all differences.
            matrix += self._diagonal.mean() / size
        return matrix

    def _solved(self, right: Array, tolerance: float) -> Array:
        return self._conjugate_gradients(right, tolerance) if self._inverse is None else self._inverse @ right

    def _conjugate_gradients(self, right: Array, tolerance: float) -> Array:
        diagonal, column, starts, rows = self._diagonal, self._column, self._starts, self._rows
        # A rough solution needs half the digits, and is limited by memory.
        weight = self._weight if tolerance < _ROUGH else self._weight.astype(np.float32)
        products = np.empty_like(weight)
        solution, residual = np.zeros_like(right), right.copy()
        scaled = residual / diagonal
        direction, size = scaled.copy(), float(residual @ scaled)
        enough = tolerance * float(np.abs(right).max())
        for _ in range(_MOST_STEPS):
            if float(np.abs(residual).max()) <= enough:
                break
            np.take(direction.astype(weight.dtype, copy=False), column, out=products, mode="clip")
            products *= weight
            image = diagonal * direction
            image[rows] -= np.add.reduceat(products, starts)
            length = size / float(direction @ image)
            solution += length * direction
            residual -= length * image
            scaled = residual / diagonal
            before, size = size, float(residual @ scaled)
            direction = scaled + (size / before) * direction
        return solution

    @property
    def nu(self) -> float | None:
        """Return the weight of draws in Davidson's model, else None."""
        return float(np.exp(self._log_nu)) if self.has_draws else None

    def log_strengths(self) -> list[float]:
        """Return theta relative to the Keeper, in order of the places."""
        relative: list[float] = (self._theta - self._theta[self.keeper]).tolist()
        return relative

    def log_likelihood(self) -> float:
        """Return the log likelihood of the results here, without the prior."""
        twice = 2 * self._half_excess * self._half - self._games * np.log(self._z)
        return float(twice.sum()) / 2 + (self._draws * self._log_nu if self.has_draws else 0.0)

    def invert(self) -> None:
        if self._inverse is None:
            self._inverse = np.linalg.inv(self._matrix()).astype(np.float64, copy=False)

    def variance(self, first: int, second: int) -> float:
        """Return the variance of the difference of two players, by their places."""
        if self.size <= MOST_FOR_DENSE:
            self.invert()
        if first == second:
            return 0.0
        if self._inverse is not None:
            known = self._inverse
            variance = float(known[first, first] + known[second, second] - 2 * known[first, second])
        else:
            contrast = np.zeros(self.size)
            contrast[first], contrast[second] = 1.0, -1.0
            solution = self._solved(contrast, _EXACT)
            variance = float(solution[first] - solution[second])
        if self.has_draws:
            border, free = self._bordered()
            variance += float(border[first] - border[second]) ** 2 / free
        return variance

    def variance_given_keeper(self, player: int) -> float:
        """Return the variance of a player's strength, by place, where the Keeper's is known: 50 by definition."""
        variance = self.variance(player, self.keeper)
        if not self._ridge:
            return variance  # without a prior, only differences are known
        if self._of_keeper is None:
            unit = np.zeros(self.size)
            unit[self.keeper] = 1.0
            self._of_keeper = self._solved(unit, _EXACT)
            if self.has_draws:
                border, free = self._bordered()
                self._of_keeper = self._of_keeper + border * border[self.keeper] / free
        own = float(self._of_keeper[self.keeper])
        return max(0.0, variance - (own - float(self._of_keeper[player])) ** 2 / own)

    def _bordered(self) -> tuple[Array, float]:
        if self._border is None:
            self._border = self._solved(self._draw_border, _EXACT)
        return self._border, self._draw_curvature - float(self._draw_border @ self._border)

    def log_nu_error(self) -> float | None:
        """Return the standard error of ln nu; None without it."""
        if not self.has_draws:
            return None
        return 1 / sqrt(self._bordered()[1])


def _totals(keys: Numbers, values: Array | Numbers, count: int) -> Array:
    return np.bincount(keys, values, count).astype(np.float64, copy=False)
