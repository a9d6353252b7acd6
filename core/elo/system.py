"""Elo as the fold sees it: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.elo.editions import EDITIONS, USUAL, edition_named
from core.elo.event import PlayerResult, rate_crosstable
from core.elo.formula import START, performance
from core.elo.reasons import Reason
from core.elo.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, open_rating
from core.lists import RatingList
from core.opening import Opening
from core.outcome import DisplayedRating
from core.rating_system import Bounds, PlainSystem, SeasonalSystem

LISTS = (RatingList.ELO,)


class Elo(PlainSystem, SeasonalSystem):
    """Elo's ratings, plain, for any game."""

    key = "elo"
    ratings = "Elo ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = EDITIONS
    reasons = Reason
    board = None
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    state_type = PlayerState
    middle = START

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state: rounded to the nearest, halves up; None while unrated."""
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, floor(state.rating + 0.5), state.games, provisional=False)

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        return open_rating(state, opening)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance(opponents, score)

    def rate(self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None) -> Mapping[int, PlayerResult]:
        return rate_crosstable(crosstable, states, USUAL if rules is None else edition_named(rules))


SYSTEM = Elo()
