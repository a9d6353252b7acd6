"""One player's rating after an event, with floors."""

from collections.abc import Hashable, Sequence
from datetime import date
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.background import NOTHING_KNOWN
from core.event.crosstable import ByeKind, EventKind, TimeControl
from core.lists import RatingList
from core.rating.uschess.formulas import (
    InitialRating,
    SpecialRating,
    StandardRating,
    bonus_eligible,
    bonus_threshold,
    effective_games_cap,
    k_factor,
    special_rating,
    standard_rating,
    starting_rating,
)
from core.rating.uschess.rules import (
    LIFE_MASTER_FLOOR,
    LIFE_MASTER_GAMES,
    LOWEST_RATING,
    WIDEST_DIFFERENCE,
    Edition,
    MatchChange,
    MatchLimit,
    Reason,
    absolute_floor,
    is_dual_rated,
    is_established,
    limit_match_change,
    peak_floor,
)
from core.rating.uschess.state import PlayerState
from core.words import counted, displayed

# Which formula rates a player (US Chess 2025, step 4 of the section's five)


SPECIAL_UP_TO = 8
"""Games up to which the special formula rates a player."""


class Start(NamedTuple):
    """Figures before an event.

    rating, games: R0, N. cap, effective: N*, N'. record: all earlier games "wins" or "losses".
    """

    rating: float
    games: int
    cap: float
    effective: float
    record: str | None

    @property
    def special(self) -> bool:
        return self.games <= SPECIAL_UP_TO or self.record is not None


class EventTerms(NamedTuple):
    """Conditions for the standard formula.

    dual_regular: K falls above 2200. bonus: allowed. abroad: FIDE event, only the standard formula.
    """

    edition: Edition
    dual_regular: bool
    bonus: bool
    abroad: bool


def start_of(state: PlayerState, initial: InitialRating | None, edition: Edition) -> Start:
    """Return a player's figures before the event; initial: from step 1, for an unrated one."""
    if state.rating is not None:
        rating, games = state.rating, state.games
    else:
        assert initial is not None
        rating, games = initial.rating, initial.games
    cap = effective_games_cap(rating, edition.effective_games)
    return Start(rating, games, cap, min(float(games), cap), state.record)


def terms_of(edition: Edition, rating_list: RatingList, kind: EventKind, control: TimeControl | None) -> EventTerms:
    """Return what the standard formula needs of an event."""
    abroad = kind.is_abroad
    dual = rating_list is RatingList.USCHESS_REGULAR and is_dual_rated(control) and not abroad
    return EventTerms(edition, dual, kind is not EventKind.MATCH, abroad)


def is_reduced(start: Start, terms: EventTerms) -> bool:
    """Return whether K is cut for a rating above 2200."""
    return start.rating > 2200 and (terms.dual_regular or terms.edition.k_always_reduced_above_2200)


class Formula(NamedTuple):
    """The formula of one player's games, for steps 4 and 5. k: None for the special formula."""

    start: Start
    score: float
    k: float | None
    threshold: float | None


def formula_of(start: Start, terms: EventTerms, people: Sequence[Hashable], score: float) -> Formula:
    """Return a player's formula. people: the opponent in each game."""
    if start.special and not terms.abroad:
        return Formula(start, score, None, None)
    games = len(people)
    k = k_factor(start.effective, games, start.rating, reduced=is_reduced(start, terms))
    pays = terms.bonus and bonus_eligible(people)
    return Formula(start, score, k, bonus_threshold(terms.edition.bonus_multiplier, games) if pays else None)


def rate(formula: Formula, opponents: Sequence[float]) -> StandardRating | SpecialRating:
    """Rate a player's games, before 100 and floors. opponents: a rating per game."""
    start, score, k, threshold = formula
    if k is None:
        return special_rating(start.rating, start.effective, opponents, score, start.record)
    return standard_rating(start.rating, opponents, score, k, threshold)


# The floors that hold for one player (US Chess 2025, rating floors)


class FloorFound(NamedTuple):
    """A player's floor: reason, rating and figures."""

    reason: Reason
    rating: float
    figures: tuple[float, ...]


