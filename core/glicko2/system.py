"""Glicko-2 as the fold sees it: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping, Sequence
from datetime import date
from math import floor
from typing import Any

from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.glicko2.editions import EDITIONS, GLICKO_2, edition_named
from core.glicko2.event import TYPED_DEVIATION, PlayerResult, RatedGame, performance, rate_crosstable
from core.glicko2.formula import NEWCOMER
from core.glicko2.reasons import Reason
from core.glicko2.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, at_beginning, month_of, open_rating
from core.lists import RatingList
from core.opening import Opening
from core.outcome import DisplayedRating
from core.rating_system import AsOpponent, Bounds, PlainSystem, SeasonalSystem

LISTS = (RatingList.GLICKO_2,)

SETTLED_DEVIATION = 110.0
"""A larger deviation is marked as provisional, as players' sites do; the paper draws no line."""


class Glicko2(PlainSystem, SeasonalSystem):
    """Glicko-2 ratings, for any game."""

    key = "glicko2"
    ratings = "Glicko-2 ratings"
    lists = LISTS
    editions = EDITIONS
    reasons = Reason
    board = None
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    state_type = PlayerState
    middle = NEWCOMER.rating

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state: rounded to the nearest, halves up; None while unrated."""
        now = state.now
        if now is None:
            return None
        return DisplayedRating(now.rating, floor(now.rating + 0.5), state.games, now.deviation > SETTLED_DEVIATION)

    def as_opponent(self, state: PlayerState, day: date) -> AsOpponent | None:
        """Return the rating and the deviation at the beginning of the day's period, by which all its games count."""
        if state.start is None:
            return None
        start = at_beginning(state, month_of(day)).start
        assert start is not None
        return AsOpponent(start.rating, start.deviation)

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        return open_rating(state, opening)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance([RatedGame(0, 0, rating, TYPED_DEVIATION, None, 0.0) for rating in opponents], score)

    def rate(self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None) -> Mapping[int, PlayerResult]:
        return rate_crosstable(crosstable, states, GLICKO_2 if rules is None else edition_named(rules))


SYSTEM = Glicko2()
