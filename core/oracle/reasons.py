"""Why a step of Oracle's was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/oracle/wording.py."""

    EXPECTED = "oracle-expected"  # first round, games, own rating, opponent
    MULTIPLIER = "oracle-multiplier"  # games before, the opponent's games before
    OWN_MULTIPLIER = "oracle-own-multiplier"  # games before
    CHANGE_IN_ORDER = "oracle-change-in-order"  # points, expected, A
    CHANGE_BY_MEAN = "oracle-change-by-mean"  # points, expected, A
    CHANGE_WINS_FIRST = "oracle-change-wins-first"  # points, expected, A
    MOVED_HALF = "oracle-moved-half"  # ln s before, moved
    MOVED_WHOLE = "oracle-moved-whole"  # ln s before, moved
    REBALANCED = "oracle-rebalanced"  # ln s before, moved
    KEEPER = "oracle-keeper"
    RATING = "oracle-rating"  # ln s
    ERROR = "oracle-error"  # information, games
    INTERVAL = "oracle-interval"  # low
    PERFORMANCE = "oracle-performance"  # points, games
    CALIBRATED = "oracle-calibrated"  # games, ln s
