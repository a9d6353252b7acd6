"""Records of a Scrabble event's scores, by tsh's terms.

High win and high loss: highest winning and losing score; low win: lowest winning score. Lucky Stiff: least sum of
closest wins; Tuff Luck: of closest losses.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist, mean
from typing import NamedTuple

from core.event.crosstable import Bye, ByeKind, Crosstable, is_forfeited

LEAST_SCORE = 100
"""Of the higher side; below, it is another game, such as 11–7."""

LEAST_ROUNDS = 3
"""Of an event with a best comeback."""

SPREAD_DEVIATION = 115
"""Deviation of a game's spread around a player's average, fitted to 127 players of public files."""

_EXPECTED = NormalDist(0, SPREAD_DEVIATION).cdf


class ScoredGame(NamedTuple):
    """A game, the higher score first. where: its round, or its event."""

    winner: Hashable
    loser: Hashable
    high: int
    low: int
    where: int

    @property
    def spread(self) -> int:
        return self.high - self.low

    @property
    def combined(self) -> int:
        return self.high + self.low


class PlayerScores(NamedTuple):
    """A player's games. average, against: points a game. expected: usual wins for the spread."""

    who: Hashable
    games: int
    wins: float
    average: float
    against: float
    expected: float

    @property
    def luck(self) -> float:
        """Return the wins above those usual for the spread."""
        return self.wins - self.expected


class ClosestGames(NamedTuple):
    """The sum of the spreads of a player's closest wins or losses."""

    who: Hashable
    spread: int


class Comeback(NamedTuple):
    """The most places risen, from the rank after a round to the last."""

    number: int
    after: int
    before_rank: int
    rank: int


@dataclass(frozen=True, slots=True)
class ScoreRecords:
    """Records of some games; None if nobody who may be named holds one."""

    high_win: ScoredGame | None
    high_loss: ScoredGame | None
    low_win: ScoredGame | None
    high_combined: ScoredGame | None
    largest_spread: ScoredGame | None
    closest: ScoredGame | None


def scored_game(first: Hashable, second: Hashable, points: float, theirs: float, where: int) -> ScoredGame | None:
    """Return a game in whole points; None for a forfeit or no Scrabble score."""
    points, theirs = int(points), int(theirs)
    if is_forfeited(points, theirs) or max(points, theirs) < LEAST_SCORE:
        return None
    if points >= theirs:
        return ScoredGame(first, second, points, theirs, where)
    return ScoredGame(second, first, theirs, points, where)


def scored_games(crosstable: Crosstable) -> list[ScoredGame]:
    found = [
        scored_game(game.first, game.second, game.first_points, game.second_points, game.round)
        for game in sorted(crosstable.games, key=lambda game: (game.round, game.first))
        if game.first_points is not None and game.second_points is not None
    ]
    return [game for game in found if game is not None]


def score_records(games: Iterable[ScoredGame], named: Collection[Hashable] | None = None) -> ScoreRecords:
    """Return the records; of equal games the earliest. named: who may be named (default: everybody)."""
    played = list(games)
    winners = [one for one in played if one.spread and (named is None or one.winner in named)]
    losers = [one for one in played if one.spread and (named is None or one.loser in named)]
    both = [one for one in played if named is None or (one.winner in named and one.loser in named)]
    return ScoreRecords(
        high_win=max(winners, key=lambda one: one.high, default=None),
        high_loss=max(losers, key=lambda one: one.low, default=None),
        low_win=min(winners, key=lambda one: one.high, default=None),
        high_combined=max(both, key=lambda one: one.combined, default=None),
        largest_spread=max(both, key=lambda one: one.spread, default=None),
        closest=min(both, key=lambda one: one.spread, default=None),
    )


def player_scores(games: Iterable[ScoredGame]) -> list[PlayerScores]:
    points: dict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        points[game.winner].append((game.high, game.low))
        points[game.loser].append((game.low, game.high))
    found = [_scores_of(who, own) for who, own in points.items()]
    return sorted(found, key=lambda one: -one.average)


def _scores_of(who: Hashable, points: list[tuple[int, int]]) -> PlayerScores:
    own, other = mean(one for one, _ in points), mean(one for _, one in points)
    wins = sum((mine > theirs) + 0.5 * (mine == theirs) for mine, theirs in points)
    return PlayerScores(who, len(points), wins, own, other, len(points) * _EXPECTED(own - other))


def closest_games_counted(rounds: int) -> int:
    """Return how many games Lucky Stiff and Tuff Luck count: six, but three below twelve rounds."""
    return 6 if rounds >= 12 else 3


def lucky_stiff(games: Iterable[ScoredGame], most: int) -> ClosestGames | None:
    """Return the least sum of closest wins; None if nobody has as many."""
    return _closest({one: [game.spread for game in won] for one, won in _by(games, "winner").items()}, most)


def tuff_luck(games: Iterable[ScoredGame], most: int) -> ClosestGames | None:
    """Return the least sum of closest losses; None if nobody has as many."""
    return _closest({one: [game.spread for game in lost] for one, lost in _by(games, "loser").items()}, most)


def _by(games: Iterable[ScoredGame], side: str) -> dict[Hashable, list[ScoredGame]]:
    found: dict[Hashable, list[ScoredGame]] = defaultdict(list)
    for game in games:
        if game.spread:
            found[getattr(game, side)].append(game)
    return found


def _closest(spreads: Mapping[Hashable, list[int]], most: int) -> ClosestGames | None:
    sums = [ClosestGames(one, sum(sorted(own)[:most])) for one, own in spreads.items() if len(own) >= most]
    return min(sums, key=lambda one: one.spread, default=None)


# The best comeback: ranks by wins, then by spread, after each round.


def best_comeback(crosstable: Crosstable) -> Comeback | None:
    """Return who rose most; None unless everybody has three rounds or more."""
    places = [(game.round, number) for game in crosstable.games for number in (game.first, game.second)]
    places += [(bye.round, bye.entrant) for bye in crosstable.byes]
    rounds = crosstable.rounds
    if rounds < LEAST_ROUNDS or len(places) != rounds * len(crosstable.entrants):
        return None
    ranks = [_ranks(crosstable, after) for after in range(1, rounds + 1)]
    found = [
        Comeback(number, after, then[number], ranks[-1][number])
        for after, then in enumerate(ranks[:-1], start=1)
        for number in then
    ]
    best = max(found, key=lambda one: (one.before_rank - one.rank, -one.rank, one.after), default=None)
    return best if best is not None and best.before_rank > best.rank else None


def _ranks(crosstable: Crosstable, after: int) -> dict[int, int]:
    """Return the ranks after a round; equals share."""
    sums = {entrant.number: (0.0, 0) for entrant in crosstable.entrants}
    for game in crosstable.games:
        if game.round <= after:
            spread = (game.first_points or 0) - (game.second_points or 0)
            _add(sums, game.first, game.score or 0, spread)
            _add(sums, game.second, 1 - (game.score or 0), -spread)
    for bye in crosstable.byes:
        if bye.round <= after:
            _add(sums, bye.entrant, _points(bye), bye.points or 0)
    return {number: 1 + sum(one > own for one in sums.values()) for number, own in sums.items()}


def _add(sums: dict[int, tuple[float, int]], number: int, score: float, spread: int) -> None:
    points, before = sums[number]
    sums[number] = points + score, before + spread


def _points(bye: Bye) -> float:
    if bye.points:
        return float(bye.points > 0)
    return 1.0 if bye.kind.gives_a_point else 0.5 if bye.kind is ByeKind.HALF_POINT else 0.0
