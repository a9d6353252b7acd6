"""US Chess as the fold sees it: an event's facts and the players' states in, explained results out."""

from collections.abc import Mapping
from typing import Any

from core.crosstable import Crosstable, Entrant
from core.errors import InputError, RuleError
from core.lists import RatingList
from core.outcome import Award, Outcome, Rank
from core.uschess.editions import Edition, NormTest, edition_for, edition_named
from core.uschess.player import OpponentGame, PlayerEvent, PlayerResult, personal_floor, rate_player
from core.uschess.rounding import displayed, is_established
from core.uschess.speeds import lists_for
from core.uschess.state import Opening, PlayerState, open_rating
from core.uschess.titles import titles

LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ)


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
    """Return what a leaderboard shows of a state; None while unrated."""
    if state.rating is None:
        return None
    return Rank(state.rating, displayed(state.rating), state.games, not is_established(state.games))


def floor(state: PlayerState, rating_list: RatingList) -> float:
    """Return the rating below which a player cannot fall."""
    return personal_floor(state, rating_list)


def apply_opening(state: PlayerState, opening: Opening) -> PlayerState:
    """Return the state after a starting rating or a correction."""
    return open_rating(state, opening)


def edition_of(crosstable: Crosstable, rules: str | None) -> Edition:
    """Return the edition that rates an event: the named one, or the one in force on its date."""
    return edition_for(crosstable.date) if rules is None else edition_named(rules)


def rate_event(
    crosstable: Crosstable, rating_list: RatingList, states: Mapping[Any, Any], rules: str | None = None
) -> dict[Any, Outcome]:
    """Rate every entrant whose rating the event moves, each against the ratings as given.

    states: the state before the event of every rated player, by `Entrant.player`.
    """
    control = crosstable.time_control
    if control is not None and rating_list not in lists_for(control):
        right = " or ".join(allowed.label for allowed in lists_for(control))
        raise RuleError(f"A time control of {control} is rated as {right}, not as {rating_list.label}.")
    edition = edition_of(crosstable, rules)
    return {
        entrant.player: _outcome(
            rate_player(states[entrant.player], player_event(crosstable, entrant, rating_list), edition)
        )
        for entrant in crosstable.entrants
        if entrant.rated
    }


def _outcome(result: PlayerResult) -> Outcome:
    after = rank(result.after)
    assert after is not None
    earned, held = titles(result.after.norms, result.after.peak), titles(result.before.norms, result.before.peak)
    norm = result.norms.earned
    scheme = "uschess" if result.norms.test is NormTest.TITLE_SYSTEM else result.edition.key
    return Outcome(
        before=rank(result.before),
        after=after,
        expected=result.expected,
        score=result.event.score,
        performance=result.performance.rating,
        rules=result.edition.key,
        steps=result.steps,
        norms=() if norm is None else (Award(scheme, norm.rating, norm.code),),
        titles=tuple(Award("uschess", level.rating, level.code) for level in earned if level not in held),
        state=result.after,
        detail=result,
    )


def player_event(crosstable: Crosstable, entrant: Entrant, rating_list: RatingList) -> PlayerEvent:
    """Return the event as one entrant saw it; raise InputError when an opponent has no rating."""
    games = []
    for played in crosstable.games_of(entrant.number):
        if played.opponent.rating is None:
            raise InputError(f"The opponent of round {played.round} has no rating: write a rating instead.")
        # Somebody unknown to the club is told apart by pairing number.
        identity = played.opponent.player if played.opponent.player is not None else (played.opponent.number,)
        games.append(OpponentGame(played.round, played.opponent.rating, identity, played.score))
    byes = crosstable.byes_of(entrant.number)
    return PlayerEvent(
        day=crosstable.date,
        rating_list=rating_list,
        games=tuple(games),
        score=crosstable.score_of(entrant.number),
        kind=crosstable.kind,
        time_control=crosstable.time_control,
        bye=byes[0].kind if byes else None,
    )
