"""Why a step of Glicko-2 was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/glicko2/wording.py."""

    START = "glicko2-start"  # deviation, volatility
    PERIOD_START = "glicko2-period-start"  # deviation, volatility
    EARLIER_GAMES = "glicko2-earlier-games"  # games of the event
    GAME_EXPECTANCY = "glicko2-game-expectancy"  # round, opponent's rating, deviation, g
    SCALED_RATING = "glicko2-scaled-rating"  # r, scale
    SCALED_DEVIATION = "glicko2-scaled-deviation"  # RD, scale
    VARIANCE = "glicko2-variance"  # games
    DELTA = "glicko2-delta"  # v, sum of g(s - E)
    VOLATILITY = "glicko2-volatility"  # sigma, tau
    PERIOD_DEVIATION = "glicko2-period-deviation"  # phi, sigma'
    NEW_DEVIATION = "glicko2-new-deviation"  # phi*, v
    NEW_SCALED_RATING = "glicko2-new-scaled-rating"  # mu, phi', sum of g(s - E)
    DEVIATION = "glicko2-deviation"  # phi', scale
    NEW_RATING = "glicko2-new-rating"  # mu', scale
    PERFORMANCE = "glicko2-performance"  # S, games
    PERFORMANCE_CLEAN = "glicko2-performance-clean"  # S, games
