"""One player's event: rating, norms, titles and explanation, with given opponents' ratings."""

from collections.abc import Hashable, Sequence
from math import fsum, isinf
from typing import NamedTuple

from core.event.crosstable import EventKind
from core.lists import RatingList
from core.rating.outcome import CommonReason, Step
from core.rating.rating_system import FloorDue
from core.rating.uschess import lifetime
from core.rating.uschess.formulas import (
    HIGHEST_SPECIAL_RATING,
    InitialRating,
    SpecialRating,
    StandardRating,
    most_meetings,
    provisional_expectancy,
    winning_expectancies,
)
from core.rating.uschess.lifetime import (
    LISTS,
    LifetimeEvent,
    raised_to_life_master,
    rate_lifetime,
)
from core.rating.uschess.norms import (
    Descent,
    NormBlock,
    NormTable,
    Performance,
    PerformanceMode,
    descend,
    norm_table,
    norms_with,
    performance_rating,
)
from core.rating.uschess.rated import (
    PlayerEvent,
    RatedPlayer,
    falls_below_floor,
    is_reduced,
    personal_floor,
    rate_games,
)
from core.rating.uschess.rules import LIFE_MASTER_GAMES, LOWEST_RATING, Edition, NormTest, Reason
from core.rating.uschess.state import PlayerState, with_initial_title
from core.words import displayed


def steps_of(
    rated: RatedPlayer, performance: Performance, linear: Performance, descent: Descent | None = None
) -> tuple[Step, ...]:
    document, start = rated.edition.document, rated.start
    steps: list[Step] = []
    if rated.initial is not None:
        _explain_initial(f"{document}, 2", rated.initial, steps)
    steps.append(Step(f"{document}, 3", Reason.EFFECTIVE_GAMES_CAP, start.cap, (start.rating,)))
    steps.append(Step(f"{document}, 3", Reason.EFFECTIVE_GAMES, start.effective, (start.games, start.cap)))
    if isinstance(rated.formula, StandardRating):
        _explain_standard(rated, rated.formula, steps)
    else:
        _explain_special(rated, rated.formula, steps)
    _explain_floors(rated, steps)
    steps.append(Step(document, CommonReason.NEW_RATING, rated.rating, (start.rating,)))
    _explain_performance(rated, performance, linear, steps)
    if descent is not None:
        figures = (descent.start, descent.steps)
        steps.append(Step(f"{document}, performance", Reason.PERFORMANCE_DESCENT, descent.rating, figures))
    return tuple(steps)


def _explain_initial(clause: str, initial: InitialRating, steps: list[Step]) -> None:
    for source in initial.sources:
        figures = (source.converted, source.game_factor, source.days, source.age_rating, source.z, source.decay)
        steps.append(Step(clause, Reason.INITIAL_SOURCE, source.weight, figures))
    if initial.sources:
        total = fsum(source.weight for source in initial.sources)
        steps.append(Step(clause, Reason.INITIAL_BLEND, initial.rating, (total,)))
        steps.append(Step(clause, Reason.INITIAL_GAMES, initial.games, (total,)))
    elif initial.age is not None:
        steps.append(Step(clause, Reason.INITIAL_AGE, initial.rating, (initial.age,)))
    else:
        steps.append(Step(clause, Reason.INITIAL_RATING, initial.rating))


def _explain_special(rated: RatedPlayer, special: SpecialRating, steps: list[Step]) -> None:
    clause = f"{rated.edition.document}, 4.1"
    start, event = rated.start, rated.event
    why = {"wins": Reason.SPECIAL_ALL_WINS, "losses": Reason.SPECIAL_ALL_LOSSES, None: Reason.SPECIAL_FEW_GAMES}
    steps.append(Step(clause, why[start.record], start.effective, (start.games,)))
    expectancies = [provisional_expectancy(start.rating, rating) for rating in event.played.ratings]
    for game, expectancy in zip(event.games, expectancies, strict=True):
        steps.append(Step(clause, Reason.GAME_PROVISIONAL_EXPECTANCY, expectancy, (game.round, game.rating)))
    _explain_expected(clause, rated, sum(expectancies), steps)
    steps.append(Step(clause, Reason.SPECIAL_PRIOR_RATING, special.prior, (start.rating,)))
    steps.append(Step(clause, Reason.SPECIAL_ADJUSTED_SCORE, special.adjusted_score, (event.score, start.effective)))
    low, high = special.interval
    if not isinf(low):
        steps.append(Step(clause, Reason.SPECIAL_ZERO_LOW, low))
    if not isinf(high) and high != low:
        steps.append(Step(clause, Reason.SPECIAL_ZERO_HIGH, high))
    steps.append(Step(clause, Reason.SPECIAL_RATING, special.uncapped, (special.prior,)))
    if special.uncapped > HIGHEST_SPECIAL_RATING:
        steps.append(Step(clause, Reason.SPECIAL_CAP, HIGHEST_SPECIAL_RATING, (special.uncapped,)))


