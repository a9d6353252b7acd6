"""NASPA's ratings as the fold sees them: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable, GameType
from core.lists import RatingList
from core.naspa.editions import EDITIONS, edition_for, edition_named
from core.naspa.event import PlayerResult, rate_crosstable
from core.naspa.formula import expected_wins, performance_rating, rounded
from core.naspa.reasons import Reason
from core.naspa.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, open_rating
from core.opening import Opening
from core.outcome import DisplayedRating
from core.rating_system import Bounds, PlainSystem, Scale

LISTS = (RatingList.NASPA,)


class Naspa(PlainSystem):
    """Scrabble ratings by an estimate of NASPA's formula."""

    key = "naspa"
    ratings = "NASPA's ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = EDITIONS
    class_marks = (2000, 1800, 1600, 1400, 1200, 1000, 800)
    board = GameType.SCRABBLE
    membership = "naspa_id"
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    scale = Scale("NASPA", jump=40)
    reasons = Reason
    state_type = PlayerState

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state; None while unrated. Below 50 career games it is provisional."""
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, rounded(state.rating), state.games, not state.established)

    def expected_score(self, rating: float, opponent: float) -> float:
        return expected_wins(rating, opponent)

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        """Return the state after a starting rating or a correction."""
        return open_rating(state, opening)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance_rating(opponents, score)

    def rate(self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None) -> Mapping[int, PlayerResult]:
        edition = edition_for(crosstable.date) if rules is None else edition_named(rules)
        return rate_crosstable(crosstable, states, edition)


SYSTEM = Naspa()
rate_event = SYSTEM.rate_event
