"""How a player's rating came about, step by step, from the figures that the calculation left."""

from math import fsum, isinf

from core.crosstable import EventKind
from core.explain import CommonReason, Step
from core.uschess.descent import Descent
from core.uschess.expectancy import provisional_expectancy
from core.uschess.floors import LOWEST_RATING
from core.uschess.formula import is_reduced
from core.uschess.initial import InitialRating
from core.uschess.performance import Performance
from core.uschess.personal_floors import falls_below_floor
from core.uschess.rated import RatedPlayer
from core.uschess.reasons import Reason
from core.uschess.special import HIGHEST_SPECIAL_RATING, SpecialRating
from core.uschess.standard import StandardRating


def steps_of(
    rated: RatedPlayer, performance: Performance, linear: Performance, descent: Descent | None = None
) -> tuple[Step, ...]:
    """Return the steps of a player's rating, in order."""
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
    """Explain the clamp at 100, the floors that held, and what a match's limits left."""
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
