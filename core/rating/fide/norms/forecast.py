"""What a player needs in the remaining rounds for a norm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from core.errors import InputError
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.evaluation import CheckState, Evaluation, Judge, NormCheck, NormItem, fewest_games
from core.rating.fide.norms.facts import Decided, NormGame, NormOpponent, NormSnapshot, TitleNorm, open_to
from core.rating.fide.norms.result import NormResult, evaluate, evaluate_all, judged

HIGHEST_IMAGINED = 3000


class RemainingGame(NamedTuple):
    """A round to come; opponent: None if unpaired."""

    round: int
    opponent: NormOpponent | None = None


class NeededRating(NamedTuple):
    """The rating that each unknown opponent needs for these points; None if too few points."""

    points: float
    rating: int | None


@dataclass(frozen=True, slots=True)
class UnknownOpponents:
    """What unknown opponents need, if the rest is as good as possible.

    counting: counted games to come. ratings: by points. title_holders, required_titles, foreign_federations: how
    many.
    blocked: checks that fail in any case.
    """

    games: int
    counting: int
    ratings: tuple[NeededRating, ...]
    title_holders: int
    required_titles: int
    foreign_federations: int
    blocked: tuple[NormCheck, ...]


def needed_of_unknown(template: Judge, remaining: Sequence[RemainingGame], norm: TitleNorm) -> UnknownOpponents:
    """Return what unknown opponents need; choices of games are not tried."""

    def tried(points: float, rating: int, *, welcome: bool = True) -> Evaluation:
        return _judge(template, remaining, points, rating, norm, welcome=welcome).whole(norm)

    # A known opponent's game may not count: points from it are useless.
    to_come = {game.round for game in remaining}
    counting = sum(game.round in to_come for game in _judge(template, remaining, 0, HIGHEST_IMAGINED, norm).counted)
    best = tried(counting, HIGHEST_IMAGINED)
    plain = tried(counting, HIGHEST_IMAGINED, welcome=False)
    ratings = []
    for half_points in range(2 * counting + 1):
        low, high = norm_facts.UNRATED, HIGHEST_IMAGINED + 1
        while low < high:
            middle = (low + high) // 2
            if tried(half_points / 2, middle).achieved:
                high = middle
            else:
                low = middle + 1
        ratings.append(NeededRating(half_points / 2, None if low > HIGHEST_IMAGINED else low))

    def lacking(item: NormItem) -> int:
        check = plain.check(item)
        return 0 if check.state is CheckState.WAIVED else int(check.missing)

    return UnknownOpponents(
        games=sum(game.opponent is None for game in remaining),
        counting=counting,
        ratings=tuple(ratings),
        title_holders=lacking(NormItem.TITLE_HOLDERS),
        required_titles=lacking(NormItem.REQUIRED_TITLES),
        foreign_federations=lacking(NormItem.FOREIGN_FEDERATIONS),
        blocked=best.failed,
    )


def _judge(
    template: Judge,
    remaining: Sequence[RemainingGame],
    points: float,
    rating: int,
    norm: TitleNorm,
    *,
    welcome: bool = True,
) -> Judge:
    snapshot = template.snapshot
    games = []
    for position, game in enumerate(remaining):
        title = norm.title if welcome else None
        # Federations that nobody has: ISO reserves X for private use.
        federation = f"X{chr(65 + position // 26)}{chr(65 + position % 26)}" if welcome else None
        imagined = NormOpponent(rating, federation, title, person=("unknown", game.round))
        games.append(NormGame(game.round, game.opponent or imagined))
    earlier = sum(game.half_points for game in template.counted) / 2 if snapshot.score is None else snapshot.score
    played = [replace(game, score=None) if game.decided is Decided.PLAYED else game for game in snapshot.games]
    return Judge.of(replace(snapshot, games=(*played, *games), score=earlier + points), template)


MOST_ROUNDS_TRIED = 5
"""With more rounds to come, choices of games are not tried: too many results."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one norm requires.

    points: the fewest that earn it in any order. ways: results that earn it with fewer points.
    blocked: checks that fail even if all games are won. exact: False where choices of games were not tried.
    unknown: requirements of unknown opponents.
    """

    norm: TitleNorm
    points: float | None
    ways: tuple[tuple[float, ...], ...]
    blocked: tuple[NormCheck, ...]
    exact: bool
    unknown: UnknownOpponents | None

    @property
    def possible(self) -> bool:
        return not self.blocked


def forecast(snapshot: NormSnapshot, remaining: Sequence[RemainingGame]) -> tuple[Forecast, ...]:
    """Return the forecast of each norm open to the player, highest first.

    remaining: rounds to play; raise InputError for a played one.
    """
    template = Judge.of(snapshot)
    return tuple(_forecast(template, _in_order(remaining), norm) for norm in open_to(snapshot.player.woman))


def needed(snapshot: NormSnapshot, remaining: Sequence[RemainingGame], norm: TitleNorm) -> Forecast:
    return _forecast(Judge.of(snapshot), _in_order(remaining), norm)


@dataclass(frozen=True, slots=True)
class NormAnswer:
    """An event compared with the norms.

    results: open norms, highest first. chosen: to explain. remaining, forecasts: rounds to come and what norms still
    need.
    """

    snapshot: NormSnapshot
    results: tuple[NormResult, ...]
    chosen: NormResult
    remaining: tuple[RemainingGame, ...] = ()
    forecasts: tuple[Forecast, ...] = ()


def norm_answer(
    snapshot: NormSnapshot, remaining: Sequence[RemainingGame] = (), norm: TitleNorm | None = None
) -> NormAnswer:
    """Compare an event with every open norm. norm: to explain (default: the highest earned or near)."""
    # Scheduled rounds beyond the known ones are to come, with unknown opponents.
    known = len(snapshot.games) + len(remaining)
    remaining = (*remaining, *(RemainingGame(number) for number in range(known + 1, snapshot.settings.rounds + 1)))
    results = evaluate_all(snapshot)
    forecasts = forecast(snapshot, remaining) if remaining else ()
    if norm is None:
        norm = _most_telling(results, forecasts, snapshot.player.woman)
    chosen = next((result for result in results if result.norm is norm), None)
    if chosen is None:
        chosen = evaluate(snapshot, norm)
        if snapshot.player.woman is None:
            results = (*results, chosen)  # a women's norm that was asked for explicitly
        forecasts = (*forecasts, needed(snapshot, remaining, norm)) if remaining else ()
    return NormAnswer(snapshot, results, chosen, remaining, forecasts)


def _most_telling(results: Sequence[NormResult], forecasts: Sequence[Forecast], woman: bool | None) -> TitleNorm:
    open_to_all = [result for result in results if woman or not result.norm.women_only]
    possible = {one.norm for one in forecasts if one.possible}
    for result in open_to_all:
        if result.achieved or result.norm in possible:
            return result.norm
    return min(open_to_all, key=_missing).norm


def _missing(result: NormResult) -> tuple[int, float]:
    best = result.best
    return len(best.failed), best.check(NormItem.PERFORMANCE).missing + best.check(NormItem.AVERAGE).missing


def _in_order(remaining: Sequence[RemainingGame]) -> list[RemainingGame]:
    if not remaining:
        raise InputError("No rounds are left to play. See the norms of the event instead.")
    return sorted(remaining, key=lambda game: game.round)


def _forecast(template: Judge, remaining: Sequence[RemainingGame], norm: TitleNorm) -> Forecast:
    if any(game.opponent is None for game in remaining):
        unknown = needed_of_unknown(template, remaining, norm)
        return Forecast(norm, None, (), unknown.blocked, True, unknown)
    games = [(game.round, game.opponent) for game in remaining if game.opponent is not None]
    tried = _Tried(template, games, norm)
    # Over the whole event only the total counts, and more never hurts.
    totals = [half / 2 for half in range(2 * len(games) + 1)]
    of_the_whole = next((points for points in totals if tried.whole_makes_it(points)), None)
    every_game = len(template.counted) + len(games)
    may_choose = template.snapshot.score is None and every_game > fewest_games(template.usual_basis)
    exact = not may_choose or len(games) <= MOST_ROUNDS_TRIED
    if not may_choose or not exact:
        blocked = tried.failing_at_best() if of_the_whole is None else ()
        return Forecast(norm, of_the_whole, (), blocked, exact, None)
    # A better result never takes a norm away: both searches may stop at the first total that differs.
    points = of_the_whole
    for total in reversed(totals if points is None else totals[: totals.index(points)]):
        if not all(tried.makes_it(results) for results in _results(len(games), total)):
            break
        points = total
    if points is None:
        return Forecast(norm, None, (), tried.failing_at_best(), exact, None)
    for total in totals[: totals.index(points)]:
        ways = tuple(results for results in _results(len(games), total) if tried.makes_it(results))
        if ways:
            return Forecast(norm, points, ways, (), exact, None)
    return Forecast(norm, points, (), (), exact, None)


def _results(games: int, points: float) -> Iterator[tuple[float, ...]]:
    return (results for results in product((1.0, 0.5, 0.0), repeat=games) if sum(results) == points)


class _Tried:
    def __init__(self, template: Judge, games: Sequence[tuple[int, NormOpponent]], norm: TitleNorm) -> None:
        self.template = template
        self.games = games
        self.norm = norm

    def _judge(self, results: Sequence[float]) -> Judge:
        snapshot = self.template.snapshot
        by_game = snapshot.score is None
        played = [
            NormGame(number, opponent, result if by_game else None)
            for (number, opponent), result in zip(self.games, results, strict=True)
        ]
        total = None if snapshot.score is None else snapshot.score + sum(results)
        return Judge.of(replace(snapshot, games=(*snapshot.games, *played), score=total), self.template)

    def makes_it(self, results: Sequence[float]) -> bool:
        return judged(self._judge(results), self.norm).achieved

    def whole_makes_it(self, points: float) -> bool:
        return self._judge(_some_results(len(self.games), points)).whole(self.norm).achieved

    def failing_at_best(self) -> tuple[NormCheck, ...]:
        return self._judge([1.0] * len(self.games)).whole(self.norm).failed


@lru_cache(maxsize=256)
def _some_results(games: int, points: float) -> tuple[float, ...]:
    return tuple(min(1.0, max(0.0, points - game)) for game in range(games))
