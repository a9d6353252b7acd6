"""Rate one player's event against opponents whose ratings are given.

This is step 4 of the official algorithm for a single player, with the floors that follow step 5. It takes the
opponents' ratings as they are given; rating a whole section finds them first.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from core.crosstable import ByeKind, EventKind, TimeControl
from core.errors import InputError, RuleError
from core.explain import Reason, Step
from core.lists import RatingList
from core.uschess.editions import Edition, NormTest
from core.uschess.effective import effective_games_cap
from core.uschess.expectancy import provisional_expectancy, winning_expectancy
from core.uschess.floors import LIFE_MASTER_FLOOR, LIFE_MASTER_GAMES, LOWEST_RATING, absolute_floor, peak_floor
from core.uschess.initial import initial_rating
from core.uschess.matches import WIDEST_DIFFERENCE, MatchChange, limit_match_change
from core.uschess.norms import LEVELS, NormBlock, NormTable, norm_table
from core.uschess.performance import Performance, PerformanceMode, performance_rating
from core.uschess.rounding import displayed, is_established
from core.uschess.special import HIGHEST_SPECIAL_RATING, nearest, special_prior, zeros
from core.uschess.speeds import is_dual_rated
from core.uschess.standard import bonus_eligible, bonus_threshold, k_factor, most_meetings
from core.uschess.state import PlayerState

SPECIAL_UP_TO = 8
"""Games up to which the special formula rates a player, whatever the record."""


class OpponentGame(NamedTuple):
    """A rated game: round, the opponent's rating, who the opponent is, and the result where it is known."""

    round: int
    rating: float
    opponent: Hashable
    score: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerEvent:
    """What one player did in one event.

    score: game points from played games.
    bye: a full-point bye or a forfeit win in the event, if there was one.
    """

    day: date
    rating_list: RatingList
    games: tuple[OpponentGame, ...]
    score: float
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    bye: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A rated event and how it came about.

    start_rating: R0, the rating before, or the initial rating of an unrated player.
    expected: expected score by the formula that was used.
    change: after minus before in rating points; None for a player who was unrated.
    performance, performance_linear: performance rating in the two modes.
    """

    edition: Edition
    event: PlayerEvent
    before: PlayerState
    after: PlayerState
    start_rating: float
    special: bool
    expected: float
    bonus: float
    performance: Performance
    performance_linear: Performance
    norms: NormTable
    steps: tuple[Step, ...]

    @property
    def rating(self) -> float:
        """Return the rating after the event."""
        assert self.after.rating is not None
        return self.after.rating

    @property
    def above_expected(self) -> float:
        """Return the score minus the expected score, in game points."""
        return self.event.score - self.expected

    @property
    def change(self) -> float | None:
        return None if self.before.rating is None else self.rating - self.before.rating


def rate_player(state: PlayerState, event: PlayerEvent, edition: Edition) -> PlayerResult:
    """Rate an event of at least one game; raise InputError or RuleError when the facts do not allow it."""
    games = event.games
    if not games:
        raise InputError("There is no played game to rate: give at least one opponent.")
    if not 0 <= event.score <= len(games):
        raise InputError(f"A score lies between 0 and the {len(games)} games played, not {event.score:g}.")
    if event.kind is EventKind.MATCH:
        _check_match(state, event)

    steps: list[Step] = []
    start = state.rating
    if start is None:
        start = initial_rating(None, inferred_adult=True)
        steps.append(Step(f"{edition.document}, 2", Reason.INITIAL_RATING, start))
    cap = effective_games_cap(start, edition.effective_games)
    effective = min(float(state.games), cap)
    steps.append(Step(f"{edition.document}, 3", Reason.EFFECTIVE_GAMES_CAP, cap, (start,)))
    steps.append(Step(f"{edition.document}, 3", Reason.EFFECTIVE_GAMES, effective, (state.games, cap)))

    special = state.games <= SPECIAL_UP_TO or state.record is not None
    if special:
        raw, expected, bonus = _special(state, event, edition, start, effective, steps)
    else:
        raw, expected, bonus = _standard(event, edition, start, effective, steps)
    if raw < LOWEST_RATING:
        steps.append(Step(f"{edition.document}, 1", Reason.CLAMP_100, LOWEST_RATING, (raw,)))
        raw = LOWEST_RATING

    after = _state_after(state, event, edition, start, raw, steps)
    assert after.rating is not None
    steps.append(Step(edition.document, Reason.NEW_RATING, after.rating, (start,)))

    ratings = [game.rating for game in games]
    performance = performance_rating(ratings, event.score)
    linear = performance_rating(ratings, event.score, PerformanceMode.LINEAR)
    _explain_performance(event, performance, linear, steps)

    norms = norm_table(
        ratings,
        event.score,
        full_point_bye=event.bye is not None,
        blocked=_norm_block(event),
        test=edition.norm_test,
    )
    # Only the official test counts toward a title.
    if norms.earned is not None and norms.test is NormTest.TITLE_SYSTEM:
        index = LEVELS.index(norms.earned)
        after = replace(after, norms=(*after.norms[:index], after.norms[index] + 1, *after.norms[index + 1 :]))
    return PlayerResult(
        edition, event, state, after, start, special, expected, bonus, performance, linear, norms, tuple(steps)
    )


def _check_match(state: PlayerState, event: PlayerEvent) -> None:
    if len({game.opponent for game in event.games}) > 1:
        raise InputError("A match has one opponent: leave match out, or name the same opponent for every game.")
    if not state.established or state.rating is None:
        raise RuleError("A match is rated only between players with established ratings (more than 25 games).")
    # As published, which is in whole numbers.
    if abs(displayed(state.rating) - displayed(event.games[0].rating)) > WIDEST_DIFFERENCE:
        raise RuleError("A match is rated only when the ratings are at most 400 points apart.")


def _special(
    state: PlayerState, event: PlayerEvent, edition: Edition, start: float, effective: float, steps: list[Step]
) -> tuple[float, float, float]:
    """Return the special rating, the expected score and the bonus, which is always 0."""
    clause = f"{edition.document}, 4.1"
    record = state.record
    why = {"wins": Reason.SPECIAL_ALL_WINS, "losses": Reason.SPECIAL_ALL_LOSSES, None: Reason.SPECIAL_FEW_GAMES}[record]
    steps.append(Step(clause, why, effective, (state.games,)))
    ratings = [game.rating for game in event.games]
    expected = 0.0
    for game in event.games:
        expectancy = provisional_expectancy(start, game.rating)
        expected += expectancy
        steps.append(Step(clause, Reason.GAME_PROVISIONAL_EXPECTANCY, expectancy, (game.round, game.rating)))
    _explain_expected(clause, event, expected, steps)

    prior, adjusted = special_prior(start, effective, event.score, record)
    steps.append(Step(clause, Reason.SPECIAL_PRIOR_RATING, prior, (start,)))
    steps.append(Step(clause, Reason.SPECIAL_ADJUSTED_SCORE, adjusted, (event.score, effective)))
    interval = zeros(prior, effective, ratings, adjusted)
    if abs(interval.low) != float("inf"):
        steps.append(Step(clause, Reason.SPECIAL_ZERO_LOW, interval.low))
    if abs(interval.high) != float("inf") and interval.high != interval.low:
        steps.append(Step(clause, Reason.SPECIAL_ZERO_HIGH, interval.high))
    rating = nearest(interval, prior)
    steps.append(Step(clause, Reason.SPECIAL_RATING, rating, (prior,)))
    if rating > HIGHEST_SPECIAL_RATING:
        steps.append(Step(clause, Reason.SPECIAL_CAP, HIGHEST_SPECIAL_RATING, (rating,)))
        rating = HIGHEST_SPECIAL_RATING
    return rating, expected, 0.0


def _standard(
    event: PlayerEvent, edition: Edition, start: float, effective: float, steps: list[Step]
) -> tuple[float, float, float]:
    """Return the standard rating, the expected score and the bonus."""
    clause = f"{edition.document}, 4.2"
    count = len(event.games)
    expected = 0.0
    for game in event.games:
        expectancy = winning_expectancy(start, game.rating)
        expected += expectancy
        steps.append(Step(clause, Reason.GAME_EXPECTANCY, expectancy, (game.round, game.rating)))
    _explain_expected(clause, event, expected, steps)

    dual = event.rating_list is RatingList.USCHESS_REGULAR and is_dual_rated(event.time_control)
    reduced = start > 2200 and (dual or edition.k_always_reduced_above_2200)
    k = k_factor(effective, count, start, reduced=reduced)
    if reduced:
        steps.append(Step(clause, Reason.K_FACTOR_REDUCED, k, (effective, count, start)))
    else:
        steps.append(Step(clause, Reason.K_FACTOR, k, (effective, count)))
    change = k * (event.score - expected)
    steps.append(Step(clause, Reason.K_CHANGE, change, (k, event.score - expected)))

    bonus = 0.0
    opponents = [game.opponent for game in event.games]
    if event.kind is EventKind.MATCH:
        steps.append(Step(clause, Reason.NO_BONUS_MATCH, 0.0))
    elif count < 3:
        steps.append(Step(clause, Reason.NO_BONUS_FEW_GAMES, 0.0, (count,)))
    elif not bonus_eligible(opponents):
        steps.append(Step(clause, Reason.NO_BONUS_REPEATED_OPPONENT, 0.0))
    else:
        threshold = bonus_threshold(edition.bonus_multiplier, count)
        bonus = max(0.0, change - threshold)
        steps.append(Step(clause, Reason.BONUS_THRESHOLD, threshold, (edition.bonus_multiplier, count)))
        steps.append(Step(clause, Reason.BONUS, bonus, (change, threshold)))
    rating = start + change + bonus
    steps.append(Step(clause, Reason.STANDARD_RATING, rating, (start, change, bonus)))
    return rating, expected, bonus


def _explain_expected(clause: str, event: PlayerEvent, expected: float, steps: list[Step]) -> None:
    steps.append(Step(clause, Reason.EXPECTED_SCORE, expected, (len(event.games),)))
    steps.append(Step(clause, Reason.SCORE_MINUS_EXPECTED, event.score - expected, (event.score, expected)))


def _state_after(
    state: PlayerState, event: PlayerEvent, edition: Edition, start: float, raw: float, steps: list[Step]
) -> PlayerState:
    """Apply the match limits or the floors, and count the event."""
    count = len(event.games)
    games = state.games + count
    points = state.points + event.score
    events_of_three = state.events_of_three + (count >= 3)
    lowered, match_changes = state.floor_lowered, state.match_changes
    # The absolute floor counts the event itself.
    floors = floors_of(state, event.rating_list, points, events_of_three)
    steps.extend(Step(f"{edition.document}, floors", why, value, figures) for why, value, figures in floors)
    floor = max(value for _, value, _ in floors)
    if event.kind is EventKind.MATCH:
        rating = max(start + _limited_change(state, event, edition, raw - start, steps), LOWEST_RATING)
        match_changes = (*match_changes, MatchChange(event.day, rating - start))
        earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
        if earned is not None and rating < earned:
            # In a match the floor does not hold: falling below it asks for a floor 100 points lower.
            lowered += 100
            clause = f"{edition.document}, matches"
            steps.append(Step(clause, Reason.FLOOR_LOWERED_BY_MATCH, earned - 100, (earned,)))
    else:
        rating = max(raw, floor)
        if rating > raw:
            steps.append(Step(f"{edition.document}, floors", Reason.FLOOR_APPLIED, rating, (raw,)))
    peak = state.peak
    if is_established(games):
        peak = rating if peak is None else max(peak, rating)
    above_2200 = state.games_above_2200 + (count if state.established and start > LIFE_MASTER_FLOOR else 0)
    return replace(
        state,
        rating=rating,
        games=games,
        known_games=state.known_games + count,
        points=points,
        events_of_three=events_of_three,
        peak=peak,
        games_above_2200=above_2200,
        floor_lowered=lowered,
        match_changes=match_changes,
    )


def floors_of(
    state: PlayerState, rating_list: RatingList, points: float, events_of_three: int
) -> list[tuple[Reason, float, tuple[float, ...]]]:
    """Return every floor that holds for a player: why, at which rating, and from which figures.

    points, events_of_three: those that the absolute floor counts.
    """
    floors: list[tuple[Reason, float, tuple[float, ...]]] = []
    earned = None if state.peak is None else peak_floor(state.peak, state.floor_lowered)
    if earned is not None and state.peak is not None:
        floors.append((Reason.FLOOR_PEAK, earned, (state.peak,)))
    else:
        floor = absolute_floor(points, events_of_three)
        floors.append((Reason.FLOOR_ABSOLUTE, floor, (points, events_of_three)))
    if state.imposed_floor is not None:
        floors.append((Reason.FLOOR_IMPOSED, state.imposed_floor, ()))
    if rating_list is RatingList.USCHESS_REGULAR and state.games_above_2200 >= LIFE_MASTER_GAMES:
        floors.append((Reason.FLOOR_LIFE_MASTER, LIFE_MASTER_FLOOR, (state.games_above_2200,)))
    return floors


def personal_floor(state: PlayerState, rating_list: RatingList) -> float:
    """Return the rating below which a player cannot fall, matches apart."""
    floors = floors_of(state, rating_list, state.points, state.events_of_three)
    return max(floor for _, floor, _ in floors)


def _limited_change(
    state: PlayerState, event: PlayerEvent, edition: Edition, change: float, steps: list[Step]
) -> float:
    limit = limit_match_change(change, event.day, state.match_changes)
    if limit.change != change:
        clause = f"{edition.document}, matches"
        if abs(limit.change) == 50:
            steps.append(Step(clause, Reason.MATCH_LIMIT_SINGLE, limit.change, (change,)))
        elif abs(limit.net_180_days + limit.change) == 100:
            steps.append(Step(clause, Reason.MATCH_LIMIT_180_DAYS, limit.change, (change, limit.net_180_days)))
        else:
            steps.append(Step(clause, Reason.MATCH_LIMIT_3_YEARS, limit.change, (change, limit.net_3_years)))
    return limit.change


def _explain_performance(event: PlayerEvent, performance: Performance, linear: Performance, steps: list[Step]) -> None:
    clause = "US Chess rating estimator, performance"
    count = len(event.games)
    if event.score == count:
        best = max(game.rating for game in event.games)
        steps.append(Step(clause, Reason.PERFORMANCE_ALL, performance.rating, (best,)))
    elif event.score == 0:
        worst = min(game.rating for game in event.games)
        steps.append(Step(clause, Reason.PERFORMANCE_NONE, performance.rating, (worst,)))
    else:
        steps.append(Step(clause, Reason.PERFORMANCE_LOGISTIC, performance.rating, (event.score, count)))
        steps.append(Step(clause, Reason.PERFORMANCE_LINEAR, linear.rating, (event.score, count)))
        if linear.high - linear.low > 1e-6:
            steps.append(Step(clause, Reason.PERFORMANCE_FLAT, linear.high, (linear.low, linear.high)))


def _norm_block(event: PlayerEvent) -> NormBlock | None:
    """Return the condition of the event that rules norms out, if one does."""
    if event.rating_list is not RatingList.USCHESS_REGULAR:
        return NormBlock.NOT_REGULAR
    if event.kind is EventKind.MATCH:
        return NormBlock.MATCH
    if most_meetings([game.opponent for game in event.games]) > 2:
        return NormBlock.REPEATED_OPPONENT
    return None
