"""Elo as the fold sees it: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping
from math import floor
from typing import Any

from core.background import Background
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.elo.editions import EDITIONS, USUAL, edition_named
from core.elo.event import PlayerResult, rate_crosstable
from core.elo.reasons import Reason
from core.elo.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, open_rating
from core.errors import InputError, RuleError
from core.lists import RatingList
from core.opening import Opening
from core.outcome import DisplayedRating, Outcome
from core.rating_system import NO_BACKGROUNDS, Bounds, RatingSystem

LISTS = (RatingList.ELO,)


class Elo(RatingSystem):
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

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state: rounded to the nearest, halves up; None while unrated."""
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, floor(state.rating + 0.5), state.games, provisional=False)

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
        """Rate everybody who played and whose rating the event moves, all at once; rules name the K."""
        if crosstable.kind.is_abroad:
            raise RuleError("Events abroad are a matter of US Chess: leave kind out for Elo ratings.")
        key = self.rules_of(rating_list, rules, house_rules)
        edition = USUAL if key is None else edition_named(key)
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


SYSTEM = Elo()
