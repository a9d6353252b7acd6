"""The records of a stretch of days, made of what is read of it at once; nobody is named who may not be.

Every function takes who may be named, by id: an unnamed person's record is the next one's. Of equals, whoever stands
first among those who may be named comes first.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from bot.store.derived.year import EventOfYear, GameOfYear, MoveOfYear
from core.lists import RatingList
from core.outcome import Award
from core.rating_system import LifetimeTitles, Met
from core.systems import SYSTEMS

NAMED = 5
"""Names on a page."""

LEAST_GAMES, LEAST_RUN, LEAST_MEETINGS, MOST_SHORT = 5, 3, 4, 0.5
"""Games of a performance; wins in a row; games of a rivalry; the points by which a norm is nearly made."""


class Amount(NamedTuple):
    """Somebody's games, or wins in a row. equals: how many others have as many."""

    player_id: int
    amount: int
    equals: int = 0


class Performance(NamedTuple):
    """The best event of somebody: performance rating, score and games."""

    player_id: int
    rating: float
    score: float
    games: int
    event_id: int


class Upset(NamedTuple):
    """A win over somebody who stood higher; ratings before the event."""

    winner: int
    loser: int
    own: float
    other: float
    event_id: int

    @property
    def difference(self) -> float:
        return self.other - self.own


class NearNorm(NamedTuple):
    """A norm that was missed; short: in game points."""

    player_id: int
    rating_list: RatingList
    award: Award
    short: float
    event_id: int


class Rivalry(NamedTuple):
    """Two who met often: wins of the first, draws, wins of the second."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def most_games(games: Iterable[GameOfYear], named: Collection[int]) -> list[Amount]:
    """Return who played most."""
    sides = (player for game in games for player in (game.first, game.second) if player is not None)
    return best_of(Counter(player for player in sides if player in named), named)


def best_performances(
    moves: Iterable[MoveOfYear], rating_list: RatingList, named: Collection[int]
) -> list[Performance]:
    """Return the best event of each, of five games or more."""
    best: dict[int, Performance] = {}
    for move in moves:
        if move.rating_list is not rating_list or move.player_id not in named or move.games < LEAST_GAMES:
            continue
        if move.performance is None or move.score is None:
            continue
        known = best.get(move.player_id)
        if known is None or move.performance > known.rating:
            best[move.player_id] = Performance(move.player_id, move.performance, move.score, move.games, move.event_id)
    return sorted(best.values(), key=lambda one: (-one.rating, one.player_id))[:NAMED]


def upsets(
    games: Iterable[GameOfYear],
    moves: Iterable[MoveOfYear],
    rating_list: RatingList,
    named: Collection[int],
    least: float,
) -> list[Upset]:
    """Return the wins against the greatest odds, the greatest first; of how sure the ratings were it says nothing."""
    before = {
        (move.event_id, move.player_id): move.before
        for move in moves
        if move.rating_list is rating_list and move.before
    }
    found = []
    for game in games:
        if game.result not in (0, 1) or game.first not in named or game.second not in named:
            continue
        winner, loser = (game.first, game.second) if game.result == 1 else (game.second, game.first)
        own, other = before.get((game.event_id, winner or 0)), before.get((game.event_id, loser or 0))
        if own is not None and other is not None and other - own >= least:
            found.append(Upset(winner or 0, loser or 0, own, other, game.event_id))
    return sorted(found, key=lambda one: (-one.difference, one.event_id, one.winner))


def near_norms(
    games: Iterable[GameOfYear],
    moves: Iterable[MoveOfYear],
    events: Mapping[int, EventOfYear],
    named: Collection[int],
) -> list[NearNorm]:
    """Return the norms that were missed by half a point or less, by the least first."""
    after = {(move.rating_list, move.event_id, move.player_id): move for move in moves}
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in games:
        if game.first is not None and game.second is not None:
            met[game.event_id, game.first].append(game.second)
            met[game.event_id, game.second].append(game.first)
    found = []
    for (rating_list, event_id, player_id), move in after.items():
        system = SYSTEMS[rating_list]
        if not isinstance(system, LifetimeTitles):
            continue
        opponents = [after.get((rating_list, event_id, other)) for other in met.get((event_id, player_id), ())]
        known = [Met(one.player_id, one.after) for one in opponents if one is not None and one.after is not None]
        if player_id not in named or move.score is None or not known or len(known) != move.games:
            continue  # an opponent whom the club does not know has no rating after the event
        missed = system.missed_norm(events[event_id].kind, rating_list, known, move.score)
        if missed is not None and 0 < missed.short <= MOST_SHORT:
            found.append(NearNorm(player_id, rating_list, missed.award, missed.short, event_id))
    return sorted(found, key=lambda one: (one.short, -one.award.level, one.event_id, one.player_id))[:NAMED]


def longest_runs(games: Iterable[GameOfYear], named: Collection[int]) -> list[Amount]:
    """Return the longest rows of wins, in the order of events and rounds."""
    now, best = Counter[int](), Counter[int]()
    for game in games:
        for player, won in ((game.first, 1.0), (game.second, 0.0)):
            if player in named and player is not None and game.result is not None:
                now[player] = now[player] + 1 if game.result == won else 0
                best[player] = max(best[player], now[player])
    return best_of({player: amount for player, amount in best.items() if amount >= LEAST_RUN}, named)


def rivalries(games: Iterable[GameOfYear], named: Collection[int]) -> list[Rivalry]:
    """Return the closest pairs of four games or more: the least between their scores, then the most games."""
    results: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        if game.result is None or game.first is None or game.second is None:
            continue
        if game.first not in named or game.second not in named:
            continue
        if game.first < game.second:
            results[game.first, game.second].append(game.result)
        else:
            results[game.second, game.first].append(1 - game.result)
    pairs = [
        Rivalry(*pair, found.count(1), found.count(0.5), found.count(0))
        for pair, found in results.items()
        if len(found) >= LEAST_MEETINGS
    ]
    return sorted(pairs, key=lambda one: (abs(one.wins - one.losses), -one.games, one.first, one.second))[:NAMED]


def best_of(counts: Mapping[int, int], named: Collection[int]) -> list[Amount]:
    """Return who has most, the most first."""
    ordered = sorted((player for player in named if player in counts), key=lambda player: -counts[player])
    shared = Counter(counts[player] for player in ordered)
    return [Amount(player, counts[player], shared[counts[player]] - 1) for player in ordered[:NAMED]]