def _explain_standard(rated: RatedPlayer, standard: StandardRating, steps: list[Step]) -> None:
    clause = f"{rated.edition.document}, 4.2"
    start, event = rated.start, rated.event
    count = event.games_played
    for game, expectancy in zip(event.games, standard.expectancies, strict=True):
        steps.append(Step(clause, Reason.GAME_EXPECTANCY, expectancy, (game.round, game.rating)))
    _explain_expected(clause, rated, standard.expected, steps)
    if is_reduced(start, rated.terms):
        steps.append(Step(clause, Reason.K_FACTOR_REDUCED, standard.k, (start.effective, count, start.rating)))
    else:
        steps.append(Step(clause, Reason.K_FACTOR, standard.k, (start.effective, count)))
    above = event.score - standard.expected
    steps.append(Step(clause, Reason.K_CHANGE, standard.change, (standard.k, above)))
    if standard.threshold is not None:
        multiplier = rated.edition.bonus_multiplier
        steps.append(Step(clause, Reason.BONUS_THRESHOLD, standard.threshold, (multiplier, count)))
        steps.append(Step(clause, Reason.BONUS, standard.bonus, (standard.change, standard.threshold)))
    elif event.kind is EventKind.MATCH:
        steps.append(Step(clause, Reason.NO_BONUS_MATCH, 0.0))
    elif count < 3:
        steps.append(Step(clause, Reason.NO_BONUS_FEW_GAMES, 0.0, (count,)))
    else:
        steps.append(Step(clause, Reason.NO_BONUS_REPEATED_OPPONENT, 0.0))
    figures = (start.rating, standard.change, standard.bonus)
    steps.append(Step(clause, Reason.STANDARD_RATING, standard.rating, figures))


def _explain_expected(clause: str, rated: RatedPlayer, expected: float, steps: list[Step]) -> None:
    event = rated.event
    steps.append(Step(clause, CommonReason.EXPECTED_SCORE, expected, (event.games_played,)))
    steps.append(Step(clause, CommonReason.SCORE_MINUS_EXPECTED, event.score - expected, (event.score, expected)))


def _explain_floors(rated: RatedPlayer, steps: list[Step]) -> None:
    """Explain the clamp at 100, the floors applied and the limits of matches."""
    document, start = rated.edition.document, rated.start
    raw = rated.formula.rating
    if raw < LOWEST_RATING:
        steps.append(Step(f"{document}, 1", Reason.CLAMP_100, LOWEST_RATING, (raw,)))
        raw = LOWEST_RATING
    steps.extend(Step(f"{document}, floors", floor.reason, floor.rating, floor.figures) for floor in rated.floors)
    if rated.limit is None:
        if rated.rating > raw:
            steps.append(Step(f"{document}, floors", Reason.FLOOR_APPLIED, rated.rating, (raw,)))
        return
    clause = f"{document}, matches"
    change, limit = raw - start.rating, rated.limit
    if limit.change != change:
        if abs(limit.change) == 50:
            steps.append(Step(clause, Reason.MATCH_LIMIT_SINGLE, limit.change, (change,)))
        elif abs(limit.net_180_days + limit.change) == 100:
            steps.append(Step(clause, Reason.MATCH_LIMIT_180_DAYS, limit.change, (change, limit.net_180_days)))
        else:
            steps.append(Step(clause, Reason.MATCH_LIMIT_3_YEARS, limit.change, (change, limit.net_3_years)))
    broken = falls_below_floor(rated.before, rated.rating)
    if broken is not None:
        steps.append(Step(clause, Reason.FLOOR_LOWERED_BY_MATCH, broken - 100, (broken,)))


def _explain_performance(rated: RatedPlayer, performance: Performance, linear: Performance, steps: list[Step]) -> None:
    clause = "US Chess rating estimator, performance"
    event = rated.event
    count = event.games_played
    if event.score == count:
        best = max(event.played.ratings)
        steps.append(Step(clause, Reason.PERFORMANCE_ALL, performance.rating, (best,)))
    elif event.score == 0:
        worst = min(event.played.ratings)
        steps.append(Step(clause, Reason.PERFORMANCE_NONE, performance.rating, (worst,)))
    else:
        steps.append(Step(clause, Reason.PERFORMANCE_LOGISTIC, performance.rating, (event.score, count)))
        steps.append(Step(clause, Reason.PERFORMANCE_LINEAR, linear.rating, (event.score, count)))
        if linear.high - linear.low > 1e-6:
            steps.append(Step(clause, Reason.PERFORMANCE_FLAT, linear.high, (linear.low, linear.high)))


