"""Glicko-2 as the fold sees it: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping
from datetime import date
from math import floor
from typing import Any

from core.background import Background
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.errors import InputError, RuleError
from core.glicko2.editions import EDITIONS, GLICKO_2, edition_named
from core.glicko2.event import PlayerResult, rate_crosstable
from core.glicko2.reasons import Reason
from core.glicko2.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, at_beginning, month_of, open_rating
from core.lists import RatingList
from core.opening import Opening
from core.outcome import DisplayedRating, Outcome
from core.rating_system import NO_BACKGROUNDS, AsOpponent, Bounds, RatingSystem

LISTS = (RatingList.GLICKO_2,)

SETTLED_DEVIATION = 110.0
"""A larger deviation is marked as provisional, as players' sites do; the paper draws no line."""


class Glicko2(RatingSystem):
    """Glicko-2 ratings, for any game."""

    key = "glicko2"
    ratings = "Glicko-2 ratings"
    lists = LISTS
    editions = EDITIONS
    reasons = Reason
    board = None
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    state_type = PlayerState

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

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        """Rate everybody who played and whose rating the event moves, into the period that it lies in."""
        if crosstable.kind.is_abroad:
            raise RuleError("Events abroad are a matter of US Chess: leave kind out for Glicko-2 ratings.")
        key = self.rules_of(rating_list, rules, house_rules)
        edition = GLICKO_2 if key is None else edition_named(key)
        results = rate_crosstable(crosstable, states, edition)
        if not results:
            raise InputError("There is no played game to rate: give at least one opponent.")
        players = {entrant.number: entrant.player for entrant in crosstable.entrants}
        return {players[number]: self._outcome(result) for number, result in results.items()}

    def _outcome(self, result: PlayerResult) -> Outcome:
        return Outcome(
            before=self.rank(result.before),
            after=self.rank(result.after),
            expected=result.expected,
            score=result.score,
            performance=result.performance,
            rules=result.edition.key,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


SYSTEM = Glicko2()
