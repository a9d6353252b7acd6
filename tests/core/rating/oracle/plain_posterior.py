"""The posterior in plain Python, every curvature solved exactly."""

from math import exp, log, log1p, sqrt

from core.rating.oracle.config import Draws, OracleConfig
from core.rating.oracle.match_history import MatchHistory

Vector = list[float]


class PlainPosterior:
    """The posterior of a history over the Keeper and everybody with a game.

    places: of those, by number.
    """

    def __init__(self, history: MatchHistory, keeper: int, config: OracleConfig) -> None:
        pairs: dict[tuple[int, int], tuple[int, int]] = {}
        self._draws = decisive = 0
        present = {keeper}
        for first, second, wins, losses, draws in history:
            drawn = draws if config.counts_draws else 0
            if not wins + losses + drawn:
                continue
            present |= {first, second}
            pair, lead = ((first, second), wins - losses) if first < second else ((second, first), losses - wins)
            excess, games = pairs.get(pair, (0, 0))
            pairs[pair] = excess + lead, games + wins + losses + drawn
            self._draws += drawn
            decisive += wins + losses
        self.places = places = {player: place for place, player in enumerate(sorted(present))}
        self.size, self.keeper = len(places), places[keeper]
        self._pairs = [
            (places[first], places[second], excess / 2, games) for (first, second), (excess, games) in pairs.items()
        ]
        self.has_draws = config.draws is Draws.DAVIDSON and self._draws > 0
        self._log_nu = log(2 * self._draws / decisive) if self.has_draws else 0.0
        self._ridge = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
        self._theta = [0.0] * self.size

    def linearise(self) -> float:
        """Work out gradient and curvature here."""
        theta, ridge = self._theta, self._ridge
        nu = exp(self._log_nu) if self.has_draws else 0.0
        gradient = [-ridge * value for value in theta]
        matrix = [[0.0] * self.size for _ in theta]
        border, drawn, bent = [0.0] * self.size, 0.0, 0.0
        for first, second, half_excess, games in self._pairs:
            e = exp((theta[first] - theta[second]) / 2)
            both = e + 1 / e
            share = games / (both + nu)
            halves = share * (e - 1 / e) / 2
            weight = share * (1 + nu * both / 4) / (both + nu)
            gradient[first] += half_excess - halves
            gradient[second] -= half_excess - halves
            matrix[first][first] += weight
            matrix[second][second] += weight
            matrix[first][second] -= weight
            matrix[second][first] -= weight
            border[first] -= halves * nu / (both + nu)
            border[second] += halves * nu / (both + nu)
            drawn += share * nu
            bent += share * nu * both / (both + nu)
        # Without a prior the level is free. Tying the mean down leaves every difference as it is.
        tie = 0.0 if ridge else sum(matrix[place][place] for place in range(self.size)) / self.size**2
        for place, row in enumerate(matrix):
            matrix[place] = [value + tie for value in row]
            matrix[place][place] += ridge
        self._gradient, self._border, self._factor = gradient, border, _factor(matrix)
        self._draw_gradient, self._draw_curvature = self._draws - drawn, bent
        largest = max(map(abs, gradient))
        return max(largest, abs(self._draw_gradient)) if self.has_draws else largest

    def solve(self, largest: float) -> float:
        along = _solved(self._factor, self._gradient)
        self._step, self._draw_step = along, 0.0
        if self.has_draws:
            border, free = self._bordered()
            self._draw_step = (self._draw_gradient - _dot(self._border, along)) / free
            self._step = [value - self._draw_step * edge for value, edge in zip(along, border, strict=True)]
        return max(abs(self._draw_step), *map(abs, self._step))

    def move(self, share: float) -> None:
        self._theta = [value + share * step for value, step in zip(self._theta, self._step, strict=True)]
        self._log_nu += share * self._draw_step

    def _bordered(self) -> tuple[Vector, float]:
        border = _solved(self._factor, self._border)
        return border, self._draw_curvature - _dot(self._border, border)

    @property
    def nu(self) -> float | None:
        """Return how much drawing weighs in Davidson's model."""
        return exp(self._log_nu) if self.has_draws else None

    def log_strengths(self) -> list[float]:
        """Return theta relative to the Keeper."""
        return [value - self._theta[self.keeper] for value in self._theta]

    def log_likelihood(self) -> float:
        nu = exp(self._log_nu) if self.has_draws else 0.0
        total = self._draws * self._log_nu if self.has_draws else 0.0
        for first, second, half_excess, games in self._pairs:
            difference = self._theta[first] - self._theta[second]
            far = abs(difference) / 2
            log_z = far + log1p(exp(-2 * far) + nu * exp(-far))
            total += half_excess * difference - games * log_z
        return total

    def invert(self) -> None:
        """Do nothing: a variance is quickly solved for."""

    def variance(self, first: int, second: int) -> float:
        """Return the variance of the difference of two players."""
        contrast = [0.0] * self.size
        contrast[first] += 1.0
        contrast[second] -= 1.0
        known = _solved(self._factor, contrast)
        variance = known[first] - known[second]
        if self.has_draws:
            border, free = self._bordered()
            variance += (border[first] - border[second]) ** 2 / free
        return variance

    def log_nu_error(self) -> float | None:
        return 1 / sqrt(self._bordered()[1]) if self.has_draws else None


def _dot(left: Vector, right: Vector) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _factor(matrix: list[Vector]) -> list[Vector]:
    factor: list[Vector] = []
    for place, row in enumerate(matrix):
        own: Vector = []
        for other in range(place):
            own.append((row[other] - _dot(own, factor[other][:other])) / factor[other][other])
        own.append(sqrt(row[place] - _dot(own, own)))
        factor.append(own)
    return factor


def _solved(factor: list[Vector], right: Vector) -> Vector:
    halfway: Vector = []
    for row, value in zip(factor, right, strict=True):
        halfway.append((value - _dot(halfway, row[:-1])) / row[-1])
    solution = [0.0] * len(right)
    for place in reversed(range(len(right))):
        below = sum(factor[other][place] * solution[other] for other in range(place + 1, len(right)))
        solution[place] = (halfway[place] - below) / factor[place][place]
    return solution