class PlayerResult(NamedTuple):
    """A rated event.

    performance: logistic. lifetime: None on lists or by rules without such titles.
    """

    rated: RatedPlayer
    after: PlayerState
    performance: Performance
    norms: NormTable
    lifetime: LifetimeEvent | None

    @property
    def edition(self) -> Edition:
        return self.rated.edition

    @property
    def event(self) -> PlayerEvent:
        return self.rated.event

    @property
    def before(self) -> PlayerState:
        return self.rated.before

    @property
    def start_rating(self) -> float:
        """Return R0, the rating before, or the initial rating of an unrated player."""
        return self.rated.start.rating

    @property
    def rating(self) -> float:
        return self.rated.rating

    @property
    def change(self) -> float | None:
        return None if self.before.rating is None else self.rating - self.before.rating

    @property
    def special(self) -> bool:
        return isinstance(self.rated.formula, SpecialRating)

    @property
    def bonus(self) -> float:
        formula = self.rated.formula
        return formula.bonus if isinstance(formula, StandardRating) else 0.0

    @property
    def expected(self) -> float:
        formula = self.rated.formula
        return formula.expected if isinstance(formula, StandardRating) else sum(self.expectancies)

    @property
    def expected_in_section(self) -> float:
        """Return the expected score; a newcomer's by the first pass, if any."""
        if self.rated.first_pass is None:
            return self.expected
        return sum(winning_expectancies(self.rated.first_pass, self.event.played.ratings))

    @property
    def expectancies(self) -> Sequence[float]:
        """Return the expected score against each opponent, by the formula used."""
        formula = self.rated.formula
        if isinstance(formula, StandardRating):
            return formula.expectancies
        return [provisional_expectancy(self.start_rating, rating) for rating in self.event.played.ratings]

    @property
    def performance_linear(self) -> Performance:
        return performance_rating(self.event.played.ratings, self.event.score, PerformanceMode.LINEAR)

    @property
    def descent(self) -> Descent | None:
        if not self.edition.performance_by_descent:
            return None
        return descend(self.event.played.ratings, self.event.score, self.rating)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self.rated, self.performance, self.performance_linear, self.descent)


def rate_player(state: PlayerState, event: PlayerEvent, edition: Edition) -> PlayerResult:
    """Rate an event of at least one game; raise InputError or RuleError."""
    rated = rate_games(state, event, edition)
    return with_norms(rated, event.played.ratings)


def with_norms(rated: RatedPlayer, opponents: Sequence[float]) -> PlayerResult:
    """Return the event with its norms and titles.

    opponents: post-event ratings, one per game.
    """
    event, after = rated.event, rated.after
    performance = performance_rating(event.played.ratings, event.score)
    norms = norm_table(
        opponents,
        event.score,
        full_point_bye=event.bye is not None,
        blocked=norm_block(event.kind, event.rating_list, event.played.opponents),
        test=rated.edition.norm_test,
    )
    # Only the official test counts toward a title.
    official = norms.test is NormTest.TITLE_SYSTEM
    if norms.earned is not None and official:
        after = after._replace(norms=norms_with(after.norms, norms))
    masters = _reached_300_games(rated)
    if event.rating_list not in lifetime.LISTS or not official or event.kind.is_abroad:
        after = with_initial_title(after, event.rating_list)
        if masters and after.lifetime is not None:
            after = after._replace(lifetime=raised_to_life_master(after.lifetime), earned=True)
        return PlayerResult(rated, after, performance, norms, None)
    title = rate_lifetime(
        rated.before.lifetime,
        norms.opponents,
        event.score,
        event.last_round,
        displayed(rated.rating),
        established=after.established,
        match=event.kind is EventKind.MATCH,
    )
    if masters and title.after is not None:
        raised = raised_to_life_master(title.after)
        title = title._replace(after=raised, life_master=raised != title.after)
    if title.after != after.lifetime:
        earned = after.earned or title.highest is not None or title.life_master
        after = after._replace(lifetime=title.after, earned=earned)
    return PlayerResult(rated, after, performance, norms, title)


def _reached_300_games(rated: RatedPlayer) -> bool:
    """Return whether the event completed the 300 games of a Life Master."""
    before, after = rated.before.games_above_2200, rated.after.games_above_2200
    return rated.event.rating_list is RatingList.USCHESS_REGULAR and before < LIFE_MASTER_GAMES <= after


def norm_block(kind: EventKind, rating_list: RatingList, opponents: Sequence[Hashable]) -> NormBlock | None:
    """Return why an event gives no norms, or None. opponents: one per game."""
    if rating_list is not RatingList.USCHESS_REGULAR:
        return NormBlock.NOT_REGULAR
    if kind is EventKind.MATCH:
        return NormBlock.MATCH
    if kind is not EventKind.TOURNAMENT:
        return NormBlock.ABROAD
    if most_meetings(opponents) > 2:
        return NormBlock.REPEATED_OPPONENT
    return None


FAR_ABOVE = 200
HIGHEST_FLOOR = 2100


def floor_due(result: PlayerResult) -> FloorDue | None:
    """Return the floor that an event's norm justifies; None if held already."""
    after, rating_list = result.after, result.event.rating_list
    if not after.established or rating_list not in LISTS:
        return None
    levels = []
    if result.norms.earned is not None and result.norms.test is NormTest.TITLE_SYSTEM:
        levels.append(result.norms.earned.rating)
    if result.lifetime is not None and result.lifetime.highest is not None:
        levels.append(result.lifetime.highest)
    norm = max(levels, default=0)
    floor = min(norm - FAR_ABOVE, HIGHEST_FLOOR)
    if norm < displayed(result.rating) + FAR_ABOVE or floor <= personal_floor(after, rating_list):
        return None
    return FloorDue(norm, displayed(result.rating), floor)
