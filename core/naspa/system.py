"""NASPA's ratings as the fold sees them: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.background import Background
from core.crosstable import Crosstable
from core.errors import InputError, RuleError
from core.house_rules import USUAL_RULES, HouseRules
from core.lists import RatingList
from core.naspa.editions import edition_for, edition_named
from core.naspa.event import PlayerResult, rate_crosstable
from core.naspa.formula import rounded
from core.naspa.state import LOWEST_RATING, PlayerState, open_rating
from core.outcome import Award, Outcome, Rank
from core.uschess.state import Opening

LISTS = (RatingList.NASPA,)
NO_BACKGROUNDS: Mapping[Any, Background] = MappingProxyType({})


def unrated() -> PlayerState:
    """Return the state of a player without any fact."""
    return PlayerState()


def load(data: dict[str, Any]) -> PlayerState:
    """Read a state back from `dump`."""
    return PlayerState.from_json(data)


def dump(state: PlayerState) -> dict[str, Any]:
    """Return a state as JSON."""
    return state.to_json()


def rank(state: PlayerState) -> Rank | None:
    """Return what a leaderboard shows of a state; None while unrated. Below 50 career games it is provisional."""
    if state.rating is None:
        return None
    return Rank(state.rating, rounded(state.rating), state.games, not state.established)


def floor(state: PlayerState, rating_list: RatingList) -> float:
    """Return the rating below which a player cannot fall."""
    return LOWEST_RATING


def titles(state: PlayerState, rating_list: RatingList) -> tuple[Award, ...]:
    """Return no titles: ratings bring none here."""
    return ()


def wants_background(state: PlayerState) -> bool:
    """Return False: nothing but results counts."""
    return False


def apply_opening(
    state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: HouseRules = USUAL_RULES
) -> PlayerState:
    """Return the state after a starting rating or a correction."""
    return open_rating(state, opening)


def demote(state: PlayerState) -> PlayerState:
    """Raise RuleError: there is no title that could be lowered."""
    raise RuleError("NASPA's ratings have no lifetime title to lower: choose a US Chess list.")


def rate_event(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, Any],
    rules: str | None = None,
    backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
    house_rules: HouseRules = USUAL_RULES,
) -> dict[Any, Outcome]:
    """Rate everybody who played and whose rating the event moves, all at once.

    states: the state before the event of every rated player, by `Entrant.player`.
    """
    if crosstable.kind.is_abroad:
        raise RuleError("Events abroad are a matter of US Chess: leave kind out for NASPA's ratings.")
    edition = edition_for(crosstable.date) if rules is None else edition_named(rules)
    results = rate_crosstable(crosstable, states, edition)
    if not results:
        raise InputError("There is no played game to rate: give at least one opponent.")
    players = {entrant.number: entrant.player for entrant in crosstable.entrants}
    return {players[number]: _outcome(result) for number, result in results.items()}


def _outcome(result: PlayerResult) -> Outcome:
    return Outcome(
        before=rank(result.before),
        after=rank(result.after),
        expected=result.expected,
        score=result.score,
        performance=float(result.performance),
        rules=result.edition.key,
        norms=(),
        titles=(),
        state=result.after,
        detail=result,
    )
