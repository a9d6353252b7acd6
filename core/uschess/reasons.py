"""Why a step of US Chess's was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/uschess/wording.py."""

    INITIAL_RATING = "initial-rating"
    INITIAL_AGE = "initial-age"  # age in years
    INITIAL_SOURCE = "initial-source"  # X, games factor G, days D, P, Z, S
    INITIAL_BLEND = "initial-blend"  # sum of weights
    INITIAL_GAMES = "initial-games"  # sum of weights
    EFFECTIVE_GAMES_CAP = "effective-games-cap"  # R0
    EFFECTIVE_GAMES = "effective-games"  # N, N*
    GAME_EXPECTANCY = "game-expectancy"  # round, Ri
    GAME_PROVISIONAL_EXPECTANCY = "game-provisional-expectancy"  # round, Ri
    K_FACTOR = "k-factor"  # N', m
    K_FACTOR_REDUCED = "k-factor-reduced"  # N', m, R0
    K_CHANGE = "k-change"  # K, S - E
    BONUS_THRESHOLD = "bonus-threshold"  # B, m
    BONUS = "bonus"  # K(S - E), threshold
    NO_BONUS_FEW_GAMES = "no-bonus-few-games"  # m
    NO_BONUS_REPEATED_OPPONENT = "no-bonus-repeated-opponent"
    NO_BONUS_MATCH = "no-bonus-match"
    STANDARD_RATING = "standard-rating"  # R0, K(S - E), bonus
    SPECIAL_FEW_GAMES = "special-few-games"  # N
    SPECIAL_ALL_WINS = "special-all-wins"  # N
    SPECIAL_ALL_LOSSES = "special-all-losses"  # N
    SPECIAL_PRIOR_RATING = "special-prior-rating"  # R0
    SPECIAL_ADJUSTED_SCORE = "special-adjusted-score"  # S, N'
    SPECIAL_ZERO_LOW = "special-zero-low"
    SPECIAL_ZERO_HIGH = "special-zero-high"
    SPECIAL_CAP = "special-cap"  # uncapped
    SPECIAL_RATING = "special-rating"  # R0'
    CLAMP_100 = "clamp-100"  # before
    FLOOR_ABSOLUTE = "floor-absolute"  # points, events of three
    FLOOR_PEAK = "floor-peak"  # peak
    FLOOR_IMPOSED = "floor-imposed"
    FLOOR_LIFE_MASTER = "floor-life-master"  # games above 2200
    FLOOR_APPLIED = "floor-applied"  # before
    FLOOR_LOWERED_BY_MATCH = "floor-lowered-by-match"  # floor before
    MATCH_LIMIT_SINGLE = "match-limit-single"  # unlimited change
    MATCH_LIMIT_180_DAYS = "match-limit-180-days"  # unlimited change, net before
    MATCH_LIMIT_3_YEARS = "match-limit-3-years"  # unlimited change, net before
    PERFORMANCE_LOGISTIC = "performance-logistic"  # S, m
    PERFORMANCE_LINEAR = "performance-linear"  # S, m
    PERFORMANCE_FLAT = "performance-flat"  # low, high
    PERFORMANCE_DESCENT = "performance-descent"  # rating it began at, steps
    PERFORMANCE_ALL = "performance-all"  # highest opponent
    PERFORMANCE_NONE = "performance-none"  # lowest opponent
