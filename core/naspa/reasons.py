"""Why a step of NASPA's was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/naspa/wording.py."""

    SEGMENT = "naspa-segment"  # first round, last round, games
    GAME_EXPECTANCY = "naspa-game-expectancy"  # round, opponent
    EXPECTED_WINS = "naspa-expected-wins"  # games
    EXCESS_WINS = "naspa-excess-wins"  # wins, expected
    MULTIPLIER = "naspa-multiplier"  # before, K, excess wins, career games
    CLUB_THIRD = "naspa-club-third"  # change
    ACCELERATION = "naspa-acceleration"  # change, 5 x games
    FLOOR = "naspa-floor"  # before
    FEEDBACK = "naspa-feedback"
    RATING = "naspa-rating"  # before the segment, unrounded
    NEWCOMER = "naspa-newcomer"  # first round, last round, games against rated opponents
    NEWCOMER_WINS = "naspa-newcomer-wins"  # wins, games
    NEWCOMER_PERFORMANCE = "naspa-newcomer-performance"  # wins counted, games
    NEWCOMER_LIFTED = "naspa-newcomer-lifted"  # before
    NEWCOMER_CAP = "naspa-newcomer-cap"  # strongest opponent, wins, games
    NEWCOMER_MEAN = "naspa-newcomer-mean"
    NEWCOMER_RATING = "naspa-newcomer-rating"  # unrounded
    PERFORMANCE = "naspa-performance"  # wins, games
