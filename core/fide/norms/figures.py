"""Score, average and performance of the counted games (FIDE B.01, 1.4.6 to 1.4.8)."""

from collections.abc import Sequence
from typing import NamedTuple

from core.fide.norms import counts
from core.fide.norms.checks import CheckState, NormCheck, NormItem, at_least
from core.fide.norms.event import NormGame
from core.fide.norms.titles import TitleNorm
from core.fide.rounding import average_rating, percentage


class RaisedOpponent(NamedTuple):
    """The lowest opponent, raised to the floor of the norm; `rating` is None for an unrated one."""

    round: int
    rating: int | None
    floor: int


class NormFigures(NamedTuple):
    """What the counted games come to; None for what there is not without a game.

    half_points: the score, in half points. percent: the score as a whole percentage. average: Ra, after `raised`.
    difference: dp. performance: Rp = Ra + dp.
    """

    games: int
    half_points: int
    percent: int | None = None
    average: int | None = None
    difference: int | None = None
    performance: int | None = None
    raised: RaisedOpponent | None = None

    @property
    def score(self) -> float:
        return self.half_points / 2


def counted_rating(game: NormGame) -> int:
    """Return the rating that an opponent counts with before the lowest is raised."""
    rating = None if game.opponent is None else game.opponent.rating
    return counts.UNRATED if rating is None else rating


def figures_of(games: Sequence[NormGame], half_points: int, norm: TitleNorm) -> NormFigures:
    """Return the figures of the counted games."""
    if not games:
        return NormFigures(0, half_points)
    ratings = [counted_rating(game) for game in games]
    lowest = ratings.index(min(ratings))
    raised = None
    if ratings[lowest] < norm.floor:  # 1.4.6b: one opponent, the lowest
        opponent = games[lowest].opponent
        raised = RaisedOpponent(games[lowest].round, opponent.rating if opponent else None, norm.floor)
        ratings[lowest] = norm.floor
    average = average_rating(ratings)
    difference = counts.rating_difference(half_points, len(games))
    return NormFigures(
        len(games),
        half_points,
        percentage(half_points, len(games)),
        average,
        difference,
        average + difference,
        raised,
    )


def score_check(figures: NormFigures) -> NormCheck:
    """Hold the score against 35 % (1.4.8b)."""
    return at_least(NormItem.SCORE, figures.score, counts.fewest_half_points(figures.games) / 2)


def rating_checks(figures: NormFigures, norm: TitleNorm) -> tuple[NormCheck, ...]:
    """Hold average and performance against what the norm asks for (1.4.8)."""
    if figures.average is None or figures.performance is None:
        return (
            NormCheck(NormItem.AVERAGE, CheckState.FAILED, None, norm.average),
            NormCheck(NormItem.PERFORMANCE, CheckState.FAILED, None, norm.performance),
        )
    return (
        at_least(NormItem.AVERAGE, figures.average, norm.average),
        at_least(NormItem.PERFORMANCE, figures.performance, norm.performance),
    )


def extra_games(figures: NormFigures, norm: TitleNorm) -> int:
    """Return the full points by which a norm is exceeded; each counts as one more game for the title (1.4.1d)."""
    if figures.average is None:
        return 0
    spare = 0
    fewest = counts.fewest_half_points(figures.games)
    while (fewer := figures.half_points - 2 * (spare + 1)) >= fewest:
        if figures.average < counts.required_average(norm, fewer, figures.games):
            break
        spare += 1
    return spare
