"""Explained results: how a figure came about, one step at a time."""

from enum import StrEnum
from typing import Any, NamedTuple


class Reason(StrEnum):
    """Why a step was taken. The UI owns the sentence for each; core owns the figures.

    The comment behind a reason names its inputs, in order.
    """

    INITIAL_RATING = "initial-rating"
    INITIAL_AGE = "initial-age"  # age in years
    INITIAL_SOURCE = "initial-source"  # X, games factor G, days D, P, Z, S
    INITIAL_BLEND = "initial-blend"  # sum of weights
    INITIAL_GAMES = "initial-games"  # sum of weights
    EFFECTIVE_GAMES_CAP = "effective-games-cap"  # R0
    EFFECTIVE_GAMES = "effective-games"  # N, N*
    GAME_EXPECTANCY = "game-expectancy"  # round, Ri
    GAME_PROVISIONAL_EXPECTANCY = "game-provisional-expectancy"  # round, Ri
    EXPECTED_SCORE = "expected-score"  # games
    SCORE_MINUS_EXPECTED = "score-minus-expected"  # S, E
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
    PERFORMANCE_ALL = "performance-all"  # highest opponent
    PERFORMANCE_NONE = "performance-none"  # lowest opponent
    NEW_RATING = "new-rating"  # before

    FIDE_OWN_RATING = "fide-own-rating"
    FIDE_OWN_CURRENT = "fide-own-current"
    FIDE_OWN_BORROWED = "fide-own-borrowed"
    FIDE_GAME = "fide-game"  # round, opponent, D
    FIDE_GAME_LIMITED = "fide-game-limited"  # round, opponent, D, limited D
    FIDE_GAME_SIMPLIFIED = "fide-game-simplified"  # round, opponent, D
    FIDE_GAME_UNRATED = "fide-game-unrated"  # round
    FIDE_GAME_BELOW_FLOOR = "fide-game-below-floor"  # round
    FIDE_GAME_FAR_APART = "fide-game-far-apart"  # round, opponent, D
    FIDE_GAME_MATCH_UNRATED = "fide-game-match-unrated"  # round
    FIDE_GAME_MATCH_DECIDED = "fide-game-match-decided"  # round
    FIDE_K_FLAT = "fide-k-flat"
    FIDE_K_HIGH = "fide-k-high"  # highest rating
    FIDE_K_JUNIOR = "fide-k-junior"  # age
    FIDE_K_NEW = "fide-k-new"  # games
    FIDE_K_USUAL = "fide-k-usual"  # games
    FIDE_K_CAPPED = "fide-k-capped"  # K, games
    FIDE_EVENT_CHANGE = "fide-event-change"  # K, S - E
    FIDE_LIST_CHANGE = "fide-list-change"  # events, games
    FIDE_ROUNDED = "fide-rounded"  # change
    FIDE_LIST_RATING = "fide-list-rating"  # before, rounded change
    FIDE_BELOW_FLOOR = "fide-below-floor"  # rating
    FIDE_POOL_GAME = "fide-pool-game"  # round
    FIDE_POOL_LOST = "fide-pool-lost"  # games
    FIDE_FIRST_GAMES = "fide-first-games"  # S
    FIDE_FIRST_AVERAGE = "fide-first-average"  # games
    FIDE_FIRST_AVERAGE_2017 = "fide-first-average-2017"  # games
    FIDE_FIRST_ADDED = "fide-first-added"  # p
    FIDE_FIRST_ADDED_2017 = "fide-first-added-2017"  # half points above 50 %
    FIDE_FIRST_RATING = "fide-first-rating"  # Ra, added
    FIDE_FIRST_CAP = "fide-first-cap"  # uncapped
    FIDE_FIRST_FEW_GAMES = "fide-first-few-games"  # games
    FIDE_FIRST_TOO_LOW = "fide-first-too-low"  # Ru
    FIDE_PERFORMANCE = "fide-performance"  # Ra, p, dp
    FIDE_PERFORMANCE_SIMPLIFIED = "fide-performance-simplified"  # mean, S, N - S

    NASPA_SEGMENT = "naspa-segment"  # first round, last round, games
    NASPA_GAME_EXPECTANCY = "naspa-game-expectancy"  # round, opponent
    NASPA_EXPECTED_WINS = "naspa-expected-wins"  # games
    NASPA_EXCESS_WINS = "naspa-excess-wins"  # wins, expected
    NASPA_MULTIPLIER = "naspa-multiplier"  # before, K, excess wins, career games
    NASPA_CLUB_THIRD = "naspa-club-third"  # change
    NASPA_ACCELERATION = "naspa-acceleration"  # change, 5 x games
    NASPA_FLOOR = "naspa-floor"  # before
    NASPA_FEEDBACK = "naspa-feedback"
    NASPA_RATING = "naspa-rating"  # before the segment, unrounded
    NASPA_NEWCOMER = "naspa-newcomer"  # first round, last round, games against rated opponents
    NASPA_NEWCOMER_WINS = "naspa-newcomer-wins"  # wins, games
    NASPA_NEWCOMER_PERFORMANCE = "naspa-newcomer-performance"  # wins counted, games
    NASPA_NEWCOMER_LIFTED = "naspa-newcomer-lifted"  # before
    NASPA_NEWCOMER_CAP = "naspa-newcomer-cap"  # strongest opponent, wins, games
    NASPA_NEWCOMER_MEAN = "naspa-newcomer-mean"
    NASPA_NEWCOMER_RATING = "naspa-newcomer-rating"  # unrounded
    NASPA_PERFORMANCE = "naspa-performance"  # wins, games

    ORACLE_EXPECTED = "oracle-expected"  # first round, games, own rating, opponent
    ORACLE_MULTIPLIER = "oracle-multiplier"  # games before, the opponent's games before
    ORACLE_OWN_MULTIPLIER = "oracle-own-multiplier"  # games before
    ORACLE_CHANGE_IN_ORDER = "oracle-change-in-order"  # points, expected, A
    ORACLE_CHANGE_BY_MEAN = "oracle-change-by-mean"  # points, expected, A
    ORACLE_MOVED_HALF = "oracle-moved-half"  # ln s before, moved
    ORACLE_MOVED_WHOLE = "oracle-moved-whole"  # ln s before, moved
    ORACLE_KEEPER = "oracle-keeper"
    ORACLE_RATING = "oracle-rating"  # ln s
    ORACLE_ERROR = "oracle-error"  # information, games
    ORACLE_INTERVAL = "oracle-interval"  # low
    ORACLE_PERFORMANCE = "oracle-performance"  # points, games
    ORACLE_CALIBRATED = "oracle-calibrated"  # games, ln s


class Step(NamedTuple):
    """One step of a calculation; a tuple, for a calculation makes dozens of them.

    clause: the document and section that demands it, e.g. "US Chess 2025, 4.2".
    reason: what was done; the UI turns it into words.
    value: the figure that came out (rating points, games or score points, by reason).
    inputs: the figures that went in, in the order in which `Reason` names them.
    """

    clause: str
    reason: Reason
    value: float
    inputs: tuple[float, ...] = ()

    def to_json(self) -> list[Any]:
        """Return a compact JSON form; `from_json` reads it back unchanged."""
        return [self.clause, self.reason.value, self.value, *self.inputs]

    @classmethod
    def from_json(cls, data: list[Any]) -> "Step":
        clause, reason, value, *inputs = data
        return cls(clause, Reason(reason), value, tuple(inputs))
