"""Why a step of Elo's was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/elo/wording.py."""

    START = "elo-start"
    GAME_EXPECTANCY = "elo-game-expectancy"  # round, Ri
    CHANGE = "elo-change"  # K, S, E
    NEW_RATING = "elo-new-rating"  # before, change
    PERFORMANCE = "elo-performance"  # S, games
    PERFORMANCE_CLEAN = "elo-performance-clean"  # S, games
