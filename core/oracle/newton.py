"""Newton's way up a log posterior, whatever holds the figures.

The posterior of Bradley-Terry, and of Davidson's model with draws, is concave: each round solves for the step to the
top of the parabola that touches it, and six to eight rounds reach the top from anywhere near.
"""

from typing import NamedTuple, Protocol

LONGEST_STEP = 2.0
"""Log strengths move no further in one round; far out the parabola says little."""

FLAT = 1e-10
"""A gradient, in game points, that is nothing."""

MOST_ROUNDS = 60


class Problem(Protocol):
    """A posterior and a place on it."""

    def linearise(self) -> float:
        """Work out gradient and curvature here; return the largest part of the gradient."""

    def solve(self, largest: float) -> float:
        """Find the step to the parabola's top, for a gradient as large as that; return its largest part."""

    def move(self, share: float) -> None:
        """Take a share of the step."""


class Climb(NamedTuple):
    """How a climb went. gradient: the largest part where it ended, in game points."""

    iterations: int
    gradient: float
    converged: bool


def maximise(problem: Problem, tolerance: float, most: int) -> Climb:
    """Climb until a step is smaller than the tolerance, the next one being its square or so."""
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