def floors_of(state: PlayerState, rating_list: RatingList, points: float, events_of_three: int) -> list[FloorFound]:
    """Return a player's floors. points, events_of_three: as the absolute floor counts them."""
    floors: list[FloorFound] = []
    earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
    if earned is not None and state.peak is not None:
        floors.append(FloorFound(Reason.FLOOR_PEAK, earned, (state.peak,)))
    else:
        floor = absolute_floor(points, events_of_three)
        floors.append(FloorFound(Reason.FLOOR_ABSOLUTE, floor, (points, events_of_three)))
    if state.imposed_floor is not None:
        floors.append(FloorFound(Reason.FLOOR_IMPOSED, state.imposed_floor, ()))
    if rating_list is RatingList.USCHESS_REGULAR and state.games_above_2200 >= LIFE_MASTER_GAMES:
        floors.append(FloorFound(Reason.FLOOR_LIFE_MASTER, LIFE_MASTER_FLOOR, (state.games_above_2200,)))
    return floors


def personal_floor(state: PlayerState, rating_list: RatingList) -> float:
    floors = floors_of(state, rating_list, state.points, state.events_of_three)
    return max(floor.rating for floor in floors)


def falls_below_floor(state: PlayerState, rating: float) -> float | None:
    """Return the peak's floor that a rating after a match is below, or None.

    The floor then drops by 100 points.
    """
    earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
    return earned if earned is not None and rating < earned else None


class OpponentGame(NamedTuple):
    """A rated game. before: the opponent's earlier rating, if another one counts."""

    round: int
    rating: float
    opponent: Hashable
    score: float | None = None
    before: float | None = None

    @property
    def published(self) -> int:
        return displayed(self.rating if self.before is None else self.before)


class Games(NamedTuple):
    """A player's rated games, as columns of the facts of `OpponentGame`."""

    rounds: Sequence[int]
    ratings: Sequence[float]
    opponents: Sequence[Hashable]
    scores: Sequence[float | None]
    before: Sequence[float | None]

    @classmethod
    def of(cls, games: Sequence[OpponentGame]) -> "Games":
        columns: list[list[Any]] = [[game[place] for game in games] for place in range(len(cls._fields))]
        return cls(*columns)


class PlayerEvent(NamedTuple):
    """score: of played games. bye: full-point bye or forfeit win. rounds: None for the last played."""

    day: date
    rating_list: RatingList
    played: Games
    score: float
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    bye: ByeKind | None = None
    rounds: int | None = None

    @property
    def games(self) -> tuple[OpponentGame, ...]:
        return tuple(map(OpponentGame, *self.played))

    @property
    def games_played(self) -> int:
        return len(self.played.ratings)

    @property
    def last_round(self) -> int:
        return max(self.played.rounds) if self.rounds is None else self.rounds


class RatedPlayer(NamedTuple):
    """A rating after an event.

    after: without norms. initial: step 1. limit: of a match. first_pass: step 4 of an unrated player.
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
    first_pass: float | None = None

    @property
    def rating(self) -> float:
        assert self.after.rating is not None
        return self.after.rating


def rate_games(
    state: PlayerState, event: PlayerEvent, edition: Edition, initial: InitialRating | None = None
) -> RatedPlayer:
    """Rate an event of at least one game; raise InputError or RuleError.

    initial: by default an adult's.
    """
    if state.rating is None and initial is None:
        initial = starting_rating(NOTHING_KNOWN, event.rating_list, event.day)
    count, played = event.games_played, event.played
    if not count:
        raise InputError("No played games. Give at least one opponent.")
    if not 0 <= event.score <= count:
        raise InputError(f"A score must be between 0 and the {counted(count, 'game')} played, not {event.score:g}.")
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
    """Rate as `rate_games`, with checked games and the formula's known result."""
    start = formula.start
    is_match = event.kind is EventKind.MATCH
    if is_match:
        _check_match(state, event)
    raw = max(found.rating, LOWEST_RATING)
    limit = None
    if is_match:
        limit = limit_match_change(raw - start.rating, event.day, state.match_changes)
    # the absolute floor counts the event itself
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
        raise InputError("A match has one opponent. Remove the kind, or name the same opponent for every game.")
    if not state.established or state.rating is None:
        raise RuleError("A match is rated only between players with established ratings (more than 25 games).")
    # as published, in whole numbers
    if abs(displayed(state.rating) - event.games[0].published) > WIDEST_DIFFERENCE:
        raise RuleError("A match is rated only when the ratings are at most 400 points apart.")


def _state_after(state: PlayerState, event: PlayerEvent, start: Start, rating: float) -> PlayerState:
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
    # A third of the time of `_replace`.
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
    count = event.games_played
    if event.score == count:
        return count, 0, 0
    if event.score == 0:
        return 0, 0, count
    scores = event.played.scores
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)
