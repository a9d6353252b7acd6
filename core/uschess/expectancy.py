"""Expected score of one game, and of several at once (US Chess 2025, 4.1 and 4.2).

Sections have tens of thousands of games: the formulas for several are written out, which halves their time, and with
floats alone: a whole number is made one again for each game.
"""

from collections.abc import Sequence


def winning_expectancy(rating: float, opponent: float) -> float:
    """Return We, the expected score of the standard formula: 1/(1+10^(-(R-Ri)/400))."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def winning_expectancies(rating: float, opponents: Sequence[float]) -> list[float]:
    """Return We against each opponent, to the last bit as `winning_expectancy` does."""
    return [1.0 / (1.0 + 10.0 ** ((opponent - rating) / 400.0)) for opponent in opponents]


def provisional_expectancy(rating: float, opponent: float) -> float:
    """Return PWe, the linear expected score of the special formula: 0.5 + (R-Ri)/800 within 0 and 1."""
    expectancy = 0.5 + (rating - opponent) / 800
    return 0.0 if expectancy < 0 else 1.0 if expectancy > 1 else expectancy


def provisional_expectancies(rating: float, opponents: Sequence[float]) -> list[float]:
    """Return PWe against each opponent, to the last bit as `provisional_expectancy` does."""
    linear = [0.5 + (rating - opponent) / 800.0 for opponent in opponents]
    return [0.0 if expectancy < 0 else 1.0 if expectancy > 1 else expectancy for expectancy in linear]
