"""What opponents who are not paired yet must be like for a norm: the evaluator on imagined ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.fide.norms import counts
from core.fide.norms.checks import CheckState, NormCheck, NormItem
from core.fide.norms.evaluation import Evaluation, Judge
from core.fide.norms.event import Decided, NormGame, NormOpponent
from core.fide.norms.titles import TitleNorm

HIGHEST_IMAGINED = 3000


class RemainingGame(NamedTuple):
    """A round to come; `opponent` is None while the pairing is not known."""

    round: int
    opponent: NormOpponent | None = None


class NeededRating(NamedTuple):
    """The rating that each unknown opponent must have with these points from the games to come; None for too few."""

    points: float
    rating: int | None


@dataclass(frozen=True, slots=True)
class UnknownOpponents:
    """What the unknown opponents must bring; the numbers of them assume that the rest is as good as it can be.

    games: how many they are. counting: games to come that count, against known opponents too.
    ratings: by the points from these, lowest first.
    title_holders, required_titles: how many must hold a title, and one of those that count for the norm.
    foreign_federations: new ones among them.
    blocked: what fails whoever they are and whatever the results.
    """

    games: int
    counting: int
    ratings: tuple[NeededRating, ...]
    title_holders: int
    required_titles: int
    foreign_federations: int
    blocked: tuple[NormCheck, ...]


def needed_of_unknown(template: Judge, remaining: Sequence[RemainingGame], norm: TitleNorm) -> UnknownOpponents:
    """Return what the unknown opponents must be like; choices of games are left aside."""

    def tried(points: float, rating: int, *, welcome: bool = True) -> Evaluation:
        return _judge(template, remaining, points, rating, norm, welcome=welcome).whole(norm)

    # A known opponent may be one whose games do not count: no point from there is any use.
    to_come = {game.round for game in remaining}
    counting = sum(game.round in to_come for game in _judge(template, remaining, 0, HIGHEST_IMAGINED, norm).counted)
    best = tried(counting, HIGHEST_IMAGINED)
    plain = tried(counting, HIGHEST_IMAGINED, welcome=False)
    ratings = []
    for half_points in range(2 * counting + 1):
        low, high = counts.UNRATED, HIGHEST_IMAGINED + 1
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
    """Return the event with imagined opponents: as welcome as can be for the mix, or with nothing to their name."""
    snapshot = template.snapshot
    games = []
    for position, game in enumerate(remaining):
        title = norm.title if welcome else None
        # Federations that nobody has: ISO keeps codes that begin with X for private use.
        federation = f"X{chr(65 + position // 26)}{chr(65 + position % 26)}" if welcome else None
        imagined = NormOpponent(rating, federation, title, person=("unknown", game.round))
        games.append(NormGame(game.round, game.opponent or imagined))
    earlier = sum(game.half_points for game in template.counted) / 2 if snapshot.score is None else snapshot.score
    played = [replace(game, score=None) if game.decided is Decided.PLAYED else game for game in snapshot.games]
    return Judge.of(replace(snapshot, games=(*played, *games), score=earlier + points), template)
