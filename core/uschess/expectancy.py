"""Expected score of one game (US Chess 2025, 4.1 and 4.2)."""


def winning_expectancy(rating: float, opponent: float) -> float:
    """Return We, the expected score of the standard formula: 1/(1+10^(-(R-Ri)/400))."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def provisional_expectancy(rating: float, opponent: float) -> float:
    """Return PWe, the linear expected score of the special formula: 0.5 + (R-Ri)/800 within 0 and 1."""
    expectancy = 0.5 + (rating - opponent) / 800
    return 0.0 if expectancy < 0 else 1.0 if expectancy > 1 else expectancy
