"""Which formula rates a player, and its result (US Chess 2025, step 4 of the section's five)."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from core.crosstable import EventKind, TimeControl
from core.lists import RatingList
from core.uschess.editions import Edition
from core.uschess.effective import effective_games_cap
from core.uschess.initial import InitialRating
from core.uschess.special import SpecialRating, special_rating
from core.uschess.speeds import is_dual_rated
from core.uschess.standard import StandardRating, bonus_eligible, bonus_threshold, k_factor, standard_rating
from core.uschess.state import PlayerState

SPECIAL_UP_TO = 8
"""Games up to which the special formula rates a player, whatever the record."""


class Start(NamedTuple):
    """What a player enters an event with.

    rating, games: R0 and N, from the list or from step 1.
    cap, effective: N* and N'.
    record: "wins" or "losses" when all earlier games ended so.
    """

    rating: float
    games: int
    cap: float
    effective: float
    record: str | None

    @property
    def special(self) -> bool:
        """Return whether the special formula rates the event."""
        return self.games <= SPECIAL_UP_TO or self.record is not None


class EventTerms(NamedTuple):
    """What the standard formula needs to know of an event.

    dual_regular: whether it is a dual-rated event, seen from the Regular list, where K falls above 2200.
    bonus: whether its kind allows a bonus.
    abroad: whether only the standard formula rates it, as it does FIDE events abroad.
    """

    edition: Edition
    dual_regular: bool
    bonus: bool
    abroad: bool


def start_of(state: PlayerState, initial: InitialRating | None, edition: Edition) -> Start:
    """Return what a player enters with; `initial` is step 1's answer for an unrated one."""
    if state.rating is not None:
        rating, games = state.rating, state.games
    else:
        assert initial is not None
        rating, games = initial.rating, initial.games
    cap = effective_games_cap(rating, edition.effective_games)
    return Start(rating, games, cap, min(float(games), cap), state.record)


def terms_of(edition: Edition, rating_list: RatingList, kind: EventKind, control: TimeControl | None) -> EventTerms:
    """Return what of an event the standard formula depends on."""
    abroad = kind.is_abroad
    dual = rating_list is RatingList.USCHESS_REGULAR and is_dual_rated(control) and not abroad
    return EventTerms(edition, dual, kind is not EventKind.MATCH, abroad)


def is_reduced(start: Start, terms: EventTerms) -> bool:
    """Tell whether K is cut for a rating above 2200."""
    return start.rating > 2200 and (terms.dual_regular or terms.edition.k_always_reduced_above_2200)


class Formula(NamedTuple):
    """What rates one player's games, whichever ratings the opponents then have: steps 4 and 5 share it.

    k, threshold: as the standard formula takes them; K is None where the special formula rates the event.
    """

    start: Start
    score: float
    k: float | None
    threshold: float | None


def formula_of(start: Start, terms: EventTerms, people: Sequence[Hashable], score: float) -> Formula:
    """Return the formula of one player's games; people: who the opponent was in each."""
    if start.special and not terms.abroad:
        return Formula(start, score, None, None)
    games = len(people)
    k = k_factor(start.effective, games, start.rating, reduced=is_reduced(start, terms))
    pays = terms.bonus and bonus_eligible(people)
    return Formula(start, score, k, bonus_threshold(terms.edition.bonus_multiplier, games) if pays else None)


def rate(formula: Formula, opponents: Sequence[float]) -> StandardRating | SpecialRating:
    """Rate one player's games; the result is not yet lifted to 100 or a floor. opponents: a rating for each game."""
    start, score, k, threshold = formula
    if k is None:
        return special_rating(start.rating, start.effective, opponents, score, start.record)
    return standard_rating(start.rating, opponents, score, k, threshold)
