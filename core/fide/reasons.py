"""Why a step of FIDE's was taken; the comment behind a reason names its inputs, in order."""

from enum import StrEnum


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/fide/wording.py."""

    OWN_RATING = "fide-own-rating"
    OWN_CURRENT = "fide-own-current"
    OWN_BORROWED = "fide-own-borrowed"
    GAME = "fide-game"  # round, opponent, D
    GAME_LIMITED = "fide-game-limited"  # round, opponent, D, limited D
    GAME_SIMPLIFIED = "fide-game-simplified"  # round, opponent, D
    GAME_UNRATED = "fide-game-unrated"  # round
    GAME_BELOW_FLOOR = "fide-game-below-floor"  # round
    GAME_FAR_APART = "fide-game-far-apart"  # round, opponent, D
    GAME_MATCH_UNRATED = "fide-game-match-unrated"  # round
    GAME_MATCH_DECIDED = "fide-game-match-decided"  # round
    K_FLAT = "fide-k-flat"
    K_HIGH = "fide-k-high"  # highest rating
    K_JUNIOR = "fide-k-junior"  # age
    K_NEW = "fide-k-new"  # games
    K_USUAL = "fide-k-usual"  # games
    K_HIGH_NOW = "fide-k-high-now"  # rating
    K_USUAL_NOW = "fide-k-usual-now"  # rating
    K_CAPPED = "fide-k-capped"  # K, games
    EVENT_CHANGE = "fide-event-change"  # K, S - E
    LIST_CHANGE = "fide-list-change"  # events, games
    ROUNDED = "fide-rounded"  # change
    LIST_RATING = "fide-list-rating"  # before, rounded change
    BELOW_FLOOR = "fide-below-floor"  # rating
    POOL_GAME = "fide-pool-game"  # round
    POOL_LOST = "fide-pool-lost"  # games
    FIRST_GAMES = "fide-first-games"  # S
    FIRST_AVERAGE = "fide-first-average"  # games
    FIRST_AVERAGE_2017 = "fide-first-average-2017"  # games
    FIRST_ADDED = "fide-first-added"  # p
    FIRST_ADDED_2017 = "fide-first-added-2017"  # half points above 50 %
    FIRST_RATING = "fide-first-rating"  # Ra, added
    FIRST_CAP = "fide-first-cap"  # uncapped
    FIRST_FEW_GAMES = "fide-first-few-games"  # games
    FIRST_TOO_LOW = "fide-first-too-low"  # Ru
    PERFORMANCE = "fide-performance"  # Ra, p, dp
    PERFORMANCE_SIMPLIFIED = "fide-performance-simplified"  # mean, S, N - S
