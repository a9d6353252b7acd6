"""One player's rating after an event, floors included; norms and titles apart."""

from typing import NamedTuple

from core.background import NOTHING_KNOWN
from core.crosstable import EventKind
from core.errors import InputError, RuleError
from core.uschess.editions import Edition
from core.uschess.event import PlayerEvent
from core.uschess.floors import LIFE_MASTER_FLOOR, LOWEST_RATING
from core.uschess.formula import EventTerms, Formula, Start, formula_of, rate, start_of, terms_of
from core.uschess.initial import InitialRating, starting_rating
from core.uschess.matches import WIDEST_DIFFERENCE, MatchChange, MatchLimit, limit_match_change
from core.uschess.personal_floors import FloorFound, falls_below_floor, floors_of
from core.uschess.rounding import displayed, is_established
from core.uschess.special import SpecialRating
from core.uschess.standard import StandardRating
from core.uschess.state import PlayerState
from core.words import counted


class RatedPlayer(NamedTuple):
    """A player's rating after an event; norms and titles, which need everybody's, are still to come.

    before, after: the player's state; `after` counts the event but no norm of it.
    initial: step 1's answer for an unrated player.
    floors: every floor that held. limit: what the match limits allowed.
    """

    edition: Edition
    event: PlayerEvent
    before: PlayerState
    after: PlayerState
    start: Start
    terms: EventTerms
    initial: InitialRating | None
    formula: StandardRating | SpecialRating
    floors: tuple[FloorFound, ...]
    limit: MatchLimit | None

    @property
    def rating(self) -> float:
        """Return the rating after the event."""
        assert self.after.rating is not None
        return self.after.rating


def rate_games(
    state: PlayerState, event: PlayerEvent, edition: Edition, initial: InitialRating | None = None
) -> RatedPlayer:
    """Rate an event of at least one game, norms apart; raise InputError or RuleError where it cannot be.

    initial: the initial rating of an unrated player; that of an adult without any other rating when left out.
    """
    if state.rating is None and initial is None:
        initial = starting_rating(NOTHING_KNOWN, event.rating_list, event.day)
    count, played = event.games_played, event.played
    if not count:
        raise InputError("There is no played game to rate: give at least one opponent.")
    if not 0 <= event.score <= count:
        raise InputError(f"A score lies between 0 and the {counted(count, 'game')} played, not {event.score:g}.")
    terms = terms_of(edition, event.rating_list, event.kind, event.time_control)
    formula = formula_of(start_of(state, initial, edition), terms, played.opponents, event.score)
    found = rate(formula, played.ratings)
    return rate_from(formula, found, state, event, terms, initial)


def rate_from(
    formula: Formula,
    found: StandardRating | SpecialRating,
    state: PlayerState,
    event: PlayerEvent,
    terms: EventTerms,
    initial: InitialRating | None,
) -> RatedPlayer:
    """Do as `rate_games` does, where the games and the score are checked, and what the formula finds is known."""
    start = formula.start
    is_match = event.kind is EventKind.MATCH
    if is_match:
        _check_match(state, event)
    raw = max(found.rating, LOWEST_RATING)
    limit = None
    if is_match:
        limit = limit_match_change(raw - start.rating, event.day, state.match_changes)
    # The absolute floor counts the event itself.
    floors = tuple(
        floors_of(
            state, event.rating_list, state.points + event.score, state.events_of_three + (event.games_played >= 3)
        )
    )
    if limit is not None:
        rating = max(start.rating + limit.change, LOWEST_RATING)
    else:
        rating = max(raw, *(floor.rating for floor in floors))
    after = _state_after(state, event, start, rating)
    return RatedPlayer(terms.edition, event, state, after, start, terms, initial, found, floors, limit)


def _check_match(state: PlayerState, event: PlayerEvent) -> None:
    if len(set(event.played.opponents)) > 1:
        raise InputError("A match has one opponent: choose no kind, or name the same opponent for every game.")
    if not state.established or state.rating is None:
        raise RuleError("A match is rated only between players with established ratings (more than 25 games).")
    # As published, which is in whole numbers.
    if abs(displayed(state.rating) - event.games[0].published) > WIDEST_DIFFERENCE:
        raise RuleError("A match is rated only when the ratings are at most 400 points apart.")


def _state_after(state: PlayerState, event: PlayerEvent, start: Start, rating: float) -> PlayerState:
    """Count the event."""
    count = event.games_played
    games = start.games + count
    lowered, match_changes = state.floor_lowered, state.match_changes
    if event.kind is EventKind.MATCH:
        match_changes = (*match_changes, MatchChange(event.day, rating - start.rating))
        if falls_below_floor(state, rating) is not None:
            lowered += 100
    peak = state.peak
    if is_established(games):
        peak = rating if peak is None else max(peak, rating)
    above_2200 = state.games_above_2200
    if state.established and start.rating > LIFE_MASTER_FLOOR:
        above_2200 += count
    wins, draws, losses = _results(event)
    # Every field by name, those too that stay: `_replace` takes three times as long.
    return PlayerState(
        rating=rating,
        games=games,
        credited_games=start.games if state.rating is None else state.credited_games,
        known_games=state.known_games + count,
        points=state.points + event.score,
        wins=state.wins + wins,
        draws=state.draws + draws,
        losses=state.losses + losses,
        events_of_three=state.events_of_three + (count >= 3),
        peak=peak,
        games_above_2200=above_2200,
        imposed_floor=state.imposed_floor,
        floor_lowered=lowered,
        match_changes=match_changes,
        norms=state.norms,
        lifetime=state.lifetime,
        confirmed=state.confirmed,
    )


def _results(event: PlayerEvent) -> tuple[int, int, int]:
    """Return the wins, draws and losses that are known: a clean total tells them too."""
    count = event.games_played
    if event.score == count:
        return count, 0, 0
    if event.score == 0:
        return 0, 0, count
    scores = event.played.scores
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)
