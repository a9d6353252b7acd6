"""How a change, a list and a first rating came about, step by step, from the figures that the calculation left."""

from collections.abc import Sequence
from fractions import Fraction

from core.explain import CommonReason, Step
from core.fide.change import EventChange, GameChange, LeftOut
from core.fide.editions import Edition, FirstRatingRule
from core.fide.figures import EventFigure
from core.fide.first_rating import FEWEST_GAMES, FirstRating
from core.fide.performance import average_of_opponents, score_percentage, tournament_performance
from core.fide.reasons import Reason
from core.fide.simplified import simplified_performance
from core.fide.state import PoolEvent
from core.fide.tables import P_TO_DP
from core.lists import RatingList

_LEFT_OUT = {
    LeftOut.UNRATED: Reason.GAME_UNRATED,
    LeftOut.BELOW_FLOOR: Reason.GAME_BELOW_FLOOR,
    LeftOut.FAR_APART: Reason.GAME_FAR_APART,
    LeftOut.MATCH_UNRATED: Reason.GAME_MATCH_UNRATED,
    LeftOut.MATCH_DECIDED: Reason.GAME_MATCH_DECIDED,
}


def explain_event(
    rating_list: RatingList,
    edition: Edition,
    games: Sequence[GameChange],
    change: EventChange | None,
    own: Reason | None,
) -> list[Step]:
    """Return the steps of an event until K comes in.

    change: None for an unrated player. own: where the player's own rating comes from.
    """
    clause = _clause(rating_list, "8.3" if change is not None else "8.2")
    steps = []
    if change is not None and own is not None:
        steps.append(Step(clause, own, change.own))
    steps += [_explain_game(clause, edition, game) for game in games]
    if change is not None:
        expected = change.expected / 100
        steps.append(Step(clause, CommonReason.EXPECTED_SCORE, expected, (change.counting,)))
        steps.append(Step(clause, CommonReason.SCORE_MINUS_EXPECTED, change.above / 100, (change.score, expected)))
    return steps


def _explain_game(clause: str, edition: Edition, game: GameChange) -> Step:
    if game.left_out is not None:
        compared = game.left_out is LeftOut.FAR_APART and game.rating is not None and game.difference is not None
        figures = (game.round, game.rating, game.difference) if compared else (game.round,)
        return Step(clause, _LEFT_OUT[game.left_out], 0.0, figures)  # type: ignore[arg-type]  # compared
    assert game.rating is not None
    if game.difference is None or game.counted is None:
        return Step(clause, Reason.POOL_GAME, game.rating, (game.round,))
    figures = (game.round, game.rating, game.difference)
    if edition.simplified:
        return Step(clause, Reason.GAME_SIMPLIFIED, game.expected / 100, figures)
    if game.counted != game.difference:
        return Step(clause, Reason.GAME_LIMITED, game.expected / 100, (*figures, game.counted))
    return Step(clause, Reason.GAME, game.expected / 100, figures)


def explain_list(
    rating_list: RatingList,
    base: int,
    figures: Sequence[EventFigure],
    change: int | Fraction,
    rounded: int,
    floor: int,
) -> tuple[Step, ...]:
    """Return the steps of a rated player's list."""
    clause = _clause(rating_list, "8.3")
    steps: list[Step] = []
    games = sum(figure.event.games for figure in figures)
    shown = None
    for figure in figures:
        k = figure.k
        # Events by the same rules have the same K.
        if k != shown:
            steps.append(Step(clause, k.reason, k.value, k.figures))
            if figure.used != k.value:
                steps.append(Step(clause, Reason.K_CAPPED, figure.used, (k.value, games)))
            shown = k
        inputs = (figure.used, figure.event.above / 100)
        steps.append(Step(clause, Reason.EVENT_CHANGE, figure.points, inputs))
    points = float(change) / 100
    steps.append(Step(clause, Reason.LIST_CHANGE, points, (len(figures), games)))
    clause = _clause(rating_list, "8.3.4")
    steps.append(Step(clause, Reason.ROUNDED, rounded, (points,)))
    steps.append(Step(clause, Reason.LIST_RATING, base + rounded, (base, rounded)))
    if base + rounded < floor:
        steps.append(Step(_clause(rating_list, ""), Reason.BELOW_FLOOR, floor, (base + rounded,)))
    return tuple(steps)


def explain_first_rating(
    rating_list: RatingList, first: FirstRating | None, lost: PoolEvent | None
) -> tuple[Step, ...]:
    """Return the steps toward a first rating; `lost` is a first event without a point."""
    clause = _clause(rating_list, "8.2")
    steps: list[Step] = []
    if lost is not None:
        steps.append(Step(clause, Reason.POOL_LOST, 0.0, (len(lost.opponents),)))
    if first is None:
        return tuple(steps)
    games, average = first.games, float(first.average)
    steps.append(Step(clause, Reason.FIRST_GAMES, games, (first.score,)))
    if first.rule is FirstRatingRule.SINCE_2024:
        steps.append(Step(clause, Reason.FIRST_AVERAGE, average, (games,)))
    else:
        steps.append(Step(clause, Reason.FIRST_AVERAGE_2017, average, (games,)))
    above = int(2 * first.score) - games
    if first.rule is FirstRatingRule.SINCE_2017 and above >= 0:
        steps.append(Step(clause, Reason.FIRST_ADDED_2017, first.added, (above,)))
    else:
        steps.append(Step(clause, Reason.FIRST_ADDED, first.added, (first.percentage,)))
    steps.append(Step(clause, Reason.FIRST_RATING, first.uncapped, (average, first.added)))
    if first.rating != first.uncapped:
        steps.append(Step(clause, Reason.FIRST_CAP, first.rating, (first.uncapped,)))
    if games < FEWEST_GAMES:
        steps.append(Step(clause, Reason.FIRST_FEW_GAMES, FEWEST_GAMES - games, (games,)))
    elif first.rating < first.floor:
        steps.append(Step(clause, Reason.FIRST_TOO_LOW, first.floor, (first.rating,)))
    return tuple(steps)


def explain_performance(edition: Edition, opponents: Sequence[int], score: float) -> Step:
    """Return the step of the performance rating."""
    lost = len(opponents) - score
    if edition.simplified and score > 0 and lost > 0:
        value = simplified_performance(opponents, score)
        figures: tuple[float, ...] = (sum(opponents) / len(opponents), score, lost)
        return Step(edition.title, Reason.PERFORMANCE_SIMPLIFIED, value, figures)
    percent = score_percentage(opponents, score)
    figures = (average_of_opponents(opponents), percent, P_TO_DP[percent])
    return Step("FIDE C.07, 10.2", Reason.PERFORMANCE, tournament_performance(opponents, score), figures)


def _clause(rating_list: RatingList, section: str) -> str:
    """Return the chapter, with the section of B.02 where it is the standard list's."""
    if rating_list is not RatingList.FIDE_STANDARD:
        return "FIDE B.02, rapid and blitz"
    return f"FIDE B.02, {section}" if section else "FIDE B.02"
