"""NASPA's ratings as the fold sees them: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping
from typing import Any

from core.background import Background
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable, GameType
from core.errors import InputError, RuleError
from core.lists import RatingList
from core.naspa.editions import EDITIONS, edition_for, edition_named
from core.naspa.event import PlayerResult, rate_crosstable
from core.naspa.formula import rounded
from core.naspa.reasons import Reason
from core.naspa.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, open_rating
from core.opening import Opening
from core.outcome import DisplayedRating, Outcome
from core.rating_system import NO_BACKGROUNDS, Bounds, RatingSystem

LISTS = (RatingList.NASPA,)


class Naspa(RatingSystem):
    """Scrabble ratings by an estimate of NASPA's formula."""

    key = "naspa"
    ratings = "NASPA's ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = EDITIONS
    board = GameType.SCRABBLE
    membership = "naspa_id"
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    reasons = Reason
    state_type = PlayerState

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state; None while unrated. Below 50 career games it is provisional."""
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, rounded(state.rating), state.games, not state.established)

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        """Return the state after a starting rating or a correction."""
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
        """Rate everybody who played and whose rating the event moves, all at once.

        states: the state before the event of every rated player, by `Entrant.player`.
        """
        if crosstable.kind.is_abroad:
            raise RuleError("Events abroad are a matter of US Chess: leave kind out for NASPA's ratings.")
        key = self.rules_of(rating_list, rules, house_rules)
        edition = edition_for(crosstable.date) if key is None else edition_named(key)
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
            performance=float(result.performance),
            rules=result.edition.key,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


SYSTEM = Naspa()
rate_event = SYSTEM.rate_event
